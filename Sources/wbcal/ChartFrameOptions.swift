import ArgumentParser
import Calibration
import RawFrames

/// Charts in raw frames, in place of their readings.
struct ChartFrameOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The charts are raw frames: the corners of the patches' outer edges, in samples: top left, top right, bottom right, "
        + "bottom left. One for all charts, or one for each.",
      valueName: "x,y,x,y,x,y,x,y"))
  var corners: [CornersArgument] = []

  struct CornersArgument: ExpressibleByArgument {
    let points: [ChartFrame.Point]

    init?(argument: String) {
      let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
      guard numbers.count == 8, argument.count(where: { $0 == "," }) == 7, numbers.allSatisfy(\.isFinite) else {
        return nil
      }
      points = (0..<4).map { ChartFrame.Point(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) }
    }
  }

  /// The patches of the chart in a raw frame.
  func readings(
    _ path: String, corners: CornersArgument, reference: ChartReference, frames: FrameFileOptions
  ) throws -> [ChartReading] {
    guard let columns = reference.columns else {
      throw Failure(
        .badData, "\(reference.name) names no grid, such as A1 to D6, so that corners do not tell its patches")
    }
    let frame = try frames.source(path, profile: nil).frame
    do throws(ChartFrameError) {
      return try ChartFrame(
        corners: corners.points, columns: columns, rows: reference.patches.count / columns
      ).readings(of: frame, names: reference.patches.map(\.name))
    } catch {
      throw Failure(.badData, "\(path): \(error)")
    }
  }
}
