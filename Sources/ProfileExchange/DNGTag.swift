/// The tags that are read or written, by their names in the Digital Negative Specification 1.7 and TIFF/EP.
enum DNGTag: UInt16, CaseIterable {
  case make = 271
  case model = 272
  case photometricInterpretation = 262
  case subIFDs = 330
  case cfaRepeatPatternDim = 33421
  case cfaPattern = 33422
  case uniqueCameraModel = 50708
  case blackLevelRepeatDim = 50713
  case blackLevel = 50714
  case whiteLevel = 50717
  case colorMatrix1 = 50721
  case colorMatrix2 = 50722
  case cameraCalibration1 = 50723
  case cameraCalibration2 = 50724
  case analogBalance = 50727
  case asShotNeutral = 50728
  case cameraSerialNumber = 50735
  case calibrationIlluminant1 = 50778
  case calibrationIlluminant2 = 50779
  case cameraCalibrationSignature = 50931
  case profileCalibrationSignature = 50932
  case profileName = 50936
  case profileHueSatMapDims = 50937
  case profileToneCurve = 50940
  case profileEmbedPolicy = 50941
  case profileCopyright = 50942
  case forwardMatrix1 = 50964
  case forwardMatrix2 = 50965
  case profileLookTableDims = 50981
  case calibrationIlluminant3 = 52529
  case cameraCalibration3 = 52530
  case colorMatrix3 = 52531
  case forwardMatrix3 = 52532
  case illuminantData1 = 52533
  case illuminantData2 = 52534
  case illuminantData3 = 52535

  /// As the specification writes it.
  var name: String {
    let text = "\(self)"
    if text.hasPrefix("cfa") { return "CFA" + text.dropFirst(3) }
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}
