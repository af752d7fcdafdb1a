internal import Foundation
public import Testing

/// The guest of the camera rig (Tests/CameraRig), in which `/dev/video*` are the kernel's own virtual cameras.
///
/// A suite for the guest has a name that ends in `InGuest`, by which the rig finds it, and the trait `.inGuest`, which
/// leaves it out everywhere else. The rig runs the tests one after another, because they share the cameras.
public enum RigGuest {
  /// Whether this process runs in the guest: `Tests/CameraRig/run` sets the variable.
  public static let isHere = ProcessInfo.processInfo.environment["WHITEBALANCE_RIG_GUEST"] == "1"

  /// A vivid device: what is shown at its output node can be seen at its capture node.
  public struct Camera: Hashable, Sendable, CustomTestStringConvertible {
    public let capture: String
    public let output: String
    public let testDescription: String
  }

  // As `Tests/CameraRig/run` has vivid make them.
  public static let singlePlanar = Camera(
    capture: "/dev/video0", output: "/dev/video1", testDescription: "single-planar camera")
  public static let multiPlanar = Camera(
    capture: "/dev/video10", output: "/dev/video11", testDescription: "multi-planar camera")
  public static let cameras = [singlePlanar, multiPlanar]
  /// A capture device whose formats are not raw.
  public static let touchPad = "/dev/v4l-touch0"

  /// The end of the names of suites for the guest.
  public static let suiteSuffix = "InGuest"
}

extension Trait where Self == ConditionTrait {
  public static var inGuest: Self {
    .enabled(if: RigGuest.isHere, "runs in the guest of the camera rig only; Tests/CameraRig/README.md tells how")
  }
}
