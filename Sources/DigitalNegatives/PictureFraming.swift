package import ProfileExchange
package import RawFrames

/// The position and orientation of a picture in its frame. The frame itself has all samples as they lie on the sensor.
package struct PictureFraming: Hashable, Sendable {
  /// The part that the file shows; `nil` for the whole frame.
  private var shown: Region?
  /// The clockwise rotation that makes the picture upright, in degrees.
  private let turn: Int

  /// An upright picture that fills its frame.
  static let whole = PictureFraming(shown: nil, of: Region(x: 0, y: 0, width: 0, height: 0), turn: 0)

  /// Creates a framing.
  ///
  /// - Parameters:
  ///   - shown: The part that the file shows, in samples of the frame.
  ///   - area: The part of the sensor that the frame covers.
  ///   - turn: The clockwise rotation that makes the picture upright, in degrees.
  package init(shown: Region?, of area: Region, turn: Int) {
    self.turn = turn
    // A file may state any numbers.
    guard let shown, shown.isInside(width: area.width, height: area.height) else { return }
    if shown != Region(x: 0, y: 0, width: area.width, height: area.height) { self.shown = shown }
  }

  /// The facts about the picture that the file states and the frame does not show, one sentence each.
  package var notKept: [String] {
    var notKept: [String] = []
    if let shown { notKept.append("the file shows the part \(shown) of its samples, and the frame has all of them") }
    if turn != 0 {
      notKept.append("the picture is upright once it is turned by \(turn)° to the right, which is not kept")
    }
    return notKept
  }
}

extension Region {
  /// Returns this part of an area as a part of the frame, or `nil` where it is not inside the area.
  ///
  /// A file may state any numbers.
  package func placed(in area: Region) -> Region? {
    guard isInside(width: area.width, height: area.height) else { return nil }
    return Region(x: area.x + x, y: area.y + y, width: width, height: height)
  }
}

extension TagDirectory {
  /// The part that the file shows, from DefaultCropOrigin and DefaultCropSize, in samples of the active area.
  ///
  /// It is `nil` where the tags do not have whole samples.
  package var defaultCrop: Region? {
    let sides = ((try? numbers(.defaultCropOrigin)) ?? []) + ((try? numbers(.defaultCropSize)) ?? [])
    let wholes = sides.compactMap { Int(exactly: $0) }
    return wholes.count == 4 ? Region(x: wholes[0], y: wholes[1], width: wholes[2], height: wholes[3]) : nil
  }

  /// The clockwise rotation that makes a picture upright, in degrees. Mirroring is ignored. Source: TIFF 6.0,
  /// Orientation.
  var turn: Int {
    switch (try? numbers(.orientation))?.first {
    case 3, 4: 180
    case 6, 7: 90
    case 5, 8: 270
    default: 0
    }
  }
}
