import FrameSources
internal import ProfileExchange

extension StillRaw {
  /// Returns whether a file is a still raw, by its first bytes.
  ///
  /// A TIFF counts as one, because most raws are TIFFs: CR2, NEF, ARW, DNG, PEF, SRW, 3FR, IIQ, ERF, KDC, DCR and
  /// others. Reading it shows whether it is another picture.
  ///
  /// - Parameter bytes: The file, or at least its first ``/FrameSources/SourceKind/startLength`` bytes.
  package static func isStill(_ bytes: [UInt8]) -> Bool {
    TagFile.Kind(bytes) == .image
      || SourceKind.signatures.contains { bytes.dropFirst($0.offset).starts(with: $0.bytes.utf8) }
  }
}
