/// Random choices, written to a tape as they are made or read back from one.
///
/// A value is drawn by choices alone, so that a tape with smaller choices is a simpler value of the same kind. Past the
/// tape's end every choice is 0.
public struct Draws {
  /// The choices made so far.
  public private(set) var tape: [UInt64] = []
  private var source: Source

  private enum Source {
    case random(SeededGenerator)
    case tape([UInt64])
  }

  init(random generator: SeededGenerator) { source = .random(generator) }

  public init(replaying tape: [UInt64]) { source = .tape(tape) }

  /// One of 0..<`count`; 0 is the simplest.
  public mutating func choice(below count: UInt64) -> UInt64 {
    let choice: UInt64
    switch source {
    case .random(var generator):
      choice = UInt64.random(in: 0..<count, using: &generator)
      source = .random(generator)
    case .tape(let recorded):
      choice = self.tape.count < recorded.count ? min(recorded[self.tape.count], count - 1) : 0
    }
    tape.append(choice)
    return choice
  }

  /// One of `values`; the first is the simplest.
  public mutating func one<Value>(of values: [Value]) -> Value {
    values[Int(choice(below: UInt64(values.count)))]
  }

  /// A number in `range`; the simplest is a whole number of steps of 1 from 0, or from the end nearest to it.
  ///
  /// One in eight is an end of the range or one of `edges`.
  public mutating func number(in range: ClosedRange<Double>, edges: [Double] = []) -> Double {
    // The last of eight, so that a smaller choice is an ordinary number.
    if choice(below: 8) == 7 { return one(of: [range.lowerBound, range.upperBound] + edges) }
    let origin = min(max(0, range.lowerBound), range.upperBound)
    let rises = origin < range.upperBound && (origin == range.lowerBound || choice(below: 2) == 0)
    let span = rises ? range.upperBound - origin : origin - range.lowerBound
    // The fraction first: earlier choices shrink first, and what is left is a whole number.
    let fraction = Double(choice(below: 1 << 53)) * 0x1p-53
    let whole = span > 1 ? Double(choice(below: UInt64(span.rounded(.up)))) : 0
    let distance = whole + fraction * min(span - whole, 1)
    return rises ? origin + distance : origin - distance
  }

  /// A number in `range`, which lies above 0, with the same chance in every octave; the simplest is its lower end.
  public mutating func logarithmicNumber(in range: ClosedRange<Double>, edges: [Double] = []) -> Double {
    var octaves: [ClosedRange<Double>] = []
    var low = range.lowerBound
    while low < range.upperBound {
      octaves.append(low...min(2 * low, range.upperBound))
      low *= 2
    }
    return number(in: one(of: octaves), edges: [range.lowerBound, range.upperBound] + edges)
  }
}
