import CameraControl
import GrayCard
import NIOCore
import NIOEmbedded
import RawFrames
import Synchronization
import Testing
import WhiteBalance

@testable import CameraPages

/// The complete text of every error of CameraPages. Other tests compare the errors themselves, or the status.
@Suite struct MessagesTests {
  @Test(arguments: [
    (ScreenError.hasEnded, "the camera is not served any more"),
    (
      .otherCamera("A", before: "B"),
      "'A' is there now, in the place of 'B'; plug that in again, or serve the other one with its own profile"
    ),
    (.gainLimit(99, largest: 4), "the largest gain of 99.0 is above the camera's 4.0"),
    (.noLightWithoutProfile, "without a profile no light is known; set gains"),
    (
      .intrusion(.testPattern, device: "/dev/video0"),
      "/dev/video0: a test pattern is on, so nothing can be measured; switch it off"
    ),
    (
      .frame(.monochrome(PixelFormat.y10.fourCC), device: "/dev/video0"),
      "/dev/video0: \(GrayCardError.monochrome(PixelFormat.y10.fourCC))"
    ),
    (.realLight, "the page can change the light of a simulated camera alone"),
    (.realPlug, "the page can unplug a simulated camera alone"),
    (.unknownIlluminant("moon"), "'moon' is none of the CIE's lights; choose one of the list"),
    (
      .unknownLight(String(repeating: "m", count: 41)),
      "'\(String(repeating: "m", count: 40))' is no light; it must be one of the CIE's, kelvin for a black body, or "
        + "daylight:KELVIN"
    ),
    (.tooMany(.card, count: 24), "there are 24 cards, which is the most; remove one"),
    (.tooMany(.chart, count: 8), "there are 8 charts, which is the most; remove one"),
    (.notThere(.card, number: 3), "there is no card 3"), (.notThere(.chart, number: 1), "there is no chart 1"),
    (.noneTaken(.card), "no card was taken that is not refused; take one"),
    (.noneTaken(.chart), "no chart was taken; take one"),
    (.isTaking, "a card or a chart is being taken; take the next when it is listed"),
    (.noProfileFile, "no profile can be written here"),
    (.noProfileToFit, "there is no profile to fit to this unit"),
    (.noProfileToUse, "there is no profile to use; make one of cards or charts"),
    (
      .changedMeanwhile, "a card or a chart was added or removed while the profile was made; make it again"
    ), (.negativeWithoutProfile, "a DNG says how its camera sees colour; give the camera's profile"),
    (.failed("the camera's own words"), "the camera's own words"),
  ]) func `a page is told why the camera did not do what it asked for`(error: ScreenError, text: String) {
    #expect("\(error)" == text)
  }

  @Test func `a card that is refused is so for all reasons`() {
    let reasons = [
      CardRefusal(code: .clipped, value: 0.5, limit: 0.01),
      CardRefusal(code: .tooDark, value: 0.001, limit: 0.05),
    ]
    #expect("\(ScreenError.cardRefused(reasons))" == "the card is refused: \(reasons[0]); \(reasons[1])")
  }

