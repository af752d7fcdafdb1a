import Colorimetry
import Foundation
import GrayCard
import RawFrames
import TestSupport
import Testing
import WhiteBalance

/// The main job in one call: all checks are made, and all that can be told is told.
@Suite struct CardMeasurementTests {
  private struct Device: CalibratedDevice {
    var characterization: MatrixCharacterization
    var uncertainty: CharacterizationUncertainty?
    var gainRange = GainRange.standard
    var balanceWarning: String?
  }

  private let device: Device

  init() throws {
    device = Device(characterization: try MatrixCharacterization(lights: #require(Camera.all().first).lights))
  }

  private static let right = try? PedestalCard.frame(black: PedestalCard.black)

  @Test func `an error of black beyond a fiftieth of a channel's signal is told`() throws {
    let (black, white) = (GrayCardEstimatorTests.black, GrayCardEstimatorTests.white)
    // The weakest channel, red, has a signal of 100.
    for (error, isTold) in [(0, false), (1.9, false), (2.1, true)] {
      let levels = try SampleLevels(black: black, white: white, blackError: BayerValues(repeating: error))
      let frame = try GrayCardEstimatorTests.frame(sample: GrayCardEstimatorTests.flat).replacingLevels(levels)
      let measurement = try CardMeasurement(of: frame, in: .region(Region(x: 0, y: 0, width: 40, height: 30)))
      #expect(measurement.card != nil)
      #expect(measurement.warnings.map(\.code).contains("uncertain-black") == isTold, "\(error)")
    }
  }

  /// The same frame as a device has it that multiplies its samples above black.
  private static func multiplied(by gains: WhiteBalanceGains) throws -> RawFrame {
    let frame = try #require(right)
    let pattern = try #require(frame.format.bayerPattern)
    var rows: [[UInt16]] = []
    for row in 0..<frame.height {
      var samples: [UInt16] = []
      frame.readSamples(row: row, columns: 0..<frame.width, into: &samples)
      rows.append(samples)
    }
    let bytes = try FrameWriter.bytes(frame.format, width: frame.width, height: frame.height) { column, row in
      let gain: Double =
        switch pattern.channel(column: column, row: row) {
        case .red: gains.red
        case .blue: gains.blue
        case .greenOnRedRow, .greenOnBlueRow: gains.green
        }
      return UInt16((PedestalCard.black + gain * (Double(rows[row][column]) - PedestalCard.black)).rounded())
    }
    return try RawFrame(
      format: frame.format, width: frame.width, height: frame.height, bytes: bytes, levels: frame.levels)
  }

  private static func codes(_ measurement: CardMeasurement) -> [CardRefusal.Code] {
    if case .refused(let reasons) = measurement.verdict { reasons.map(\.code) } else { [] }
  }

  private static func card(_ measurement: CardMeasurement) throws -> MeasuredCard {
    guard case .ok(let card) = measurement.verdict else {
      throw GrayCardEstimatorTests.UnexpectedVerdict(refusals: GrayCardEstimatorTests.refusals(measurement.reading))
    }
    return card
  }

  // MARK: - The area

  @Test(arguments: [
    (CardArea.center, "40,30,80,60", CardArea.Source.center),
    (.region(Region(x: 44, y: 34, width: 20, height: 16)), "44,34,20,16", .given),
    (.spot(), "68,48,24,24", .spot), (.spot(at: SamplePosition(x: 159, y: 0)), "136,0,24,24", .spot),
    (.frame(), "0,0,160,120", .frame), (.frame(weighting: .centered), "0,0,160,120", .frame),
  ])
  func `the card is measured in the area asked for`(area: CardArea, region: String, source: CardArea.Source) throws {
    let measurement = try CardMeasurement(of: #require(Self.right), in: area)
    #expect(measurement.reading.region.description == region && measurement.regionSource == source)
  }

  @Test func `without an area the card is looked for, on the device where one is known`() throws {
    let frame = try #require(Self.right)
    let plausibility = NeutralPlausibility(on: device.characterization)
    for (measurement, finder) in [
      (try CardMeasurement(of: frame), CardFinder()),
      (try CardMeasurement(of: frame, on: device), CardFinder(plausibility: plausibility)),
    ] {
      #expect(try finder.search(frame) == .found(measurement.reading.region))
      #expect(measurement.regionSource == .found)
    }
  }

  @Test func `of two patches the one is found that is neutral on the device, or on cameras where none is known`() throws
  {
    // Its raw values of D65 are alike, as no other camera's are.
    let white = TristimulusValues(.d65)
    let even = Device(
      characterization: try MatrixCharacterization(lights: [
        .init(temperature: 6504, matrix: Matrix3x3(diagonal: [1 / white.x, 1 / white.y, 1 / white.z]))
      ]))
    let frame = try CardFinderTests.noisyFrame(160, 120) { channel, column, row in
      guard !(72..<88).contains(column) else { return (column + row) % 4 < 2 ? 300 : 600 }
      return column >= 88 ? 1500 : channel == .red ? 1000 : channel == .blue ? 1400 : 2000
    }
    for (device, columns) in [(nil, 0..<72), (even, 88..<160)] {
      let measurement = try CardMeasurement(of: SourceFrame(frame, blackOrigin: .option), on: device)
      let region = measurement.reading.region
      #expect(measurement.regionSource == .found)
      #expect(columns.contains(region.x) && region.x + region.width <= columns.upperBound, "\(region)")
    }
  }

  @Test func `a spot outside of the frame is refused before anything is read`() throws {
    let position = SamplePosition(x: 160, y: 0)
    #expect(throws: GrayCardError.outsideFrame(position, width: 160, height: 120)) {
      try CardMeasurement(of: #require(Self.right), in: .spot(at: position))
    }
  }

  @Test(arguments: [0, -1, .nan, .infinity] as [Double]) func `gains that no device applies are refused`(
    gain: Double
  ) throws {
    let gains = WhiteBalanceGains(red: 1, green: 1, blue: gain)
    let error = try #require(throws: GrayCardError.self) {
      try CardMeasurement(of: #require(Self.right), appliedGains: gains)
    }
    guard case .invalidGains = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test func `a refusal whose limit is infinite is kept in JSON`() throws {
    let refusal = CardRefusal(code: .blackUnknown, value: 1, limit: .infinity)
    let bytes = try JSONEncoder().encode(refusal.finding)
    #expect(try JSONDecoder().decode(Finding.self, from: bytes) == refusal.finding)
    let finite = CardRefusal(code: .tooDark, value: 0.25, limit: 0.5)
    #expect(try JSONDecoder().decode(Finding.self, from: JSONEncoder().encode(finite.finding)) == finite.finding)
  }

  @Test func `where no card is found the middle is measured, and a warning says so`() throws {
    let dark = try GrayCardEstimatorTests.frame(width: 160, height: 120) { _, _, _ in 65 }
    let measurement = try CardMeasurement(of: dark)
    #expect(measurement.regionSource == .center && Self.codes(measurement) == [.tooDark])
    #expect(measurement.warnings.map(\.code) == ["no-card-found"])
  }

  // MARK: - The checks

  @Test(arguments: [CardArea.found, .center, .region(PedestalCard.region), .spot()])
  func `a card at a wrong black level is refused in every area`(area: CardArea) throws {
    let wrong = try PedestalCard.frame(black: PedestalCard.wrongBlack)
    #expect(try Self.codes(CardMeasurement(of: wrong, in: area)) == [.blackLevel])
    #expect(try Self.codes(CardMeasurement(of: #require(Self.right), in: area)) == [])
  }

  @Test func `a wall in a photograph without a card is not found to be one, and is believed where it is given`() throws
  {
    let room = try RealFrameTests.room()
    let found = try CardMeasurement(of: room)
    #expect(found.regionSource == .found && Self.codes(found) == [.notWhole])
    #expect(try Self.codes(CardMeasurement(of: room, in: .region(found.reading.region))) == [])
    var limits = GrayCardLimits()
    limits.shading = 2
    let read = try CardMeasurement(of: room, limits: limits)
    #expect(Self.codes(read) == [])
    let text =
      "the patch that was found ends at the frame's edge, as a wall does; if it is not the card, give the card's region"
    #expect(read.warnings.first { $0.code == "at-frame-edge" }?.message == text)
  }

  /// The light falls off by half over the frame.
  @Test(
    arguments: [
      (Region(x: 0, y: 0, width: 160, height: 120), []), (Region(x: 16, y: 16, width: 128, height: 88), []),
      (Region(x: 0, y: 0, width: 144, height: 104), [.notWhole]),
      (Region(x: 0, y: 0, width: 160, height: 88), [.notWhole]),
      (Region(x: 24, y: 16, width: 120, height: 104), [.notWhole]), (Region(x: 0, y: 0, width: 40, height: 40), []),
    ] as [(Region, [CardRefusal.Code])])
  func `a card in falling light is whole, or fills the frame`(card: Region, codes: [CardRefusal.Code]) throws {
    let frame = try CardFinderTests.noisyFrame(160, 120) { channel, column, row in
      let isCard = (card.x..<card.x + card.width).contains(column) && (card.y..<card.y + card.height).contains(row)
      let falling = 1 - Double(column + row) / 520
      return (channel == .red ? 1000 : channel == .blue ? 1400 : 2000) * falling
        * (isCard ? 1 : (column + row) % 4 < 2 ? 0.2 : 0.5)
    }
    let measurement = try CardMeasurement(of: SourceFrame(frame, blackOrigin: .option))
    #expect(measurement.regionSource == .found && Self.codes(measurement) == codes)
    let isWhole = card.x > 0 && card.y > 0 && card.x + card.width < 160 && card.y + card.height < 120
    let isWarned = measurement.warnings.contains { $0.code == "at-frame-edge" }
    #expect(isWarned == (codes.isEmpty && !isWhole && card.width < 160))
  }

  @Test func `a card in no light of the device is refused on it, and without it has gains alone`() throws {
    // As green as a laser.
    let frame = try GrayCardEstimatorTests.frame { channel, _, _ in
      channel == .greenOnRedRow || channel == .greenOnBlueRow ? 900 : 120
    }
    #expect(try Self.codes(CardMeasurement(of: frame, on: device, in: .frame())) == [.notALight])
    let card = try Self.card(CardMeasurement(of: frame, in: .frame()))
    #expect(card.light == nil && card.error == nil && card.settable?.isClamped == true)
  }

  /// The red channel's black level is 60.
  @Test(arguments: [59, 60] as [UInt16]) func `a channel without signal is too dark also where the limit allows it`(
    red: UInt16
  ) throws {
    let frame = try GrayCardEstimatorTests.frame { channel, _, _ in channel == .red ? red : 500 }
    var limits = GrayCardLimits()
    (limits.signalShare, limits.relativeStandardError) = (0, .infinity)
    let measurement = try CardMeasurement(of: frame, in: .frame(), limits: limits)
    #expect(Self.codes(measurement) == [.tooDark], "\(measurement)")
  }

  // MARK: - What is told

  @Test func `a trusted card has the gains, the light and the errors that its neutral gives`() throws {
    let card = try Self.card(CardMeasurement(of: #require(Self.right), on: device))
    let gains = try MeasuredGains(neutralizing: card.neutral)
    let light = try MeasuredLight(forNeutral: card.neutral, on: device.characterization)
    #expect(card.gains == gains && card.light == light && card.light?.uncertainty != nil)
    #expect(card.settable?.gains == gains.value && card.settable?.isClamped == false)
  }

  @Test func `gains that the device applied are taken out of the neutral and its errors`() throws {
    let frame = try #require(Self.right)
    let applied = WhiteBalanceGains(red: 2, green: 1, blue: 4)
    let (plain, own) = (
      try Self.card(CardMeasurement(of: frame, in: .center)),
      try Self.card(CardMeasurement(of: frame, in: .center, appliedGains: applied))
    )
    #expect(own.neutral.value.vector == plain.neutral.value.vector / applied.vector)
    #expect(own.neutral.standardError.vector == plain.neutral.standardError.vector / applied.vector)
    // Gains may give a card the colours of no light, and it is found none the less.
    let strong = WhiteBalanceGains(red: 0.2, green: 1, blue: 0.2)
    #expect(try CardMeasurement(of: frame, on: device).regionSource == .found)
    #expect(try CardMeasurement(of: Self.multiplied(by: strong), on: device).regionSource == .center)
    #expect(
      try CardMeasurement(of: Self.multiplied(by: strong), on: device, appliedGains: strong).regionSource == .found)
  }

  @Test func `the range is the one asked for, else the device's, and the policy refuses in the card`() throws {
    let frame = try #require(Self.right)
    let range = try GainRange(maximum: 1.5)
    var narrow = device
    narrow.gainRange = range
    func settable(_ measurement: CardMeasurement) throws -> FittedGains? { try Self.card(measurement).settable }
    #expect(try settable(CardMeasurement(of: frame, on: narrow))?.isClamped == true)
    #expect(try settable(CardMeasurement(of: frame, on: narrow, range: .standard))?.isClamped == false)
    #expect(try settable(CardMeasurement(of: frame, range: range))?.policy == .clampChannels)
    // Without the device's colours no light can be held.
    #expect(try settable(CardMeasurement(of: frame, range: range, policy: .holdTint))?.policy == .clampChannels)
    let refused = try Self.card(CardMeasurement(of: frame, range: range, policy: .refuse))
    #expect(refused.settable == nil && refused.error == .gainsOutOfRange(refused.gains.value, range))
  }

  @Test func `the device, the black level and the errors have their warnings, in this order`() throws {
    var balanced = device
    balanced.balanceWarning = "balanced already"
    let source = SourceFrame(try #require(Self.right), blackOrigin: .assumed)
    let measurement = try CardMeasurement(of: source, on: balanced, unknownBlack: .assumeZero)
    #expect(measurement.warnings.map(\.code) == ["balanced-rgb", "black-assumed", "no-profile-uncertainty"])
    balanced.uncertainty = try CharacterizationUncertainty(mired: 2, duv: 0.001)
    #expect(
      try CardMeasurement(of: source, on: balanced, unknownBlack: .assumeZero).warnings.map(\.code)
        == ["balanced-rgb", "black-assumed", "unknown-population"])
    let levels = SampleLevels(fullRangeOf: source.format)
    #expect(SourceFrame(try source.frame.replacingLevels(levels)).blackOrigin == .assumed)
    #expect(SourceFrame(source.frame).blackOrigin == .option)
  }

  @Test func `a light, or a kind of light, that the device's errors were not learnt from has a warning`() throws {
    let frame = try #require(Self.right)
    let light = try Self.card(CardMeasurement(of: frame, on: device)).light
    let place = try #require(light?.estimate.temperatureAndTint)
    /// The codes for errors that were learnt at lights so far from the card's, in mired and in Duv.
    func codes(mired: Double = 0, duv: Double = 0, kind: LightKind = .any) throws -> [String] {
      let node = LightErrors.Node(
        reciprocalTemperature: place.mired + mired, mired: 2, duv: 0.001, lowestDuv: place.duv + duv - 0.001,
        highestDuv: place.duv + duv + 0.001)
      var known = device
      known.uncertainty = try CharacterizationUncertainty(
        lights: LightErrorTable([.any: LightErrors(nodes: [node], edge: 0.1, miredPerDuv: 0, duvPerDuv: 0)]))
      return try CardMeasurement(of: frame, on: known, lightKind: kind).warnings.map(\.code)
    }
    #expect(try codes() == [])
    #expect(try codes(mired: 60) == ["unfamiliar-light"])
    #expect(try codes(duv: 0.01) == ["unfamiliar-light"])
    #expect(try codes(kind: .phosphorLED) == ["unknown-light-kind"])
    #expect(try codes(mired: -60, kind: .phosphorLED) == ["unknown-light-kind", "unfamiliar-light"])
    var unsure = device
    unsure.uncertainty = nil
    let ofUnsure = try CardMeasurement(of: frame, on: unsure, lightKind: .phosphorLED).warnings
    #expect(ofUnsure.map(\.code).contains("unknown-light-kind"))
  }

  @Test func `the JSON of a measurement reads back as the same record`() throws {
    let frame = try #require(Self.right)
    for measurement in [
      try CardMeasurement(of: SourceFrame(frame, name: "card"), on: device), try CardMeasurement(of: frame),
      try CardMeasurement(of: PedestalCard.frame(black: PedestalCard.wrongBlack)),
    ] {
      let bytes = try JSONEncoder().encode(measurement)
      #expect(try JSONDecoder().decode(MeasurementRecord.self, from: bytes) == measurement.record)
    }
  }

  @Test func `numbers that JSON does not have are texts in it, and read back`() throws {
    var record = MeasurementRecord()
    record.reasons = [.init(code: "black-unknown", value: .infinity, limit: 0.003)]
    (record.temperature, record.duv) = (.infinity, -.infinity)
    let bytes = try JSONEncoder().encode(record)
    #expect(try JSONDecoder().decode(MeasurementRecord.self, from: bytes) == record)
    // They are the texts of the tool.
    let line =
      #"{"duv":"-Infinity","reasons":[{"code":"a","limit":1,"value":"Infinity"}],"temperature":"Infinity","tint":"NaN"}"#
    let read = try JSONDecoder().decode(MeasurementRecord.self, from: Data(line.utf8))
    #expect(read.reasons?.first?.value == .infinity && read.duv == -.infinity && read.tint?.isNaN == true)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(read), as: UTF8.self) == line)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(MeasurementRecord.self, from: Data(#"{"temperature":"warm"}"#.utf8))
    }
  }
}
