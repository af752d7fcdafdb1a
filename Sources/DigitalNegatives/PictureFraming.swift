package import ProfileExchange
package import RawFrames

/// The place of a picture in its frame. A frame does not hold it: it has all samples, as they lie on the sensor.
package struct PictureFraming: Hashable, Sendable {
  /// The part that the file shows; `nil` for all of the frame.
  private var shown: Region?
  /// The turn to the right that brings the picture upright, in degrees.
  private let turn: Int

  /// A picture that is all of its frame, and upright.
  static let whole = PictureFraming(shown: nil, of: Region(x: 0, y: 0, width: 0, height: 0), turn: 0)

  /// - Parameters:
  ///   - shown: The part that the file shows, in samples of the frame.
  ///   - area: The part of the sensor that the frame is of.
  ///   - turn: The turn to the right that brings the picture upright, in degrees.
  package init(shown: Region?, of area: Region, turn: Int) {
    self.turn = turn
    if let shown, shown != Region(x: 0, y: 0, width: area.width, height: area.height) { self.shown = shown }
  }

  /// The facts about its picture that the file states and the frame does not hold: a sentence each.
  package var leftOut: [String] {
    var leftOut: [String] = []
    if let shown { leftOut.append("the file shows the part \(shown) of its samples, and the frame has all of them") }
    if turn != 0 {
      leftOut.append("the picture is upright once it is turned by \(turn)° to the right, which is not kept")
    }
    return leftOut
  }
}

extension TagDirectory {
  /// DefaultCropOrigin and DefaultCropSize of a mosaic: the part that the file shows, in samples of the active area; `nil` where it is
  /// not given in whole samples.
  package var defaultCrop: Region? {
    let sides = ((try? numbers(.defaultCropOrigin)) ?? []) + ((try? numbers(.defaultCropSize)) ?? [])
    let wholes = sides.compactMap { Int(exactly: $0) }
    return wholes.count == 4 ? Region(x: wholes[0], y: wholes[1], width: wholes[2], height: wholes[3]) : nil
  }

  /// The turn to the right that brings a picture upright, in degrees; a mirrored one counts as it is turned. Source: TIFF 6.0, Orientation.
  var turn: Int {
    switch (try? numbers(.orientation))?.first {
    case 3, 4: 180
    case 6, 7: 90
    case 5, 8: 270
    default: 0
    }
  }
}
