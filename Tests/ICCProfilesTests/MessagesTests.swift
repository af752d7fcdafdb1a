import DeviceProfiles
import ICCProfiles
import Testing

/// The complete text of every error of ICCProfiles. The errors of profiles themselves belong to DeviceProfiles, whose
/// tests pin them.
@Suite struct MessagesTests {
  @Test(arguments: [
    (ProfileFileError(path: "a.icc", reason: .file("The file doesn’t exist.")), "a.icc: The file doesn’t exist."),
    (
      ProfileFileError(path: "a.icc", reason: .profile(.tooShort(byteCount: 9))),
      "a.icc: \(ProfileError.tooShort(byteCount: 9))"
    ),
  ]) func `a file is named before what is wrong with it`(error: ProfileFileError, text: String) {
    #expect(error.description == text)
  }

  @Test(arguments: [
    ("/dev/zero", "it has more than 64 MiB, which no profile of a camera has"),
    ("/nowhere/a.icc", "there is no such file"),
  ])
  func `a file without end, and one that is not there, are told as such`(path: String, text: String) {
    #expect(throws: ProfileFileError(path: path, reason: .file(text))) { _ = try DeviceProfile(contentsOf: path) }
  }
}
