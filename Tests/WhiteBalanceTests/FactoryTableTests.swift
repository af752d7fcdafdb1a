import Colorimetry
import Foundation
import TestSupport
import Testing
import WhiteBalance

/// Canon's own tables of neutrals by temperature, out of its cameras' files, through the matrices that DNG has for
/// them, and libcamera's curves.
@Suite struct FactoryTableTests {
  /// For each camera the maker's temperatures and those of its neutrals, from the hottest.
  private static func temperatures() throws -> [(model: String, makers: [Double], ours: [Double])] {
    let table = try ReferenceTable(repositoryPath: "Tests/ReferenceData/canon-neutrals.csv")
    return try Camera.all(in: "canon-matrices.csv").map { camera in
      let device = try MatrixCharacterization(lights: camera.lights)
      let neutrals = zip(table.labels, table.rows).filter { $0.0 == camera.name }.map(\.1).sorted { $0[1] > $1[1] }
      let ours = try neutrals.map { neutral in
        let light = try device.light(forNeutral: LinearRGB(red: neutral[2], green: 1, blue: neutral[3]))
          .temperatureAndTint
        return try #require(light).temperature
      }
      return (camera.name, neutrals.map { $0[1] }, ours)
    }
  }

  @Test func `gains to temperature falls along every table of the maker`() throws {
    let cameras = try Self.temperatures()
    #expect(cameras.count == 6)
    for camera in cameras {
      #expect(camera.ours.count == 15)
      #expect(zip(camera.ours, camera.ours.dropFirst()).allSatisfy { $0 > $1 }, "\(camera)")
    }
  }

  @Test func `the maker's temperatures come back below 7000 K`() throws {
    // The others' tables and matrices are of units that differ more.
    let models = ["Canon EOS-1D Mark III", "Canon EOS 6D", "Canon EOS M50"]
    let cameras = try Self.temperatures().filter { models.contains($0.model) }
    #expect(cameras.map(\.model).sorted() == models.sorted())
    for camera in cameras {
      #expect(camera.makers.contains { $0 < 7000 }, "\(camera.model)")
      for (makers, ours) in zip(camera.makers, camera.ours) where makers < 7000 {
        #expect(Tolerance.makersTemperature.allows(abs(ours / makers - 1)), "\(camera.model), \(makers) K: \(ours) K")
      }
    }
  }

  // MARK: - libcamera

  private struct Tuning: Decodable {
    struct Algorithm: Decodable {
      struct Balance: Decodable {
        var curve: [Double]?

        enum CodingKeys: String, CodingKey { case curve = "ct_curve" }
      }
      var balance: Balance?

      enum CodingKeys: String, CodingKey { case balance = "rpi.awb" }
    }
    var algorithms: [Algorithm]
  }

  /// Temperature, R/G and B/G, one after the other.
  @Test func `every curve of libcamera is a gain curve, whose points are read exactly`() throws {
    var curveCount = 0
    for folder in ["libcamera/vc4", "libcamera/pisp"] {
      for file in try ReferenceData.files(in: folder, withExtension: "json") {
        // One of the files is broken, and is no JSON.
        guard let tuning = try? JSONDecoder().decode(Tuning.self, from: Data(ReferenceData.bytes(file))),
          let numbers = tuning.algorithms.compactMap({ $0.balance?.curve }).first
        else { continue }
        let points = stride(from: 0, to: numbers.count, by: 3).map { index in
          GainCurveCharacterization.Point(
            temperature: numbers[index], redRatio: numbers[index + 1], blueRatio: numbers[index + 2])
        }
        let curve = try GainCurveCharacterization(points: points)
        curveCount += 1
        for point in points {
          let found = try curve.light(forNeutral: LinearRGB(red: point.redRatio, green: 1, blue: point.blueRatio))
          let light = try #require(found.temperatureAndTint, "\(file.lastPathComponent)")
          #expect(Tolerance.characterizedMired.allows(abs(light.mired - 1e6 / point.temperature)))
          #expect(Tolerance.characterizedChromaticity.allows(abs(light.duv)))
        }
      }
    }
    #expect(curveCount == 22)
  }
}
