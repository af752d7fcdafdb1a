import GrayCard
import Metering
import RawFrames
import TestSupport
import Testing

@Suite struct MeteringModeTests {
  @Test func `a region lies inside the frame, whatever its size and the point`() {
    expectLaw(within: .exact, count: 500) { draws in
      (
        draws.one(of: MeteringMode.allCases), draws.number(in: 0...1), draws.number(in: 0...1),
        Int(draws.logarithmicNumber(in: 1...5000)), Int(draws.logarithmicNumber(in: 1...5000))
      )
    } law: { mode, x, y, width, height in
      let region = try mode.region(about: MeteringPoint(x: x, y: y), width: width, height: height)
      return region.isInside(width: width, height: height) ? 0 : 1
    }
  }

  @Test func `uniform is the whole frame, and so is weighted about its middle`() {
    for (width, height) in [(1920, 1080), (641, 479), (1, 1), (2, 3)] {
      let whole = Region(x: 0, y: 0, width: width, height: height)
      #expect(MeteringMode.uniform.region(about: .center, width: width, height: height) == whole)
      #expect(MeteringMode.weighted.region(about: .center, width: width, height: height) == whole)
    }
    #expect(MeteringMode.allCases.map(\.weighting) == [.uniform, .uniform, .centered])
  }

  @Test func `spot and weighted have the point in their middle, as far as the frame lets them`() throws {
    let spot = try MeteringMode.spot.region(about: MeteringPoint(x: 0.25, y: 0.5), width: 1000, height: 500)
    #expect(spot == Region(x: 200, y: 200, width: 100, height: 100))
    let weighted = try MeteringMode.weighted.region(about: MeteringPoint(x: 0.25, y: 0.75), width: 1000, height: 500)
    #expect(weighted == Region(x: 0, y: 251, width: 501, height: 249))
    let endless = try MeteringMode.spot.region(about: MeteringPoint(x: 1, y: 1), width: .max, height: .max)
    #expect(endless.isInside(width: .max, height: .max))
    let corner = try MeteringMode.weighted.region(about: MeteringPoint(x: 1, y: 1), width: 1000, height: 500)
    #expect(corner == Region(x: 900, y: 400, width: 100, height: 100))
  }

  @Test(arguments: [(-0.1, 0.5), (0.5, 1.01), (.nan, 0.5), (0.5, .infinity)])
  func `a point outside the frame is refused`(x: Double, y: Double) {
    #expect(throws: MeteringError.self) { try MeteringPoint(x: x, y: y) }
  }
}
