internal import CStillRaws
internal import Colorimetry
internal import DeviceProfiles
internal import DigitalNegatives
internal import ProfileExchange
internal import RawFrames
internal import WhiteBalance

extension StillRaw {
  /// Reads a file.
  ///
  /// LibRaw runs in a separate process. On Linux its memory is limited to 80 MiB, twice the file, and twice the memory
  /// of the samples; on macOS only its time is limited. This process is
  /// forked for it, without a new program: the open files are the child's too until it ends. The call blocks until
  /// then, so make it on a thread that may wait.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: ``StillRawError`` where the file is not a raw, is damaged, or has samples of an unsupported kind.
  public init(_ bytes: [UInt8]) throws(StillRawError) {
    try self.init(bytes, decoderFault: 0)
  }

  /// Reads a file. If `fault` is not 0, the decoding process ends itself by this signal, for tests.
  package init(_ bytes: [UInt8], decoderFault fault: Int) throws(StillRawError) {
    guard Self.isStill(bytes) else { throw .notAStill }
    let decoded = try DecodedStill(bytes, fault: fault)
    let header = decoded.header
    decoderMemory = decoded.memory
    samples = decoded.samples
    (width, height) = (Int(header.raw_width), Int(header.raw_height))
    layout = try Self.layout(header)
    activeArea = Region(x: Int(header.left), y: Int(header.top), width: Int(header.width), height: Int(header.height))
    guard activeArea.isInside(width: width, height: height) else {
      throw .inconsistent("its picture, \(activeArea), is not inside its \(width) x \(height) samples")
    }
    let tags: NegativeTags?
    do throws(ExchangeError) {
      tags = header.dng_version != 0 ? try NegativeTags(bytes) : nil
    } catch { throw .tags(error) }
    crop = Self.crop(header, tags, in: activeArea)
    let areas = header.maskedAreas
    maskedAreas = areas
    unusedTags = tags?.unused ?? .none
    orientation = Orientation(header.flip)

    let stated = tags?.black?.mean ?? header.black(layout)
    let masked =
      tags?.black?.mean == nil
      ? MaskedSamples(
        samples, width: width, in: areas, activeArea: activeArea, layout: layout, white: header.white(layout),
        unlike: stated) : nil
    // Where the masked samples are not dark, LibRaw's black level is their mean. It is not a black level, so 0 is used.
    let isRefused = masked?.areDark == false
    let black = isRefused ? BayerValues(repeating: 0) : masked?.black ?? stated
    let maskedError = isRefused ? nil : masked?.error
    // A level that varies among the samples of a channel is off by that much wherever the card is.
    let blackError = maskedError ?? tags?.black?.deviation
    do throws(RawFrameError) {
      levels = try SampleLevels(
        black: black, white: header.white(layout), blackError: blackError ?? BayerValues(repeating: 0))
    } catch { throw .levels(error) }
    // The planes of a linear DNG were computed from samples with the black level already subtracted.
    let isForgotten = tags?.statesBlack == false && layout != .planes
    blackOrigin = maskedError != nil ? .maskedSamples : isRefused || isForgotten ? .assumed : .file
    identity = header.identity(tags?.hasColors == true ? tags?.colors : nil, isCRW: Self.isCRW(bytes))
    // LibRaw has only single precision, and times without their offset.
    let exact = (try? ExposureMetadata(tiffBytes: bytes)) ?? .unknown
    exposure = exact.completed(by: header.exposure)
    do throws(ExchangeError) {
      (profile, profileWarnings) = try Self.profile(header, bytes, tags, identity, levels)
    } catch { throw .tags(error) }
    let gains = tags?.appliedGains ?? header.appliedGains
    let neutral = tags?.colors.asShotNeutral(on: profile) ?? header.asShotNeutral
    let ofPlanes = Self.gainsOfPlanes(levels, layout)
    appliedGains = ofPlanes.map { WhiteBalanceGains(gains.vector * $0) } ?? gains
    asShotNeutral = neutral.map { neutral in
      ofPlanes.map { LinearRGB(neutral.vector * $0 / (neutral.vector * $0).max()) } ?? neutral
    }
  }

  /// Returns the number of the camera in LibRaw's text.
  ///
  /// In a CRW of a PowerShot, the number is the same for all cameras of a model and does not count. Source: ExifTool,
  /// CanonRaw, tag 0x580b, which is a serial number in EOS models and unknown in others.
  package static func serialNumber(_ text: String, of model: String, isCRW: Bool) -> String {
    isCRW && model.hasPrefix("PowerShot") ? "" : text
  }

  private static func isCRW(_ bytes: [UInt8]) -> Bool { bytes.dropFirst(6).starts(with: "HEAPCCDR".utf8) }

  private static func layout(_ header: csr_header) throws(StillRawError) -> Layout {
    guard header.planes == 1 else { return .planes }
    let period = Int(header.period)
    guard period > 0 else { return .monochrome }
    let letters = String(DecodedStill.text(header.letters).prefix(period * period))
    if let pattern = XTransPattern(letters) { return .mosaic(.xTrans(pattern)) }
    // For older sensors, LibRaw describes a pattern of eight rows.
    for pattern in BayerPattern.allCases {
      let cell = Array(pattern.rawValue.uppercased())
      let repeated = (0..<period * period).map { cell[$0 / period % 2 * 2 + $0 % period % 2] }
      if String(repeated) == letters { return .mosaic(.bayer(pattern)) }
    }
    throw .unsupportedSamples(camera: "a mosaic of \(letters)")
  }

