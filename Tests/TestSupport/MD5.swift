internal import Foundation

/// The MD5 digest of `message`. Source: RFC 1321.
public func md5(_ message: [UInt8]) -> [UInt8] {
  var padded = message + [0x80]
  while padded.count % 64 != 56 { padded.append(0) }
  let bitCount = UInt64(message.count) * 8
  padded += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (8 * $0)) }

  var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
  for block in stride(from: 0, to: padded.count, by: 64) {
    let words = (0..<16).map { word in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(padded[block + 4 * word + $1]) << (8 * $1) }
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    for step in 0..<64 {
      let mixed: UInt32
      let word: Int
      switch step / 16 {
      case 0: (mixed, word) = (b & c | ~b & d, step)
      case 1: (mixed, word) = (d & b | ~d & c, 5 * step + 1)
      case 2: (mixed, word) = (b ^ c ^ d, 3 * step + 5)
      default: (mixed, word) = (c ^ (b | ~d), 7 * step)
      }
      let sum = a &+ mixed &+ sines[step] &+ words[word % 16]
      let rotation = rotations[step / 16][step % 4]
      (a, d, c, b) = (d, c, b, b &+ (sum << rotation | sum >> (32 - rotation)))
    }
    state = zip(state, [a, b, c, d]).map { $0 &+ $1 }
  }
  return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
}

private let sines = (1...64).map { UInt32(abs(sin(Double($0))) * 4_294_967_296) }
private let rotations: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
