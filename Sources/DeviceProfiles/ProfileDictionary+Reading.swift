internal import Colorimetry
internal import RawFrames
internal import WhiteBalance

extension ProfileDictionary {
  /// The largest key, in bytes of UTF-8. Comparing longer texts of combining marks takes a time that grows with the
  /// square of their length.
  private static let longestKey = 64

  /// Restores a profile from its entries.
  ///
  /// - Parameters:
  ///   - entries: The entries of the whole dictionary, at least one of them with ``prefix``.
  ///   - table: Returns the look-up table that the file has beside the dictionary.
  package static func deviceProfile(
    _ entries: [(key: String, value: String)], table: () throws(ProfileError) -> LookUpTableCharacterization
  ) throws(ProfileError) -> DeviceProfile {
    var reader = EntryReader(try unique(entries))
    let found = try reader.count(Key.version, expected: "the version of the dictionary, 1 or above")
    guard found <= version else { throw .newerDictionary(version: found, supported: version) }
    let identity = DeviceIdentity(
      manufacturer: reader.text(Key.manufacturer), model: try reader.required(Key.model), unit: reader.text(Key.unit))
    guard !identity.model.isEmpty else { throw .emptyModel }
    let kind = try reader.required(Key.characterization)
    let characterization: ProfileCharacterization
    switch Kind(rawValue: kind) {
    case .matrices: characterization = .matrices(try matrices(&reader))
    case .table: characterization = .lookUpTable(try table())
    case .whiteMap:
      let matrices = try matrices(&reader)
      characterization = .whiteMap(
        WhiteMapCharacterization(
          matrices: matrices, map: try whiteMap(&reader), calibratedTemperatures: try mapTemperatures(&reader),
          colors: try colors(of: matrices, &reader)))
    case .gainCurve: characterization = .gainCurve(try gainCurve(&reader))
    case .temperatureCurve: characterization = .temperatureCurve(try temperatureCurve(&reader))
    case nil:
      throw .invalidEntry(
        key: Key.characterization, value: kind,
        expected: "'\(Kind.matrices.rawValue)', '\(Kind.whiteMap.rawValue)', '\(Kind.gainCurve.rawValue)', "
          + "'\(Kind.temperatureCurve.rawValue)' or '\(Kind.table.rawValue)'")
    }
    let deviceProfile = try DeviceProfile(
      identity: identity, characterization: characterization, balancedLight: balancedLight(&reader),
      gainRange: gainRange(&reader), levels: levels(&reader), uncertainty: uncertainty(&reader),
      creationDate: creationDate(&reader),
      provenance: reader.required(Key.provenance))
    try reader.checkNothingIsLeft()
    return deviceProfile
  }

  private static func unique(
    _ entries: [(key: String, value: String)]
  ) throws(ProfileError) -> [String: String] {
    var values: [String: String] = [:]
    for entry in entries where isOwn(entry.key) {
      guard entry.key.utf8.count <= longestKey else { throw .unknownEntry("\(entry.key.prefix(longestKey))") }
      guard values.updateValue(entry.value, forKey: entry.key) == nil else { throw .repeatedEntry(entry.key) }
    }
    return values
  }

  private static func matrices(_ reader: inout EntryReader) throws(ProfileError) -> MatrixCharacterization {
    let lights = try lights(Key.light, &reader)
    let unit = try unitResponse(&reader)
    do throws(WhiteBalanceError) { return try MatrixCharacterization(lights: lights, unitResponse: unit) } catch {
      throw .characterization(error)
    }
  }

  /// Returns the matrices of colours of a white map, which profiles of early versions do not have.
  private static func colors(
    of matrices: MatrixCharacterization, _ reader: inout EntryReader
  ) throws(ProfileError) -> MatrixCharacterization? {
    guard reader.has(Key.count(Key.color)) else { return nil }
    let lights = try lights(Key.color, &reader)
    do throws(WhiteBalanceError) {
      return try MatrixCharacterization(lights: lights, unitResponse: matrices.unitResponse)
    } catch { throw .characterization(error) }
  }

  private static func lights(
    _ kind: String, _ reader: inout EntryReader
  ) throws(ProfileError) -> [MatrixCharacterization.CalibratedLight] {
    let count = try reader.count(Key.count(kind), expected: "how many lights were calibrated, 1 or above")
    // The count is not trusted: the first light that is missing ends the loop with an error.
    var lights: [MatrixCharacterization.CalibratedLight] = []
    var number = 1
    while number <= count {
      let temperature = try reader.numbers(
        Key.temperature(kind, number), count: 1, expected: "a temperature in kelvin")[0]
      let duv = try duv(Key.duv(kind, number), &reader)
      lights.append(
        .init(temperature: temperature, duv: duv, matrix: try matrix(Key.matrix(kind, number), &reader)))
      number += 1
    }
    return lights
  }

  /// Returns the Duv of a light, which profiles of early versions do not have.
  private static func duv(_ key: String, _ reader: inout EntryReader) throws(ProfileError) -> Double? {
    guard reader.has(key) else { return nil }
    let expected = "the Duv of a light, above \(PlanckianLocus.lowestDuv)"
    let duv = try reader.numbers(key, count: 1, expected: expected)[0]
    guard duv.isFinite, duv > PlanckianLocus.lowestDuv else {
      throw .invalidEntry(key: key, value: "\(duv)", expected: expected)
    }
    return duv
  }

