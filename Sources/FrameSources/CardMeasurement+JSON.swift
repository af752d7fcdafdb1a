public import GrayCard

extension CardMeasurement {
  /// Returns the measurement as one JSON object on one line. It is what `wbcal measure --json` prints of samples alone, to the byte;
  /// of files that tell more, such as the exposure, the tool adds that.
  ///
  /// Its keys are those of ``/GrayCard/MeasurementRecord``, in alphabetical order. Numbers have the digits that bring back
  /// the same `Double`.
  public func json() -> String { JSONLine.text(of: record) }
}
