internal import Calibration
internal import CameraControl
internal import Colorimetry
internal import DeviceProfiles
internal import GrayCard
internal import NumericalMethods
internal import RawFrames
internal import Synchronization
internal import WhiteBalance

/// A calibration in progress on the page: cards or charts under known lights, and the profile made from them.
struct ScreenCalibration: Sendable {
  private var cards: [MadeCalibration.Card] = []
  private var charts: [MadeCalibration.Chart] = []
  /// The number of changes to the cards and charts.
  private(set) var changeCount = 0
  /// The result of the last calibration.
  private(set) var made: MadeCalibration?
  /// Whether the camera uses the profile that was made.
  private(set) var isInUse = false
  /// The profile as a file.
  var file: [UInt8]?
  /// The page about the calibration.
  var page: String?
  private var summary: [String]?
  /// The reasons to refuse the charts of the list, where a profile from before is in use.
  private var refusal: [String] = []
  /// Whether cards or charts have changed since the profile that is in use was made.
  private var isOutdated = false

  private mutating func forget() {
    (made, isInUse, file, page, summary, isOutdated, refusal) = (nil, false, nil, nil, nil, false, [])
  }

  /// Names the cards and charts by their place in the page's list, and discards the profile of the former ones. A
  /// profile that the camera uses stays until another is made.
  private mutating func noteChange() {
    for index in cards.indices { cards[index].name = "card \(index + 1)" }
    for index in charts.indices { charts[index].name = "chart \(index + 1)" }
    changeCount += 1
    refusal = []
    if isInUse { isOutdated = true } else { forget() }
  }

  /// Notes that the camera uses a profile. Another may have been made meanwhile.
  mutating func noteUse(of profile: DeviceProfile) { isInUse = made?.profile == profile }

  /// The largest number of cards. All of them are kept in memory.
  private static let mostCards = 24

  mutating func add(_ measurement: CardMeasurement, under light: CalibrationLight) throws {
    guard cards.count < Self.mostCards else {
      throw ScreenError.tooMany(.card, count: cards.count)
    }
    cards.append(.init(name: "", light: light, measurement: measurement))
    noteChange()
  }

  mutating func remove(_ index: Int) throws {
    guard cards.indices.contains(index) else { throw ScreenError.notThere(.card, number: index + 1) }
    cards.remove(at: index)
    noteChange()
  }

  /// The largest number of charts. Each has its own light.
  private static let mostCharts = 8

  mutating func add(_ chart: MadeCalibration.Chart) throws {
    guard charts.count < Self.mostCharts else {
      throw ScreenError.tooMany(.chart, count: charts.count)
    }
    charts.append(chart)
    noteChange()
  }

  mutating func removeChart(_ index: Int) throws {
    guard charts.indices.contains(index) else { throw ScreenError.notThere(.chart, number: index + 1) }
    charts.remove(at: index)
    noteChange()
  }

  /// Makes the profile: `base` fitted to this unit by the cards, or a gain curve from the cards alone.
  mutating func makeProfile(from base: DeviceProfile?, identity: DeviceIdentity, levels: SampleLevels?) throws {
    let good = cards.filter { $0.reading != nil }
    let readings = good.compactMap(\.reading)
    guard !readings.isEmpty else { throw ScreenError.noneTaken(.card) }
    forget()
    if let base {
      let refinement = try UnitRefinement(of: base.characterization, uncertainty: base.uncertainty, cards: readings)
      var profile = try base.fitted(by: refinement, cards: readings, program: Self.program)
      profile.levels = profile.levels ?? levels
      made = MadeCalibration(profile: profile, origin: .refinement(good, refinement, of: "\(profile.identity)"))
      summary =
        [
          "This unit's red is \(refinement.factors.red.fixed(decimals: 4)) and its blue "
            + "\(refinement.factors.blue.fixed(decimals: 4)) times the profile's.",
          Self.text(refinement.uncertainty),
        ] + refinement.warnings.map { "\($0)" }
    } else {
      let calibration = try GainCurveCalibration(cards: readings)
      let profile = DeviceProfile(calibration, by: readings, identity: identity, levels: levels, program: Self.program)
      made = MadeCalibration(profile: profile, origin: .gainCurve(good, calibration))
      summary = [Self.text(calibration.uncertainty)] + calibration.warnings.map { "\($0)" }
    }
  }

