import GrayCard

/// What the tool found, as one JSON object.
typealias Report = MeasurementRecord

extension Report {
  mutating func warn(_ note: Note) { warnings = (warnings ?? []) + [note] }
}
