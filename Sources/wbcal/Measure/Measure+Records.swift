import Colorimetry
import CommandOutput
import Conversions
import DeviceProfiles
import DigitalNegatives
import FrameSources
import GrayCard
import ProfileExchange
import Reports
import StillRaws
import SystemPackage
import WhiteBalance

// The record of a measurement, and the entries that files add to it.

extension Measure {
  /// Returns the record of one source among several.
  func report(of input: any FrameSource, _ settings: MeasurementSettings) throws -> Report {
    try checkLight(input)
    if asShot { return try lightAsShot(input, settings.profile).report }
    do { return try record(of: input.measurement(settings), from: input) } catch let error as FrameSourceError {
      throw Failure(error)
    }
  }

  /// Throws for an option about the light where no light is measured.
  func checkLight(_ input: any FrameSource) throws {
    guard device.profile == nil, input.facts.profile == nil,
      let option = light.lightKind != .any ? "--light-kind" : device.policyOfLight
    else { return }
    throw Failure(.usage, "\(option) needs --profile: without one no light is measured in \(input.name)")
  }

  /// Returns the record of a measurement, with the exposure that the source states.
  func record(of measurement: CardMeasurement, from input: any FrameSource) throws -> Report {
    var report = measurement.record
    let exposure = input.facts.exposure
    report.exposureValue = exposure.exposureValue
    report.profileSource = profileSource(input)
    if let illuminanceConstant, case .ok(let card) = measurement.verdict {
      report.illuminance = exposure.illuminance(ofCardWith: card.neutral.value.green, constant: illuminanceConstant)
      let missing = [
        ("duration", exposure.duration), ("ISO", exposure.iso), ("aperture", exposure.aperture),
      ].filter { $0.1 == nil }.map(\.0)
      // Without a light or gains to set, that is the error.
      if report.illuminance == nil, report.error == nil {
        report.error =
          "\(input.name) does not say its \(missing.joined(separator: ", ")), which --illuminance-constant needs"
      }
    }
    return report
  }

  /// Returns the origin of a file's own colours, where they are used. The bundled sample needs no such note.
  private func profileSource(_ input: any FrameSource) -> String? {
    device.profile == nil && source != nil ? input.facts.profile?.provenance : nil
  }

  /// Prints the light that the camera has balanced for.
  func printLightAsShot() throws {
    let profile = try device.loadProfile()
    let input = try frames.open(source ?? "", profile: profile)
    try checkLight(input)
    let (report, error) = try lightAsShot(input, profile)
    try Output.report(report, text: report.text, json: json)
    if let error { throw Failure(error, "\(input.name): \(error)") }
  }

  private func lightAsShot(
    _ input: any FrameSource, _ profile: DeviceProfile?
  ) throws -> (report: Report, error: WhiteBalanceError?) {
    guard let neutral = input.facts.asShotNeutral else {
      throw Failure(.badData, "\(input.name) does not say what light it was balanced for; a still does")
    }
    var (report, reason): (Report, WhiteBalanceError?)
    do throws(WhiteBalanceError) {
      (report, reason) = try Report.asShot(
        neutral.divided(by: input.facts.appliedGains), profile: profile ?? input.facts.profile, range: device.range,
        policy: device.policy)
    } catch { throw Failure(error, "\(input.name): \(error)") }
    report.source = input.name
    report.exposureValue = input.facts.exposure.exposureValue
    report.profileSource = profileSource(input)
    if let warning = input.otherCamera(than: profile) { report.warn(warning) }
    return (report, reason)
  }

  /// Writes the gains of a card to a sidecar of its raw file, where that was requested. A file that is there is kept.
  ///
  /// - Parameters:
  ///   - applied: The gains that are already in the file's samples.
  ///   - matrix: The matrix that RawTherapee takes from the file, for its sidecar.
  func writeSidecar(of card: MeasuredCard, applied: WhiteBalanceGains, _ matrix: Matrix3x3?) throws {
    guard let sidecar else { return }
    let gains = card.gains.value.divided(by: applied)
    if let matrix {
      guard let balance = RawTherapeeBalance(gains: gains, matrix: matrix) else {
        throw Failure(.badData, "\(sidecar): RawTherapee has no temperature for these gains on the DNG's matrix")
      }
      return try OutputFile.write(sidecar, replaces: false) {
        _ = try $0.writeAll(balance.processingProfile.utf8)
      }
    }
    let balance: DeveloperBalance
    do throws(WhiteBalanceError) {
      balance = try DeveloperBalance(gains: gains, light: card.light?.uncorrected)
    } catch { throw Failure(error, "\(sidecar): \(error)") }
    try OutputFile.write(sidecar, replaces: false) { _ = try $0.writeAll(balance.xmp.utf8) }
  }

  /// Returns the warning about a sidecar that no raw developer looks for beside the source; `nil` for another sidecar.
  ///
  /// darktable reads `card.dng.xmp` beside `card.dng`, and RawTherapee `card.dng.pp3`. Camera Raw reads `card.xmp`
  /// beside `card.nef`, and none beside a DNG.
  var unreadSidecar: Note? {
    guard let sidecar, let source, source != "-", !NamedCamera.isCamera(source) else { return nil }
    let (file, name) = (FilePath(source), FilePath(sidecar).lastComponent?.string ?? "")
    guard let own = file.lastComponent else { return nil }
    var expected = ["\(own.string).\(FilePath(sidecar).extension?.lowercased() ?? "")"]
    if expected[0].hasSuffix(".xmp"), file.extension?.lowercased() != "dng" { expected.append("\(own.stem).xmp") }
    guard !expected.contains(name) else { return nil }
    return Note(
      .unreadSidecar,
      "\(sidecar): raw developers look for \(expected.joined(separator: " or ")) beside \(source), and for no other name"
    )
  }

  /// Returns the matrix that RawTherapee takes from the source, a DNG, where its sidecar is requested.
  func rawTherapeeMatrix() throws -> Matrix3x3? {
    guard let sidecar, sidecar.lowercased().hasSuffix(".pp3"), let source else { return nil }
    let bytes = NamedCamera.isCamera(source) ? [] : try InputFile.bytes(source)
    do throws(ExchangeError) { return try DNGColorTags(bytes).rawTherapeeMatrix } catch {
      let reason =
        switch error {
        case .unknownFormat, .missingTag: "\(source) is not a DNG with a matrix. An .xmp can be written for any file"
        default: "\(source): \(error)"
        }
      throw Failure(
        .usage,
        "--sidecar \(sidecar): RawTherapee computes its temperature with a DNG's colour matrix; \(reason)"
      )
    }
  }

  /// Measures several sources with the same options.
  func measureAll() throws {
    let batch = try MeasureBatch(self)
    var sources = ([source].compactMap(\.self) + more).makeIterator()
    try batch.run(
      { sources.next().map { .measure(source: $0, options: [], id: nil) } }, count: more.count + 1)
  }
}
