package import GrayCard

/// The tool's findings, as one JSON object.
package typealias Report = MeasurementRecord

extension Report {
  package mutating func warn(_ note: Note) { warnings = (warnings ?? []) + [note] }
}
