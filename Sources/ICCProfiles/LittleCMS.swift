internal import CLittleCMS
internal import DeviceProfiles
internal import Foundation

/// A context of LittleCMS. Each profile has its own, so that errors are never mixed up and no global state is touched.
struct LittleCMSContext: ~Copyable {
  let pointer: cmsContext
  private let log: Unmanaged<ErrorLog>

  /// The errors of a context, and the limit of its memory, which LittleCMS's functions find by the context.
  private final class ErrorLog {
    /// The first error since the log was last read. Later ones are consequences of it.
    var first: (code: Int, text: String)?
    /// The size of the profile that is read; `nil` for one that is written.
    let byteCount: Int?

    init(byteCount: Int?) { self.byteCount = byteCount }

    static func of(_ context: cmsContext?) -> ErrorLog? {
      cmsGetContextUserData(context).map { Unmanaged<ErrorLog>.fromOpaque($0).takeUnretainedValue() }
    }

    func add(_ code: Int, _ text: String) { if first == nil { first = (code, text) } }

    /// Returns whether LittleCMS may have this much memory at once, and notes an error where it may not.
    ///
    /// LittleCMS clears the memory for as many texts or grid points as a tag declares, before it reads the first: up to
    /// 512 MiB for a profile of 200 bytes.
    func allows(_ size: UInt32) -> Bool {
      guard let byteCount else { return true }
      let limit = Self.leastLimit + Self.largestGrowth * byteCount
      guard Int(size) > limit else { return true }
      add(
        Int(cmsERROR_RANGE),
        "it asks for \(size) bytes of memory, and a profile of \(byteCount) bytes needs at most \(limit)")
      return false
    }

    /// The memory for what does not depend on the profile, such as a parametric curve of 4096 points.
    private static let leastLimit = 1 << 20
    /// The bytes of memory for a byte of the profile. A grid point of 8 bits becomes a number of 32 bits, and twice
    /// that is allowed.
    private static let largestGrowth = 8
  }

  /// Creates a context.
  ///
  /// - Parameter byteCount: The size of the profile that is read, which limits the memory; `nil` for one that is
  ///   written.
  init(reading byteCount: Int? = nil) throws(ProfileError) {
    log = Unmanaged.passRetained(ErrorLog(byteCount: byteCount))
    var memory = cmsPluginMemHandler()
    memory.base.Magic = UInt32(cmsPluginMagicNumber)
    memory.base.ExpectedVersion = UInt32(Self.firstVersionWithContexts)
    memory.base.Type = UInt32(cmsPluginMemHandlerSig)
    memory.MallocPtr = { context, size in ErrorLog.of(context)?.allows(size) == false ? nil : malloc(Int(size)) }
    memory.ReallocPtr = { context, old, size in
      ErrorLog.of(context)?.allows(size) == false ? nil : realloc(old, Int(size))
    }
    memory.FreePtr = { _, old in free(old) }
    guard let pointer = cmsCreateContext(&memory, log.toOpaque()) else {
      log.release()
      throw .littleCMS(code: Int(cmsERROR_INTERNAL), text: "no memory for a context")
    }
    self.pointer = pointer
    cmsSetLogErrorHandlerTHR(pointer) { context, code, text in
      ErrorLog.of(context)?.add(Int(code), text.map { String(cString: $0) } ?? "")
    }
  }

  /// LittleCMS 2.6, as the plug-in must name it.
  private static let firstVersionWithContexts = 2060

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
