// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
package import CameraControl

/// The delays that `wbcal camera measure-delay` found, as they are printed.
package struct DelayReport: Encodable {
  package var camera: String
  /// The delay of the exposure, in frames.
  package var exposure: Int
  package var gain: Int?
  package var delay: Int

  package init(_ measured: PipelineDelay, of camera: String) {
    self.camera = camera
    (exposure, gain, delay) = (measured.exposure, measured.gain, measured.longest)
  }

  package var text: String {
    [
      camera, "  exposure  \(counted(exposure, "frame"))", gain.map { "  gain      \(counted($0, "frame"))" },
      "delay  \(delay)",
    ]
    .compactMap(\.self).joined(separator: "\n")
  }
}
