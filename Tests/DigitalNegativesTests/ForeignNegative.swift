import RawFrames
import TestSupport

/// A DNG as another program would write it: either order of bytes, the mosaic in a directory of its own, in strips.
struct ForeignNegative {
  typealias Tag = (tag: Int, value: TagFileBuilder.Value)

  var magic = "II*\0"
  var width = 4
  var height = 3
  var bits = 16
  /// Rows in a strip.
  var rows = 2
  /// Row by row.
  var samples: [UInt16] = (0..<12).map { $0 * 11 + 1 }
  /// They take the place of the mosaic's own tags, or come to them.
  var mosaic: [Tag] = []
  var leftOut: Set<Int> = []
  var exif: [Tag] = []
  var lights = TagFileBuilder.twoLights

  init(exif: [Tag] = []) { self.exif = exif }

  var bytes: [UInt8] {
    let strips = stride(from: 0, to: height, by: rows).map { first in
      (first..<min(first + rows, height)).flatMap { row in packed(samples[row * width..<(row + 1) * width]) }
    }
    let own: [Tag] = [
      (256, .shorts([width])), (257, .longs([height])), (258, .shorts([bits])), (259, .shorts([1])),
      (262, .shorts([32803])), (273, .placesOf(strips)), (277, .shorts([1])), (278, .longs([rows])),
      (279, .longs(strips.map(\.count))), (33421, .shorts([2, 2])), (33422, .bytes([1, 2, 0, 1])),
    ]
    let replaced = Set(mosaic.map(\.tag)).union(leftOut)
    var file = TagFileBuilder(
      magic, [(34665, .nextDirectory), (262, .shorts([2])), (330, .longs([0]))] + lights, exif)
    // Its place is known once the others are laid out.
    file.directories[0][2].value = .longs([file.bytes.count])
    file.directories.append(own.filter { !replaced.contains($0.tag) } + mosaic)
    return file.bytes
  }

  /// A bit at a time, the highest first.
  private func packed(_ row: ArraySlice<UInt16>) -> [UInt8] {
    if bits == 16 {
      return row.flatMap { sample -> [UInt8] in
        let little = [UInt8(truncatingIfNeeded: sample), UInt8(sample >> 8)]
        return magic.hasPrefix("MM") ? little.reversed() : little
      }
    }
    let all: [Bool] = row.flatMap { sample in (0..<bits).reversed().map { sample >> $0 & 1 == 1 } }
    return stride(from: 0, to: all.count, by: 8).map { start in
      (start..<start + 8).reduce(UInt8(0)) { byte, place in byte << 1 | (place < all.count && all[place] ? 1 : 0) }
    }
  }
}
