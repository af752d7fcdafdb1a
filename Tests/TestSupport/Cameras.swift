import Colorimetry
public import WhiteBalance

/// A real camera's matrices, by calibrated light.
public struct Camera: Sendable, CustomStringConvertible {
  public let name: String
  public let lights: [MatrixCharacterization.CalibratedLight]

  public var description: String { name }

  /// Six cameras of six makers, each with two calibrated lights: Tests/ReferenceData/camera-matrices.csv.
  public static func all() throws -> [Camera] { try all(in: "camera-matrices.csv") }

  /// The cameras of a table in Tests/ReferenceData, which has a row for each light.
  public static func all(in file: String) throws -> [Camera] {
    let table = try ReferenceTable(repositoryPath: "Tests/ReferenceData/\(file)")
    var cameras: [Camera] = []
    for (name, row) in zip(table.labels, table.rows) {
      let light = MatrixCharacterization.CalibratedLight(
        temperature: row[1],
        matrix: Matrix3x3(
          rows: [row[2], row[3], row[4]], [row[5], row[6], row[7]], [row[8], row[9], row[10]]))
      if cameras.last?.name == name, let camera = cameras.popLast() {
        cameras.append(Camera(name: name, lights: camera.lights + [light]))
      } else {
        cameras.append(Camera(name: name, lights: [light]))
      }
    }
    guard cameras.count == 6, cameras.allSatisfy({ $0.lights.count == 2 }) else {
      throw ReferenceTable.NoRows(description: "camera-matrices.csv must have six cameras, each with two lights")
    }
    return cameras
  }
}
