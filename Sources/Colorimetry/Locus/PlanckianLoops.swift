/// An implementation of the loops over many lights. All implementations give the same bits.
package enum PlanckianLoops: Hashable, Sendable {
  /// Swift, on every platform.
  case portable
  /// C's vectors, by the index of one of the instruction sets that they are compiled for.
  case vectors(Int)

  /// The implementations that work on this machine, the fastest last.
  package static var available: [PlanckianLoops] {
    #if canImport(CPlanckian)
      [.portable] + (0..<instructionSetCount).map { .vectors($0) }
    #else
      [.portable]
    #endif
  }

  package static var fastest: PlanckianLoops {
    #if canImport(CPlanckian)
      .vectors(instructionSetCount - 1)
    #else
      .portable
    #endif
  }

  /// Converts chromaticities to temperatures and Duvs. Where `failures` is set the steps have no answer, and the
  /// numbers mean nothing.
  ///
  /// - Returns: The number of failures.
  func nearest(
    x: Span<Double>, y: Span<Double>, temperatures: inout MutableSpan<Double>, duvs: inout MutableSpan<Double>,
    failures: inout MutableSpan<Bool>, _ constant: SecondRadiationConstant
  ) -> Int {
    switch self {
    case .portable:
      var block = PlanckianBlock(constant)
      return block.convert(x, y, &temperatures, &duvs, &failures)
    case .vectors(let instructionSet):
      #if canImport(CPlanckian)
        return Self.vectorNearest(x, y, &temperatures, &duvs, &failures, constant, instructionSet: instructionSet)
      #else
        preconditionFailure("instruction set \(instructionSet) is not on this platform")
      #endif
    }
  }

  /// Converts temperatures and Duvs to chromaticities. Where `failures` is set there is none, and the numbers mean
  /// nothing.
  ///
  /// - Returns: The number of failures.
  func points(
    temperatures: Span<Double>, duvs: Span<Double>, x: inout MutableSpan<Double>, y: inout MutableSpan<Double>,
    failures: inout MutableSpan<Bool>, _ constant: SecondRadiationConstant
  ) -> Int {
    switch self {
    case .portable:
      var block = ChromaticityBlock(constant)
      return block.convert(temperatures, duvs, &x, &y, &failures)
    case .vectors(let instructionSet):
      #if canImport(CPlanckian)
        return Self.vectorPoints(temperatures, duvs, &x, &y, &failures, constant, instructionSet: instructionSet)
      #else
        preconditionFailure("instruction set \(instructionSet) is not on this platform")
      #endif
    }
  }
}
