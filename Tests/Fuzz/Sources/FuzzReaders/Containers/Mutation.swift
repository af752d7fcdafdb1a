/// Where mutations take chance and bytes from.
struct Mutation {
  /// The numbers of a seed, so that an input can be made again (xorshift64*; Vigna 2016).
  private var state: UInt64

  init(seed: UInt32) { state = UInt64(seed) << 1 | 0x9e37_79b9_0000_0001 }

  mutating func number(below end: Int) -> Int {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return Int((state &* 0x2545_f491_4f6c_dd1d) >> 33) % max(end, 1)
  }

  mutating func chance(_ share: Int, of all: Int) -> Bool { number(below: all) < share }

  mutating func element<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }

  /// Bytes with a few changes, of any length.
  mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...number(below: 3) {
      let place = number(below: bytes.count + 1)
      switch number(below: 5) {
      case 0 where place < bytes.count: bytes[place] = UInt8(number(below: 256))
      case 1 where place < bytes.count: bytes[place] ^= 1 << UInt8(number(below: 8))
      case 2: bytes.insert(UInt8(number(below: 256)), at: place)
      case 3 where place < bytes.count:
        bytes.removeSubrange(place..<min(bytes.count, place + 1 + number(below: 8)))
      default:
        let end = min(bytes.count, place + number(below: 16))
        if place < end { bytes.insert(contentsOf: bytes[place..<end], at: number(below: bytes.count)) }
      }
    }
    return bytes
  }

  /// A text of numbers with one of them in the place of another, or with one at which arithmetic ends.
  mutating func changedNumbers(_ text: String) -> String {
    var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let place = number(below: words.count)
    switch number(below: 5) {
    case 0: words[place] = element(of: Self.extremes)
    case 1: words[place] = element(of: words)
    case 2: words.remove(at: place)
    case 3: words.insert(element(of: words + Self.extremes), at: place)
    default:
      guard let value = Double(words[place]) else { break }
      words[place] = "\(value * element(of: [-1, 0.5, 2, 1 + 1e-15, 1 + 1e-3, 0.9, 1e10, 1e-10]))"
    }
    return words.joined(separator: " ")
  }

  static let extremes = [
    "0", "-0", "1", "-1", "1e308", "-1e308", "5e-324", "inf", "nan", "1e-310", "0.1", "65536", "2147483648",
    "9223372036854775807", "1e19", "7004.000000000001", "",
  ]
}
