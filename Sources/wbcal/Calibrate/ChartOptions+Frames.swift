import ArgumentParser
import Calibration
import CommandOutput
import DeviceProfiles
import FrameSources
import GrayCard

/// Charts in raw frames instead of readings.
extension ChartOptions {
  struct CornersArgument: ExplainedArgument {
    static let form = "x,y of the four corners, such as 40,30,280,30,280,210,40,210"

    let points: [ChartFrame.Point]

    init?(argument: String) {
      guard let numbers = NumbersArgument(argument: argument)?.numbers, numbers.count == 8 else { return nil }
      points = (0..<4).map { ChartFrame.Point(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) }
    }
  }

  /// Returns the chart in a frame of a source.
  ///
  /// - Parameter profile: The profile of the device. Its levels apply where the options give none.
  func chart(
    in input: any FrameSource, corners: CornersArgument, reference: ChartReference, _ frames: FrameFileOptions,
    _ levels: LevelOptions, profile: DeviceProfile?
  ) throws -> FramedChart {
    let source = try frames.frame(of: input, levels: levels, profile: profile?.levels)
    do throws(ChartFrameError) {
      return try FramedChart(
        in: source, corners: corners.points, of: reference, appliedGains: input.facts.appliedGains)
    } catch {
      if case .greensDiffer = error { throw Failure(refused: [(input.name, ["\(error)"])]) }
      throw Failure(.badData, "\(input.name): \(error)")
    }
  }
}
