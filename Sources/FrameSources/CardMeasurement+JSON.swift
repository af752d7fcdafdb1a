public import GrayCard

extension CardMeasurement {
  /// Returns the measurement as one JSON object on one line: what `wbcal measure --json` prints, to the byte.
  ///
  /// Its keys are those of ``/GrayCard/MeasurementRecord``, in alphabetical order. Numbers have the digits that bring back
  /// the same `Double`.
  public func json() -> String { JSONLine.text(of: record) }
}
