// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
/// The time since something was last done with a frame, by the frames' own timestamps.
///
/// A driver's timestamps may stand still or go back. They have no interval to keep, so each such frame is due.
package struct FramePacing {
  private var last: Duration?

  package init() {}

  /// Returns whether a frame is due: where it comes `interval` after the last one, or slightly earlier, because the
  /// next frame may be much later.
  package func isDue(_ time: Duration, every interval: Duration) -> Bool {
    guard let last else { return true }
    return time - last >= interval - Self.slack || time <= last
  }

  /// Notes that something is done with the frame of a time.
  package mutating func note(_ time: Duration) { last = time }

  private static let slack = Duration.milliseconds(5)
}
