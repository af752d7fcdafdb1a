public import WhiteBalance

/// A card that can be trusted: its neutral, its gains, and, on a known device, its light.
public struct MeasuredCard: Hashable, Sendable {
  /// The device's own response to the card, without gains that the device has applied.
  public let neutral: MeasuredNeutral
  /// The gains that make the card gray, with their standard errors.
  public let gains: MeasuredGains
  /// The light on the card, with its standard errors; `nil` where the device is not known or knows no such light.
  public let light: MeasuredLight?
  /// The gains to set within the device's range, and the shift due to fitting them; `nil` where there are none.
  public let settable: FittedGains?
  /// The reason why ``light`` or ``settable`` is absent on a known device, or why the policy refuses the gains.
  public let error: WhiteBalanceError?

  /// Creates a card from its neutral.
  ///
  /// - Parameters:
  ///   - neutral: The device's own response to the card.
  ///   - device: The device; `nil` where it is not known.
  ///   - range: The gains that the device can apply; `nil` for the device's, or ``/WhiteBalance/GainRange/standard``.
  ///   - policy: The policy for gains outside the range; `nil` for the nearest light on a known device, and for
  ///     clamped channels otherwise.
  ///   - kind: The kind of the light, which the device's own uncertainty depends on. Duv is corrected for it.
  /// - Throws: ``/WhiteBalance/WhiteBalanceError/neutralNotPositive(_:)``, or
  ///   ``/WhiteBalance/WhiteBalanceError/gainsNotPositive(_:)`` where a channel is so small that its gain is infinite.
  package init(
    _ neutral: MeasuredNeutral, on device: (any CalibratedDevice)?, range: GainRange? = nil,
    policy: GainPolicy? = nil, kind: LightKind = .any
  ) throws(WhiteBalanceError) {
    self.neutral = neutral
    gains = try MeasuredGains(neutralizing: neutral)
    var (light, settable, error): (MeasuredLight?, FittedGains?, WhiteBalanceError?)
    do throws(WhiteBalanceError) {
      light = try device.map { device throws(WhiteBalanceError) in
        try MeasuredLight(forNeutral: neutral, on: device.characterization, uncertainty: device.uncertainty, of: kind)
      }
      settable = try gains.value.fitted(on: device, to: range, by: policy)
    } catch let reason { error = reason }
    (self.light, self.settable, self.error) = (light, settable, error)
  }
}
