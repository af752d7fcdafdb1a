import Colorimetry
import DeviceProfiles
import GrayCard
import Reports
import WhiteBalance

/// One conversion after another, from one form.
struct Converter: Sendable {
  let form: Convert.Form
  let method: PublishedMethod
  let device: DeviceOptions
  let profile: DeviceProfile?
  /// The warnings of each conversion with this profile.
  private let balance: Note?

  init(form: Convert.Form, method: PublishedMethod, device: DeviceOptions) throws {
    self.form = form
    self.method = method
    self.device = device
    profile = try device.loadProfile()
    balance = profile.flatMap(Note.init(balanceOf:))
    if form == .gains && profile == nil {
      throw Failure(.usage, "--from gains needs --profile: gains mean a light only on a calibrated device")
    }
  }

  /// The known part of the conversion, with an error in it where that is not all.
  ///
  /// - Parameter text: the numbers, separated by blanks or commas.
  func convert(_ text: ArraySlice<UInt8>) -> Conversion {
    do throws(ConversionError) {
      let numbers = try numbers(text)
      switch form {
      case .xy:
        return try convert(Chromaticity(x: numbers[0], y: numbers[1]))
      case .uv:
        return try convert(Chromaticity(UniformChromaticity(u: numbers[0], v: numbers[1])))
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
    // Longer than any number: the start is enough for the message.
    let spelling = String(decoding: field.prefix(Self.longestNumber), as: UTF8.self)
    // Double takes a text only up to a null. A temperature may have its unit.
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

  /// A double written out in full, with all of its digits, has fewer than 800 characters; nobody writes more than this.
  private static let longestNumber = 400

  // MARK: - From light

  private func convert(_ light: Chromaticity) throws(ConversionError) -> Conversion {
    guard light.isReal else { return convertUnreal(light) }
    var conversion = Conversion(chromaticity: light)
    // A light without a temperature still has its other coordinates, and gains.
    do throws(ColorimetryError) { conversion.set(try method.temperature(of: light)) } catch {
      conversion.error = error.description
    }
    addGains(for: light, to: &conversion)
    conversion.warnings += warnings(at: conversion.temperatureAndTint)
    return conversion
  }

  /// No light has this chromaticity, and that is an error. Near the locus it still has a place beside it, where
  /// somebody who came from a temperature and tint finds them again.
  private func convertUnreal(_ chromaticity: Chromaticity) -> Conversion {
    let error = ColorimetryError.notReal(chromaticity).description
    guard let place = try? TemperatureAndTint(UniformChromaticity(chromaticity)), abs(place.duv) <= Self.largestDuv,
      chromaticity.x > 0, chromaticity.y > 0
    else { return Conversion(error: error) }
    return Conversion(chromaticity: chromaticity, temperatureAndTint: place, error: error)
  }

  /// A tint of 150, the end of DNG's and AVFoundation's scale; and what rounding adds.
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
    var conversion = Conversion(chromaticity: chromaticity, temperatureAndTint: light)
    if !chromaticity.isReal {
      conversion.warnings.append(Note(.notReal, ColorimetryError.notReal(chromaticity).description))
    }
    addGains(for: chromaticity, to: &conversion)
    conversion.warnings += warnings(at: light)
    return conversion
  }

  /// The warnings about the profile, and about a light far from those that it was calibrated for, as `measure` has it.
  private func warnings(at light: TemperatureAndTint?) -> [Note] {
    var notes = [balance].compactMap(\.self)
    let limit = GrayCardLimits().calibrationDistance
    if let light, let distance = profile?.characterization.miredOutside(light), distance > limit {
      notes.append(Warning(code: .farFromCalibration, value: distance, limit: limit).finding)
    }
    return notes
  }

  private func addGains(for light: Chromaticity, to conversion: inout Conversion) {
    guard let profile else { return }
    do throws(WhiteBalanceError) {
      let gains = try profile.characterization.gains(for: light)
      conversion.gains = gains
      conversion.settable = try device.settable(gains, on: profile)
    } catch {
      conversion.fail(error)
    }
  }

  // MARK: - From gains

  private func convert(_ gains: WhiteBalanceGains) throws(ConversionError) -> Conversion {
    guard let profile else { preconditionFailure("gains need a profile; the initializer refuses without") }
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
      do throws(WhiteBalanceError) { conversion.settable = try device.settable(gains, on: profile) } catch {
        conversion.fail(error)
      }
      return conversion
    } catch {
      throw .whiteBalance(error)
    }
  }
}

extension Convert.Form {
  /// The numbers that a conversion may have. A temperature without a tint is that of a black body.
  var counts: ClosedRange<Int> {
    switch self {
    case .gains: 3...3
    case .temperature: 1...2
    case .xy, .uv: 2...2
    }
  }

  /// Their names, in order.
  var names: [String] {
    switch self {
    case .xy: ["x", "y"]
    case .uv: ["u", "v"]
    case .temperature: ["kelvin", "tint"]
    case .gains: ["red", "green", "blue"]
    }
  }
}

/// Why one conversion has no result.
enum ConversionError: Error, Hashable {
  case fieldCount(Int, Convert.Form)
  case notANumber(String, name: String)
  /// A tint where the method knows one curve alone.
  case tintOfLocus(Double, PublishedMethod)
  case colorimetry(ColorimetryError)
  case whiteBalance(WhiteBalanceError)
}

extension ConversionError: CustomStringConvertible {
  var description: String {
    switch self {
    case .fieldCount(let count, let form):
      "\(count) fields where \(form.counts.upperBound) are needed: \(form.names.joined(separator: " "))"
    case .notANumber(let field, let name): "'\(field)' is not a number; \(name) must be one"
    case .tintOfLocus(let tint, let method):
      "a tint of \(tint): \(method.rawValue) is of one curve and has no tint; give the kelvin alone"
    case .colorimetry(let error): error.description
    case .whiteBalance(let error): error.description
    }
  }
}
