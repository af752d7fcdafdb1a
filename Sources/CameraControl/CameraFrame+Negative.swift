public import DeviceProfiles
public import DigitalNegatives
public import ProfileExchange
internal import WhiteBalance

extension CameraFrame {
  /// The exposure of the frame, as far as the device and the caller know it.
  ///
  /// - Parameters:
  ///   - aperture: the lens's f-number: no device tells it.
  ///   - date: when the frame was taken: its timestamp is on a clock without a date.
  package func exposureMetadata(aperture: Double? = nil, date: CreationDate? = nil) throws(ExposureError)
    -> ExposureMetadata
  {
    // A device may say 0 of what it does not know.
    func known(_ value: Double?) -> Double? { value.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } }
    return try ExposureMetadata(
      duration: known(exposure.duration), iso: known(exposure.iso), gain: known(exposure.gain), aperture: aperture,
      date: date)
  }

  /// The frame as a DNG: the gains that the device has applied as AnalogBalance, and those still to apply as the
  /// neutral.
  ///
  /// - Parameters:
  ///   - profile: The profile of the frame's camera.
  ///   - exposure: The exposure that the file states, for example `exposureMetadata(aperture:date:)`.
  /// - Throws: The errors of ``/DigitalNegatives/DigitalNegative/made(of:by:asShotNeutral:analogBalance:exposure:)``.
  public func digitalNegative(
    by profile: DeviceProfile, exposure: ExposureMetadata
  ) throws(ExchangeError) -> (negative: DigitalNegative, warnings: [ExchangeWarning]) {
    try DigitalNegative.made(
      of: frame, by: profile, asShotNeutral: LinearRGB(red: 1, green: 1, blue: 1).divided(by: softwareGains),
      analogBalance: appliedGains, exposure: exposure)
  }
}
