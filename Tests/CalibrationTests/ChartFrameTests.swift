import Calibration
import Colorimetry
import Foundation
import GrayCard
import RawFrames
import TestSupport
import Testing
import WhiteBalance

@Suite struct ChartFrameTests {
  private static let names = ChartReference.colorChecker24.patches.map(\.name)

  /// A plane in front of a camera: from the chart, 0 to 1 each way, to the frame.
  private static func project(_ u: Double, _ v: Double) -> (x: Double, y: Double) {
    let depth = 1 + 0.3 * u - 0.2 * v
    return ((20 + 180 * u + 15 * v) / depth, (12 - 10 * u + 110 * v) / depth)
  }

  private static let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map { u, v in
    let place = project(u, v)
    return ChartFrame.Point(x: place.x, y: place.y)
  }

  private static let (width, height) = (200, 160)

  /// The patch that each sample of the frame shows, and whether its middle; `nil` beside the chart.
  private static let painted: [(patch: Int, isMiddle: Bool)?] = {
    var painted = [(patch: Int, isMiddle: Bool)?](repeating: nil, count: width * height)
    // The chart is painted in steps that are finer than samples, so every sample within it gets a patch.
    let steps = 1600
    for i in 0..<steps {
      for j in 0..<steps {
        let (u, v) = ((Double(i) + 0.5) / Double(steps), (Double(j) + 0.5) / Double(steps))
        let place = project(u, v)
        guard place.x >= 0, place.y >= 0, Int(place.x) < width, Int(place.y) < height else { continue }
        let isMiddle = [u * 6, v * 4].allSatisfy { (0.25...0.75).contains($0 - $0.rounded(.down)) }
        painted[Int(place.y) * width + Int(place.x)] = (Int(v * 4) * 6 + Int(u * 6), isMiddle)
      }
    }
    return painted
  }()

  /// A frame in which patch n reads 100 + 30 n in red, twice that in blue, and 3 times in green, over black 64.
  ///
  /// - Parameters:
  ///   - edge: A number that is added to the values beside the middle half of a patch.
  ///   - red: The value of red as a multiple of 100 + 30 n.
  ///   - blue: The value of blue as a multiple of 100 + 30 n.
  private func frame(
    _ code: String = "RG12", white: Double = 4095, edge: Int = 0, isMirrored: Bool = false, isUpsideDown: Bool = false,
    red: Int = 1, blue: Int = 2
  ) throws -> RawFrame {
    let (width, height) = (Self.width, Self.height)
    let format = try PixelFormat(code)
    var samples = [UInt16](repeating: 64, count: width * height)
    let pattern = try #require(format.bayerPattern)
    for (index, paint) in Self.painted.enumerated() {
      guard let paint else { continue }
      let x = isMirrored ? width - 1 - index % width : index % width
      let y = isUpsideDown ? height - 1 - index / width : index / width
      let factor =
        switch pattern.channel(column: x, row: y) {
        case .red: red
        case .blue: blue
        case .greenOnRedRow, .greenOnBlueRow: 3
        }
      samples[y * width + x] = UInt16(64 + factor * (100 + 30 * paint.patch) + (paint.isMiddle ? 0 : edge))
    }
    let bytes = try FrameWriter.bytes(format, width: width, height: height) { samples[$1 * width + $0] }
    return try RawFrame(
      format: format, width: width, height: height, bytes: bytes, levels: SampleLevels(black: 64, white: white))
  }

  @Test func `a chart that lies askew is read patch by patch`() throws {
    let chart = try ChartFrame(corners: Self.corners, columns: 6, rows: 4)
    let readings = try chart.readings(of: frame(), names: Self.names)
    #expect(readings.map(\.patch) == Self.names)
    for (index, reading) in readings.enumerated() {
      let value = Double(100 + 30 * index)
      #expect(reading.response == LinearRGB(red: value, green: 3 * value, blue: 2 * value), "\(reading.patch)")
      #expect(reading.standardError == LinearRGB(red: 0, green: 0, blue: 0) && !reading.isClipped)
    }
  }

