import Foundation

/// The checksum that an ICC profile's ID is. Source: RFC 1321.
enum MD5 {
  static func digest(of message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
    var padded = message + [0x80]
    padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
    padded += (0..<8).map { UInt8(truncatingIfNeeded: (8 * message.count) >> (8 * $0)) }
    for start in stride(from: 0, to: padded.count, by: 64) { add(padded[start..<start + 64], to: &state) }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  }

  private static let sines = (1...64).map { UInt32(abs(sin(Double($0))) * 4_294_967_296) }
  private static let shifts: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    let words = (0..<16).map { word in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(block[block.startIndex + 4 * word + $1]) << (8 * UInt32($1)) }
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    for step in 0..<64 {
      let (mix, place): (UInt32, Int)
      switch step / 16 {
      case 0: (mix, place) = (b & c | ~b & d, step)
      case 1: (mix, place) = (d & b | ~d & c, (5 * step + 1) % 16)
      case 2: (mix, place) = (b ^ c ^ d, (3 * step + 5) % 16)
      default: (mix, place) = (c ^ (b | ~d), 7 * step % 16)
      }
      let sum = a &+ mix &+ sines[step] &+ words[place]
      let shift = shifts[step / 16][step % 4]
      (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
    }
    for (index, value) in [a, b, c, d].enumerated() { state[index] &+= value }
  }
}
