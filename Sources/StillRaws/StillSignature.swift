extension StillRaw {
  /// Returns whether a file is a still raw, by its first bytes.
  ///
  /// A TIFF counts as one, because most raws are TIFFs; what else it may be shows when it is read.
  ///
  /// - Parameter bytes: The file, or at least its first 32 bytes.
  public static func isStill(_ bytes: [UInt8]) -> Bool {
    signatures.contains { signature in
      let end = signature.offset + signature.text.utf8.count
      return bytes.count >= end && bytes[signature.offset..<end].elementsEqual(signature.text.utf8)
    }
  }

  /// The number of bytes that ``isStill(_:)`` looks at.
  public static let signatureLength = 32

  private struct Signature {
    var offset: Int
    var text: String

    init(_ text: String, at offset: Int = 0) { (self.offset, self.text) = (offset, text) }
  }

  /// How raw files begin. Sources: TIFF 6.0; exiftool's documentation of makers' formats.
  private static let signatures = [
    // TIFF in both orders of bytes: CR2, NEF, ARW, DNG, PEF, SRW, 3FR, IIQ, ERF, KDC, DCR and more.
    Signature("II*\0"), Signature("MM\0*"),
    // Panasonic, Leica; Olympus.
    Signature("IIU\0"), Signature("IIRO"), Signature("IIRS"), Signature("MMOR"),
    Signature("FUJIFILMCCD-RAW"),
    // Canon: CR3, CRW.
    Signature("ftypcrx ", at: 4), Signature("HEAPCCDR", at: 6),
    // Minolta, Sigma, Nokia, Arri.
    Signature("\0MRM"), Signature("FOVb"), Signature("NOKIARAW"), Signature("ARRI"),
  ]
}
