internal import CCameraPages
internal import FrameSources
internal import NIOCore
internal import Synchronization

/// The answers of a server: the page's files, the screen's events and pictures, and commands.
final class ScreenSite: PageSite {
  private let screen: CameraScreen
  private let limits: ServerLimits
  private let loop: any EventLoop
  private let state = Mutex(State())

  private struct State {
    var roles = PageRoles()
    /// The open streams that receive each new state, by their numbers.
    var streams: [Int: (page: String, sink: EventSink)] = [:]
    var lastNumber = 0
    /// The requests that wait for a picture other than number `after`, by their numbers.
    var waiting: [Int: (after: Int, reply: @Sendable (PageResponse) -> Void, limit: Scheduled<Void>)] = [:]
    /// The last picture, as it is sent.
    var picture: (number: Int, response: PageResponse)?
    var observer: Int?
    var heartbeat: RepeatedTask?
    var rest: Scheduled<Void>?
    var hasStopped = false
    /// Whether a frame is being written to a file, or its file is in memory.
    var isSaving = false
  }

  /// Creates the site of a screen.
  ///
  /// - Parameter loop: The event loop on which timers run.
  init(_ screen: CameraScreen, limits: ServerLimits, loop: any EventLoop) {
    (self.screen, self.limits, self.loop) = (screen, limits, loop)
  }

  func start() {
    let observer = screen.observe { [weak self] update in self?.tell(update) }
    let heartbeat = loop.scheduleRepeatedTask(initialDelay: Self.heartbeat, delay: Self.heartbeat) { [weak self] _ in
      // A dead connection is noticed only when something is written to it.
      if let self, self.state.withLock({ !$0.streams.isEmpty }) { self.screen.publishState() }
    }
    state.withLock { ($0.observer, $0.heartbeat, $0.hasStopped) = (observer, heartbeat, false) }
    restLater()
  }

  func stop() {
    let (observer, heartbeat, rest) = state.withLock { state in
      state.hasStopped = true
      return (state.observer, state.heartbeat, state.rest)
    }
    if let observer { screen.removeObserver(observer) }
    heartbeat?.cancel()
    rest?.cancel()
  }

  // MARK: - Who watches

  /// Starts the camera for a request that needs it.
  private func wake() {
    screen.watch(true)
    restLater()
  }

  /// Stops the camera after a while without a page or a request.
  private func restLater() {
    let rest = loop.scheduleTask(in: TimeAmount(limits.restTime)) { [weak self] () -> Void in
      guard let self, self.state.withLock({ $0.streams.isEmpty }) else { return }
      self.screen.watch(false)
    }
    state.withLock { state -> Scheduled<Void>? in
      // The streams of a site that has stopped are closed, and the camera may be another site's.
      guard !state.hasStopped else { return rest }
      defer { state.rest = rest }
      return state.rest
    }?.cancel()
  }

  private static let heartbeat = TimeAmount.seconds(1)

  // MARK: - Requests

  func answer(_ request: PageRequest, _ reply: @escaping @Sendable (PageResponse) -> Void) {
    switch (request.method, request.path) {
    case ("POST", "/command"): command(request, reply)
    case ("POST", _): reply(PageResponse(status: 404, text: "there is no \(request.path.shown) to post to"))
    case (_, "/events"): events(request, reply)
    case (_, "/picture.jpg"): picture(request, reply)
    case (_, "/state.json"): reply(Self.json(screen.currentState().json))
    case (_, "/diagram.json"): reply(Self.json(screen.diagram()))
    case (_, "/readings.jsonl"):
      reply(Self.file(screen.readingLines, type: "application/x-ndjson", name: "readings.jsonl"))
    case (_, "/frame.dng"): negative(reply)
    case (_, "/profile.icc"):
      if let file = screen.profileFile {
        reply(Self.file(file, type: "application/vnd.iccprofile", name: "camera.icc"))
      } else {
        reply(Self.noProfile)
      }
    case (_, "/profile.html"): reply(screen.calibrationPage.map(Self.page) ?? Self.noProfile)
    default:
      reply(
        PageFiles.responses[request.path]
          ?? PageResponse(status: 404, text: "there is no \(request.path.shown) here"))
    }
  }

