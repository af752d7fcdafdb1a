internal import WhiteBalance

/// The errors of a kind as the numbers of one entry of a dictionary: the edge, the growth of both errors, and five
/// numbers a node.
extension LightErrors {
  static let numbersOfKind = 3
  static let numbersOfNode = 5
  /// The largest number of nodes. A table of the library has twelve.
  static let largestNodeCount = 1000

  var numbers: [Double] {
    [edge, miredPerDuv, duvPerDuv] + nodes.flatMap { [$0.place, $0.mired, $0.duv, $0.lowestDuv, $0.highestDuv] }
  }

  /// Creates the errors from their numbers, of which there are ``numbersOfKind`` and a multiple of ``numbersOfNode``.
  init(numbers: [Double]) throws(WhiteBalanceError) {
    let nodes = stride(from: Self.numbersOfKind, to: numbers.count, by: Self.numbersOfNode).map { start in
      Node(
        place: numbers[start], mired: numbers[start + 1], duv: numbers[start + 2], lowestDuv: numbers[start + 3],
        highestDuv: numbers[start + 4])
    }
    try self.init(nodes: nodes, edge: numbers[0], miredPerDuv: numbers[1], duvPerDuv: numbers[2])
  }
}
