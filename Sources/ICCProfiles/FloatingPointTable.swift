internal import CLittleCMS
internal import DeviceProfiles

extension LittleCMSProfile {
  /// Makes LittleCMS evaluate the 16-bit tables of tag `name`, A2B0 or A2B1, in floating point.
  ///
  /// LittleCMS rounds the input and output of a 16-bit table to 16 bits, even in a floating-point transform. The light
  /// would jump in steps of 0.2 mired, and no inverse could be found between them. So the tag is replaced, in the open
  /// profile only, by one with the same entries as floating-point numbers.
  func useFloatingPoint(in name: String, _ bytes: ArraySlice<UInt8>) throws(ProfileError) {
    let tag = name == "A2B1" ? cmsSigAToB1Tag : cmsSigAToB0Tag
    let pipeline = try contents(tag)
    guard let replacement = cmsPipelineAlloc(context.pointer, 3, 3) else { throw context.error("make a table") }
    defer { cmsPipelineFree(replacement) }
    var next = cmsPipelineGetPtrToFirstStage(OpaquePointer(pipeline))
    while let stage = next {
      guard let converted = try inFloatingPoint(stage) else { throw context.error("make a table") }
      guard cmsPipelineInsertStage(replacement, cmsAT_END, converted) != 0 else {
        cmsStageFree(converted)
        throw context.error("make a table")
      }
      next = cmsStageNext(stage)
    }
    // LittleCMS derives the type of a written tag from the profile's version, and the encoding of Lab from the type.
    let type = String(decoding: bytes.prefix(4), as: UTF8.self)
    cmsSetProfileVersion(handle, (type == "mAB " ? ICCVersion.four : .two).number)
    cmsPipelineSetSaveAs8bitsFlag(replacement, type == "mft1" ? 1 : 0)
    try write(tag, UnsafeRawPointer(replacement))
  }

  /// The largest entry of a 16-bit table, which stands for 1.
  private static var largestEntry: Float { 65535 }

  private func inFloatingPoint(_ stage: OpaquePointer) throws(ProfileError) -> OpaquePointer? {
    guard let data = cmsStageData(stage) else { return cmsStageDup(stage) }
    switch cmsStageType(stage) {
    case cmsSigCLutElemType:
      return cLUT(data.assumingMemoryBound(to: _cmsStageCLutData.self).pointee) ?? cmsStageDup(stage)
    case cmsSigCurveSetElemType:
      return try curves(data.assumingMemoryBound(to: _cmsStageToneCurvesData.self).pointee)
    default: return cmsStageDup(stage)
    }
  }

  private func cLUT(_ table: _cmsStageCLutData) -> OpaquePointer? {
    guard table.HasFloatValues == 0, let parameters = table.Params, let entries = table.Tab.T,
      parameters.pointee.nInputs == 3, parameters.pointee.nOutputs == 3
    else { return nil }
    let samples = parameters.pointee.nSamples
    let values = UnsafeBufferPointer(start: entries, count: Int(table.nEntries)).map { Float($0) / Self.largestEntry }
    return cmsStageAllocCLutFloatGranular(context.pointer, [samples.0, samples.1, samples.2], 3, 3, values)
  }

  /// Converts the curves of a stage. A curve with a formula is evaluated in floating point already.
  private func curves(_ stage: _cmsStageToneCurvesData) throws(ProfileError) -> OpaquePointer? {
    var replacements: [OpaquePointer?] = []
    defer { for curve in replacements { cmsFreeToneCurve(curve) } }
    for curve in UnsafeBufferPointer(start: stage.TheCurves, count: Int(stage.nCurves)) {
      let count = cmsGetToneCurveEstimatedTableEntries(curve)
      let replacement: OpaquePointer?
      if cmsGetToneCurveParametricType(curve) == 0, let entries = cmsGetToneCurveEstimatedTable(curve) {
        let values = UnsafeBufferPointer(start: entries, count: Int(count)).map { Float($0) / Self.largestEntry }
        replacement = cmsBuildTabulatedToneCurveFloat(context.pointer, count, values)
      } else {
        replacement = cmsDupToneCurve(curve)
      }
      guard let replacement else { throw context.error("make a tone curve") }
      replacements.append(replacement)
    }
    return cmsStageAllocToneCurves(context.pointer, UInt32(replacements.count), &replacements)
  }
}