  @Test func `readings of a chart have none of the gains that the device has multiplied its samples by`() throws {
    func chart(_ frame: RawFrame, _ gains: WhiteBalanceGains) throws -> FramedChart {
      try FramedChart(
        in: SourceFrame(frame, blackOrigin: .option), corners: Self.corners, of: .colorChecker24, appliedGains: gains)
    }
    let (none, gains) = (WhiteBalanceGains(red: 1, green: 1, blue: 1), WhiteBalanceGains(red: 4, green: 1, blue: 2))
    let (native, multiplied) = (try chart(frame(), none), try chart(frame(red: 4, blue: 4), gains))
    #expect(multiplied.readings == native.readings && native.readings.count == 24)
    // An error of the black level in the multiplied samples is smaller before them; both greens share the larger one.
    let levels = try SampleLevels(
      black: BayerValues(repeating: 64), white: BayerValues(repeating: 4095),
      blackError: BayerValues(red: 2, greenOnRedRow: 3, greenOnBlueRow: 5, blue: 7))
    let unsure = try frame(red: 4, blue: 4).replacingLevels(levels)
    for reading in try chart(unsure, gains).readings {
      #expect(reading.blackError == LinearRGB(red: 0.5, green: 5, blue: 3.5) && reading.sharedBlackError == nil)
    }
    for invalid in [WhiteBalanceGains(red: 0, green: 1, blue: 2), WhiteBalanceGains(red: 1, green: 1, blue: .nan)] {
      let error = #expect(throws: ChartFrameError.self) { try chart(frame(), invalid) }
      guard case .invalidGains = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    // The painted patches have errors where what is beside their middles differs.
    let uneven = try frame(edge: 40)
    for (left, right) in try zip(chart(uneven, none).readings, chart(uneven, gains).readings) {
      let (left, right) = (try #require(left.standardError), try #require(right.standardError))
      #expect(left.red > 0 && right == left.divided(by: gains))
    }
  }

  /// The white patch of a chart of 10 bits, cut off where a sensor may end.
  @Test func `a patch on a plateau below white is clipped`() throws {
    let file = try Data(contentsOf: repositoryRoot.appending(path: "Data/sample-chart/daylight.raw"))
    let chart = try ChartFrame(
      corners: [(6.0, 6.0), (246, 6), (246, 166), (6, 166)].map { ChartFrame.Point(x: $0.0, y: $0.1) }, columns: 6,
      rows: 4)
    func clipped(at end: UInt16) throws -> [String] {
      let samples = stride(from: 0, to: file.count, by: 2).map {
        min(UInt16(file[$0]) | UInt16(file[$0 + 1]) << 8, end)
      }
      let frame = try RawFrame(
        format: PixelFormat("RG10"), width: 252, height: 172, samples: samples,
        levels: SampleLevels(black: 64, white: 1023))
      return try chart.readings(of: frame, names: Self.names).filter(\.isClipped).map(\.patch)
    }
    #expect(try clipped(at: 1023) == [])
    for end in [815, 780, 760] as [UInt16] { #expect(try clipped(at: end) == ["D1"], "\(end)") }
  }

  /// A sample belongs to a patch by its centre.
  @Test func `the middle half of a patch is read, and no sample beside it`() throws {
    let (side, middle) = (16, 4..<12)
    let format = try PixelFormat("RG12")
    let bytes = try FrameWriter.bytes(format, width: side, height: side) { column, row in
      middle.contains(column) && middle.contains(row) ? 500 : 4000
    }
    let frame = try RawFrame(
      format: format, width: side, height: side, bytes: bytes, levels: SampleLevels(black: 0, white: 4095))
    let corners = [(0.0, 0.0), (16, 0), (16, 16), (0, 16)].map { ChartFrame.Point(x: $0, y: $1) }
    let readings = try ChartFrame(corners: corners, columns: 1, rows: 1).readings(of: frame, names: ["A1"])
    #expect(readings.map(\.response) == [LinearRGB(red: 500, green: 500, blue: 500)])
  }

  @Test func `a patch has the errors of its means, and clips by one sample of a thousand`() throws {
    let format = try PixelFormat("RG12")
    let levels = try SampleLevels(black: 0, white: 4095)
    /// Returns the reading of a patch of 64 x 64 samples, of which 32 x 32 are read, 256 of each channel. Half of them
    /// are `spread` above the others.
    func reading(spread: UInt16, clipped: Int) throws -> ChartReading {
      let bytes = try FrameWriter.bytes(format, width: 64, height: 64) { column, row in
        if row == 16, column >= 16, column < 16 + 2 * clipped { return 4095 }
        return 500 + (column / 2 % 2 == 0 ? spread : 0)
      }
      let frame = try RawFrame(format: format, width: 64, height: 64, bytes: bytes, levels: levels)
      let corners = [(0.0, 0.0), (64, 0), (64, 64), (0, 64)].map { ChartFrame.Point(x: $0, y: $1) }
      let readings = try ChartFrame(corners: corners, columns: 1, rows: 1).readings(of: frame, names: ["A1"])
      return try #require(readings.first)
    }
    let error = try #require(reading(spread: 20, clipped: 0).standardError)
    // Values 10 above and below their mean, and 255 degrees of freedom.
    let expected = 10 / 255.0.squareRoot()
    for value in [error.red, error.green * 2.0.squareRoot(), error.blue] {
      #expect(Tolerance.rounding.allows(abs(value / expected - 1)), "\(error)")
    }
    // One sample of 256 is more than one in a thousand.
    #expect(try !reading(spread: 20, clipped: 0).isClipped && reading(spread: 20, clipped: 1).isClipped)
  }

  /// The chart is mirrored, so that each corner of a rectangle is once the first to leave its patch.
  @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
  func `the rectangle inside each patch of a chart that lies askew shows that patch's middle alone`(
    isMirrored: Bool, isUpsideDown: Bool
  ) throws {
    let frame = try frame(edge: 5, isMirrored: isMirrored, isUpsideDown: isUpsideDown)
    let corners = Self.corners.map { corner in
      ChartFrame.Point(
        x: isMirrored ? Double(frame.width) - corner.x : corner.x,
        y: isUpsideDown ? Double(frame.height) - corner.y : corner.y)
    }
    let insides = try ChartFrame(corners: corners, columns: 6, rows: 4).insides(in: frame)
    #expect(insides.count == 24)
    for (index, region) in insides.enumerated() {
      let sums = TileMoments(of: frame, in: region, side: 200, by: .fastest).total
      let value = 100 + 30 * UInt16(index)
      for (sum, factor) in [(sums.red, UInt16(1)), (sums.greenOnRedRow, 3), (sums.greenOnBlueRow, 3), (sums.blue, 2)] {
        #expect(sum.count > 0 && sum.minimum == 64 + factor * value && sum.maximum == sum.minimum, "\(index)")
      }
      // The middles of the farthest patches are 9 x 8 samples, and lie askew.
      #expect(region.width * region.height >= 25, "\(region)")
    }
  }

  /// The middles of the chart's last patches end at the frame's edge, in its last column or row.
  @Test(arguments: [
    (64, 128, [(41.0, 0.0), (65, 0), (65, 128), (41, 128)]), (200, 60, [(0, 45), (192, 45), (192, 61), (0, 61)]),
    (64, 128, [(0, 0), (23, 0), (23, 128), (0, 128)]),
  ]) func `a chart at the edge of the frame is read inside it`(
    width: Int, height: Int, places: [(x: Double, y: Double)]
  ) throws {
    let format = try PixelFormat("RG10")
    let bytes = try FrameWriter.bytes(format, width: width, height: height) { x, y in UInt16(200 + x % 2 + 3 * (y % 2))
    }
    let frame = try RawFrame(
      format: format, width: width, height: height, bytes: bytes, levels: SampleLevels(black: 64, white: 1023))
    let corners = places.map { ChartFrame.Point(x: $0.x, y: $0.y) }
    for region in try ChartFrame(corners: corners, columns: 6, rows: 4).insides(in: frame) {
      #expect(region.x >= 0 && region.y >= 0 && region.width >= 2 && region.height >= 2, "\(region)")
      #expect(region.x + region.width <= width && region.y + region.height <= height, "\(region)")
    }
    let chart = try FramedChart(
      in: SourceFrame(frame, blackOrigin: .option), corners: corners, of: .colorChecker24)
    #expect(chart.readings.count == 24)
  }

  @Test func `patches at the white level are clipped`() throws {
    let chart = try ChartFrame(corners: Self.corners, columns: 6, rows: 4)
    // Green of patch 20 is 64 + 3 (100 + 600).
    let readings = try chart.readings(of: frame(white: 2164), names: Self.names)
    #expect(readings.map(\.isClipped) == (0..<24).map { $0 >= 20 })
  }

  @Test func `corners that are turned turn the chart`() throws {
    let upright = try ChartFrame(corners: Self.corners, columns: 6, rows: 4).readings(of: frame(), names: Self.names)
    let turned = try ChartFrame(corners: Array(Self.corners[2...] + Self.corners[..<2]), columns: 6, rows: 4)
      .readings(of: frame(), names: Self.names)
    #expect(turned.map(\.response) == upright.reversed().map(\.response))
  }

  @Test(arguments: [(6, 4), (4, 6), (11, 10), (1, 1)]) func `corners in another order are told by the shape of patches`(
    columns: Int, rows: Int
  ) throws {
    let (width, height) = (20 * Double(columns), 20 * Double(rows))
    let upright = [(0, 0), (width, 0), (width, height), (0, height)]
    for start in 0..<4 {
      let turned = (0..<4).map { upright[($0 + start) % 4] }
      for corners in [turned, turned.reversed()] {
        let chart = try ChartFrame(
          corners: corners.map { ChartFrame.Point(x: $0.0, y: $0.1) }, columns: columns, rows: rows)
        let told = start % 2 == 1 && max(columns, rows) == 6
        #expect(chart.warning == (told ? .turnedCorners(elongation: 2.25, columns: columns, rows: rows) : nil))
      }
    }
    // Seen from the side, the patches of a chart in the right order are narrow.
    let narrow = [(0, 0), (0.7 * width, 0), (0.7 * width, height), (0, height)]
    let chart = try ChartFrame(
      corners: narrow.map { ChartFrame.Point(x: $0.0, y: $0.1) }, columns: columns, rows: rows)
    #expect(chart.warning == nil)
  }

  @Test func `a chart that has collapsed onto an edge of the frame is too small`() throws {
    let frame = try frame()
    let (width, height) = (Double(frame.width), Double(frame.height))
    let onBottom = [(0, height), (width, height), (width, height.nextDown), (0, height.nextDown)]
    let onRight = [(width, 0), (width, height), (width.nextDown, height), (width.nextDown, 0)]
    for corners in [onBottom, onRight] {
      let chart = try ChartFrame(corners: corners.map { ChartFrame.Point(x: $0.0, y: $0.1) }, columns: 6, rows: 4)
      #expect(throws: ChartFrameError.patchTooSmall(patch: "A1", samples: 0, needed: 8)) {
        try chart.readings(of: frame, names: Self.names)
      }
    }
  }

  /// The corners of a shape: a rectangle of any sides, each of whose corners may be moved.
  private static func corners(_ draws: inout Draws, width: Double, height: Double) -> [ChartFrame.Point] {
    func place(_ draws: inout Draws, _ side: Double) -> Double {
      guard draws.choice(below: 2) == 0 else { return draws.one(of: [0, side, side.nextDown, side.nextUp]) }
      return draws.number(in: 0...side, edges: [-side, .leastNonzeroMagnitude, 1e308, -.infinity, .nan])
    }
    let (left, right) = (place(&draws, width), place(&draws, width))
    let (top, bottom) = (place(&draws, height), place(&draws, height))
    return [(left, top), (right, top), (right, bottom), (left, bottom)].map { x, y in
      ChartFrame.Point(
        x: draws.choice(below: 8) < 7 ? x : place(&draws, width),
        y: draws.choice(below: 8) < 7 ? y : place(&draws, height))
    }
  }

  @Test func `a chart with any corners is read within the frame's values, or refused`() throws {
    let (width, height) = (96, 64)
    let format = try PixelFormat("RG12")
    let bytes = try FrameWriter.bytes(format, width: width, height: height) { UInt16(100 + $0 + $1) }
    let frame = try RawFrame(
      format: format, width: width, height: height, bytes: bytes, levels: SampleLevels(black: 0, white: 4095))
    let values = 100.0...Double(100 + width + height)
    var readCount = 0
    expectLaw(within: .exact, count: 2000) { draws in
      Self.corners(&draws, width: Double(width), height: Double(height))
    } law: { corners in
      guard
        let readings = try? ChartFrame(corners: corners, columns: 6, rows: 4).readings(of: frame, names: Self.names)
      else { return 0 }
      readCount += 1
      let responses = readings.map(\.response)
      return responses.allSatisfy { [$0.red, $0.green, $0.blue].allSatisfy(values.contains) } ? 0 : .infinity
    }
    #expect(readCount > 0)
  }

  @Test(arguments: ["BA12", "GB12"])
  func `a wrong order of colours is told by the greens of the chart`(code: String) throws {
    let right = try frame()
    let wrong = try RawFrame(
      format: PixelFormat(code), width: right.width, height: right.height, bytes: right.bytes, levels: right.levels)
    #expect {
      try ChartFrame(corners: Self.corners, columns: 6, rows: 4).readings(of: wrong, names: Self.names)
    } throws: {
      if case .greensDiffer(let share)? = $0 as? ChartFrameError { share > 0.1 } else { false }
    }
  }

  @Test func `what cannot be read is an error`() throws {
    let crossed = [Self.corners[0], Self.corners[2], Self.corners[1], Self.corners[3]]
    #expect(throws: ChartFrameError.corners(crossed)) { try ChartFrame(corners: crossed, columns: 6, rows: 4) }
    let flat = Array(repeating: Self.corners[0], count: 4)
    #expect(throws: ChartFrameError.corners(flat)) { try ChartFrame(corners: flat, columns: 6, rows: 4) }
    let frame = try frame()
    let outside = [(0.0, 0.0), (400, 0), (400, 100), (0, 100)].map { ChartFrame.Point(x: $0, y: $1) }
    #expect(throws: ChartFrameError.outsideFrame(patch: "A4", width: 200, height: 160)) {
      try ChartFrame(corners: outside, columns: 6, rows: 4).readings(of: frame, names: Self.names)
    }
    let small = [(0.0, 0.0), (24, 0), (24, 16), (0, 16)].map { ChartFrame.Point(x: $0, y: $1) }
    #expect(throws: ChartFrameError.patchTooSmall(patch: "A1", samples: 1, needed: 8)) {
      try ChartFrame(corners: small, columns: 6, rows: 4).readings(of: frame, names: Self.names)
    }
    #expect(throws: ChartFrameError.patchCount(24, names: 1)) {
      try ChartFrame(corners: Self.corners, columns: 6, rows: 4).readings(of: frame, names: ["A1"])
    }
    #expect(throws: ChartFrameError.patchCount(.max, names: 1)) {
      try ChartFrame(corners: Self.corners, columns: 1 << 32, rows: 1 << 32).readings(of: frame, names: ["A1"])
    }
    let gray = try RawFrame(
      format: PixelFormat("GREY"), width: 2, height: 2, bytes: [0, 0, 0, 0],
      levels: SampleLevels(fullRangeOf: PixelFormat("GREY")))
    #expect(throws: ChartFrameError.monochrome(gray.format.fourCC)) {
      try ChartFrame(corners: Self.corners, columns: 6, rows: 4).readings(of: gray, names: Self.names)
    }
  }
}

