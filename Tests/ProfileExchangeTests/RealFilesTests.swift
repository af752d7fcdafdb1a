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

  /// The fault of a file, `nil` for none. A profile that does not come back from our own file with the same bits is one.
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
      let isNamed = ["mono", "noir", "uncalibrated", "imx327", "pisp/imx283"].contains { file.name.contains($0) }
      #expect(isNamed, "\(file.name): \(fault)")
    }
    #expect(files.count == 34)
    #expect(
      refused == [
        "there is no ct_curve in rpi.awb; the sensor is monochrome or not calibrated, and the file does not say how it "
          + "sees white": 12,
        // Python's json module names the same place.
        "line 180, column 21: a trailing comma: '}' where another entry must be; take out the comma before it": 1,
      ])
  }

  @Test func `gains to temperature rises along every curve, and is the curve's at its points`() throws {
    var count = 0
    for file in try Self.files("libcamera/vc4", "json") + Self.files("libcamera/pisp", "json") {
      guard let tuning = try? LibcameraTuning(file.bytes) else { continue }
      count += 1
      let camera = try tuning.matrixCharacterization().0
      var last = 0.0
      for (low, high) in zip(tuning.curve, tuning.curve.dropFirst()) {
        for part in stride(from: 0.0, through: 1, by: 0.125) {
          let red = low.red * (1 - part) + high.red * part
          let blue = low.blue * (1 - part) + high.blue * part
          let neutral = LinearRGB(red: red / tuning.redSensitivity, green: 1, blue: blue / tuning.blueSensitivity)
          let found = try #require(try camera.light(causing: neutral).temperatureAndTint)
          let rises = found.temperature > last
          let meets = part == 0 && Tolerance.curveJoint.allows(last - found.temperature)
          #expect(rises || meets, "\(file.name), \(low), \(part)")
          last = found.temperature
          guard part == 0 || part == 1 else { continue }
          let own = part == 0 ? low.temperature : high.temperature
          #expect(Tolerance.characterizedMired.allows(abs(found.mired - 1e6 / own)), "\(file.name), \(own) K: \(found)")
          #expect(Tolerance.heldTint.allows(abs(found.tint)), "\(file.name), \(own) K: \(found)")
        }
      }
    }
    #expect(count == 21)
  }

  @Test func `a tuning file comes back from ours with its gains at every point`() throws {
    var compared = 0
    for file in try Self.files("libcamera/vc4", "json") {
      guard let tuning = try? LibcameraTuning(file.bytes) else { continue }
      let profile = try ImportedProfile(file.bytes, model: "x", bits: 16).profile
      let again = try LibcameraTuning(ExportedProfile(profile, as: .libcamera).bytes)
      #expect(again.blackLevel == tuning.blackLevel)
      #expect(Tolerance.rounding.allows(abs(again.redSensitivity / tuning.redSensitivity - 1)))
      compared += 1
      for point in tuning.curve {
        let own = try #require(again.curve.first { $0.temperature == point.temperature })
        #expect(
          Tolerance.curveGain.allows(abs(own.red - point.red)) && Tolerance.curveGain.allows(abs(own.blue - point.blue))
        )
      }
    }
    #expect(compared == 11)
  }

  @Test func `a DNG without tags of colour says so`() throws {
    let bytes = try ReferenceData.bytes("no-colors.dng")
    #expect(
      try Self.fault(bytes) == "there is no tag ColorMatrix1; without it a DNG does not say how its camera sees colour")
  }
}
