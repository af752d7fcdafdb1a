public import DeviceProfiles
public import DigitalNegatives
public import ProfileExchange
internal import WhiteBalance

extension CameraFrame {
  /// Returns the exposure of the frame, as far as the device and the caller know it.
  ///
  /// - Parameters:
  ///   - aperture: The lens's f-number, which no device reports.
  ///   - date: The date of the frame. The timestamp cannot give it, because its clock has no date.
  /// - Throws: ``/DigitalNegatives/ExposureError`` where the aperture is not positive and finite.
  public func exposureMetadata(aperture: Double? = nil, date: CreationDate? = nil) throws(ExposureError)
    -> ExposureMetadata
  {
    try exposure.metadata(aperture: aperture, date: date)
  }

  /// Returns the frame as a DNG.
  ///
  /// AnalogBalance has the gains that the device has applied. AsShotNeutral follows from the gains that are still to
  /// be applied. The file states the frame's black level as a fact, even where ``Camera/blackOrigin`` is
  /// ``/RawFrames/BlackOrigin/assumed``. In that case, measure the level first and set ``CameraOptions/levels``.
  ///
  /// - Parameters:
  ///   - profile: The profile of the frame's camera.
  ///   - exposure: The exposure that the file states, for example ``exposureMetadata(aperture:date:)``.
  /// - Throws: The errors of
  ///   ``/DigitalNegatives/DigitalNegative/made(of:by:asShotNeutral:analogBalance:exposure:blackOrigin:)``.
  public func digitalNegative(
    by profile: DeviceProfile, exposure: ExposureMetadata
  ) throws(ExchangeError) -> (negative: DigitalNegative, warnings: [ExchangeWarning]) {
    try DigitalNegative.made(
      of: frame, by: profile, asShotNeutral: LinearRGB(red: 1, green: 1, blue: 1).divided(by: softwareGains),
      analogBalance: appliedGains, exposure: exposure)
  }
}

extension FrameExposure {
  /// Returns the exposure as a file states it.
  func metadata(aperture: Double? = nil, date: CreationDate? = nil) throws(ExposureError) -> ExposureMetadata {
    // A device may report 0 for a value that it does not know.
    func known(_ value: Double?) -> Double? { value.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } }
    return try ExposureMetadata(
      duration: known(duration), iso: known(iso), gain: known(gain), aperture: aperture, date: date)
  }
}
