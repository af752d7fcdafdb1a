import TestSupport
import Testing

@testable import GrayCard

@Suite struct LargestRectangleTests {
  struct Grid: CustomStringConvertible {
    var columns, rows: Int
    var inside: [Bool]

    init(_ draws: inout Draws) {
      (columns, rows) = (1 + Int(draws.choice(below: 7)), 1 + Int(draws.choice(below: 7)))
      // Mostly inside, so that there is something to find.
      inside = (0..<columns * rows).map { _ in draws.choice(below: 6) < 5 }
    }

    /// By trying every rectangle.
    func largestArea(leastSide: Int) -> Int {
      var largest = 0
      for top in 0..<rows {
        for left in 0..<columns {
          for bottom in top..<rows where bottom - top + 1 >= leastSide {
            for right in left..<columns where right - left + 1 >= leastSide {
              let isFull = (top...bottom).allSatisfy { row in (left...right).allSatisfy { inside[row * columns + $0] } }
              if isFull { largest = max(largest, (bottom - top + 1) * (right - left + 1)) }
            }
          }
        }
      }
      return largest
    }

    var description: String { "\(columns) x \(rows): \(inside.map { $0 ? 1 : 0 })" }
  }

  @Test func `the rectangle is inside, and none that is inside is larger`() {
    expectLaw(within: .exact) {
      Grid(&$0)
    } law: { grid in
      var error = 0
      for leastSide in 1...3 {
        let rectangle = TileRectangle.largest(columns: grid.columns, rows: grid.rows, leastSide: leastSide) {
          grid.inside[$1 * grid.columns + $0]
        }
        error += abs((rectangle?.area ?? 0) - grid.largestArea(leastSide: leastSide))
        guard let rectangle else { continue }
        for row in rectangle.row..<rectangle.row + rectangle.height {
          for column in rectangle.column..<rectangle.column + rectangle.width
          where !grid.inside[row * grid.columns + column] { error += 1 }
        }
      }
      return Double(error)
    }
  }
}
