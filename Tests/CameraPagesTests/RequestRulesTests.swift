import NIOHTTP1
import TestSupport
import Testing

@testable import CameraPages

/// Which requests are answered: no page of another site, and no name of another server, sees or sets the camera.
@Suite struct RequestRulesTests {
  private static let local = RequestRules(address: ListenAddress(host: "127.0.0.1", port: 8480))
  private static let network = RequestRules(address: ListenAddress(host: "0.0.0.0", port: 8480), token: "secret")

  private static func request(
    _ method: String = "GET", _ target: String = "/", host: String? = "127.0.0.1:8480"
  ) -> PageRequest {
    var request = PageRequest(method: method, target: target)
    request.hosts = host.map { [$0] } ?? []
    if method == "POST" { request.contentType = "application/json" }
    return request
  }

  private static func status(_ verdict: RequestRules.Verdict) -> Int {
    if case .refused(let status, _) = verdict { status } else { 200 }
  }

  @Test(arguments: ["127.0.0.1:8480", "localhost:8480", "LOCALHOST:8480", "[::1]:8480", "127.0.0.2:8480"])
  func `a loopback server is asked by this machine's names`(host: String) {
    #expect(Self.local.verdict(on: Self.request(host: host)) == .allowed(givesCookie: false))
  }

  @Test(arguments: [
    nil, "", "evil.example:8480", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:84800", "127.0.0.1.evil.example:8480",
    "192.168.0.7:8480", "127.0.0.1:8480, evil.example", "127.0.0.1:8480/", "[::1", "[::2]:8480", "localhost.:8480",
    "1.27.0.0.1:8480", "user@127.0.0.1:8480", "127.0.0.1:+8480", "127.0.0.1:08480",
  ])
  func `a name of another server, as one that a site points to this machine, is refused`(host: String?) {
    #expect(Self.status(Self.local.verdict(on: Self.request(host: host))) == 421)
  }

  @Test func `two names are one too many`() {
    var request = Self.request()
    request.hosts += ["127.0.0.1:8480"]
    #expect(Self.status(Self.local.verdict(on: request)) == 421)
  }

  @Test(arguments: ["http://evil.example", "https://127.0.0.1:8480", "http://127.0.0.1:8481", "null", ""])
  func `a page of another origin is refused, for reading and for commands`(origin: String) {
    for method in ["GET", "POST"] {
      var request = Self.request(method)
      request.origin = origin
      #expect(Self.status(Self.local.verdict(on: request)) == 403)
    }
  }

  @Test func `the server's own page is answered`() {
    var request = Self.request("POST", "/command")
    (request.origin, request.fetchSite) = ("http://127.0.0.1:8480", "same-origin")
    #expect(Self.local.verdict(on: request) == .allowed(givesCookie: false))
  }