  private static let noProfile = PageResponse(status: 404, text: "no profile was made yet")

  /// Returns a page that has only a style of its own.
  private static func page(_ html: String) -> PageResponse {
    var response = PageResponse(ByteBuffer(string: html), type: "text/html; charset=utf-8")
    response.fields = [
      (
        "Content-Security-Policy",
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
      )
    ]
    return response
  }

  private static func json(_ bytes: [UInt8]) -> PageResponse {
    PageResponse(ByteBuffer(bytes: bytes), type: "application/json")
  }

  private static func file(_ bytes: [UInt8], type: String, name: String) -> PageResponse {
    var response = PageResponse(ByteBuffer(bytes: bytes), type: type)
    response.fields.append(("Content-Disposition", "attachment; filename=\"\(name)\""))
    return response
  }

  private func negative(_ reply: @escaping @Sendable (PageResponse) -> Void) {
    // Each request holds a frame and its file in memory.
    let isFree = state.withLock { state in
      defer { state.isSaving = true }
      return !state.isSaving
    }
    guard isFree else {
      return reply(Self.refusal(503, "another frame is being saved; save the next when that is done"))
    }
    wake()
    Task {
      var response: PageResponse
      do {
        response = Self.file(try await screen.negative(), type: "image/x-adobe-dng", name: "frame.dng")
      } catch {
        response = Self.refusal(409, "\(error)")
      }
      response.whenGone = { [weak self] in self?.state.withLock { $0.isSaving = false } }
      reply(response)
    }
  }

  private static func refusal(_ status: Int, _ text: String) -> PageResponse {
    PageResponse(ByteBuffer(bytes: JSONLine.bytes(of: ["error": text])), type: "application/json", status: status)
  }

  // MARK: - Commands

  private func command(_ request: PageRequest, _ reply: @escaping @Sendable (PageResponse) -> Void) {
    let command: ScreenCommand
    do throws(ScreenCommandError) { command = try ScreenCommand(request.body) } catch {
      return reply(Self.refusal(400, error.description))
    }
    guard let page = request.page, PageRoles.isName(page) else {
      return reply(Self.refusal(400, "a command must say its page in the field X-Page"))
    }
    if command == .takeControl {
      guard state.withLock({ $0.roles.take(page) }) else {
        return reply(Self.refusal(409, "this page is not open; reload it"))
      }
      tellRoles()
      return reply(Self.json(Self.done))
    }
    guard state.withLock({ $0.roles.mayControl(page) }) else {
      return reply(Self.refusal(423, "another page controls the camera; take control first"))
    }
    wake()
    // A scan takes seconds, so its outcome is part of the state.
    if case .scan = command { reply(Self.json(Self.done)) }
    Task {
      do throws(ScreenError) {
        try await screen.perform(command)
        if case .scan = command { return }
        reply(Self.json(Self.done))
      } catch {
        if case .scan = command { return }
        reply(Self.refusal(409, error.description))
      }
    }
  }

  private static let done = JSONLine.bytes(of: [String: String]())

  // MARK: - Events

  private func events(_ request: PageRequest, _ reply: @escaping @Sendable (PageResponse) -> Void) {
    guard let page = request.query["page"], PageRoles.isName(page) else {
      return reply(
        PageResponse(
          status: 400,
          text: "a page must give its name: \(PageRoles.nameLengths.lowerBound) to "
            + "\(PageRoles.nameLengths.upperBound) letters and digits"))
    }
    guard state.withLock({ $0.streams.count < limits.eventStreams }) else {
      return reply(
        PageResponse(status: 503, text: "\(limits.eventStreams) pages are open, which is the most; close one"))
    }
    reply(PageResponse(events: { [weak self] sink in self?.open(page, sink) }))
  }

