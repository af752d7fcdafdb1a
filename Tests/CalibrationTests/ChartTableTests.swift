import Calibration
import Colorimetry
import TestSupport
import Testing
import WhiteBalance

@Suite struct ChartTableTests {
  private func table(
    _ fields: String, _ rows: [String], keywords: [String: String] = [:]
  ) throws(ChartTableError) -> ChartTable {
    try ChartTable(
      CGATSFile(tables: [
        CGATSFile.Table(
          type: "CTI3", keywords: keywords, fields: fields.split(separator: " ").map(String.init),
          rows: rows.map { $0.split(separator: " ").map(String.init) })
      ]), name: "x.ti3")
  }

  @Test func `readings at the end of their scale are clipped`() throws {
    let percent = try table("SAMPLE_ID RGB_R RGB_G RGB_B", ["A1 10 20 100", "A2 10 20 30"]).readings()
    #expect(percent.map(\.isClipped) == [true, false])
    #expect(percent[1] == ChartReading(patch: "A2", response: LinearRGB(red: 10, green: 20, blue: 30)))
    #expect(
      try table("SAMPLE_ID RGB_R RGB_G RGB_B", ["A1 0.1 1 0.2", "A2 0.1 0.9 0.2"]).readings().map(\.isClipped)
        == [true, false])
    // The largest raw value is not known.
    #expect(try table("SAMPLE_ID RGB_R RGB_G RGB_B", ["A1 10 20 4095"]).readings().map(\.isClipped) == [false])
  }

  @Test func `XYZ in per cent and in shares are the same colours`() throws {
    // The darkest patch has a Y below 2, which alone could be either.
    let percent = try table("SAMPLE_ID XYZ_X XYZ_Y XYZ_Z", ["A1 86 90 70", "A2 1.2 1.5 1.1"]).reference()
    let shares = try table("SAMPLE_ID XYZ_X XYZ_Y XYZ_Z", ["A1 .86 .9 .7", "A2 .012 .015 .011"]).reference()
    try #require(percent.patches.count == 2 && shares.patches.count == 2)
    for (one, other) in zip(percent.patches, shares.patches) {
      guard case .tristimulus(let one) = one.color, case .tristimulus(let other) = other.color else {
        Issue.record("no XYZ")
        continue
      }
      for (one, other) in [(one.x, other.x), (one.y, other.y), (one.z, other.z)] {
        #expect(Tolerance.rounding.allows(abs(one / other - 1)))
      }
    }
    #expect(percent.white == nil)
  }

  @Test func `reflectances in per cent and in shares are the same`() throws {
    let percent = try table("SAMPLE_ID SPEC_400 SPEC_500", ["A1 80 90", "A2 1 1.5"]).reference()
    let shares = try table("SAMPLE_ID SPEC_400 SPEC_500", ["A1 .8 .9", "A2 .01 .015"]).reference()
    for (one, other) in zip(percent.patches, shares.patches) {
      guard case .reflectance(let one) = one.color, case .reflectance(let other) = other.color else {
        Issue.record("no reflectance")
        continue
      }
      #expect([400, 500].allSatisfy { Tolerance.rounding.allows(abs(one.value(at: $0) - other.value(at: $0))) })
    }
  }

  @Test func `a fluorescent patch that sends more light than falls on it has a share above 1`() throws {
    let reference = try table("SAMPLE_ID SPEC_400 SPEC_500", ["A1 0.6 1.3", "A2 0.5 0.9"]).reference()
    guard case .reflectance(let reflectance) = reference.patches[0].color else {
      Issue.record("no reflectance")
      return
    }
    #expect([400, 500].map(reflectance.value) == [0.6, 1.3])
  }

  @Test func `Lab is under D50`() throws {
    let reference = try table("SAMPLE_ID LAB_L LAB_A LAB_B", ["A1 100 0 0"]).reference()
    #expect(reference.white == .d50)
    #expect(reference.patches[0].color == .tristimulus(TristimulusValues(.d50)))
  }

  @Test func `Lab where white is 1 is refused, with the lightest patch`() throws {
    let shares = try table("SAMPLE_ID LAB_L LAB_A LAB_B", ["A1 0.4 0.1 0.1", "A2 0.97 0 0"])
    #expect(throws: ChartTableError.lightness(0.97, file: "x.ti3")) { try shares.reference() }
  }

  @Test func `a reflectance below 0 is refused by patch and column, but not an instrument's noise`() throws {
    for (values, told) in [("-20", -20.0), ("-0.91", -0.91), ("-0.89", nil), ("0", nil)] {
      let chart = try table("SAMPLE_ID SPEC_400 SPEC_500", ["A1 80 90", "A2 \(values) 1.5"])
      guard let told else {
        #expect(throws: Never.self, "\(values)") { try chart.reference() }
        continue
      }
      #expect(throws: ChartTableError.negativeReflectance(told, field: "SPEC_400", patch: "A2", file: "x.ti3")) {
        try chart.reference()
      }
    }
    let dark = try table("SAMPLE_ID SPEC_400 SPEC_500", ["A1 -1 -2"])
    #expect(throws: ChartTableError.negativeReflectance(-1, field: "SPEC_400", patch: "A1", file: "x.ti3")) {
      try dark.reference()
    }
  }

  @Test func `reflectances go on as they end`() throws {
    let reference = try table("SAMPLE_LOC SPEC_500 SPEC_400", ["A1 40 20"]).reference()
    guard case .reflectance(let reflectance) = reference.patches[0].color else {
      Issue.record("no reflectance")
      return
    }
    #expect([360, 400, 450, 500, 830].map(reflectance.value) == [0.2, 0.2, 0.30000000000000004, 0.4, 0.4])
  }

  @Test func `patches that are only counted are known by their places`() throws {
    let readings = try table("SAMPLE_ID SAMPLE_LOC RGB_R RGB_G RGB_B", ["1 B2 1 2 3", "2 B1 1 2 3"]).readings()
    #expect(readings.map(\.patch) == ["B2", "B1"])
  }

  @Test func `what is missing is said`() throws {
    #expect(throws: ChartTableError.missingFields(["RGB_B"], file: "x.ti3", has: ["SAMPLE_ID", "RGB_R", "RGB_G"])) {
      try table("SAMPLE_ID RGB_R RGB_G", ["A1 1 2"]).readings()
    }
    #expect(throws: ChartTableError.notANumber("nan", field: "RGB_G", patch: "A1", file: "x.ti3")) {
      try table("SAMPLE_ID RGB_R RGB_G RGB_B", ["A1 1 nan 2"]).readings()
    }
    #expect(throws: ChartTableError.noPatches(file: "x.ti3")) { try table("RGB_R RGB_G RGB_B", ["1 2 3"]) }
    #expect(throws: ChartTableError.notACamera(file: "x.ti3", deviceClass: "DISPLAY")) {
      try table("SAMPLE_ID RGB_R RGB_G RGB_B", ["A1 1 2 3"], keywords: ["DEVICE_CLASS": "DISPLAY"]).readings()
    }
    #expect(throws: ChartTableError.reference(.repeatedPatch("A01", file: "x.ti3"))) {
      try table("SAMPLE_ID XYZ_X XYZ_Y XYZ_Z", ["A1 1 2 3", "A01 1 2 3"]).reference()
    }
  }

  /// Argyll's chartread writes a chart on paper as that of an output device.
  @Test func `a reference may be measured for a device of any class`() throws {
    let file = try table(
      "SAMPLE_ID RGB_R RGB_G RGB_B XYZ_X XYZ_Y XYZ_Z", ["A1 1 2 3 40 50 60"], keywords: ["DEVICE_CLASS": "OUTPUT"])
    #expect(try file.reference().patches.map(\.name) == ["A1"])
    #expect(throws: ChartTableError.notACamera(file: "x.ti3", deviceClass: "OUTPUT")) { try file.readings() }
  }

  @Test func `the bundled ColorChecker is that of Data`() throws {
    let data = try ReferenceTable(repositoryPath: "Data/charts/ColorChecker24_BabelColor_average_10nm.csv")
    let patches = ChartReference.colorChecker24.patches
    try #require(patches.count == 24 && data.columns.count == 25)
    for (index, patch) in patches.enumerated() {
      guard case .reflectance(let reflectance) = patch.color else {
        Issue.record("\(patch.name) has no reflectance")
        continue
      }
      #expect(data["wavelength"].map(reflectance.value) == data["\(index + 1)"], "\(patch.name)")
    }
    #expect(patches.map(\.name).last == "D6")
  }
}
