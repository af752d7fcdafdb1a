internal import Metering
internal import RawFrames
internal import RealModule

/// The brightness of a frame relative to its target.
enum ExposureMeter {
  /// The share of the range for a scene of mean reflectance: middle gray, 18 % of white.
  static let target = 0.18
  /// The largest distance from the target, in stops, at which the exposure stays.
  static let deadband = 0.1
  /// The number of quiet frames at rest.
  static let settlingFrames = 3
  /// The step, in stops, by which a frame is made darker if most of it is clipped. Its mean hides how bright the scene
  /// is. A smaller clipped part, such as a window, is in the mean as a bright part of the scene.
  private static let clippedStops = 2.0
  /// The share of clipped samples beyond which most of the frame is clipped.
  private static let clippedShare = 0.5
  /// The share of the frame's width and height that is metered.
  private static let share = 0.25
  /// The share of the range that a darker frame counts as, so that its logarithm is finite.
  private static let darkest = 1e-3

  /// Returns the distance from the target around `point`, in stops, positive where the frame is too bright.
  static func offset(of frame: RawFrame, around point: MeteringPoint) -> Double {
    let (width, height) = (max(Int(Double(frame.width) * share), 2), max(Int(Double(frame.height) * share), 2))
    func start(_ place: Double, _ length: Int, _ total: Int) -> Int {
      min(max(Int(place * Double(total)) - length / 2, 0), total - length)
    }
    guard width <= frame.width, height <= frame.height else { return 0 }
    let region = Region(
      x: start(point.x, width, frame.width), y: start(point.y, height, frame.height), width: width, height: height)
    let total = frame.moments(in: region)
    let greens = [BayerChannel.greenOnRedRow, .greenOnBlueRow]
    let clipped = greens.map { Double(total[$0].clippedCount) / Double(max(total[$0].count, 1)) }.max() ?? 0
    let shares = greens.map { frame.levels.share(of: total[$0].mean, in: $0) }
    let level = Double.log2(max(shares.reduce(0, +) / Double(shares.count), darkest) / target)
    return clipped > clippedShare ? max(level, clippedStops) : level
  }
}