  private func open(_ page: String, _ sink: EventSink) {
    let number: Int? = state.withLock { state in
      // Several requests may have passed the check of the limit before their streams were opened. A stream beyond the
      // limit is closed. Its browser connects again, and then receives the error.
      guard state.streams.count < limits.eventStreams else { return nil }
      state.lastNumber += 1
      state.streams[state.lastNumber] = (page, sink)
      state.roles.connect(page)
      return state.lastNumber
    }
    guard let number else { return sink.close() }
    sink.onEnd { [weak self] in self?.close(number, page) }
    wake()
    tellRoles()
    sink.send(PageEvent("state", screen.currentState().json))
  }

  private func close(_ number: Int, _ page: String) {
    state.withLock { state in
      guard state.streams.removeValue(forKey: number) != nil else { return }
      state.roles.disconnect(page)
    }
    restLater()
    tellRoles()
  }

  private struct Role: Encodable {
    var controls: Bool
    var isControlled: Bool
    var pages: Int
  }

  private func tellRoles() {
    let (streams, roles) = state.withLock { (Array($0.streams.values), $0.roles) }
    for stream in streams {
      let role = Role(
        controls: roles.mayControl(stream.page), isControlled: roles.isControlled, pages: roles.pageCount)
      stream.sink.send(PageEvent("role", JSONLine.bytes(of: role)))
    }
  }

  private func tell(_ update: ScreenUpdate) {
    switch update {
    case .state(let json):
      let sinks = state.withLock { $0.streams.values.map(\.sink) }
      guard !sinks.isEmpty else { return }
      let event = PageEvent("state", json)
      for sink in sinks { sink.send(event) }
    case .picture(let picture):
      let response = Self.response(picture)
      let served = state.withLock { state in
        state.picture = (picture.number, response)
        let served = state.waiting.filter { $0.value.after != picture.number }
        for key in served.keys { state.waiting[key] = nil }
        return served
      }
      for wait in served.values {
        wait.limit.cancel()
        wait.reply(response)
      }
    }
  }

  // MARK: - Pictures

  /// Answers with a picture that the page has not shown yet: the last one if it is recent enough, or else the next
  /// one.
  private func picture(_ request: PageRequest, _ reply: @escaping @Sendable (PageResponse) -> Void) {
    let after = request.query["after"].flatMap { Int($0) } ?? 0
    wake()
    let first = screen.wantPicture()
    let present = state.withLock { state -> PageResponse? in
      if let picture = state.picture, picture.number >= first, picture.number != after { return picture.response }
      state.lastNumber += 1
      let number = state.lastNumber
      let limit = loop.scheduleTask(in: TimeAmount(limits.pictureTime)) { [weak self] () -> Void in self?.giveUp(number)
      }
      state.waiting[number] = (after, reply, limit)
      return nil
    }
    if let present { reply(present) }
  }

  private func giveUp(_ number: Int) {
    let wait = state.withLock { $0.waiting.removeValue(forKey: number) }
    wait?.reply(PageResponse(ByteBuffer(), type: "image/jpeg", status: 204))
  }

  private static func response(_ picture: ScreenPicture) -> PageResponse {
    var response = PageResponse(ByteBuffer(bytes: picture.bytes), type: "image/jpeg")
    response.fields = [("X-Picture", "\(picture.number)"), ("X-Sequence", "\(picture.sequence)")]
    return response
  }
}

/// The files of the page, by their paths.
enum PageFiles {
  static let responses: [String: PageResponse] = {
    var responses: [String: PageResponse] = [:]
    var index = 0
    while true {
      let file = page_file_at(index)
      guard let name = file.name, let type = file.type else { return responses }
      let bytes = ByteBuffer(bytes: UnsafeBufferPointer(start: file.bytes, count: file.count))
      responses[String(cString: name)] = PageResponse(bytes, type: String(cString: type))
      index += 1
    }
  }()
}
