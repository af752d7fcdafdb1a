/// The rules that decide which requests are answered.
///
/// A site on the Internet can make a browser send requests to any address, including this machine, and can have a name
/// that points here. So the Host field must name the server, and the requesting page must be the server's own. Over a
/// network a token is required as well.
struct RequestRules: Equatable, Sendable {
  /// The address at which the server listens, with its actual port.
  var address: ListenAddress
  /// The secret that a browser must present; `nil` where only this machine can reach the server.
  var token: String?

  /// The decision about a request.
  enum Verdict: Equatable {
    /// The request is answered. `givesCookie` is true for a browser that gave the token in its URL: it receives a
    /// cookie.
    case allowed(givesCookie: Bool)
    /// The request is refused, with an HTTP status and a reason.
    case refused(status: Int, reason: String)
  }

  /// The cookie's name. It has the port, because browsers share cookies between ports.
  var cookieName: String { "wbcal-\(address.port)" }

  func verdict(on request: PageRequest) -> Verdict {
    guard request.hosts.count == 1, let host = request.hosts.first, names(host) else {
      let list = request.hosts.joined(separator: ", ")
      return .refused(
        status: 421, reason: "this server is \(address), not '\(list.shown)'; use its address")
    }
    if let origin = request.origin, origin.lowercased() != "http://\(host.lowercased())" {
      return .refused(
        status: 403, reason: "a page of '\(origin.shown)' asks; only the server's own may")
    }
    if let site = request.fetchSite, site != "same-origin", site != "none" {
      return .refused(status: 403, reason: "a page of another site asks; only the server's own may")
    }
    guard ["GET", "HEAD", "POST"].contains(request.method) else {
      return .refused(status: 405, reason: "the method must be GET, HEAD or POST")
    }
    if request.method == "POST", request.contentType?.lowercased().hasPrefix("application/json") != true {
      return .refused(status: 415, reason: "a command must be application/json")
    }
    guard let token else { return .allowed(givesCookie: false) }
    if let shown = request.query["token"], Self.isEqual(shown, token) { return .allowed(givesCookie: true) }
    if let cookie = request.cookies[cookieName], Self.isEqual(cookie, token) { return .allowed(givesCookie: false) }
    return .refused(status: 401, reason: "open the address that the tool printed, with its token")
  }

  /// Returns whether a Host field names this server.
  ///
  /// It may have the server's address, a name of this machine, or, where the server listens at every address, any
  /// number.
  private func names(_ field: String) -> Bool {
    // A field without a port means HTTP's port.
    let field =
      address.port == Self.httpPort && !field.hasSuffix(":\(address.port)") ? "\(field):\(address.port)" : field
    guard field.hasSuffix(":\(address.port)"), let asked = ListenAddress(field) else { return false }
    let (host, own) = (HostName(asked.host), HostName(address.host))
    if host == own { return true }
    if own.isLoopback { return host.isLoopback }
    return Self.everywhere.contains(own.text) && (host.isNumber || host.text == "localhost")
  }

  private static let httpPort = 80
  private static let everywhere: Set<String> = ["0.0.0.0", "::"]

  /// Returns whether two texts are equal. The time that it takes does not reveal where they differ.
  private static func isEqual(_ first: String, _ second: String) -> Bool {
    let (first, second) = (Array(first.utf8), Array(second.utf8))
    guard first.count == second.count else { return false }
    return zip(first, second).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Returns a token that cannot be guessed: 128 bits of the system's random numbers.
  static func makeToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
