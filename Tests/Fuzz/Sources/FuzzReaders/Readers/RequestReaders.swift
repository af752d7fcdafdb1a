import CommandOutput
import Conversions
import Foundation
import FrameSources
import GrayCard
import NIOHTTP1
import Reports
import WhiteBalance

@testable import CameraPages

extension FuzzedReader {
  /// The lines of `wbcal measure --manifest`.
  static let manifest = FuzzedReader(name: "manifest") { bytes in
    var reports: [Report] = []
    try withFile(of: bytes[...]) { file in
      let manifest = ManifestFile(file, name: "manifest")
      try hold(manifest.isReady, "a file is not waited for")
      while let job = try manifest.next() {
        var report = Report()
        switch job {
        case .fault(let message, let source, let id): (report.id, report.source, report.error) = (id, source, message)
        case .measure(let source, let options, let id):
          (report.id, report.source) = (id, source)
          let own = options.filter { $0.value != .flag(false) }
          let all = shared.with(options)
          let last = all.suffix(own.count)
          try hold(
            last.count == own.count && zip(last, own).allSatisfy { $0.hasPrefix($1.name) },
            "a line's own arguments are not the last: \(all)")
          try hold(all.count <= own.count + shared.with([]).count, "arguments came from nowhere: \(all)")
        }
        reports.append(report)
      }
    }
    return reports
  } use: { reports in
    for report in reports { try holdLine(Output.json(report)) }
    guard reports.contains(where: { $0.source != nil }) else { throw Failure(.badData, "no line has a source") }
  }

  /// The options of a command line that hold for each line of its manifest.
  private static let shared = SharedArguments(
    ["wbcal", "measure", "--black", "64", "--manifest", "-", "--jobs=2", "--profile", "a.icc", "--json"], of: "measure",
    without: ["--manifest", "--jobs"])

  /// Requests to `wbcal camera serve`: a line of method and target, fields, an empty line, and a command.
  static let request = FuzzedReader(name: "request") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
    let lines = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
    let start = lines[0].split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard start.count == 2 else { return }
    var head = HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: String(start[0])), uri: String(start[1]))
    for line in lines.dropFirst() {
      let field = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      // NIO's parser passes on names of printable ASCII alone.
      guard field.count == 2, field[0].utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { continue }
      head.headers.add(name: String(field[0]), value: field[1].trimmingCharacters(in: .whitespaces))
    }
    let request = PageRequest(head, body: parts.count == 2 ? Array(parts[1].utf8) : [])
    let stranger = RequestRules(address: .standard, token: token).verdict(on: request)
    if case .allowed = stranger {
      try hold(text.contains(token), "a request without the token is allowed")
    }
    switch RequestRules(address: .standard, token: nil).verdict(on: request) {
    case .refused(let status, let reason):
      try hold((400..<500).contains(status) && reason.utf8.count < 1000, "refused with \(status): \(reason)")
      throw Failure(.badData, reason)
    case .allowed:
      try hold(request.hosts.count == 1, "a request for \(request.hosts) is allowed")
      try hold(
        request.origin.map { $0.lowercased() == "http://\(request.hosts[0].lowercased())" } ?? true,
        "a page of \(request.origin ?? "") is allowed")
      guard request.method == "POST" else { return }
      switch try ScreenCommand(request.body) {
      case .light(let temperature, let tint):
        try hold(temperature.isFinite && tint.isFinite, "a light of \(temperature) K and \(tint)")
      case .gains(let gains):
        try hold([gains.red, gains.green, gains.blue].allSatisfy { $0.isFinite && $0 > 0 }, "\(gains)")
      case .exposure(let duration, let iso):
        try hold(
          [duration, iso].allSatisfy { ($0 ?? 1).isFinite && ($0 ?? 1) > 0 },
          "an exposure of \(String(describing: duration))")
      default: break
      }
    }
  }

  private static let token = "0123456789abcdef"
}
