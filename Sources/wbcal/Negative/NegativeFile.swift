import DeviceProfiles
import DigitalNegatives
import ProfileExchange
import RawFrames

/// DNGs named on the command line.
struct NegativeFile {
  let negative: DigitalNegative
  /// The camera as its tags describe it.
  let profile: DeviceProfile

  /// By the name: what a raw file begins with can be anything.
  static func isNegative(_ path: String) -> Bool { path.lowercased().hasSuffix(".dng") }

  init(_ path: String) throws {
    let bytes = try InputFile.bytes(path)
    do throws(ExchangeError) {
      negative = try DigitalNegative(dngBytes: bytes)
      profile = try ImportedProfile(bytes, format: .dng, model: negative.colors.model ?? "unknown").profile
    } catch {
      throw Failure(.badData, "\(path): \(error)")
    }
  }
}
