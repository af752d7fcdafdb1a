internal import CLittleCMS
internal import DeviceProfiles

/// A context of LittleCMS. Each profile has its own, so that errors are never mixed up and no global state is touched.
struct LittleCMSContext: ~Copyable {
  let pointer: cmsContext
  private let log: Unmanaged<ErrorLog>

  /// The first error since the log was last read. Later ones are consequences of it.
  private final class ErrorLog {
    var first: (code: Int, text: String)?
  }

  init() throws(ProfileError) {
    log = Unmanaged.passRetained(ErrorLog())
    guard let pointer = cmsCreateContext(nil, log.toOpaque()) else {
      log.release()
      throw .littleCMS(code: Int(cmsERROR_INTERNAL), text: "no memory for a context")
    }
    self.pointer = pointer
    cmsSetLogErrorHandlerTHR(pointer) { context, code, text in
      guard let data = cmsGetContextUserData(context) else { return }
      let log = Unmanaged<ErrorLog>.fromOpaque(data).takeUnretainedValue()
      if log.first == nil { log.first = (Int(code), text.map { String(cString: $0) } ?? "") }
    }
  }

  deinit {
    cmsDeleteContext(pointer)
    log.release()
  }

  /// Returns the error of a call that has just failed to do `action`.
  func error(_ action: String) -> ProfileError {
    let log = log.takeUnretainedValue()
    defer { log.first = nil }
    guard let first = log.first else { return .littleCMS(code: Int(cmsERROR_UNDEFINED), text: "could not \(action)") }
    return .littleCMS(code: first.code, text: "could not \(action): \(first.text)")
  }
}

enum LittleCMS {
  static func md5(_ bytes: [UInt8]) -> [UInt8] {
    var id = cmsProfileID()
    let digest = cmsMD5alloc(nil)
    cmsMD5add(digest, bytes, UInt32(bytes.count))
    cmsMD5finish(&id, digest)
    return withUnsafeBytes(of: &id) { Array($0) }
  }

  /// Returns `text` as LittleCMS expects it: UTF-16 units, each in a wide character, and a null.
  ///
  /// LittleCMS writes the low 16 bits of each wide character, so it would truncate whole characters above U+FFFF.
  static func wide(_ text: String) -> [wchar_t] { text.utf16.map { wchar_t($0) } + [0] }

  /// Returns the text in wide characters. Each is a UTF-16 unit or, as newer versions of LittleCMS read them, a whole
  /// character.
  static func text(_ wide: some Sequence<wchar_t>) -> String {
    let units = wide.flatMap { character -> [UInt16] in
      let value = UInt32(bitPattern: Int32(character))
      if let unit = UInt16(exactly: value) { return [unit] }
      return Unicode.Scalar(value).map { Array(String($0).utf16) } ?? [0xfffd]
    }
    return String(decoding: units, as: UTF16.self)
  }
}
