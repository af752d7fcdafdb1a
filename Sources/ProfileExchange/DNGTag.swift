/// The tags that are read or written, named as in the Digital Negative Specification 1.7, TIFF/EP and EXIF 2.31.
package enum DNGTag: UInt16, CaseIterable {
  case newSubfileType = 254
  case imageWidth = 256
  case imageLength = 257
  case bitsPerSample = 258
  case compression = 259
  case photometricInterpretation = 262
  case fillOrder = 266
  case make = 271
  case model = 272
  case stripOffsets = 273
  case orientation = 274
  case samplesPerPixel = 277
  case rowsPerStrip = 278
  case stripByteCounts = 279
  case tileWidth = 322
  case tileOffsets = 324
  case tileByteCounts = 325
  case subIFDs = 330
  case sampleFormat = 339
  case exposureTime = 33434
  case fNumber = 33437
  case exifIFD = 34665
  case photographicSensitivity = 34855
  case sensitivityType = 34864
  case standardOutputSensitivity = 34865
  case recommendedExposureIndex = 34866
  case isoSpeed = 34867
  case exifVersion = 36864
  case dateTimeOriginal = 36867
  case offsetTimeOriginal = 36881
  case cfaRepeatPatternDim = 33421
  case cfaPattern = 33422
  case dngVersion = 50706
  case dngBackwardVersion = 50707
  case uniqueCameraModel = 50708
  case cfaPlaneColor = 50710
  case cfaLayout = 50711
  case linearizationTable = 50712
  case blackLevelRepeatDim = 50713
  case blackLevel = 50714
  case blackLevelDeltaH = 50715
  case blackLevelDeltaV = 50716
  case whiteLevel = 50717
  case defaultCropOrigin = 50719
  case defaultCropSize = 50720
  case colorMatrix1 = 50721
  case colorMatrix2 = 50722
  case cameraCalibration1 = 50723
  case cameraCalibration2 = 50724
  case analogBalance = 50727
  case asShotNeutral = 50728
  case asShotWhiteXY = 50729
  case baselineExposure = 50730
  case linearResponseLimit = 50734
  case cameraSerialNumber = 50735
  case dngPrivateData = 50740
  case calibrationIlluminant1 = 50778
  case calibrationIlluminant2 = 50779
  case activeArea = 50829
  case cameraCalibrationSignature = 50931
  case profileCalibrationSignature = 50932
  case extraCameraProfiles = 50933
  case profileName = 50936
  case profileHueSatMapDims = 50937
  case profileToneCurve = 50940
  case profileEmbedPolicy = 50941
  case profileCopyright = 50942
  case forwardMatrix1 = 50964
  case forwardMatrix2 = 50965
  case rowInterleaveFactor = 50975
  case profileLookTableDims = 50981
  case opcodeList1 = 51008
  case opcodeList2 = 51009
  case opcodeList3 = 51022
  case noiseProfile = 51041
  case baselineExposureOffset = 51109
  case defaultBlackRender = 51110
  case profileGainTableMap = 52525
  case calibrationIlluminant3 = 52529
  case cameraCalibration3 = 52530
  case colorMatrix3 = 52531
  case forwardMatrix3 = 52532
  case illuminantData1 = 52533
  case illuminantData2 = 52534
  case illuminantData3 = 52535
  case rgbTables = 52543
  case profileGainTableMap2 = 52544
  case columnInterleaveFactor = 52547

  /// The name as the specification writes it.
  package var name: String {
    let text = "\(self)"
    for (prefix, name) in Self.abbreviations where text.hasPrefix(prefix) { return name + text.dropFirst(prefix.count) }
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  private static let abbreviations = [("cfa", "CFA"), ("dng", "DNG"), ("iso", "ISO"), ("rgb", "RGB")]
}