  private static func matrix(_ key: String, _ reader: inout EntryReader) throws(ProfileError) -> Matrix3x3 {
    matrix(try reader.numbers(key, count: 9, expected: "the nine numbers of a matrix, row by row")[...])
  }

  /// Returns the matrix of the first nine numbers, row by row.
  private static func matrix(_ numbers: ArraySlice<Double>) -> Matrix3x3 {
    let entries = Array(numbers.prefix(9))
    return Matrix3x3(
      rows: SIMD3(entries[0], entries[1], entries[2]), SIMD3(entries[3], entries[4], entries[5]),
      SIMD3(entries[6], entries[7], entries[8]))
  }

  private static func gainCurve(_ reader: inout EntryReader) throws(ProfileError) -> GainCurveCharacterization {
    let count = try reader.count(
      Key.curvePointCount, limit: GainCurveCharacterization.largestCount,
      expected: "a count of points, 1 to \(GainCurveCharacterization.largestCount)")
    let numbers = try reader.numbers(
      Key.curvePoints, count: 4 * count, expected: "temperature, Duv, R/G and B/G of each of the \(count) points")
    let points = (0..<count).map { index in
      GainCurveCharacterization.Point(
        temperature: numbers[4 * index], duv: numbers[4 * index + 1], redRatio: numbers[4 * index + 2],
        blueRatio: numbers[4 * index + 3])
    }
    let base = try matrix(Key.curveBase, &reader)
    do throws(WhiteBalanceError) { return try GainCurveCharacterization(points: points, base: base) } catch {
      throw .characterization(error)
    }
  }

  private static func unitResponse(_ reader: inout EntryReader) throws(ProfileError) -> LinearRGB {
    let unit = try reader.numbers(Key.unitResponse, count: 3, expected: "a factor each for red, green and blue")
    return LinearRGB(red: unit[0], green: unit[1], blue: unit[2])
  }

  private static func temperatureCurve(
    _ reader: inout EntryReader
  ) throws(ProfileError) -> TemperatureCurveCharacterization {
    let most = MatrixCharacterization.largestCount
    let count = try reader.count(
      Key.temperaturePointCount, limit: most, expected: "a count of points, 2 to \(most)")
    let numbers = try reader.numbers(
      Key.temperaturePoints, count: 3 * count, expected: "temperature, R/G and B/G of each of the \(count) points")
    let points = (0..<count).map { index in
      TemperatureCurveCharacterization.Point(
        temperature: numbers[3 * index], redRatio: numbers[3 * index + 1], blueRatio: numbers[3 * index + 2])
    }
    var colors: [TemperatureCurveCharacterization.ColorMatrix] = []
    if reader.has(Key.temperatureColorCount) {
      let count = try reader.count(
        Key.temperatureColorCount, limit: most, expected: "a count of matrices, 1 to \(most)")
      let numbers = try reader.numbers(
        Key.temperatureColors, count: 10 * count,
        expected: "temperature and the nine numbers, row by row, of each of the \(count) matrices")
      colors = stride(from: 0, to: numbers.count, by: 10).map { start in
        .init(temperature: numbers[start], matrix: matrix(numbers[(start + 1)...]))
      }
    }
    let unit = try unitResponse(&reader)
    do throws(WhiteBalanceError) {
      return try TemperatureCurveCharacterization(points: points, colors: colors, unitResponse: unit)
    } catch { throw .characterization(error) }
  }

  private static func whiteMap(_ reader: inout EntryReader) throws(ProfileError) -> WhiteMap {
    let numbers = try reader.numbers(
      Key.mapGrid, count: 5, expected: "the slope, the origin and the steps of the white map")
    func count(_ key: String) throws(ProfileError) -> Int {
      try reader.count(key, limit: WhiteMap.largestCount, expected: "a count of knots, 1 to \(WhiteMap.largestCount)")
    }
    let grid = WhiteMap.Grid(
      slope: numbers[0], origin: SIMD2(numbers[1], numbers[2]), spacing: SIMD2(numbers[3], numbers[4]),
      warmthCount: try count(Key.mapWarmthCount), tintCount: try count(Key.mapTintCount))
    let expected = "\(grid.warmthCount * grid.tintCount) displacements, one for each knot"
    let warmth = try reader.numbers(Key.mapWarmth, count: grid.warmthCount * grid.tintCount, expected: expected)
    let tint = try reader.numbers(Key.mapTint, count: grid.warmthCount * grid.tintCount, expected: expected)
    do throws(WhiteBalanceError) { return try WhiteMap(grid: grid, warmth: warmth, tint: tint) } catch {
      throw .characterization(error)
    }
  }

