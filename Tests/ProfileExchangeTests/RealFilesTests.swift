import Colorimetry
import DeviceProfiles
import Foundation
import ICCProfiles
import ProfileExchange
import TestSupport
import Testing
import WhiteBalance

/// Every file that another program wrote is read, or refused with its reason.
@Suite struct RealFilesTests {
  private static func files(_ folder: String, _ pathExtension: String) throws -> [(name: String, bytes: [UInt8])] {
    try ReferenceData.files(in: folder, withExtension: pathExtension).map {
      ("\(folder)/\($0.lastPathComponent)", try ReferenceData.bytes($0))
    }
  }

  /// Returns the fault of a file, or `nil`. It is a fault where a profile does not come back from our own file with the
  /// same bits.
  private static func fault(_ bytes: [UInt8]) throws -> String? {
    let profile: DeviceProfile
    do throws(ExchangeError) { profile = try ImportedProfile(bytes, model: "x", bits: 12).profile } catch {
      return error.description
    }
    do throws(ProfileError) { #expect(try DeviceProfile(iccBytes: profile.iccBytes()) == profile) } catch {
      return error.description
    }
    return nil
  }

  @Test func `every DCP is read`() throws {
    let files = try Self.files("dcp", "dcp")
    #expect(files.count >= 10)
    for file in files { #expect(try Self.fault(file.bytes) == nil, "\(file.name)") }
  }

  @Test(.enabled(if: Exiftool.isThere, "exiftool is not installed"))
  func `exiftool reads the same matrices and lights from every DCP`() throws {
    for file in try ReferenceData.files(in: "dcp", withExtension: "dcp") {
      let tags = try DNGColorTags(ReferenceData.bytes(file))
      let read = try Exiftool.tags(file)
      #expect(tags.model == read.text("UniqueCameraModel"))
      for (number, light) in zip(1..., tags.lights) {
        #expect("\(light.illuminant)" == read.text("CalibrationIlluminant\(number)"))
        #expect(light.colorMatrix.entries == read.numbers("ColorMatrix\(number)"), "\(file.lastPathComponent)")
        #expect(light.forwardMatrix?.entries ?? [] == read.numbers("ForwardMatrix\(number)"))
      }
      #expect(read.text("ColorMatrix\(tags.lights.count + 1)").isEmpty)
    }
  }

  @Test func `a DCP of two lights comes back from our DCP with the same bits`() throws {
    var count = 0
    for file in try Self.files("dcp", "dcp") {
      let profile = try ImportedProfile(file.bytes).profile
      let again = try ImportedProfile(ExportedProfile(profile, as: .dcp).bytes).profile
      #expect(again.characterization == profile.characterization, "\(file.name)")
      count += 1
    }
    #expect(count == 10)
  }

  @Test func `every tuning file is read, or says why not`() throws {
    let files = try Self.files("libcamera/vc4", "json") + Self.files("libcamera/pisp", "json")
    var refused: [String: Int] = [:]
    for file in files {
      guard let fault = try Self.fault(file.bytes) else { continue }
      refused[fault, default: 0] += 1
      let isNamed = ["mono", "noir", "uncalibrated", "imx327"].contains { file.name.contains($0) }
      #expect(isNamed, "\(file.name): \(fault)")
    }
    #expect(files.count == 34)
    #expect(
      refused == [
        "there is no 'ct_curve'; rpi.awb needs one; the sensor is monochrome or not calibrated, and the file does not say how it "
          + "sees white": 12
      ])
  }

  /// libcamera's arithmetic, written down once more from its sources: `Pwl::eval` and `Pwl::findSpan` for the curve,
  /// and `calculateCcm` for the matrices.
  private enum Libcamera {
    static func value(_ points: [(x: Double, y: Double)], at x: Double) -> Double {
      var span = max(0, min(points.count - 2, points.count / 2 - 1))
      while span < points.count - 2, x >= points[span + 1].x { span += 1 }
      while span > 0, x < points[span].x { span -= 1 }
      return points[span].y
        + (x - points[span].x) * (points[span + 1].y - points[span].y) / (points[span + 1].x - points[span].x)
    }

    static func matrix(_ ccms: [LibcameraTuning.ColorMatrix], at ct: Double) -> [Double] {
      if ct <= ccms[0].temperature { return ccms[0].matrix.entries }
      if ct >= ccms[ccms.count - 1].temperature { return ccms[ccms.count - 1].matrix.entries }
      var index = 0
      while ct > ccms[index].temperature { index += 1 }
      let lambda =
        (ct - ccms[index - 1].temperature) / (ccms[index].temperature - ccms[index - 1].temperature)
      return zip(ccms[index].matrix.entries, ccms[index - 1].matrix.entries).map {
        lambda * $0 + (1.0 - lambda) * $1
      }
    }
  }

