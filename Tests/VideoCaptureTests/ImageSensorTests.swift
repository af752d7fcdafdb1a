// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
  import Foundation
  import TestSupport
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
      let law = try #require(sensor.gainLaw)
      #expect(Tolerance.gainOfDataSheet.allows(abs(law.gain(of: Double(code)) / gain - 1)))
      #expect(Tolerance.rounding.allows(abs(law.gain(of: law.code(of: 1)) - 1)))
    }

    @Test(arguments: ImageSensor.known) func `code and gain are each other's inverse and rise`(sensor: ImageSensor)
      throws
    {
      let law = try #require(sensor.gainLaw)
      var last = 0.0
      for code in stride(from: 16.0, through: 200, by: 8) {
        let gain = law.gain(of: code)
        #expect(gain > last && Tolerance.codeOfGain.allows(abs(law.code(of: gain) - code)))
        last = gain
      }
      if let delays = sensor.delays { #expect(delays.longest >= 2) }
    }

    /// A gain as libcamera writes it down.
    enum Gain {
      /// (m0 code + c0) / (m1 code + c1)
      case linear(m0: Double, c0: Double, m1: Double, c1: Double)
      /// Decibels of a code.
      case decibels(Double)

      func gain(of code: Double) -> Double {
        switch self {
        case .linear(let m0, let c0, let m1, let c1): (m0 * code + c0) / (m1 * code + c1)
        case .decibels(let step): pow(10, step * code / 20)
        }
      }

      static func full(_ full: Double) -> Gain { .linear(m0: 0, c0: full, m1: -1, c1: full) }
      static let sixteenths = Gain.linear(m0: 1, c0: 0, m1: 0, c1: 16)
    }

    /// Source of each row: libcamera of Raspberry Pi, v0.7.1+rpt20260429 (26bfadc66e8d), gains of
    /// camera_sensor_helper.cpp (imx519 and ov9281: cam_helper_MODEL.cpp), delays of exposure, gain and blanking of
    /// camera_sensor_properties.cpp (imx327: as imx290).
    static let rows: [(model: String, gain: Gain, delays: [Int]?)] = [
      ("imx219", .full(256), [2, 1, 2]), ("imx258", .full(512), nil), ("imx283", .full(2048), [2, 1, 2]),
      ("imx290", .decibels(0.3), [2, 2, 2]), ("imx296", .decibels(0.1), [2, 2, 2]),
      ("imx327", .decibels(0.3), [2, 2, 2]), ("imx335", .decibels(0.3), nil), ("imx477", .full(1024), [2, 2, 3]),
      ("imx519", .full(1024), [2, 2, 3]), ("imx708", .full(1024), [2, 2, 3]), ("ov5647", .sixteenths, [2, 2, 2]),
      ("ov9281", .sixteenths, [2, 2, 2]),
    ]

    @Test func `each sensor has libcamera's gains and delays`() throws {
      #expect(ImageSensor.known.map(\.model) == Self.rows.map(\.model))
      for (sensor, row) in zip(ImageSensor.known, Self.rows) {
        let law = try #require(sensor.gainLaw)
        for code in stride(from: 16.0, through: 240, by: 16) {
          let truth = row.gain.gain(of: code)
          #expect(Tolerance.rounding.allows(abs(law.gain(of: code) / truth - 1)), "\(row.model), code \(code)")
        }
        #expect(sensor.delays.map { [$0.exposure, $0.gain, $0.blanking] } == row.delays, "\(row.model)")
        #expect(sensor.exposureOffset == (row.model == "imx296" ? 14.26e-6 : 0))
      }
    }

    @Test func `a sensor is known by a word of its part's name`() {
      #expect(ImageSensor(named: "imx219 60-0010").model == "imx219")
      #expect(ImageSensor(named: "m00_b_imx477 1-001a").model == "imx477")
      #expect(ImageSensor(named: "gc2145 3-003c") == ImageSensor(model: "gc2145", gainLaw: nil))
      #expect(ImageSensor(named: "gc2145 3-003c").delays == nil && ImageSensor(named: "imx219 60-0010").delays != nil)
      #expect(ImageSensor(named: "imx2190 1-0010").gainLaw == nil)
    }
  }
#endif