  @Test(arguments: [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)])
  func `a picture in another site's page is refused, which has no origin`(site: String, status: Int) {
    var request = Self.request("GET", "/picture.jpg")
    request.fetchSite = site
    #expect(Self.status(Self.local.verdict(on: request)) == status)
  }

  @Test(arguments: [nil, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
  func `a command of a type that any site's form can send is refused`(type: String?) {
    var request = Self.request("POST", "/command")
    request.contentType = type
    #expect(Self.status(Self.local.verdict(on: request)) == 415)
  }

  @Test(arguments: ["PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE"])
  func `other methods are refused`(method: String) {
    #expect(Self.status(Self.local.verdict(on: Self.request(method))) == 405)
  }

  @Test func `over a network nothing is seen without the token, and the page is given it as a cookie`() {
    let host = "192.168.0.7:8480"
    #expect(Self.status(Self.network.verdict(on: Self.request(host: host))) == 401)
    for wrong in ["/?token=", "/?token=secre", "/?token=secrets", "/?token=Secret", "/?other=secret"] {
      #expect(Self.status(Self.network.verdict(on: Self.request("GET", wrong, host: host))) == 401, "\(wrong)")
    }
    #expect(
      Self.network.verdict(on: Self.request("GET", "/?token=secret", host: host)) == .allowed(givesCookie: true))
    var request = Self.request("POST", "/command", host: host)
    request.cookies = [Self.network.cookieName: "secret"]
    #expect(Self.network.verdict(on: request) == .allowed(givesCookie: false))
    request.cookies = [Self.network.cookieName: "guess"]
    #expect(Self.status(Self.network.verdict(on: request)) == 401)
  }

  @Test func `a server on all addresses is asked by a number and by no name`() {
    for host in ["192.168.0.7:8480", "[fe80::1]:8480", "localhost:8480"] {
      #expect(
        Self.status(Self.network.verdict(on: Self.request("GET", "/?token=secret", host: host))) == 200, "\(host)")
    }
    let name = Self.request("GET", "/?token=secret", host: "camera.evil.example:8480")
    #expect(Self.status(Self.network.verdict(on: name)) == 421)
  }

  @Test(arguments: ["[fe80::1]:8480", "[FE80::1%eth0]:8480"])
  func `a link-local server is asked by its address, with its zone or without`(host: String) {
    let rules = RequestRules(address: ListenAddress(host: "fe80::1%eth0", port: 8480), token: "secret")
    #expect(rules.verdict(on: Self.request("GET", "/?token=secret", host: host)) == .allowed(givesCookie: true))
    #expect(Self.status(rules.verdict(on: Self.request("GET", "/?token=secret", host: "[fe80::2]:8480"))) == 421)
  }

  @Test func `tokens are of 128 bits, and no two are the same`() {
    let tokens = (0..<100).map { _ in RequestRules.makeToken() }
    #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) } && Set(tokens).count == 100)
  }

  @Test(arguments: [
    ("127.0.0.1:8480", "127.0.0.1", 8480), ("localhost", "localhost", 8480), ("[::1]:0", "::1", 0),
    ("[::1]", "::1", 8480),
    ("0.0.0.0:65535", "0.0.0.0", 65535), ("[fe80::1%eth0]:8480", "fe80::1%eth0", 8480),
  ])
  func `an address is read as it is typed`(text: String, host: String, port: Int) throws {
    let address = try #require(ListenAddress(text))
    #expect(address.host == host && address.port == port)
    #expect(ListenAddress(address.description) == address)
  }

  @Test(arguments: [
    "", ":8480", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "::1:8480", "[::1", "a b:1", "[::1]8480",
    "[fe80::1%]:80", "[%eth0]:80",
    "[fe80::1%a b]:80", "10.0.0.1%eth0:80",
  ])
  func `what is no address is refused`(text: String) {
    #expect(ListenAddress(text) == nil)
  }

  @Test func `an address has no port below 0 or above 65535`() async {
    await #expect(processExitsWith: .failure) { _ = ListenAddress(host: "127.0.0.1", port: -1) }
    await #expect(processExitsWith: .failure) { _ = ListenAddress(host: "127.0.0.1", port: 65536) }
    #expect(ListenAddress(host: "127.0.0.1", port: 65535).port == 65535)
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("localhost", true), ("0.0.0.0", false),
    ("192.168.0.7", false), ("::", false), ("128.0.0.1", false), ("127.0.0.1.example", false),
  ])
  func `loopback is what no other machine reaches`(host: String, isLoopback: Bool) {
    #expect(ListenAddress(host: host, port: 1).isLoopback == isLoopback)
  }

  @Test func `one page controls: the first, then who takes over, through a reload, and the next once it has gone`() {
    var roles = PageRoles()
    roles.connect("first")
    roles.connect("second")
    #expect(roles.mayControl("first") && !roles.mayControl("second"))
    roles.disconnect("first")
    #expect(!roles.isControlled && !roles.mayControl("first") && !roles.mayControl("second"))
    roles.connect("first")
    #expect(roles.mayControl("first"))
    let isTaken = roles.take("second")
    #expect(isTaken && roles.mayControl("second") && !roles.mayControl("first"))
    let isTakenByNobody = roles.take("absent")
    #expect(!isTakenByNobody && roles.mayControl("second"))
    roles.disconnect("second")
    roles.connect("third")
    #expect(roles.mayControl("third") && roles.pageCount == 2)
  }

  @Test func `of a field or a cookie that is given twice the first counts`() {
    #expect(PageRequest(method: "GET", target: "/?token=a&token=b").query["token"] == "a")
    var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
    head.headers.add(name: "Cookie", value: "other=x; wbcal-1=a; wbcal-1=b")
    head.headers.add(name: "Cookie", value: "wbcal-1=c")
    #expect(PageRequest(head, body: []).cookies == ["other": "x", "wbcal-1": "a"])
  }
}
