/// The address at which a page is served, such as `127.0.0.1:8480`, `[::1]:8480` or `[fe80::1%eth0]:8480`.
public struct ListenAddress: Hashable, Sendable {
  /// The address, a name or a number; IPv6 without its brackets, and with a zone where it is link-local.
  public let host: String
  /// The port, 0 for one that the system chooses.
  public let port: Int

  /// The address that only this machine reaches, with the tool's usual port.
  public static let standard = ListenAddress(host: "127.0.0.1", port: 8480)

  /// Creates an address from its parts.
  ///
  /// - Parameters:
  ///   - host: The address, a name or a number; IPv6 without its brackets.
  ///   - port: The port, 0 to 65535.
  /// - Precondition: `port` is in its range. Read a number from outside with ``init(_:)``.
  public init(host: String, port: Int) {
    precondition(Self.ports.contains(port), "port \(port) is not from 0 to 65535")
    (self.host, self.port) = (host, port)
  }

  /// Reads an address in one of the forms `HOST:PORT`, `[IPV6]:PORT`, or `HOST` with the usual port.
  ///
  /// It is `nil` where the text has none of these forms, or the port is not 0 to 65535.
  public init?(_ text: String) {
    let (host, port): (Substring, Substring?)
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      host = text[text.index(after: text.startIndex)..<end]
      let rest = text[text.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
      port = rest.isEmpty ? nil : rest.dropFirst()
    } else {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count <= 2 else { return nil }
      (host, port) = (parts[0], parts.count == 2 ? parts[1] : nil)
    }
    func isText(_ text: Substring, with marks: String) -> Bool {
      !text.isEmpty && text.allSatisfy { $0.isASCIILetterOrDigit || marks.contains($0) }
    }
    // A zone names the network interface of a link-local address.
    let parts = host.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    guard isText(parts[0], with: ".-:") else { return nil }
    if parts.count == 2 { guard parts[0].contains(":"), isText(parts[1], with: ".-_~") else { return nil } }
    guard let port else {
      self.init(host: String(host), port: Self.standard.port)
      return
    }
    guard !port.isEmpty, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(port),
      Self.ports.contains(number)
    else { return nil }
    self.init(host: String(host), port: number)
  }

  private static let ports = 0...65535

  /// Whether only this machine can reach the address: 127.0.0.0/8, ::1 and `localhost`.
  package var isLoopback: Bool { HostName(host).isLoopback }
}

extension ListenAddress: CustomStringConvertible {
  /// The address in the form of a URL's host and port.
  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// The host that an address or a request names. The zone of an address is left out: it is the machine's own name for a
/// network, and browsers do not send it.
struct HostName: Hashable {
  let text: String

  init(_ text: String) { self.text = String(text.lowercased().prefix { $0 != "%" }) }

  var isLoopback: Bool { text == "localhost" || text == "::1" || ipv4.map { $0[0] == 127 } ?? false }

  /// Whether the host is a number, which no name server can redirect.
  var isNumber: Bool { ipv4 != nil || text.contains(":") && text.utf8.allSatisfy(Self.ipv6.contains) }

  private static let ipv6 = Set("0123456789abcdef:.".utf8)

  private var ipv4: [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in part.utf8.allSatisfy({ (0x30...0x39).contains($0) }) ? UInt8(part) : nil }
    return parts.count == 4 && numbers.count == 4 ? numbers : nil
  }
}

extension Character {
  /// Whether the character is one of a to z, A to Z, and 0 to 9.
  var isASCIILetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
