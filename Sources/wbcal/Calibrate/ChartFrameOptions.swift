import ArgumentParser
import Calibration
import CommandOutput
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

  /// The patches of the chart in a raw frame, and the frame.
  ///
  /// - Parameter profile: the levels to take where the options are silent.
  func readings(
    _ path: String, corners: CornersArgument, reference: ChartReference, frames: FrameFileOptions,
    profile: SampleLevels?
  ) throws -> ([ChartReading], SourceFrame) {
    guard let columns = reference.columns else {
      throw Failure(
        .badData, "\(reference.name) names no grid, such as A1 to D6, so that corners do not tell its patches")
    }
    let source = try frames.frame(of: frames.open(path), profile: profile)
    do throws(ChartFrameError) {
      let chart = try ChartFrame(
        corners: corners.points, columns: columns, rows: reference.patches.count / columns)
      return (try chart.readings(of: source.frame, names: reference.patches.map(\.name)), source)
    } catch {
      throw Failure(.badData, "\(path): \(error)")
    }
  }
}
