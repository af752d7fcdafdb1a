#if os(Linux)
  extension RigCamera {
    /// The state of the camera.
    public struct State: Hashable, Sendable {
      /// The video node, empty while the camera is unplugged.
      public let node: String
      public let isStreaming: Bool
      /// The V4L2 sequence number of the next frame to be exposed.
      public let frame: UInt32
      /// The light on the card: see ``Command/light(red:green:blue:)``.
      public let light: [Double]
      public let level: Double
      /// The values of the controls, in the units of UVC. Quantities that take time the camera changes by itself in
      /// automatic modes, one step a frame.
      public let exposure: Int
      public let gain: Int
      public let redBalance: Int
      public let blueBalance: Int
      public let focus: Int
      public let temperature: Int
      /// The frames until a control takes effect.
      public let delay: Int

      /// `nil` where the camera did not answer with its state.
      init?(_ line: String) {
        let words = line.split(separator: " ")
        guard words.first == "ok" else { return nil }
        var values: [Substring: Substring] = [:]
        for word in words.dropFirst() {
          guard let sign = word.firstIndex(of: "=") else { return nil }
          values[word[..<sign]] = word[word.index(after: sign)...]
        }
        func integer(_ name: Substring) -> Int? { values[name].flatMap { Int($0) } }
        func number(_ name: Substring) -> Double? { values[name].flatMap { Double($0) } }
        guard let node = values["node"], let streaming = integer("streaming"), let frame = integer("frame"),
          let red = number("red"), let green = number("green"), let blue = number("blue"),
          let level = number("level"), let exposure = integer("exposure"), let gain = integer("gain"),
          let redBalance = integer("red_balance"), let blueBalance = integer("blue_balance"),
          let focus = integer("focus"), let temperature = integer("temperature"), let delay = integer("delay")
        else { return nil }
        self.node = String(node)
        isStreaming = streaming != 0
        self.frame = UInt32(frame)
        light = [red, green, blue]
        self.level = level
        self.exposure = exposure
        self.gain = gain
        self.redBalance = redBalance
        self.blueBalance = blueBalance
        self.focus = focus
        self.temperature = temperature
        self.delay = delay
      }

      /// The mean samples of the card, red, green and blue, in frames of `bits` bits: black is a sixteenth of the
      /// range; exposure 156, gain 16 and balance 256 multiply by 1; the sensor clips before the balance multiplies.
      public func card(bits: Int) -> [Double] {
        let white = Double(1 << bits - 1)
        let black = white / 16
        let gain = level * Double(exposure) / 156 * Double(self.gain) / 16
        return zip(light, [Double(redBalance) / 256, 1, Double(blueBalance) / 256]).map { light, balance in
          min(black + (white - black) * min(light * gain, 1) * balance, white)
        }
      }
    }

    /// The controls' V4L2 numbers. Source: linux/v4l2-controls.h.
    public enum Control {
      public static let autoWhiteBalance: UInt32 = 0x0098_090c
      public static let redBalance: UInt32 = 0x0098_090e
      public static let blueBalance: UInt32 = 0x0098_090f
      public static let gain: UInt32 = 0x0098_0913
      public static let temperature: UInt32 = 0x0098_091a
      /// 1 manual, 3 automatic (aperture priority).
      public static let autoExposure: UInt32 = 0x009a_0901
      /// In units of 100 us.
      public static let exposure: UInt32 = 0x009a_0902
      public static let focus: UInt32 = 0x009a_090a
      public static let continuousFocus: UInt32 = 0x009a_090c
    }
  }
#endif