  /// Returns what the planes of a linear DNG are multiplied by; `nil` where they are of one range.
  ///
  /// The colours that the file states hold for planes that each reach from 0 to 1. Source: DNG specification 1.7,
  /// chapter 5.
  private static func gainsOfPlanes(_ levels: SampleLevels, _ layout: Layout) -> SIMD3<Double>? {
    let green = levels.range(of: .greenOnRedRow)
    let gains = SIMD3(levels.range(of: .red), green, levels.range(of: .blue)) / green
    return layout == .planes && gains != .one ? gains : nil
  }

  private static func crop(_ header: csr_header, _ tags: NegativeTags?, in area: Region) -> Region {
    let (width, height) = (Int(header.raw_width), Int(header.raw_height))
    if let shown = tags?.crop { return shown.placed(in: area) ?? area }
    let crop = Region(
      x: Int(header.crop_left), y: Int(header.crop_top), width: Int(header.crop_width), height: Int(header.crop_height))
    return crop.isInside(width: width, height: height) ? crop : area
  }

  private static func profile(
    _ header: csr_header, _ bytes: [UInt8], _ tags: NegativeTags?, _ identity: DeviceIdentity?, _ levels: SampleLevels
  ) throws(ExchangeError) -> (DeviceProfile?, [ExchangeWarning]) {
    let model = identity ?? DeviceIdentity(model: DeviceIdentity.unknownModel)
    if tags?.hasColors == true {
      let imported = try ImportedProfile(bytes, format: .dng, model: model.model)
      var profile = imported.profile
      profile.levels = levels
      // Warnings about levels are dropped, because these levels replace those of the tags. They stay where the tags
      // state a black level.
      return (profile, imported.warnings.filter { $0.code != .levels || tags?.black?.mean == nil })
    }
    let m = DecodedStill.numbers(header.color_matrix, as: Float.self).map(Double.init)
    let matrix = Matrix3x3(rows: [m[0], m[1], m[2]], [m[3], m[4], m[5]], [m[6], m[7], m[8]])
    // For a camera that LibRaw does not know, the matrix is zero.
    guard
      let matrices = try? MatrixCharacterization(lights: [.init(temperature: daylight, matrix: matrix)])
    else { return (nil, []) }
    let profile = DeviceProfile(
      identity: model, characterization: .matrices(matrices), levels: levels,
      provenance: "LibRaw's matrix of the model under D65; the file has none")
    return (profile, [])
  }

  /// The temperature of D65, in kelvin, for which LibRaw's matrices are made. Source: CIE 15, with c2 of ITS-90.
  private static let daylight = 6504.0
}

extension StillRaw.Orientation {
  /// Creates the orientation from LibRaw's number.
  fileprivate init(_ flip: Int32) {
    switch flip {
    case 3: self = .half
    case 5: self = .left
    case 6: self = .right
    default: self = .upright
    }
  }
}

// MARK: - The header

extension csr_header {
  /// Returns the mean of the black levels at the positions of each channel.
  fileprivate func black(_ layout: StillRaw.Layout) -> BayerValues<Double> {
    let black = DecodedStill.numbers(black, as: Double.self)
    switch layout {
    case .planes: return BayerValues { black[$0.plane] }
    case .monochrome: return BayerValues(repeating: black[0])
    case .mosaic(let mosaic):
      let period = Int(period)
      return BayerValues { channel in
        let places = (0..<period * period).filter {
          mosaic.channel(column: $0 % period, row: $0 / period) == channel
        }
        return places.reduce(0) { $0 + black[$1] } / Double(places.count)
      }
    }
  }

  fileprivate func white(_ layout: StillRaw.Layout) -> BayerValues<Double> {
    let planes = DecodedStill.numbers(plane_white, as: Double.self)
    let most = Double(UInt16.max)
    return BayerValues { channel in
      let own = layout == .planes && planes[channel.plane] > 0 ? planes[channel.plane] : white
      return min(own, most)
    }
  }

  fileprivate func identity(_ colors: DNGColorTags?, isCRW: Bool) -> DeviceIdentity? {
    let (make, name) = (DecodedStill.text(make), DecodedStill.text(model))
    let unit = colors?.serialNumber ?? StillRaw.serialNumber(DecodedStill.text(serial), of: name, isCRW: isCRW)
    guard let name = name.isEmpty ? colors?.model : name else { return nil }
    return DeviceIdentity(
      manufacturer: make.isEmpty ? colors?.manufacturer : make, model: name,
      unit: unit.isEmpty || unit == "0" ? nil : unit)
  }

  /// The exposure. LibRaw writes 0 for values that are not known.
  fileprivate var exposure: ExposureMetadata {
    func known(_ value: Float) -> Double? { value.isFinite && value > 0 ? Double(value) : nil }
    return (try? ExposureMetadata(duration: known(duration), iso: known(iso), aperture: known(aperture))) ?? .unknown
  }

  /// The gains that the camera has multiplied the samples by, green 1. The D1 does so, for example.
  fileprivate var appliedGains: WhiteBalanceGains {
    Self.gains(analog_balance).map { WhiteBalanceGains($0 / $0.y) } ?? .unity
  }

  /// The inverse of the camera's multipliers, largest channel 1.
  ///
  /// Where LibRaw found none it may write 1, which is a balance only of samples that the camera has multiplied.
  fileprivate var asShotNeutral: LinearRGB? {
    guard let multipliers = Self.gains(camera_multipliers) else { return nil }
    guard dng_version != 0 || multipliers != .one || appliedGains != .unity else { return nil }
    return LinearRGB(multipliers.min() / multipliers)
  }

  /// Returns the gains of a field; `nil` unless each is above 0 and finite.
  private static func gains(_ field: (Float, Float, Float)) -> SIMD3<Double>? {
    let gains = SIMD3(Double(field.0), Double(field.1), Double(field.2))
    return LinearRGB(gains).isPositive ? gains : nil
  }
}
