import Colorimetry
import Foundation
import TestSupport
import Testing
import WhiteBalance

/// Canon's own tables of neutrals by temperature, out of its cameras' files, through the matrices that DNG has for them,
/// and libcamera's curves.
@Suite struct FactoryTableTests {
  private struct Tables: Decodable {
    struct Shot: Decodable {
      struct Neutral: Decodable {
        var kelvin, redRatio, blueRatio: Double

        enum CodingKeys: String, CodingKey {
          case kelvin
          case redRatio = "r_over_g"
          case blueRatio = "b_over_g"
        }
      }
      var model, path: String
      var calibration: [Neutral]
    }
    var shots: [Shot]
  }
  private struct Matrices: Decodable { var cameras: [String: [String: [Double]]] }

  private static let tables = "camera-factory-wb/canon.json"
  private static let matrices = "camera-matrices/dng.json"

  private static func decode<Value: Decodable>(_ path: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(contentsOf: SharedData.folder.appending(path: path)))
  }

  /// Of each camera the maker's temperatures and those of its neutrals, from the hottest.
  private static func temperatures() throws -> [(model: String, makers: [Double], ours: [Double])] {
    let matrices: Matrices = try decode(Self.matrices)
    let tables: Tables = try decode(Self.tables)
    // One table is none: its temperatures run from 11 to 2087 K.
    return try tables.shots.filter { $0.calibration.allSatisfy { $0.kelvin > 2000 } }.map { shot in
      let camera = try #require(matrices.cameras[shot.model], "\(shot.model)")
      let lights = try [("A", 2850.0), ("D65", 6500.0)].map { name, kelvin in
        let m = try #require(camera[name])
        return MatrixCharacterization.CalibratedLight(
          temperature: kelvin, matrix: Matrix3x3(rows: [m[0], m[1], m[2]], [m[3], m[4], m[5]], [m[6], m[7], m[8]]))
      }
      let device = try MatrixCharacterization(lights: lights)
      let neutrals = shot.calibration.sorted { $0.kelvin > $1.kelvin }
      let ours = try neutrals.map { neutral in
        let light = try device.light(
          causing: LinearRGB(red: neutral.redRatio, green: 1, blue: neutral.blueRatio)
        ).temperatureAndTint
        return try #require(light).temperature
      }
      return (shot.model, neutrals.map(\.kelvin), ours)
    }
  }

  @Test(.enabled(if: SharedData.has(tables) && SharedData.has(matrices), "\(SharedData.absence(of: tables))"))
  func `gains to temperature falls along every table of the maker`() throws {
    let cameras = try Self.temperatures()
    #expect(cameras.count == 6)
    for camera in cameras {
      #expect(zip(camera.ours, camera.ours.dropFirst()).allSatisfy { $0 > $1 }, "\(camera)")
    }
  }

  @Test(.enabled(if: SharedData.has(tables) && SharedData.has(matrices), "\(SharedData.absence(of: tables))"))
  func `the maker's temperatures come back below 7000 K`() throws {
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
  @Test(.enabled(if: SharedData.has("libcamera-tuning"), "\(SharedData.absence(of: "libcamera-tuning"))"))
  func `every curve of libcamera is a gain curve, whose points are read exactly`() throws {
    var curveCount = 0
    for folder in ["libcamera-tuning/vc4", "libcamera-tuning/pisp"] {
      for file in try SharedData.files(in: folder, withExtension: "json") {
        // One of the files is broken, and is no JSON.
        guard let tuning = try? JSONDecoder().decode(Tuning.self, from: Data(SharedData.bytes(file))),
          let numbers = tuning.algorithms.compactMap({ $0.balance?.curve }).first
        else { continue }
        let points = stride(from: 0, to: numbers.count, by: 3).map { index in
          GainCurveCharacterization.Point(
            temperature: numbers[index], redRatio: numbers[index + 1], blueRatio: numbers[index + 2])
        }
        let curve = try GainCurveCharacterization(points: points)
        curveCount += 1
        for point in points {
          let found = try curve.light(causing: LinearRGB(red: point.redRatio, green: 1, blue: point.blueRatio))
          let light = try #require(found.temperatureAndTint, "\(file.lastPathComponent)")
          #expect(Tolerance.characterizedMired.allows(abs(light.mired - 1e6 / point.temperature)))
          #expect(Tolerance.characterizedChromaticity.allows(abs(light.duv)))
        }
      }
    }
    #expect(curveCount == 21)
  }
}
