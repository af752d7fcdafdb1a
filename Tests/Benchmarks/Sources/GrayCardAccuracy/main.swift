import Foundation
import MeasuredData
import SensorSimulation

// Prints tables of how near a reading comes to what noise allows, and whether it knows how near, and ends with status 1
// where clean cards miss what is promised. Arguments: the repository, and how many cards of each kind.

let measured = try MeasuredData(URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory))
let count = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 5000
let sides = [64, 200]
let cameras = try measured.cameras().map { try Camera($0.sensitivities) }
let lamps = try measured.spectra().map(\.spectrum)

func summary(_ spoiler: Spoiler, side: Int) throws -> Summary {
  var summary = Summary()
  var generator = NoiseGenerator(seed: 1931)
  for index in 0..<count {
    // Each camera by turns under a lamp, then under the next: with 26 cameras and 55 lamps, 1430 pairs.
    let lamp = lamps[index / cameras.count % lamps.count]
    summary.add(
      try Trial(camera: cameras[index % cameras.count], lamp: lamp, side: side, spoiler: spoiler, &generator))
  }
  return summary
}

print("\(cameras.count) cameras, \(lamps.count) lamps\n")
print(Summary.cleanHeading)
var faults: [String] = []
for side in sides {
  let (name, clean) = ("\(side) x \(side)", try summary(.nothing, side: side))
  print(clean.cleanLine(name))
  faults += clean.faults.map { "\(name): \($0)" }
}
print("\n" + Summary.spoiltHeading)
for spoiler in Spoiler.allCases where spoiler != .nothing {
  for side in sides { print(try summary(spoiler, side: side).spoiltLine(spoiler.rawValue, "\(side) x \(side)")) }
}
for fault in faults { FileHandle.standardError.write(Data("GrayCardAccuracy: \(fault)\n".utf8)) }
exit(faults.isEmpty ? 0 : 1)
