import FrameSources

extension StillRaw {
  /// Returns whether a file is a still raw, by its first bytes.
  ///
  /// A TIFF counts as one, because most raws are TIFFs. Reading it shows whether it is another picture.
  ///
  /// - Parameter bytes: The file, or at least its first ``/FrameSources/SourceKind/startLength`` bytes.
  package static func isStill(_ bytes: [UInt8]) -> Bool {
    tiff.contains { bytes.starts(with: $0.utf8) }
      || SourceKind.signatures.contains { bytes.dropFirst($0.offset).starts(with: $0.bytes.utf8) }
  }

  /// TIFF in both byte orders: CR2, NEF, ARW, DNG, PEF, SRW, 3FR, IIQ, ERF, KDC, DCR and others. Source: TIFF 6.0.
  private static let tiff = ["II*\0", "MM\0*"]
}
