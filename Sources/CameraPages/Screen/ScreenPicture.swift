package import CameraControl
package import DeviceProfiles

/// The updates that observers of a screen receive.
enum ScreenUpdate: Sendable {
  /// The state as JSON.
  case state([UInt8])
  case picture(ScreenPicture)
}

/// A picture of a frame as JPEG.
package struct ScreenPicture: Sendable {
  /// The number of the picture, from 1.
  let number: Int
  /// The number of the frame.
  let sequence: UInt32
  let width, height: Int
  let clippedShare: Double
  package let bytes: [UInt8]
}

/// A maker of pictures, one after another.
package struct PictureMaker {
  private let encoder = JPEGEncoder()

  package init() {}

  package func picture(of frame: CameraFrame, by profile: DeviceProfile?, number: Int) -> ScreenPicture? {
    let matrix = PreviewMatrix(applied: frame.appliedGains, software: frame.softwareGains, profile: profile)
    guard let preview = FramePreview(of: frame.frame, by: matrix), let bytes = encoder?.bytes(of: preview) else {
      return nil
    }
    return ScreenPicture(
      number: number, sequence: frame.sequence, width: preview.width, height: preview.height,
      clippedShare: preview.clippedShare, bytes: bytes)
  }
}
