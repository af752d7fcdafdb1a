internal import CLittleCMS
internal import Colorimetry
internal import DeviceProfiles

/// An open profile with its context.
struct LittleCMSProfile: ~Copyable {
  let context: LittleCMSContext
  let handle: cmsHPROFILE

  /// Creates an empty profile of an input device, from RGB to XYZ.
  init(version: ICCVersion) throws(ProfileError) {
    let context = try LittleCMSContext()
    guard let handle = cmsCreateProfilePlaceholder(context.pointer) else { throw context.error("make a profile") }
    self.context = context
    self.handle = handle
    cmsSetProfileVersion(handle, version.number)
    cmsSetDeviceClass(handle, cmsSigInputClass)
    cmsSetColorSpace(handle, cmsSigRgbData)
    cmsSetPCS(handle, cmsSigXYZData)
    cmsSetHeaderRenderingIntent(handle, UInt32(INTENT_RELATIVE_COLORIMETRIC))
  }

  /// Opens a profile.
  ///
  /// - Parameter bytes: A profile whose header has been checked.
  init(bytes: [UInt8]) throws(ProfileError) {
    let context = try LittleCMSContext(reading: bytes.count)
    guard let handle = cmsOpenProfileFromMemTHR(context.pointer, bytes, UInt32(bytes.count)) else {
      throw context.error("open the profile")
    }
    self.context = context
    self.handle = handle
  }

  deinit { cmsCloseProfile(handle) }

  func bytes() throws(ProfileError) -> [UInt8] {
    var count: UInt32 = 0
    guard cmsSaveProfileToMem(handle, nil, &count) != 0 else { throw context.error("save the profile") }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    guard cmsSaveProfileToMem(handle, &bytes, &count) != 0 else { throw context.error("save the profile") }
    return bytes
  }

  // MARK: - Numbers

  func has(_ tag: cmsTagSignature) -> Bool { cmsIsTag(handle, tag) != 0 }

  /// Returns the contents of a tag, which belong to the profile.
  func contents(_ tag: cmsTagSignature) throws(ProfileError) -> UnsafeMutableRawPointer {
    guard let contents = cmsReadTag(handle, tag) else { throw context.error("read tag '\(tag.name)'") }
    return contents
  }

  private func read<Contents>(_ tag: cmsTagSignature, as: Contents.Type) throws(ProfileError) -> UnsafePointer<Contents>
  {
    UnsafePointer(try contents(tag).assumingMemoryBound(to: Contents.self))
  }

  func write(_ tag: cmsTagSignature, _ contents: UnsafeRawPointer?) throws(ProfileError) {
    guard cmsWriteTag(handle, tag, contents) != 0 else { throw context.error("write tag '\(tag.name)'") }
  }

  func values(_ tag: cmsTagSignature) throws(ProfileError) -> SIMD3<Double> {
    let values = try read(tag, as: cmsCIEXYZ.self).pointee
    return [values.X, values.Y, values.Z]
  }

  /// Returns the largest deviation of a tone curve from a linear one.
  func bend(_ tag: cmsTagSignature) throws(ProfileError) -> Double {
    let curve = OpaquePointer(try contents(tag))
    let places = stride(from: 0.0, through: 1, by: 1.0 / 16)
    return places.map { abs(Double(cmsEvalToneCurveFloat(curve, Float($0))) - $0) }.max() ?? 0
  }

  func write(_ tag: cmsTagSignature, _ values: SIMD3<Double>) throws(ProfileError) {
    var contents = cmsCIEXYZ(X: values.x, Y: values.y, Z: values.z)
    try write(tag, &contents)
  }

  func matrix(_ tag: cmsTagSignature) throws(ProfileError) -> Matrix3x3 {
    let rows = try read(tag, as: cmsCIEXYZTRIPLE.self).pointee
    return Matrix3x3(
      rows: [rows.Red.X, rows.Red.Y, rows.Red.Z], [rows.Green.X, rows.Green.Y, rows.Green.Z],
      [rows.Blue.X, rows.Blue.Y, rows.Blue.Z])
  }

  func write(_ tag: cmsTagSignature, _ matrix: Matrix3x3) throws(ProfileError) {
    func row(_ index: Int) -> cmsCIEXYZ { cmsCIEXYZ(X: matrix[index, 0], Y: matrix[index, 1], Z: matrix[index, 2]) }
    var contents = cmsCIEXYZTRIPLE(Red: row(0), Green: row(1), Blue: row(2))
    try write(tag, &contents)
  }

  /// Writes tone curves that declare the device's red, green and blue linear.
  func writeLinearToneCurves() throws(ProfileError) {
    guard let curve = cmsBuildGamma(context.pointer, 1) else { throw context.error("make a tone curve") }
    defer { cmsFreeToneCurve(curve) }
    try write(cmsSigRedTRCTag, UnsafeRawPointer(curve))
    for tag in [cmsSigGreenTRCTag, cmsSigBlueTRCTag] {
      guard cmsLinkTag(handle, tag, cmsSigRedTRCTag) != 0 else { throw context.error("write tag '\(tag.name)'") }
    }
  }

  // MARK: - Text

  /// Writes a text.
  ///
  /// - Parameter text: A text that is not empty.
  func write(_ tag: cmsTagSignature, _ text: String) throws(ProfileError) {
    guard let contents = cmsMLUalloc(context.pointer, 1) else { throw context.error("make a text") }
    defer { cmsMLUfree(contents) }
    guard cmsMLUsetWide(contents, "en", "US", LittleCMS.wide(text)) != 0 else { throw context.error("make a text") }
    try write(tag, UnsafeRawPointer(contents))
  }

  /// Returns the English text of a tag, or its first text; `nil` where the tag is absent or empty.
  func text(_ tag: cmsTagSignature) throws(ProfileError) -> String? {
    guard has(tag) else { return nil }
    let text = OpaquePointer(try contents(tag))
    // The size is in bytes, including the null.
    let size = cmsMLUgetWide(text, "en", "US", nil, 0)
    var characters = [wchar_t](repeating: 0, count: Int(size) / MemoryLayout<wchar_t>.stride + 1)
    _ = cmsMLUgetWide(text, "en", "US", &characters, size)
    let string = LittleCMS.text(characters.prefix { $0 != 0 })
    return string.isEmpty ? nil : string
  }

  // MARK: - The dictionary

  func write(_ tag: cmsTagSignature, _ entries: [(key: String, value: String)]) throws(ProfileError) {
    guard let dictionary = cmsDictAlloc(context.pointer) else { throw context.error("make a dictionary") }
    defer { cmsDictFree(dictionary) }
    for entry in entries {
      guard cmsDictAddEntry(dictionary, LittleCMS.wide(entry.key), LittleCMS.wide(entry.value), nil, nil) != 0 else {
        throw context.error("add an entry to the dictionary")
      }
    }
    try write(tag, dictionary)
  }
}

extension cmsTagSignature {
  /// The four characters of the signature.
  var name: String {
    String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }, as: UTF8.self)
  }
}
