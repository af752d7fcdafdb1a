public import GrayCard

extension CardMeasurement {
  /// Returns the measurement as one JSON object on one line.
  ///
  /// For files with samples alone, it equals the output of `wbcal measure --json` byte for byte. For other files, the
  /// tool adds what they state, such as the exposure. The keys are those of ``/GrayCard/MeasurementRecord``, in
  /// alphabetical order. Numbers have the digits that read back as the same `Double`.
  public func json() -> String { JSONLine.text(of: record) }
}
