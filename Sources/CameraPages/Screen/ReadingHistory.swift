internal import CameraControl
internal import FrameSources
internal import GrayCard
internal import WhiteBalance

/// The readings of the last minute.
struct ReadingHistory {
  /// The readings, and the moments of their arrival. A driver's timestamps may stand still.
  private var kept: [(reading: ScreenState.Reading, arrival: Duration)] = []

  var readings: [ScreenState.Reading] { kept.map(\.reading) }
  var last: ScreenState.Reading? { kept.last?.reading }

  /// Adds a reading, and removes those that came more than a minute before.
  mutating func add(_ reading: ScreenState.Reading, at arrival: Duration) {
    // A camera that was opened again may have another clock.
    if let last, reading.time < last.time { kept = [] }
    kept.append((reading, arrival))
    kept.removeFirst(kept.prefix { arrival - $0.arrival > Self.keptTime }.count)
  }

  /// The time for which a reading is kept.
  private static let keptTime = Duration.seconds(60)

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