  private static let program = "the camera page"

  /// Makes the profile from the charts. If they are refused, the page has the reasons,
  /// and a profile that is in use stays.
  mutating func makeProfileOfCharts(identity: DeviceIdentity, levels: SampleLevels?) throws {
    guard !charts.isEmpty else { throw ScreenError.noneTaken(.chart) }
    let calibration = try ChartCalibration(charts.map(\.fit))
    let refusals =
      calibration.refusalsTogether.map { "\($0)" }
      + charts.flatMap { chart in chart.fit.refusals.map { "\(chart.name) under \(chart.light.name): \($0)" } }
    guard refusals.isEmpty || !isInUse else {
      refusal = ["The charts are refused. The profile in use stays."] + refusals
      return
    }
    forget()
    let profile = DeviceProfile(
      evenIfRefused: calibration, by: charts.map { ($0.reference.name, $0.fit) }, identity: identity, levels: levels,
      program: Self.program)
    made = MadeCalibration(profile: profile, origin: .charts(charts, calibration))
    summary =
      refusals.isEmpty
      ? [Self.text(calibration.uncertainty)] + calibration.warnings.map { "\($0)" }
      : ["The charts are refused, and there is no profile."] + refusals
  }

  private static func text(_ uncertainty: CharacterizationUncertainty) -> String {
    "Lights are found within \(uncertainty.mired.fixed(decimals: 1)) mired and a Duv of "
      + "\(uncertainty.duv.fixed(decimals: 4)), one standard error."
  }

  func shown(canRefine: Bool, hasFile: Bool) -> ScreenState.Calibration? {
    guard hasFile else { return nil }
    let shown = cards.map { card in
      var entry = ScreenState.Card(
        light: card.light.name, verdict: .ok, temperature: card.light.temperatureAndTint.temperature)
      switch card.measurement.verdict {
      case .ok(let measured): entry.gains = ScreenState.Gains(measured.gains.value)
      case .refused(let reasons):
        entry.verdict = .refused
        entry.reasons = reasons.map(\.description)
      }
      return entry
    }
    let shownCharts = charts.map { chart in
      let (light, fit) = (chart.light, chart.fit)
      return ScreenState.Chart(
        light: light.name, verdict: VerdictWord(fit.refusals),
        temperature: light.temperatureAndTint.temperature, patches: fit.patches.count, difference: fit.meanAfter,
        reasons: fit.refusals.isEmpty ? nil : fit.refusals.map(\.description))
    }
    let notes =
      (isInUse ? ["The camera uses this profile now."] : [])
      + (isOutdated ? ["It was made before the last change of the list."] : [])
    return ScreenState.Calibration(
      cards: shown, charts: shownCharts,
      summary: summary.map { refusal + $0 + notes }, hasProfile: file != nil, hasPage: page != nil, isInUse: isInUse,
      illuminants: ScreenLight.illuminantNames, canRefine: canRefine)
  }
}

extension ScreenLight {
  static let illuminantNames = CIEIlluminant.allCases.map(\.rawValue)

  /// Returns the light in the form that a calibration takes.
  func calibrationLight() throws -> CalibrationLight {
    switch self {
    case .named(let name):
      guard let spectrum = try SpectralDistribution.light(named: name) else {
        throw ScreenError.unknownLight(name)
      }
      return try CalibrationLight(name: name, spectrum: spectrum)
    case .chromaticity(let x, let y):
      return try CalibrationLight(name: "x \(x), y \(y)", chromaticity: Chromaticity(x: x, y: y))
    case .temperature(let kelvin, let tint):
      let light = TemperatureAndTint(temperature: kelvin, tint: tint)
      return try CalibrationLight(name: "\(kelvin) K, tint \(tint)", chromaticity: try Chromaticity(light))
    }
  }
}

extension CameraScreen {
  /// The largest number of frames in the mean of a reading. Their noise is a quarter of one frame's.
  private static let mostFrames = 16

  /// Returns the mean of the next frames. Only one is made at a time, because it needs the memory of several frames.
  private func framesToKeep(_ camera: Camera) async throws -> CalibrationFrames {
    let isFree = state.withLock { state in
      defer { state.isTaking = true }
      return !state.isTaking
    }
    guard isFree else { throw ScreenError.isTaking }
    defer { state.withLock { $0.isTaking = false } }
    return try await averagedFrames(camera)
  }

