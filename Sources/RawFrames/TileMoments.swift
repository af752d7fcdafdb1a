/// A region cut into square tiles, with the sums of each channel in each tile.
package struct TileMoments: Sendable {
  /// The region that the tiles cover.
  package let region: Region
  /// The side of a tile, in samples. The tiles of the last column and row end where the region ends.
  package let side: Int
  /// The numbers of tiles across and down.
  package let columns, rows: Int
  /// The sums of the tiles, row by row from the top left.
  package let tiles: [BayerValues<SampleMoments>]
  /// The sums of all tiles.
  package let total: BayerValues<SampleMoments>

  /// Reads the samples of `region` in `frame`, once.
  ///
  /// Samples at or above the white level of the frame's ``RawFrame/levels`` count as clipped.
  ///
  /// - Parameters:
  ///   - frame: A frame with colours, unless `mosaic` is given.
  ///   - region: The region to cut into tiles, inside the frame.
  ///   - side: The side of a tile, in samples: a positive multiple of the mosaic's period, so even for a Bayer pattern.
  ///   - rowStep: The distance between the rows that are read, from the first of each tile on. An odd number
  ///     includes all channels of a Bayer pattern. In other mosaics, every row is read.
  ///   - mosaic: The places of colours to read a frame without colours by; `nil` for the frame's own.
  ///   - reader: The loops that read.
  package init(
    of frame: RawFrame, in region: Region, side: Int, rowStep: Int = 1, as mosaic: ColorMosaic? = nil,
    by reader: SampleReader
  ) {
    guard let mosaic = mosaic ?? frame.mosaic else { preconditionFailure("\(frame.format.fourCC) has no colours") }
    precondition(region.isInside(width: frame.width, height: frame.height), "region \(region) is not in the frame")
    precondition(
      side > 0 && side.isMultiple(of: mosaic.period), "a side of \(side) is not a positive multiple of \(mosaic.period)"
    )
    precondition(rowStep > 0 && !rowStep.isMultiple(of: 2), "rows at steps of \(rowStep) do not have all channels")
    self.region = region
    self.side = side
    columns = (region.width - 1) / side + 1
    rows = (region.height - 1) / side + 1
    // This is the smallest whole value at or above the level.
    let white = frame.levels.white.map { UInt16($0.rounded(.up)) }
    tiles =
      switch mosaic {
      case .bayer(let pattern):
        reader.tiles(of: frame, in: region, side: side, rowStep: rowStep, pattern: pattern, white: white)
      case .xTrans: frame.mosaicTiles(in: region, side: side, mosaic: mosaic, white: white, by: reader)
      }
    var total = BayerValues(repeating: SampleMoments())
    for index in tiles.indices {
      total.red += tiles[index].red
      total.greenOnRedRow += tiles[index].greenOnRedRow
      total.greenOnBlueRow += tiles[index].greenOnBlueRow
      total.blue += tiles[index].blue
    }
    self.total = total
  }

  /// Returns the samples that the tile in `column` and `row` covers.
  package func region(column: Int, row: Int) -> Region {
    let (x, y) = (column * side, row * side)
    return Region(
      x: region.x + x, y: region.y + y, width: min(side, region.width - x), height: min(side, region.height - y))
  }

  /// The sums of the tile in `column` and `row`, both counted from 0.
  package subscript(column: Int, row: Int) -> BayerValues<SampleMoments> { tiles[row * columns + column] }
}

extension RawFrame {
  /// Returns the moments of each channel over a whole region.
  ///
  /// - Parameter mosaic: The places of colours to read a frame without colours by; `nil` for the frame's own.
  package func moments(in region: Region, as mosaic: ColorMosaic? = nil) -> BayerValues<SampleMoments> {
    TileMoments(of: self, in: region, side: 2 * max(region.width, region.height), as: mosaic, by: .fastest).total
  }
}
