import GrayCard

/// The tool's findings, as one JSON object.
typealias Report = MeasurementRecord

extension Report {
  mutating func warn(_ note: Note) { warnings = (warnings ?? []) + [note] }
}
