import DeviceProfiles
import Foundation
import ICCProfiles
import TestSupport
import Testing

/// The Swift of ICCProfiles' page; `clone` is the folder of the package.
@Suite struct ICCProfilesSamples {
  private let clone = repositoryRoot

  @Test func `the landing page`() throws {
    let profile = try DeviceProfile(contentsOf: clone.appending(path: "Data/sample/sample.icc").path)
    print(profile.identity, profile.uncertainty as Any)
    let bytes = try profile.iccBytes()
    let same = try DeviceProfile(iccBytes: bytes)
    print(same == profile)
    #expect(same == profile)
  }
}