  @Test func `every tuning file is libcamera's own curve and matrices at a thousand temperatures, to the last bit`()
    throws
  {
    var count = 0
    for file in try Self.files("libcamera/vc4", "json") + Self.files("libcamera/pisp", "json") {
      guard let tuning = try? LibcameraTuning(file.bytes) else { continue }
      count += 1
      let camera = try tuning.characterization().0
      let red = tuning.curve.map { (x: $0.temperature, y: $0.red) }
      let blue = tuning.curve.map { (x: $0.temperature, y: $0.blue) }
      let (low, high) = (red[0].x, red[red.count - 1].x)
      var differences = 0
      for step in 0..<1000 {
        let temperature = low + (high - low) * Double(step) / 999
        let ratios = camera.ratios(atTemperature: temperature)
        let isSame =
          ratios.red == Libcamera.value(red, at: temperature) && ratios.blue == Libcamera.value(blue, at: temperature)
          && camera.colorMatrix(atTemperature: temperature)?.entries
            == Libcamera.matrix(tuning.matrices, at: temperature)
        differences += isSame ? 0 : 1
      }
      #expect(differences == 0, "\(file.name)")
      // Beyond the ends libcamera clamps the temperature.
      #expect(camera.ratios(atTemperature: low / 2) == camera.ratios(atTemperature: low))
      #expect(camera.ratios(atTemperature: high * 2) == camera.ratios(atTemperature: high))
    }
    #expect(count == 22)
  }

  @Test func `a profile's gains over temperature are the curve's of the file, and lead back to the temperature`() throws
  {
    var count = 0
    for file in try Self.files("libcamera/vc4", "json") + Self.files("libcamera/pisp", "json") {
      guard let profile = try? ImportedProfile(file.bytes, model: "x").profile else { continue }
      count += 1
      let tuning = try LibcameraTuning(file.bytes)
      let points = tuning.curve
      let (low, high) = (points[0].temperature, points[points.count - 1].temperature)
      for step in 0...40 {
        let temperature = low + (high - low) * Double(step) / 40
        let neutral = try profile.characterization.response(
          to: Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0)))
        let red = Libcamera.value(points.map { ($0.temperature, $0.red) }, at: temperature) / tuning.redSensitivity
        let blue = Libcamera.value(points.map { ($0.temperature, $0.blue) }, at: temperature) / tuning.blueSensitivity
        #expect(Tolerance.curveGain.allows(abs(neutral.red / neutral.green - red)), "\(file.name), \(temperature) K")
        #expect(Tolerance.curveGain.allows(abs(neutral.blue / neutral.green - blue)), "\(file.name)")
        let found = try #require(
          try profile.characterization.light(forNeutral: LinearRGB(red: red, green: 1, blue: blue)).temperatureAndTint)
        #expect(Tolerance.characterizedMired.allows(abs(found.mired - 1e6 / temperature)), "\(file.name): \(found)")
        #expect(Tolerance.heldTint.allows(abs(found.tint)), "\(file.name), \(temperature) K: \(found)")
      }
    }
    #expect(count == 22)
  }

  @Test func `a tuning file comes back from ours with its curve and matrices`() throws {
    var compared = 0
    for file in try Self.files("libcamera/vc4", "json") + Self.files("libcamera/pisp", "json") {
      guard let tuning = try? LibcameraTuning(file.bytes) else { continue }
      let profile = try ImportedProfile(file.bytes, model: "x", bits: 16).profile
      let again = try LibcameraTuning(ExportedProfile(profile, as: .libcamera).bytes)
      #expect(again.blackLevels == tuning.blackLevels && again.curve == tuning.curve)
      #expect(again.matrices == tuning.matrices)
      #expect(Tolerance.rounding.allows(abs(again.redSensitivity / tuning.redSensitivity - 1)))
      compared += 1
    }
    #expect(compared == 22)
  }

  @Test func `a DNG without tags of colour says so`() throws {
    let bytes = try ReferenceData.bytes("no-colors.dng")
    #expect(
      try Self.fault(bytes) == "there is no tag ColorMatrix1; without it a DNG does not say how its camera sees colour")
  }
}
