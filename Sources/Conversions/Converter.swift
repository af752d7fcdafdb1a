package import Colorimetry
package import DeviceProfiles
import GrayCard
import Reports
package import WhiteBalance

/// A converter of numbers of one form.
package struct Converter: Sendable {
  package let form: ConversionForm
  package let method: PublishedMethod
  package let profile: DeviceProfile?
  private let range: GainRange?
  private let policy: GainPolicy?
  /// The warning of each conversion with a profile whose RGB is not raw.
  private let balanceWarning: Note?

  /// Creates a converter.
  ///
  /// - Parameters:
  ///   - profile: The calibrated device of the gains. Without one, gains cannot be converted to a light or from one.
  ///   - range: The range of the device's gains; `nil` for the profile's.
  ///   - policy: The treatment of gains beyond the range; `nil` for the default of ``WhiteBalanceGains``.
  package init(
    form: ConversionForm, method: PublishedMethod, profile: DeviceProfile?, range: GainRange? = nil,
    policy: GainPolicy? = nil
  ) {
    (self.form, self.method, self.profile) = (form, method, profile)
    (self.range, self.policy) = (range, policy)
    balanceWarning = profile.flatMap(Note.init(balanceOf:))
  }

  /// Returns the conversion as far as it is known, with an error where it is incomplete.
  ///
  /// - Parameter text: The numbers, separated by blanks or commas.
  package func convert(_ text: ArraySlice<UInt8>) -> Conversion {
    do throws(ConversionError) {
      let numbers = try numbers(text)
      switch form {
      case .xy:
        return try convert(Chromaticity(x: numbers[0], y: numbers[1]))
      case .uv:
        let light = UniformChromaticity(u: numbers[0], v: numbers[1])
        return try convert(Chromaticity(light), given: light)
      case .temperature:
        return try convert(TemperatureAndTint(temperature: numbers[0], tint: numbers[1]))
      case .gains:
        return try convert(WhiteBalanceGains(red: numbers[0], green: numbers[1], blue: numbers[2]))
      }
    } catch {
      return Conversion(error: error.description)
    }
  }

  private func numbers(_ text: ArraySlice<UInt8>) throws(ConversionError) -> SIMD4<Double> {
    var numbers = SIMD4<Double>.zero
    var count = 0
    var rest = text
    while let start = rest.firstIndex(where: { !Self.isSeparator($0) }) {
      let end = rest[start...].firstIndex(where: Self.isSeparator) ?? rest.endIndex
      if count < form.counts.upperBound { numbers[count] = try number(rest[start..<end], place: count) }
      count += 1
      rest = rest[end...]
    }
    guard form.counts.contains(count) else { throw .fieldCount(count, form) }
    return numbers
  }

  private func number(_ field: ArraySlice<UInt8>, place: Int) throws(ConversionError) -> Double {
    // A text longer than any number is cut, because its beginning suffices for the message.
    let spelling = String(decoding: field.prefix(Self.longestNumber), as: UTF8.self)
    // `Double` reads a text only up to a null, so a null is refused. A temperature may have its unit.
    let hasUnit = form == .temperature && place == 0 && field.count > 1 && field.last == UInt8(ascii: "K")
    guard field.count <= Self.longestNumber, !field.contains(0),
      let number = Double(hasUnit ? String(spelling.dropLast()) : spelling), !number.isNaN
    else {
      throw .notANumber(spelling, name: form.names[place])
    }
    return number
  }

  static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: ",") || (9...13).contains(byte)
  }

  /// The longest text of a number. A double with all of its digits can have nearly 800 characters, but nobody writes
  /// that.
  private static let longestNumber = 400

  // MARK: - From light

  /// - Parameter given: The light as it was given, if not by x and y.
  private func convert(
    _ light: Chromaticity, given: UniformChromaticity? = nil
  ) throws(ConversionError) -> Conversion {
    guard light.isReal else { return convertUnreal(light, given) }
    var conversion = Conversion(chromaticity: light)
    // A light without a temperature still has other coordinates and gains.
    do throws(ColorimetryError) { conversion.set(try method.temperature(of: light)) } catch {
      conversion.error = error.description
    }
    addGains(for: light, to: &conversion)
    // A published method may give a temperature alone, and the light is as far from the calibration by any method.
    conversion.warnings += warnings(at: conversion.temperatureAndTint ?? (try? TemperatureAndTint(light)))
    return conversion
  }

  /// Converts a chromaticity that no light has, which is an error.
  ///
  /// Near the locus it still has a temperature and a tint by the nearest place, so that a conversion from these can be
  /// reversed. The published methods are of lights.
  private func convertUnreal(_ chromaticity: Chromaticity, _ given: UniformChromaticity?) -> Conversion {
    let error = given.map { ConversionError.notReal($0) } ?? .colorimetry(.notReal(chromaticity))
    guard method == .nearestPlanckian, let place = try? TemperatureAndTint(UniformChromaticity(chromaticity)),
      abs(place.duv) <= Self.largestDuv
    else { return Conversion(error: error.description) }
    return Conversion(chromaticity: chromaticity, temperatureAndTint: place, error: error.description)
  }

  /// The Duv of a tint of 150, the end of AVFoundation's range (Docs/Methods/TintConventions.md), with room for
  /// rounding.
  private static let largestDuv = 0.05 * (1 + 1e-12)

  private func convert(_ light: TemperatureAndTint) throws(ConversionError) -> Conversion {
    let chromaticity: Chromaticity
    guard !method.isOfOneLocus || light.duv == 0 else { throw .tintOfLocus(light.tint, method) }
    do throws(ColorimetryError) {
      guard let found = try method.chromaticity(of: light) else {
        preconditionFailure("the options refuse \(method.rawValue) from a temperature")
      }
      chromaticity = found
    } catch { throw .colorimetry(error) }
    var told = light
    // A method's own locus is not the Planckian one, from which Duv counts: that of daylight lies 0.003 above it.
    if method.isOfOneLocus, let nearest = try? TemperatureAndTint(chromaticity) {
      told = TemperatureAndTint(temperature: light.temperature, duv: nearest.duv)
    }
    var conversion = Conversion(chromaticity: chromaticity, temperatureAndTint: told)
    if !chromaticity.isReal {
      conversion.warnings.append(Note(.notReal, ColorimetryError.notReal(chromaticity).description))
    }
    addGains(for: chromaticity, to: &conversion)
    conversion.warnings += warnings(at: light)
    return conversion
  }

  /// Returns the warnings about the profile, and about a light far from its calibration, as `measure` has them.
  private func warnings(at light: TemperatureAndTint?) -> [Note] {
    [balanceWarning, profile.flatMap { Note(light, beyond: $0) }].compactMap(\.self)
  }

  private func addGains(for light: Chromaticity, to conversion: inout Conversion) {
    guard let profile else { return }
    do throws(WhiteBalanceError) {
      let gains = try profile.characterization.gains(for: light)
      conversion.gains = gains
      conversion.settable = try settable(gains, on: profile)
    } catch {
      conversion.fail(error)
    }
  }

  private func settable(
    _ gains: WhiteBalanceGains, on profile: DeviceProfile
  ) throws(WhiteBalanceError) -> Report.Settable {
    Report.Settable(try gains.fitted(on: profile, to: range, by: policy))
  }

  // MARK: - From gains

  private func convert(_ gains: WhiteBalanceGains) throws(ConversionError) -> Conversion {
    guard let profile else { throw .noDevice }
    do throws(WhiteBalanceError) {
      let estimate = try profile.characterization.light(neutralizedBy: gains)
      var conversion = Conversion(
        chromaticity: estimate.chromaticity, gains: gains.normalized,
        warnings: [Note(estimate)].compactMap(\.self) + warnings(at: estimate.temperatureAndTint))
      if method == .nearestPlanckian {
        conversion.temperatureAndTint = estimate.temperatureAndTint
      } else {
        do throws(ColorimetryError) { conversion.set(try method.temperature(of: estimate.chromaticity)) } catch {
          conversion.error = error.description
        }
      }
      do throws(WhiteBalanceError) { conversion.settable = try settable(gains, on: profile) } catch {
        conversion.fail(error)
      }
      return conversion
    } catch {
      throw .whiteBalance(error)
    }
  }
}
