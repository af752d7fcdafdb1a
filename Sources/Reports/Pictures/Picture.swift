import Colorimetry
package import DeviceProfiles
import Foundation
package import GrayCard
package import RawFrames
package import WhiteBalance

/// A small picture of a frame with the region that was read, so that a person can check it.
package struct Picture {
  /// The source of the picture's colours.
  package enum Coloring: String {
    /// The gains, and the profile's matrix for the light.
    case profile
    /// The gains only: the camera's own primaries are shown as sRGB's.
    case gains
    /// Gains that make the mean of the frame gray, because those of the card are not trusted.
    case grayWorld = "gray-world"
    /// No gains, because the mean of a channel is not above black.
    case raw
  }

  package let width, height: Int
  let coloring: Coloring
  /// The pixels row by row, each as red, green and blue, encoded as sRGB.
  private(set) var pixels: [UInt8] = []

  /// Creates the picture of a frame.
  ///
  /// - Parameters:
  ///   - reading: The card in the frame.
  ///   - appliedGains: The gains that the device has multiplied the samples by.
  ///   - profile: The profile of the device; `nil` where it is not known.
  package init(of frame: RawFrame, reading: GrayCardReading, appliedGains: WhiteBalanceGains, profile: DeviceProfile?) {
    let binned = BinnedFrame(frame, longestSide: Self.longestSide)
    (width, height) = (binned.width, binned.height)
    let development = Development(of: binned, reading: reading, appliedGains: appliedGains, profile: profile)
    coloring = development.coloring
    pixels.reserveCapacity(3 * width * height)
    for (color, isClipped) in zip(binned.colors, binned.isClipped) {
      pixels += isClipped ? Self.clipped : development.pixel(color)
    }
    outline(reading.region, of: frame, blockSide: binned.blockSide)
  }

  package func pngBytes() throws(PictureError) -> [UInt8] {
    try PNG.bytes(width: width, height: height, pixels: pixels)
  }

  // MARK: - The region

  /// Draws the outline of a region: a white line, and a black line inside of it, so that one of them is visible on any
  /// background.
  ///
  /// Both lie within the region, so that the outline of a whole frame is visible too.
  private mutating func outline(_ region: Region, of frame: RawFrame, blockSide: Int) {
    guard let columns = Self.pixels(region.x, region.width, blockSide: blockSide, limit: width),
      let rows = Self.pixels(region.y, region.height, blockSide: blockSide, limit: height)
    else { return }
    let thickness = max(width, height) / Self.longestSide + 1
    for row in rows {
      for column in columns {
        let depth = min(
          column - columns.lowerBound, columns.upperBound - column, row - rows.lowerBound, rows.upperBound - row)
        guard depth < 2 * thickness else { continue }
        let shade: UInt8 = depth < thickness ? 255 : 0
        for channel in 0..<3 { pixels[3 * (row * width + column) + channel] = shade }
      }
    }
  }

  /// Returns the pixels of samples from `start` on; `nil` where none of them is in the picture.
  ///
  /// The numbers may be arbitrary, because a caller chose the region.
  private static func pixels(_ start: Int, _ length: Int, blockSide: Int, limit: Int) -> ClosedRange<Int>? {
    guard length > 0 else { return nil }
    let (last, overflow) = start.addingReportingOverflow(length - 1)
    let first = max(start, 0) / blockSide
    guard first < limit, overflow || last >= 0 else { return nil }
    return first...min((overflow ? .max : last) / blockSide, limit - 1)
  }

  private static let longestSide = 1024
  /// Magenta, which is rare in scenes.
  private static let clipped: [UInt8] = [255, 0, 255]
}

/// The conversion of raw colours to sRGB.
private struct Development {
  let coloring: Picture.Coloring
  /// The matrix from raw channels to linear sRGB, exposure included.
  private let matrix: Matrix3x3

  init(of frame: BinnedFrame, reading: GrayCardReading, appliedGains: WhiteBalanceGains, profile: DeviceProfile?) {
    if case .ok(let neutral) = reading.verdict, let gains = try? WhiteBalanceGains(neutralizing: neutral.value) {
      let card = SIMD3(neutral.value.red, neutral.value.green, neutral.value.blue)
      let developed = profile.flatMap { Self.matrix($0, neutral: neutral.value, appliedGains) }
      coloring = developed == nil ? .gains : .profile
      let matrix = developed ?? Matrix3x3(diagonal: [gains.red, gains.green, gains.blue])
      self.matrix = matrix * (Self.cardLevel / (matrix * card).y)
      return
    }
    let colors = zip(frame.colors, frame.isClipped).filter { !$1 }.map(\.0)
    let mean = colors.reduce(.zero, +) / Double(max(colors.count, 1))
    let isPositive = mean.min() > 0
    coloring = isPositive ? .grayWorld : .raw
    let gains = isPositive ? mean.y / mean : SIMD3(repeating: 1)
    let brightness = colors.map { ($0 * gains).max() }.sorted()
    let bright = brightness.isEmpty ? 1 : brightness[Int(Self.brightShare * Double(brightness.count - 1))]
    matrix = Matrix3x3(diagonal: gains * (bright > 0 ? 1 / bright : 1))
  }

  /// Returns the matrix from raw channels to linear sRGB, by the device's matrix for the light of `neutral`.
  ///
  /// It is `nil` for a profile without colours, or a light without a matrix. The light is the one that the matrices
  /// find, so that the card stays gray. A profile describes samples without the gains that the device has applied.
  private static func matrix(
    _ profile: DeviceProfile, neutral: LinearRGB, _ appliedGains: WhiteBalanceGains
  ) -> Matrix3x3? {
    guard let characterization = profile.characterization.colors,
      let light = try? characterization.light(forNeutral: neutral.divided(by: appliedGains)).chromaticity,
      let developed = SRGB.matrix(from: characterization, under: light)
    else { return nil }
    let matrix = developed * Matrix3x3(diagonal: 1 / appliedGains.vector)
    return matrix.isFinite ? matrix : nil
  }

  func pixel(_ color: SIMD3<Double>) -> [UInt8] {
    let linear = matrix * color
    return (0..<3).map { channel in
      UInt8((255 * SRGBColor.encoded(min(max(linear[channel], 0), 1))).rounded())
    }
  }

  /// The linear level of a gray card of 18 %; 118 of 255 when encoded.
  private static let cardLevel = 0.1812
  /// The share of pixels that must not be brighter than white, where no card determines the exposure.
  private static let brightShare = 0.99
}

extension Report.Picture {
  package init(_ picture: Picture, file: String) {
    self.init(file: file, width: picture.width, height: picture.height, colors: picture.coloring.rawValue)
  }
}
