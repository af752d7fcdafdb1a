extension MatrixCharacterization {
  /// Returns the characterization of a unit whose channels respond `factors` times as strongly as this one's.
  ///
  /// - Throws: ``WhiteBalanceError/invalidCharacterization(_:)`` where a channel's response times its factor is outside
  ///   of 1e-6 to 1e6.
  package func scaled(by factors: LinearRGB) throws(WhiteBalanceError) -> MatrixCharacterization {
    try MatrixCharacterization(lights: lights, unitResponse: LinearRGB(unitResponse.vector * factors.vector))
  }
}

extension WhiteMapCharacterization {
  /// Returns the characterization of a unit whose channels respond `factors` times as strongly as this one's.
  ///
  /// - Throws: ``WhiteBalanceError/invalidCharacterization(_:)`` where a channel's response times its factor is outside
  ///   of 1e-6 to 1e6.
  package func scaled(by factors: LinearRGB) throws(WhiteBalanceError) -> WhiteMapCharacterization {
    WhiteMapCharacterization(
      matrices: try matrices.scaled(by: factors), map: map, calibratedTemperatures: calibratedTemperatures,
      colors: try colors?.scaled(by: factors))
  }
}

extension GainCurveCharacterization {
  /// Returns the characterization of a unit whose channels respond `factors` times as strongly as this one's.
  ///
  /// - Throws: ``WhiteBalanceError/invalidCharacterization(_:)`` where a ratio of the scaled points is not finite and
  ///   above 0.
  package func scaled(by factors: LinearRGB) throws(WhiteBalanceError) -> GainCurveCharacterization {
    try GainCurveCharacterization(
      points: points.map { point in
        Point(
          temperature: point.temperature, duv: point.duv, redRatio: point.redRatio * factors.red / factors.green,
          blueRatio: point.blueRatio * factors.blue / factors.green)
      }, base: base)
  }
}
