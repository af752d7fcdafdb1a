internal import CameraControl
internal import FrameSources
internal import GrayCard
internal import WhiteBalance

/// The readings of the last minute.
struct ReadingHistory {
  private(set) var readings: [ScreenState.Reading] = []

  var last: ScreenState.Reading? { readings.last }

  /// Adds a reading, and removes those that are more than a minute older.
  mutating func add(_ reading: ScreenState.Reading) {
    // A camera that was opened again may have another clock.
    if let last, reading.time < last.time { readings = [] }
    readings.append(reading)
    readings.removeAll { reading.time - $0.time > Self.kept }
  }

  /// The time for which a reading is kept, in seconds.
  static let kept = 60.0

  /// The readings as lines of JSON.
  var jsonLines: [UInt8] { readings.flatMap { JSONLine.bytes(of: $0) + [UInt8(ascii: "\n")] } }

  /// The lights that were found, each as time, x, y, temperature and tint, for the diagram.
  var lights: [[Double]] {
    readings.compactMap { reading in
      let record = reading.measurement
      guard let light = record.chromaticity else { return nil }
      return [reading.time, light.x, light.y, record.temperature ?? 0, record.tint ?? 0]
    }
  }
}

extension ScreenState.Reading {
  init(_ measurement: CardMeasurement, of frame: CameraFrame) {
    sequence = frame.sequence
    time = frame.timestamp / .seconds(1)
    self.measurement = measurement.record
    guard let card = measurement.card else { return }
    let (neutral, applied, software) = (card.neutral.value, frame.appliedGains, frame.softwareGains)
    let green = neutral.green * applied.green * software.green
    balanced = ScreenState.Point(
      x: neutral.red * applied.red * software.red / green, y: neutral.blue * applied.blue * software.blue / green)
  }
}
