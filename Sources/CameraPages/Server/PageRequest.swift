internal import NIOCore
internal import NIOHTTP1

/// A browser's request, with the parts that rules and answers use.
struct PageRequest: Equatable, Sendable {
  var method: String
  /// The path without the query, as it was sent.
  var path: String
  /// The fields of the query. Of a field that is given twice, the first counts.
  var query: [String: String] = [:]
  /// The values of the Host field. There must be exactly one.
  var hosts: [String] = []
  var origin: String?
  /// The browser's statement about the page that asks: `same-origin`, `same-site`, `cross-site` or `none`.
  var fetchSite: String?
  var contentType: String?
  var cookies: [String: String] = [:]
  /// The name that the page has given itself.
  var page: String?
  var body: [UInt8] = []

  init(method: String, target: String) {
    self.method = method
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    guard parts.count == 2 else { return }
    for field in parts[1].split(separator: "&") {
      let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(pair[0])
      if query[name] == nil { query[name] = pair.count == 2 ? String(pair[1]) : "" }
    }
  }

  init(_ head: HTTPRequestHead, body: [UInt8]) {
    self.init(method: head.method.rawValue, target: head.uri)
    hosts = head.headers["host"]
    origin = head.headers.first(name: "origin")
    fetchSite = head.headers.first(name: "sec-fetch-site")
    contentType = head.headers.first(name: "content-type")
    page = head.headers.first(name: "x-page") ?? query["page"]
    self.body = body
    for field in head.headers["cookie"] {
      for cookie in field.split(separator: ";") {
        let pair = cookie.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if pair.count == 2, cookies[String(pair[0])] == nil { cookies[String(pair[0])] = String(pair[1]) }
      }
    }
  }
}
