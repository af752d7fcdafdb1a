// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
  import Testing
  import VideoCapture

  @Suite struct ImageSensorTests {
    /// Gains at the ends of the drivers' ranges of codes, from the sensors' data sheets and their drivers' comments.
    @Test(
      arguments: [
        ("imx219", 232, 256.0 / 24), ("imx477", 978, 1024.0 / 46), ("imx519", 960, 16.0), ("imx708", 960, 16.0),
        ("ov5647", 1023, 63.9375), ("ov9281", 248, 15.5), ("imx296", 480, 251.1886), ("imx290", 100, 31.6228),
      ] as [(String, Int, Double)])
    func `the largest code has the gain of the data sheet, and code 0 or the unit that of 1`(
      model: String, code: Int, gain: Double
    ) throws {
      let sensor = ImageSensor(named: "\(model) 10-001a")
      let law = try #require(sensor.gain)
      #expect(abs(law.gain(of: Double(code)) / gain - 1) < 1e-5)
      #expect(abs(law.gain(of: law.code(of: 1)) - 1) < 1e-12)
    }

    @Test(arguments: ImageSensor.known) func `code and gain are each other's inverse and rise`(sensor: ImageSensor)
      throws
    {
      let law = try #require(sensor.gain)
      var last = 0.0
      for code in stride(from: 16.0, through: 200, by: 8) {
        let gain = law.gain(of: code)
        #expect(gain > last && abs(law.code(of: gain) - code) < 1e-9)
        last = gain
      }
      if let delays = sensor.delays { #expect(delays.longest >= 2) }
    }

    @Test func `a sensor is known by a word of its part's name`() {
      #expect(ImageSensor(named: "imx219 60-0010").model == "imx219")
      #expect(ImageSensor(named: "m00_b_imx477 1-001a").model == "imx477")
      #expect(ImageSensor(named: "gc2145 3-003c") == ImageSensor(model: "gc2145", gain: nil))
      #expect(ImageSensor(named: "gc2145 3-003c").delays == nil && ImageSensor(named: "imx219 60-0010").delays != nil)
      #expect(ImageSensor(named: "imx2190 1-0010").gain == nil)
    }
  }
#endif