/// Charts that real cameras saw.
@Suite struct RealChartTests {
  /// The corners of the chart, which were read off the picture by eye.
  private static let corners = [(18.0, 38.0), (528, 42), (534, 380), (24, 364)].map {
    ChartFrame.Point(x: $0, y: $1)
  }

  /// The lamp of that room is not known; near tungsten it fits best.
  @Test func `a chart in a raw frame is read and fitted, and not with its black level left in`() throws {
    func fit(black: Double, corners: [ChartFrame.Point] = Self.corners) throws -> ChartFit {
      let frame = try RawFrame(
        format: PixelFormat("GRBG"), width: 552, height: 400,
        bytes: ReferenceData.bytes("frames/colorchecker_552x400_GRBG.raw"),
        levels: SampleLevels(black: black, white: 255))
      let chart = try ChartFrame(corners: corners, columns: 6, rows: 4)
      let reference = ChartReference.colorChecker24
      let light = try CalibrationLight(name: "A", spectrum: CIEIlluminant.a.distribution)
      return try ChartFit(
        readings: chart.readings(of: frame, names: reference.patches.map(\.name)), reference: reference, light: light)
    }
    let fitted = try fit(black: 12.5)
    #expect(fitted.excluded == [] && fitted.orientation == .upright)
    #expect(fitted.meanAfter < 2 && fitted.meanCrossValidated < 2.5 && fitted.meanBefore > 8, "\(fitted.meanAfter)")
    #expect(try fit(black: 0).meanAfter > 3 * fitted.meanAfter)
    let turned = try fit(black: 12.5, corners: Array(Self.corners[2...] + Self.corners[..<2]))
    #expect(turned.orientation == .upsideDown && Tolerance.refitted.allows(abs(turned.meanAfter - fitted.meanAfter)))
  }

  /// Gehler and Shi's set: 12 bits, the black of 129 still in, under daylight that was not measured.
  @Test func `shots of a Canon 5D are fitted, and not with their black level left in`() throws {
    let table = try ReferenceTable(repositoryPath: "Tests/ReferenceData/charts/colorchecker_canon5d.csv")
    let light = try CalibrationLight(name: "D55", spectrum: .daylight(temperature: 5500))
    func fit(shot: Double, black: Double) throws -> ChartFit {
      let readings = table.rows.filter { $0[0] == shot }.map {
        ChartReading(
          patch: "\(Int($0[1]))", response: LinearRGB(red: $0[2] - black, green: $0[3] - black, blue: $0[4] - black))
      }
      return try ChartFit(readings: readings, reference: .colorChecker24, light: light)
    }
    for shot in [88.0, 187, 307] {
      let fitted = try fit(shot: shot, black: 129)
      #expect(
        fitted.meanCrossValidated < 2.5 && fitted.patches.count >= 23, "shot \(shot): \(fitted.meanCrossValidated)")
      #expect(try fit(shot: shot, black: 0).meanAfter > 3 * fitted.meanAfter, "shot \(shot)")
    }
  }
}
