/// A reader of files from strangers, together with everything that is done with what it reads.
struct FuzzedReader: Sendable {
  /// The name on the command line, and of the corpus.
  let name: String
  /// Reads a file and, where the effort is whole, uses what it holds. Throws ``BrokenLaw`` where that breaks a law, and
  /// any other error where the file is refused, which breaks none.
  private let body: @Sendable ([UInt8], Effort) throws -> Void

  /// How much is done with a file.
  enum Effort {
    /// The file is read, which is what costs little.
    case reading
    /// A value that was read is used, exported and read back as well.
    case whole
  }

  init<Value>(
    name: String, read: @escaping @Sendable ([UInt8]) throws -> Value,
    use: @escaping @Sendable (Value) throws -> Void = { _ in }
  ) {
    self.name = name
    body = { bytes, effort in
      let value = try read(bytes)
      if effort == .whole { try use(value) }
    }
  }

  static let all = [
    icc, iccDictionary, cgats, libcamera, spectralJSON, spectralText, dcp, dng, stills, raw, convert, manifest, request,
  ]

  /// Why a file is refused, or `nil`. If it breaks a law, that is the reason.
  func refusal(of bytes: [UInt8]) -> String? {
    do { try body(bytes, .whole) } catch { return "\(error)" }
    return nil
  }

  /// The law that a file breaks, or `nil`.
  func brokenLaw(by bytes: [UInt8], effort: Effort = .whole) -> String? {
    do { try attempt { try body(bytes, effort) } } catch { return "\(error)" }
    return nil
  }
}

/// A law that a file has broken: something worse than a file that cannot be read.
struct BrokenLaw: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Throws unless a law holds.
func hold(_ law: Bool, _ description: @autoclosure () -> String) throws(BrokenLaw) {
  guard law else { throw BrokenLaw(description()) }
}

/// Runs `body`, which may throw any error. The error's message must not be empty or longer than `longestMessage`.
func attempt(_ body: () throws -> Void) throws(BrokenLaw) {
  do { try body() } catch let law as BrokenLaw { throw law } catch {
    let message = "\(error)"
    try hold(!message.isEmpty, "a refusal says nothing")
    try hold(message.utf8.count <= longestMessage, "a refusal has \(message.utf8.count) bytes: \(message.prefix(200))…")
  }
}

/// Does what must not be refused, because this library wrote what is read.
func mustHold<Value>(_ law: String, _ body: () throws -> Value) throws(BrokenLaw) -> Value {
  do { return try body() } catch let law as BrokenLaw { throw law } catch { throw BrokenLaw("\(law): \(error)") }
}

/// In bytes. A message may quote what is wrong, but not a whole file.
private let longestMessage = 20_000
