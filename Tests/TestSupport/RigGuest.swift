internal import Foundation
public import Testing

/// The guest of the camera rig (Tests/CameraRig), in which `/dev/video*` are the kernel's own virtual cameras.
///
/// A suite for the guest has a name that ends in `InGuest`, by which the rig finds it, and the trait `.inGuest`, which
/// leaves it out everywhere else. The rig runs the tests one after another, because they share the cameras.
public enum RigGuest {
  /// Whether this process runs in the guest: `Tests/CameraRig/run` sets the variable.
  public static let isHere = ProcessInfo.processInfo.environment["WHITEBALANCE_RIG_GUEST"] == "1"

  /// What the names of suites for the guest end in.
  public static let suiteSuffix = "InGuest"
}

extension Trait where Self == ConditionTrait {
  public static var inGuest: Self {
    .enabled(if: RigGuest.isHere, "runs in the guest of the camera rig only; Tests/CameraRig/README.md tells how")
  }
}
