import ArgumentParser
import Foundation

@main
struct WBCal: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wbcal",
    abstract: "Measure and convert white balance: gains, chromaticity, temperature and tint.",
    discussion: """
      With no profile, temperature and chromaticity convert into each other; a profile ties them to a camera's gains.

      Exit status: 0 done; 2 refused: a measurement, a calibration, or gains by --policy refuse; 64 wrong usage; 65 bad data; 66 no such input; 69 the device failed; 74 the output could not be written.

      Start here:
        wbcal measure                           measure the bundled sample
        wbcal convert --from xy 0.3127 0.3290   temperature and tint of a light
        wbcal camera list                       cameras and their raw formats
      """,
    subcommands: [
      Measure.self, Convert.self, Calibrate.self, Plot.self, Simulate.self, Negative.self, Profile.self,
      CameraCommand.self,
    ])

  static func main() async {
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
    } catch let failure as Failure {
      Output.error("wbcal: \(failure.message)")
      Foundation.exit(failure.status.rawValue)
    } catch {
      exit(withError: error)
    }
  }
}