  /// Returns the mean of the next frames, up to the first with other gains of the device.
  private func averagedFrames(_ camera: Camera) async throws -> CalibrationFrames {
    let first = try await camera.nextFrame()
    var average = FrameAverage(first.frame)
    while average.count < Self.mostFrames {
      let frame = try await camera.nextFrame()
      guard frame.appliedGains == first.appliedGains, frame.timestamp - first.timestamp <= options.readingTime else {
        break
      }
      try average.add(frame.frame)
    }
    return CalibrationFrames(average: average, applied: first.appliedGains)
  }

  /// Measures the card at the metering point, and adds it with its known light.
  ///
  /// An unknown black level is estimated from the frame. Where the estimate fails, the card is refused, because a
  /// profile from a wrong black level would be wrong for every light.
  func addCard(under light: ScreenLight, _ camera: Camera) async throws {
    let known = try light.calibrationLight()
    let frames = try await framesToKeep(camera)
    let (mode, point) = state.withLock { ($0.mode, $0.point) }
    let source = SourceFrame(frames.average, name: camera.uniqueID, blackOrigin: camera.blackOrigin)
    let measurement = try measurement(of: source, frames.applied, mode, point, camera, unknownBlack: .estimate)
    try state.withLock { try $0.calibration.add(measurement, under: known) }
  }

  /// Measures the chart between corners, given as shares of the frame, and adds it with its known light.
  func addChart(under light: ScreenLight, _ corners: [ScreenState.Point], _ camera: Camera) async throws {
    let known = try light.calibrationLight()
    let frames = try await framesToKeep(camera)
    let chart = try MadeCalibration.Chart(
      of: frames, from: camera, corners: corners.map { (x: $0.x, y: $0.y) }, under: known)
    try state.withLock { try $0.calibration.add(chart) }
  }

  /// Makes the profile, its file, and the page about it.
  func makeProfile(from origin: ScreenCommand.ProfileOrigin, _ camera: Camera) throws {
    guard let write = options.profileFile else { throw ScreenError.noProfileFile }
    guard origin != .profile || camera.knownProfile != nil else { throw ScreenError.noProfileToFit }
    var calibration = state.withLock { $0.calibration }
    let identity = camera.knownProfile?.identity ?? DeviceIdentity(model: camera.localizedName)
    // Levels that were only assumed do not go into the profile.
    let levels = camera.blackOrigin == .assumed ? nil : camera.levels
    if origin == .charts {
      try calibration.makeProfileOfCharts(identity: identity, levels: levels)
    } else {
      try calibration.makeProfile(
        from: origin == .profile ? camera.profile : nil, identity: identity, levels: levels)
    }
    if let made = calibration.made {
      if made.isTrusted { calibration.file = try write(made.profile) }
      calibration.page = try options.calibrationPage?(made)
    }
    try state.withLock { state in
      guard state.calibration.changeCount == calibration.changeCount else {
        throw ScreenError.changedMeanwhile
      }
      state.calibration = calibration
    }
  }

  /// Switches the camera to the profile that was made. It runs on the queue of attention.
  ///
  /// The settings stay, and are restored at the end as without the switch.
  func useProfile() throws {
    let (old, calibration, hasEnded) = state.withLock { ($0.camera, $0.calibration, $0.hasEnded) }
    // The screen may have ended while the command waited for the queue.
    guard !hasEnded else { throw ScreenError.hasEnded }
    guard let made = calibration.made, calibration.file != nil else {
      throw ScreenError.noProfileToUse
    }
    let new = try Camera(old, profile: made.profile)
    try new.lockForConfiguration()
    stopFollowing()
    let settings = try old.currentSettings()
    old.stopRunning()
    old.unlockForConfiguration()
    goOn(with: new)
    state.withLock { $0.calibration.noteUse(of: made.profile) }
    try new.restore(settings)
    try new.startRunning()
  }

  /// The page about the calibration that was made.
  var calibrationPage: String? { state.withLock { $0.calibration.page } }

  /// The file of the profile that was made.
  var profileFile: [UInt8]? { state.withLock { $0.calibration.file } }
}
