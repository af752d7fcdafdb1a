public import DeviceProfiles
internal import Foundation

/// The reason why a profile's file cannot be read or written, and which file.
public struct ProfileFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reasons.
  public enum Reason: Hashable, Sendable {
    /// The file cannot be read or written, for this reason.
    case file(String)
    /// The file is not a profile that can be used, or the profile cannot be written.
    case profile(ProfileError)
  }

  /// The path of the file.
  public let path: String
  /// The reason.
  public let reason: Reason

  /// Creates the error of a file.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// A message with the file, and what is wrong with it.
  public var description: String {
    switch reason {
    case .file(let text): "\(path): \(text)"
    case .profile(let error): "\(path): \(error)"
    }
  }
}

extension DeviceProfile {
  /// Reads an ICC profile from a file.
  ///
  /// - Parameter path: The path of the file. No more than 64 MiB are read.
  /// - Throws: ``ProfileFileError``, which names the file.
  public init(contentsOf path: String) throws(ProfileFileError) {
    let bytes: [UInt8]
    guard let file = FileHandle(forReadingAtPath: path) else {
      let isThere = FileManager.default.fileExists(atPath: path)
      throw ProfileFileError(path: path, reason: .file(isThere ? "it cannot be opened" : "there is no such file"))
    }
    do {
      bytes = try Array(file.read(upToCount: Self.largestFile + 1) ?? Data())
    } catch {
      throw ProfileFileError(path: path, reason: .file(error.localizedDescription))
    }
    guard bytes.count <= Self.largestFile else {
      throw ProfileFileError(
        path: path, reason: .file("it has more than \(Self.largestFile >> 20) MiB, which no profile of a camera has"))
    }
    do throws(ProfileError) { try self.init(iccBytes: bytes) } catch {
      throw ProfileFileError(path: path, reason: .profile(error))
    }
  }

  /// The largest profile in bytes: 64 MiB. The largest look-up tables of camera profiles have less than 2 MiB.
  package static let largestFile = 64 << 20

  /// Writes the profile as an ICC file. The file is whole or, after an error, as it was.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: ``ProfileFileError``, which names the file.
  public func write(to path: String) throws(ProfileFileError) {
    let bytes: [UInt8]
    do throws(ProfileError) { bytes = try iccBytes() } catch {
      throw ProfileFileError(path: path, reason: .profile(error))
    }
    do { try Data(bytes).write(to: URL(filePath: path), options: .atomic) } catch {
      throw ProfileFileError(path: path, reason: .file(error.localizedDescription))
    }
  }
}