  @Test(arguments: [
    ("", "line 1, column 1: the text ends where a value must be"), ("[]", "do: must be a text"),
    (#"{"do":3}"#, "do: must be a text"),
    (
      #"{"do":"format"}"#,
      "'format' is no command; there are add-card, add-chart, bias, cancel-scan, exposure, exposure-mode, focus-mode, "
        + "gain-limit, gains, gray-card, gray-world, lens, light, lock, make-profile, metering, plug-in, policy, "
        + "remove-card, remove-chart, scan, scene, take-control, unlock, unplug, use-profile, white-balance"
    ), (#"{"do":"gains","red":2,"green":1}"#, "blue: must be a number"),
    (#"{"do":"light","temperature":999,"tint":0}"#, "temperature: 999.0 is outside 1000.0 to 10000.0"),
    (#"{"do":"light","temperature":5000,"tint":150.5}"#, "tint: 150.5 is outside -150.0 to 150.0"),
    (#"{"do":"gains","red":0.5,"green":1,"blue":1}"#, "red: 0.5 is outside 1.0 to 1000000.0"),
    (#"{"do":"lens","position":1.01}"#, "position: 1.01 is outside 0.0 to 1.0"),
    (#"{"do":"metering","x":0.5}"#, "y: must be a number"),
    (#"{"do":"metering","mode":"matrix"}"#, "mode: 'matrix' is not known"),
    (#"{"do":"exposure"}"#, "an exposure needs a 'duration' in seconds, an 'iso', or both"),
    (#"{"do":"exposure-mode","mode":"manual"}"#, "mode: 'manual' is not known"),
    (#"{"do":"scan","lock":-1}"#, "lock: -1.0 is outside 0.0 to 86400.0"),
    (#"{"do":"scan","lock":6,"quantities":6}"#, "quantities: must be a list"),
    (#"{"do":"scan","lock":6,"quantities":[]}"#, "quantities: must not be empty"),
    (
      #"{"do":"scan","lock":6,"quantities":["zoom"]}"#,
      "quantities: must be of exposure, focus and white-balance"
    ), (#"{"do":"scene","light":"A","brightness":1e9}"#, "brightness: 1000000000.0 is outside 0.0001 to 100.0"),
    (#"{"do":"light","temperature":1e999,"tint":0}"#, "line 1, column 29: 1e999 is too large a number"),
    (#"{"do":"add-chart","illuminant":"A"}"#, "corners: must be a list of four points"),
    (
      #"{"do":"add-chart","illuminant":"A","corners":[[0,0],[1,0],[1,1]]}"#,
      "corners: must be a list of four points"
    ),
    (
      #"{"do":"add-chart","illuminant":"A","corners":[[0,0],[1,0],[1,1],[0,1.1]]}"#,
      "corners: each must be two numbers within 0 to 1"
    ),
    (
      #"{"do":"add-chart","illuminant":"A","corners":[[0,0],[1,0],[1,1],[0]]}"#,
      "corners: each must be two numbers within 0 to 1"
    ), (#"{"do":"make-profile","from":"air"}"#, "from: 'air' is not known"),
  ])
  func `what is no command is refused with its place, its value and its range`(text: String, message: String) {
    let error = #expect(throws: ScreenCommandError.self) { try ScreenCommand(Array(text.utf8)) }
    #expect(error?.description == message)
  }

  @Test func `a request that the rules refuse is told what would have been right`() {
    func reason(_ method: String, token: String? = nil, _ change: (inout PageRequest) -> Void = { _ in }) -> String? {
      var request = PageRequest(method: method, target: "/")
      (request.hosts, request.contentType) = (["127.0.0.1:8480"], "application/json")
      change(&request)
      let rules = RequestRules(address: .standard, token: token)
      guard case .refused(_, let reason) = rules.verdict(on: request) else { return nil }
      return reason
    }
    #expect(
      reason("GET") { $0.hosts = ["a", "b"] } == "this server is 127.0.0.1:8480, not 'a, b'; use its address")
    #expect(reason("GET") { $0.origin = "http://a" } == "a page of 'http://a' asks; only the server's own may")
    #expect(reason("GET") { $0.fetchSite = "cross-site" } == "a page of another site asks; only the server's own may")
    #expect(reason("PUT") == "the method must be GET, HEAD or POST")
    #expect(reason("POST") { $0.contentType = "text/plain" } == "a command must be application/json")
    #expect(reason("GET", token: "secret") == "open the address that the tool printed, with its token")
  }

  /// The names of two pages.
  private static let (page, other) = ("0123456789abcdef", "fedcba9876543210")

  @Test func `an answer that is no page says what is wrong`() async throws {
    var limits = ServerLimits()
    limits.eventStreams = 2
    let loop = NIOAsyncTestingEventLoop()
    let site = ScreenSite(try ScreenUnderTest().screen, limits: limits, loop: loop)
    func answer(_ method: String, _ target: String, page: String? = nil, _ body: String = "") -> String? {
      var request = PageRequest(method: method, target: target)
      (request.page, request.body) = (page, Array(body.utf8))
      let text = Mutex<String?>(nil)
      site.answer(request) { response in
        switch response.content {
        case .whole(let bytes): text.withLock { $0 = String(decoding: bytes.readableBytesView, as: UTF8.self) }
        case .events(let open): open(EventSink(send: { _ in }, onEnd: { _ in }, close: {}))
        }
      }
      return text.withLock(\.self)
    }
    #expect(answer("GET", "/x") == "there is no /x here\n")
    #expect(answer("POST", "/x") == "there is no /x to post to\n")
    #expect(answer("GET", "/profile.icc") == "no profile was made yet\n")
    #expect(answer("GET", "/profile.html") == "no profile was made yet\n")
    #expect(answer("GET", "/events?page=a") == "a page must give its name: 8 to 64 letters and digits\n")
    let grayWorld = #"{"do":"gray-world"}"#
    let takeControl = #"{"do":"take-control"}"#
    #expect(
      answer("POST", "/command", grayWorld) == #"{"error":"a command must say its page in the field X-Page"}"#)
    #expect(
      answer("POST", "/command", page: Self.page, takeControl)
        == #"{"error":"this page is not open; reload it"}"#)
    for _ in 0..<2 { #expect(answer("GET", "/events?page=\(Self.page)") == nil) }
    #expect(answer("GET", "/events?page=\(Self.other)") == "2 pages are open, which is the most; close one\n")
    #expect(
      answer("POST", "/command", page: Self.other, grayWorld)
        == #"{"error":"another page controls the camera; take control first"}"#)
    await loop.run()
    await loop.shutdownGracefully()
  }

  @Test func `an address at which nothing can be served is named, with another`() {
    #expect(
      "\(CameraPageError(address: .standard, reason: "it is in use"))"
        == "cannot listen at 127.0.0.1:8480: it is in use; give another address, such as 127.0.0.1:0 for a free port")
  }
}
