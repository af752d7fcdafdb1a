import GrayCard
import Metering
import RealModule
import TestSupport
import WhiteBalance

/// An hour of frames: each minute a scan of exposure and white balance, a lock of 20 seconds, and the rest followed.
struct HourCase: CustomStringConvertible, Sendable {
  let description: String
  var frameRate = 30.0
  var readingError = 0.002
  var droppedShare = 0.0
  let light: @Sendable (Double) -> BenchLight
  /// As the bench's.
  var truth: [BenchLight]?
  var cover: @Sendable (Double) -> [CardRefusal.Code] = { _ in [] }
  /// The least number of the 60 scans that must end in a lock.
  var leastLocks = 60
  /// The largest error of gains when they are locked.
  var lockError = Tolerance.lockedGains
  /// The largest error of gains whenever white balance converges, also while it follows.
  var convergenceError = Tolerance.lockedGains
  /// Whether a lock's stated errors hold the truth: where the light does not change.
  var statesErrors = true
  /// Changes of white balance in the hour beside the four of each minute.
  var extraChanges = 0
  /// Changes of exposure in the hour beside those of the scans.
  var extraExposureChanges = 0

  static let scanCount = 60
  static let lockDuration = 20.0

  /// Converged, locked, metering, converged. That the scan begins is told before its first frame.
  static let changesPerMinute = 4

  /// A departure each minute, and its end: what ``Metering/Meter``'s patience lets pass of a light that never rests.
  static let patientChanges = 2 * scanCount
}

extension HourCase {
  /// 100 Hz: of most lamps with phosphors red flickers least, and blue most.
  static func flickering(_ mean: BenchLight, depth: Double, at time: Double, mains: Double) -> BenchLight {
    let phase = Double.cos(4 * .pi * mains * time)
    return BenchLight(
      red: mean.neutral.red * (1 + 0.5 * depth * phase), green: mean.neutral.green * (1 + 0.8 * depth * phase),
      blue: mean.neutral.blue * (1 + depth * phase))
  }

  private static func flicker(_ frameRate: Double, mains: Double = 50, depth: Double = 0.4) -> HourCase {
    HourCase(
      description: "flicker at \(2 * mains) Hz of \(depth), \(frameRate) frames a second", frameRate: frameRate,
      light: { flickering(.tungsten.dimmed(to: 0.7), depth: depth, at: $0, mains: mains) }, truth: [.tungsten])
  }

  static let all: [HourCase] = [
    HourCase(description: "steady", light: { _ in .tungsten }),
    HourCase(
      // A discharge lamp, twice an hour: from half the light, a sixth less red and a fifth more blue.
      description: "a lamp that warms up",
      light: { time in
        let share = Double.exp(-time.truncatingRemainder(dividingBy: 1800) / 150)
        return BenchLight.daylight.blended(with: BenchLight(redRatio: 0.40, blueRatio: 0.8, level: 0.25), share)
      }, lockError: .lockedGainsInChange, convergenceError: .followedGains, statesErrors: false,
      // A sixth is 12 times 1.5 %, twice an hour, and each time there and back.
      extraChanges: 48, extraExposureChanges: 8),
    HourCase(
      // Each five minutes: within 15 seconds to a quarter of the light, and bluer; 90 seconds; and back.
      description: "clouds",
      light: { time in
        let share = max(0, min(1, (60 - abs(time.truncatingRemainder(dividingBy: 300) - 150)) / 15))
        return BenchLight.daylight.blended(with: BenchLight(redRatio: 0.44, blueRatio: 0.73, level: 0.125), share)
      }, lockError: .lockedGainsInChange, convergenceError: .followedGains, statesErrors: false,
      // A tenth is six times 1.5 %, and two stops are twice 0.75, twelve times an hour in two ways.
      extraChanges: 12 * 2 * 6 * 2, extraExposureChanges: 12 * 2 * 2 * 2),
    HourCase(
      description: "a hand over the lens for two seconds of each seven", light: { _ in .daylight },
      cover: { $0.truncatingRemainder(dividingBy: 7) < 2 ? [.notUniform] : [] }),
    flicker(30),
    flicker(29.97),
    HourCase(
      // Each frame sees the lamp at the same phase, and what it sees is what can be measured.
      description: "flicker at 100 Hz, 25 frames a second", frameRate: 25,
      light: { flickering(.tungsten, depth: 0.4, at: $0, mains: 50) }),
    HourCase(
      // The phase goes round in 20 seconds.
      description: "flicker at 100.05 Hz, 25 frames a second", frameRate: 25,
      light: { flickering(.tungsten, depth: 0.15, at: $0, mains: 50.025) }, lockError: .lockedGainsInChange,
      convergenceError: .followedGains, statesErrors: false,
      // Without the meter's patience there would be 390 changes.
      extraChanges: 90),
    HourCase(description: "half of the frames dropped", droppedShare: 0.5, light: { _ in .tungsten }),
    HourCase(
      description: "a lamp switched every ten minutes",
      light: { Int($0 / 600).isMultiple(of: 2) ? .tungsten : .daylight },
      // Five switches, of which each may be met while it is followed.
      extraChanges: 10),
    HourCase(
      // Readings of more than 2 % are refused.
      description: "noise near the threshold", readingError: 0.012, light: { _ in .tungsten },
      lockError: .lockedGainsInNoise, convergenceError: .lockedGainsInNoise),
    HourCase(
      // Faster than the meter follows: it locks one of the two, and never what it sees of both.
      description: "two lamps that alternate every 1.7 seconds",
      light: { Int($0 / 1.7).isMultiple(of: 2) ? .tungsten : .daylight }, truth: [.tungsten, .daylight],
      extraChanges: patientChanges),
  ]
}