  private static func mapTemperatures(_ reader: inout EntryReader) throws(ProfileError) -> ClosedRange<Double>? {
    guard reader.has(Key.mapTemperatures) else { return nil }
    let expected = "the lowest and the highest temperature in kelvin that the white map has learnt"
    let ends = try reader.numbers(Key.mapTemperatures, count: 2, expected: expected)
    guard ends[0] > 0, ends[0] <= ends[1] else {
      throw .invalidEntry(key: Key.mapTemperatures, value: "\(ends[0]) \(ends[1])", expected: expected)
    }
    return ends[0]...ends[1]
  }

  private static func balancedLight(_ reader: inout EntryReader) throws(ProfileError) -> Chromaticity? {
    guard reader.has(Key.balancedLight) else { return nil }
    let expected = "x and y of the light that the RGB is balanced for, y above 0"
    let place = try reader.numbers(Key.balancedLight, count: 2, expected: expected)
    let light = Chromaticity(x: place[0], y: place[1])
    guard light.isReal else {
      throw .invalidEntry(key: Key.balancedLight, value: "\(light.x) \(light.y)", expected: expected)
    }
    return light
  }

  private static func gainRange(_ reader: inout EntryReader) throws(ProfileError) -> GainRange {
    let maximum = try reader.numbers(Key.maximumGain, count: 1, expected: "the largest gain of the device")[0]
    do throws(WhiteBalanceError) { return try GainRange(maximum: maximum) } catch { throw .characterization(error) }
  }

  private static func levels(_ reader: inout EntryReader) throws(ProfileError) -> SampleLevels? {
    let keys = [Key.blackLevels, Key.whiteLevels, Key.blackErrors]
    guard keys.contains(where: { reader.has($0) }) else { return nil }
    let order = "red, green on the red row, green on the blue row, blue"
    let expected = "four levels: \(order)"
    func values(_ numbers: [Double]) -> BayerValues<Double> {
      BayerValues(red: numbers[0], greenOnRedRow: numbers[1], greenOnBlueRow: numbers[2], blue: numbers[3])
    }
    let black = values(try reader.numbers(Key.blackLevels, count: 4, expected: expected))
    let white = values(try reader.numbers(Key.whiteLevels, count: 4, expected: expected))
    var blackError = BayerValues(repeating: 0.0)
    if reader.has(Key.blackErrors) {
      blackError = values(try reader.numbers(Key.blackErrors, count: 4, expected: "four standard errors: \(order)"))
    }
    do throws(RawFrameError) {
      return try SampleLevels(black: black, white: white, blackError: blackError)
    } catch {
      throw .levels(error)
    }
  }

  private static func uncertainty(_ reader: inout EntryReader) throws(ProfileError) -> CharacterizationUncertainty? {
    let keys =
      [Key.uncertaintyMired, Key.uncertaintyDuv, Key.uncertaintyOutside] + LightKind.allCases.map(Key.uncertainty(of:))
    guard keys.contains(where: { reader.has($0) }) else { return nil }
    let expected = "a standard error, 0 or above"
    let mired = try reader.numbers(Key.uncertaintyMired, count: 1, expected: expected)[0]
    let duv = try reader.numbers(Key.uncertaintyDuv, count: 1, expected: expected)[0]
    var outside = [0.0, 0]
    if reader.has(Key.uncertaintyOutside) {
      outside = try reader.numbers(
        Key.uncertaintyOutside, count: 2,
        expected: "what a mired outside of the calibrated temperatures adds to the errors of mired and Duv")
    }
    var (numbers, biases): ([LightKind: [Double]], [LightKind: [Double]]) = ([:], [:])
    for kind in LightKind.allCases where reader.has(Key.uncertainty(of: kind)) {
      numbers[kind] = try reader.numbers(
        Key.uncertainty(of: kind), multipleOf: LightErrors.numbersOfNode, after: LightErrors.numbersOfKind,
        limit: LightErrors.largestNodeCount,
        expected:
          "where the errors of a kind of light begin to grow and how, then mired, two errors and two ends of Duv a node"
      )
      guard reader.has(Key.duvBiases(of: kind)), let count = numbers[kind]?.count else { continue }
      biases[kind] = try reader.numbers(
        Key.duvBiases(of: kind), count: (count - LightErrors.numbersOfKind) / LightErrors.numbersOfNode,
        expected: "the mean error of Duv, found minus true, of each node of \(Key.uncertainty(of: kind))")
    }
    do throws(WhiteBalanceError) {
      var kinds: [LightKind: LightErrors] = [:]
      for (kind, numbers) in numbers { kinds[kind] = try LightErrors(numbers: numbers, duvBiases: biases[kind]) }
      let lights: LightErrorTable? = if kinds.isEmpty { nil } else { try LightErrorTable(kinds) }
      return try CharacterizationUncertainty(
        mired: mired, duv: duv, miredPerMired: outside[0], duvPerMired: outside[1], lights: lights)
    } catch {
      throw .characterization(error)
    }
  }

  private static func creationDate(_ reader: inout EntryReader) throws(ProfileError) -> CreationDate? {
    guard let text = reader.text(Key.creationDate) else { return nil }
    guard let date = CreationDate(text) else {
      throw .invalidEntry(key: Key.creationDate, value: text, expected: "a date and time like 2026-11-21T09:30:00Z")
    }
    return date
  }
}
