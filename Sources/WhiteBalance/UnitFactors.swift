extension MatrixCharacterization {
  /// The device of a unit whose channels give so many times what this one's give.
  ///
  /// - Throws: ``WhiteBalanceError/invalidCharacterization(_:)`` where a factor is not finite and above 0.
  public func scaled(by factors: LinearRGB) throws(WhiteBalanceError) -> MatrixCharacterization {
    try MatrixCharacterization(lights: lights, unitResponse: LinearRGB(unitResponse.vector * factors.vector))
  }
}

extension WhiteMapCharacterization {
  /// The device of a unit whose channels give so many times what this one's give.
  ///
  /// - Throws: ``WhiteBalanceError/invalidCharacterization(_:)`` where a factor is not finite and above 0.
  public func scaled(by factors: LinearRGB) throws(WhiteBalanceError) -> WhiteMapCharacterization {
    WhiteMapCharacterization(
      matrices: try matrices.scaled(by: factors), map: map, calibratedTemperatures: calibratedTemperatures)
  }
}

extension GainCurveCharacterization {
  /// The device of a unit whose channels give so many times what this one's give.
  ///
  /// - Throws: ``WhiteBalanceError/invalidCharacterization(_:)`` where a factor is not finite and above 0.
  public func scaled(by factors: LinearRGB) throws(WhiteBalanceError) -> GainCurveCharacterization {
    try GainCurveCharacterization(
      points: points.map { point in
        Point(
          temperature: point.temperature, duv: point.duv, redRatio: point.redRatio * factors.red / factors.green,
          blueRatio: point.blueRatio * factors.blue / factors.green)
      }, base: base)
  }
}
