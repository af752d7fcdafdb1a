import ArgumentParser
import Calibration
import CommandOutput
import FrameSources
import GrayCard
import RawFrames

/// Charts in raw frames, in place of their readings.
extension ChartOptions {
  struct CornersArgument: ExpressibleByArgument {
    let points: [ChartFrame.Point]

    init?(argument: String) {
      guard let numbers = NumbersArgument(argument: argument)?.numbers, numbers.count == 8 else { return nil }
      points = (0..<4).map { ChartFrame.Point(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) }
    }
  }

  /// The patches of the chart in a raw frame, and the frame with its black level judged.
  ///
  /// - Parameter profile: the levels to take where the options are silent.
  func readings(
    _ path: String, corners: CornersArgument, reference: ChartReference, _ frames: FrameFileOptions,
    _ levels: LevelOptions, profile: SampleLevels?
  ) throws -> ([ChartReading], PatchedFrame) {
    guard let columns = reference.columns else {
      throw Failure(
        .badData, "\(reference.name) names no grid, such as A1 to D6, so that corners do not tell its patches")
    }
    let input = try frames.open(path)
    let source = try frames.frame(of: input, levels: levels, profile: profile)
    let names = reference.patches.map(\.name)
    do {
      let chart = try ChartFrame(corners: corners.points, columns: columns, rows: names.count / columns)
      // It also says whether the patches are in the frame.
      let readings = try chart.readings(of: source.frame, names: names)
      let judged = try PatchedFrame(source, patches: chart.insides, appliedGains: input.facts.appliedGains)
      guard judged.source.blackOrigin != source.blackOrigin else { return (readings, judged) }
      return (try chart.readings(of: judged.source.frame, names: names), judged)
    } catch let error as ChartFrameError {
      throw Failure(.badData, "\(path): \(error)")
    } catch let error as GrayCardError {
      throw Failure(error, path)
    }
  }
}
