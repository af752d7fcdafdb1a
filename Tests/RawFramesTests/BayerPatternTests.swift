import RawFrames
import Testing

@Suite struct BayerPatternTests {
  @Test(arguments: BayerPattern.allCases)
  func `a pattern's name spells its cell, row by row`(pattern: BayerPattern) {
    let letters = (0..<2).flatMap { row in
      (0..<2).map { column in
        switch pattern.channel(column: column, row: row) {
        case .red: "r"
        case .blue: "b"
        case .greenOnRedRow, .greenOnBlueRow: "g"
        }
      }
    }
    #expect(letters.joined() == pattern.rawValue)
  }

  @Test(arguments: BayerPattern.allCases)
  func `a green belongs to the colour that shares its row`(pattern: BayerPattern) {
    for row in 0..<4 {
      let channels = (0..<4).map { pattern.channel(column: $0, row: row) }
      #expect(channels.contains(.red) == channels.contains(.greenOnRedRow))
      #expect(channels.contains(.blue) == channels.contains(.greenOnBlueRow))
    }
  }
}
