// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
  internal import Foundation

  /// The rig's image sensor (Tests/CameraRig/Sensor) in the guest: the kernel's own imx219 and dw9714 on a board of
  /// ours, which makes frames of the registers that these drivers write.
  public enum RigBoard {
    /// The sensor, as `SensorCamera` names it.
    public static let sensor = "sensor:imx219 60-0010"
    /// The size of a mode of the sensor in which the guest keeps up with it.
    public static let (width, height) = (640, 480)
    /// The pixels that the sensor reads in a second, and the length of its lines in pixels. Source: imx219.c.
    public static let (pixelRate, lineLength) = (182_400_000.0, 3448.0)
    /// The black level and the largest sample, of 10 bits.
    public static let (black, white) = (64.0, 1023.0)

    /// The fault of the board, as bits.
    public enum Fault: Int, Sendable {
      case none = 0
      case silent = 1
      case bus = 2
      case damaged = 4
      case code = 8
    }

    private static func path(_ parameter: String) -> String { "/sys/module/rig_board/parameters/\(parameter)" }

    private static func set(_ parameter: String, _ value: String) throws {
      try value.write(toFile: path(parameter), atomically: false, encoding: .ascii)
    }

    /// Sets the light of the card, in thousandths of the sensor's range at 10 ms: red, green, blue.
    public static func setLight(_ light: [Int]) throws {
      try set("light", light.map(String.init).joined(separator: ","))
    }

    public static func setFault(_ fault: Fault) throws { try set("fault", "\(fault.rawValue)") }

    /// Sets how many lines of embedded data come where the first lines of the picture would be.
    public static func setEmbeddedLines(_ count: Int) throws { try set("embedded", "\(count)") }

    /// Sets by how many frames settings come later than this sensor's.
    public static func setLate(_ count: Int) throws { try set("late", "\(count)") }

    /// Sets the position of the lens at which the card is sharp.
    public static func setFocus(_ position: Int) throws { try set("focus", "\(position)") }

    public static func setNoise(_ isOn: Bool) throws { try set("noise", isOn ? "Y" : "N") }

    /// The number of the frame that is exposed next.
    public static func nextFrame() throws -> Int {
      let text = try String(contentsOfFile: path("frame"), encoding: .ascii)
      return Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1
    }

    /// Takes the sensor's driver from the sensor, or gives it back.
    public static func bindSensor(_ isBound: Bool) throws {
      try "60-0010".write(
        toFile: "/sys/bus/i2c/drivers/imx219/\(isBound ? "bind" : "unbind")", atomically: false, encoding: .ascii)
    }

    /// Takes the lens's driver from the lens alone, or gives it back.
    public static func bindLens(_ isBound: Bool) throws {
      try "60-000c".write(
        toFile: "/sys/bus/i2c/drivers/dw9714/\(isBound ? "bind" : "unbind")", atomically: false, encoding: .ascii)
    }

    /// Loads the board's module, or unloads it with all that is on the board.
    ///
    /// - Returns: Whether the kernel did it: a module that somebody uses stays.
    public static func load(_ isLoaded: Bool) throws -> Bool {
      let module = repositoryRoot.appending(path: "Tests/CameraRig/.cache/sensor/rig_board.ko").path
      let words = ["/bin/busybox"] + (isLoaded ? ["insmod", module] : ["rmmod", "rig_board"])
      var arguments = words.map { strdup($0) } + [nil]
      defer { for argument in arguments { free(argument) } }
      var (process, status) = (pid_t(), Int32(-1))
      let result = posix_spawn(&process, words[0], nil, nil, &arguments, environ)
      guard result == 0, waitpid(process, &status, 0) == process else {
        throw POSIXError(POSIXError.Code(rawValue: result) ?? .EINVAL)
      }
      return status == 0
    }

    /// The node whose name begins so: `video` nodes or `v4l-subdev` ones.
    public static func node(_ kind: String, named name: String) throws -> String {
      let folder = "/sys/class/video4linux"
      let found = try FileManager.default.contentsOfDirectory(atPath: folder).filter { entry in
        entry.hasPrefix(kind)
          && (try? String(contentsOfFile: "\(folder)/\(entry)/name", encoding: .utf8))?.hasPrefix(name) == true
      }.min()
      return "/dev/\(found ?? "no-\(name)")"
    }

    /// The mean samples of the card, red, green and blue, in frames of 10 bits.
    public static func card(_ light: [Int], lines: Int, gainCode: Int) -> [Double] {
      let duration = Double(lines) * lineLength / pixelRate
      let gain = 256 / Double(256 - gainCode)
      return light.map { black + (white - black) * min(min(Double($0) / 1000 * duration / 0.01, 1) * gain, 1) }
    }
  }
#endif
