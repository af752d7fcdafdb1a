internal import CLittleCMS
internal import Colorimetry
internal import DeviceProfiles

/// LittleCMS's transform from device RGB to the connection space's XYZ, with the relative colorimetric intent.
///
/// The class is `Sendable` without the compiler's check: the transform and its context are set up once and never
/// changed. With NOCACHE the evaluation only reads them, so several threads may run it at once (LittleCMS,
/// `cmsDoTransform`).
final class LookUpTransform: @unchecked Sendable {
  /// The open profile, in whose context the transform was made.
  private let profile: LittleCMSProfile
  private let transform: cmsHTRANSFORM

  init(_ header: ICCHeader) throws(ProfileError) {
    let profile = try LittleCMSProfile(bytes: header.profile)
    let context = profile.context.pointer
    // The floating-point table D2B1 takes precedence, as in LittleCMS.
    let name = header.has("A2B1") ? "A2B1" : "A2B0"
    if !header.has("D2B1"), let contents = header.contents[name] {
      try profile.useFloatingPoint(in: name, contents)
    }
    guard let destination = cmsCreateXYZProfileTHR(context) else {
      throw profile.context.error("make a profile of XYZ")
    }
    defer { cmsCloseProfile(destination) }
    guard
      let transform = cmsCreateTransformTHR(
        context, profile.handle, CLittleCMS_RGBDouble, destination, CLittleCMS_XYZDouble,
        UInt32(INTENT_RELATIVE_COLORIMETRIC), UInt32(cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE))
    else {
      throw profile.context.error("evaluate the profile's table")
    }
    self.profile = profile
    self.transform = transform
  }

  deinit { cmsDeleteTransform(transform) }

  /// Returns XYZ in the connection space.
  ///
  /// - Parameter device: Red, green and blue, 0 to 1.
  func callAsFunction(_ device: SIMD3<Double>) -> SIMD3<Double> {
    var result = SIMD3<Double>.zero
    withUnsafePointer(to: device) { cmsDoTransform(transform, $0, &result, 1) }
    return result
  }
}
