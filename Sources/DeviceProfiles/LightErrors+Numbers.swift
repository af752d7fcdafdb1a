internal import WhiteBalance

/// The errors of a kind as the numbers of two entries of a dictionary: the edge, the growth of both errors, and five
/// numbers a node; and the mean error of Duv of each node.
extension LightErrors {
  static let numbersOfKind = 3
  static let numbersOfNode = 5
  /// The largest number of nodes. A table of the library has twelve.
  static let largestNodeCount = 1000

  var numbers: [Double] {
    [edge, miredPerDuv, duvPerDuv]
      + nodes.flatMap { [$0.reciprocalTemperature, $0.mired, $0.duv, $0.lowestDuv, $0.highestDuv] }
  }

  /// The mean errors of Duv, one a node; `nil` where all are 0.
  var duvBiases: [Double]? { nodes.allSatisfy { $0.duvBias == 0 } ? nil : nodes.map(\.duvBias) }

  /// Creates the errors from their numbers, of which there are ``numbersOfKind`` and a multiple of ``numbersOfNode``.
  ///
  /// - Parameter duvBiases: The mean errors of Duv, one a node; `nil` for none.
  init(numbers: [Double], duvBiases: [Double]?) throws(WhiteBalanceError) {
    let starts = stride(from: Self.numbersOfKind, to: numbers.count, by: Self.numbersOfNode)
    let nodes = starts.enumerated().map { index, start in
      Node(
        reciprocalTemperature: numbers[start], mired: numbers[start + 1], duv: numbers[start + 2],
        lowestDuv: numbers[start + 3],
        highestDuv: numbers[start + 4], duvBias: duvBiases?[index] ?? 0)
    }
    try self.init(nodes: nodes, edge: numbers[0], miredPerDuv: numbers[1], duvPerDuv: numbers[2])
  }
}
