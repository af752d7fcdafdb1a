// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
internal import CameraDevices
internal import RawFrames

extension CameraBackend {
  /// Sets the format and the size of future frames, and returns them. Nothing is set on a device that has them already.
  ///
  /// - Parameters:
  ///   - format: The pixel format. With `nil` the device keeps its format if that has colours, else takes its deepest
  ///     Bayer format. A device with only monochrome formats keeps its own.
  ///   - width: The number of samples in a row. Without it, or without `height`, the driver takes the size nearest to
  ///     the present one.
  ///   - height: The number of rows.
  /// - Throws: ``CameraDeviceError`` where the device does not have the format or the size, or fails.
  func configured(
    _ format: PixelFormat?, width: Int?, height: Int?
  ) throws(CameraDeviceError) -> ActiveFormat {
    let current = try? currentFormat()
    let isBayer = current?.pixelFormat.bayerPattern != nil
    if let current, format.map({ $0 == current.pixelFormat }) ?? isBayer,
      (width ?? current.size.width, height ?? current.size.height) == (current.size.width, current.size.height)
    {
      return current
    }
    let deepest = try rawFormats().filter { $0.bayerPattern != nil }.max { $0.bitsPerSample < $1.bitsPerSample }
    guard let format = format ?? (isBayer ? current?.pixelFormat : deepest) ?? current?.pixelFormat else {
      return try currentFormat()
    }
    if let width, let height {
      return try setFormat(format, size: FrameSize(width: width, height: height), match: .exact)
    }
    let present = currentSize() ?? .beyondAnySensor
    let wanted = FrameSize(width: width ?? present.width, height: height ?? present.height)
    let active = try setFormat(format, size: wanted, match: .nearest)
    let taken = active.size
    guard (width ?? taken.width, height ?? taken.height) == (taken.width, taken.height) else {
      let part = width.map { "width of \($0)" } ?? height.map { "height of \($0)" } ?? ""
      throw CameraDeviceError(device: name, fault: .refused("no \(part): the driver offers \(taken) in its place"))
    }
    return active
  }
}

extension FrameSize {
  /// A size larger than any sensor, so that the driver answers with its largest.
  ///
  /// Still larger numbers overflow in some drivers, which then take the smallest size.
  fileprivate static let beyondAnySensor = FrameSize(width: 16384, height: 16384)
}
