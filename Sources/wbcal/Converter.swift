import Colorimetry
import DeviceProfiles
import WhiteBalance

/// One conversion after another, from one form.
struct Converter {
  let form: Convert.Form
  let device: DeviceOptions
  let profile: DeviceProfile?

  init(form: Convert.Form, device: DeviceOptions) throws {
    self.form = form
    self.device = device
    profile = try device.loadProfile()
    if form == .gains && profile == nil {
      throw Failure(.usage, "--from gains needs --profile: gains mean a light only on a calibrated device")
    }
  }

  /// What is known of the conversion, with an error in it where that is not all.
  func report(_ fields: [String]) -> Report {
    do throws(ConversionError) { return try convert(fields) } catch { return Report(error: error.description) }
  }

  private func convert(_ fields: [String]) throws(ConversionError) -> Report {
    let numbers = try numbers(fields)
    do throws(ColorimetryError) {
      switch form {
      case .xy: return try report(Chromaticity(x: numbers[0], y: numbers[1]))
      case .uv: return try report(Chromaticity(UniformChromaticity(u: numbers[0], v: numbers[1])))
      case .temperature: return try report(TemperatureAndTint(temperature: numbers[0], tint: numbers[1]))
      case .gains: break
      }
    } catch {
      throw .colorimetry(error)
    }
    do throws(WhiteBalanceError) {
      return try report(WhiteBalanceGains(red: numbers[0], green: numbers[1], blue: numbers[2]))
    } catch {
      throw .whiteBalance(error)
    }
  }

  private func numbers(_ fields: [String]) throws(ConversionError) -> [Double] {
    guard fields.count == form.names.count else { throw .fieldCount(fields.count, form) }
    var numbers: [Double] = []
    for (field, name) in zip(fields, form.names) {
      guard let number = Double(field), !number.isNaN else { throw .notANumber(field, name: name) }
      numbers.append(number)
    }
    return numbers
  }

  // MARK: - From light

  private func report(_ light: Chromaticity) throws(ColorimetryError) -> Report {
    guard light.isReal else { throw .notReal(light) }
    var report = Report()
    report.set(light)
    // A light without a temperature still has its other coordinates, and gains.
    do throws(ColorimetryError) { report.set(try TemperatureAndTint(light)) } catch {
      report.error = error.description
    }
    addGains(for: light, to: &report)
    return report
  }

  private func report(_ light: TemperatureAndTint) throws(ColorimetryError) -> Report {
    let chromaticity = try Chromaticity(light)
    var report = Report()
    report.set(chromaticity)
    report.set(light)
    if !chromaticity.isReal { report.warning = ColorimetryError.notReal(chromaticity).description }
    addGains(for: chromaticity, to: &report)
    return report
  }

  private func addGains(for light: Chromaticity, to report: inout Report) {
    guard let profile else { return }
    do throws(WhiteBalanceError) {
      let gains = try profile.characterization.gains(for: light)
      report.gains = Report.RGB(gains)
      report.settable = try device.settable(gains, on: profile)
    } catch {
      report.error = report.error ?? error.description
    }
  }

  // MARK: - From gains

  private func report(_ gains: WhiteBalanceGains) throws(WhiteBalanceError) -> Report {
    guard let profile else { preconditionFailure("gains need a profile; the initializer refuses without") }
    let estimate = try profile.characterization.light(neutralizedBy: gains)
    var report = Report()
    report.set(estimate.chromaticity)
    if let light = estimate.temperatureAndTint { report.set(light) }
    report.gains = Report.RGB(gains.normalized)
    report.warning = estimate.warning
    do throws(WhiteBalanceError) { report.settable = try device.settable(gains, on: profile) } catch {
      report.error = error.description
    }
    return report
  }
}

extension Convert.Form {
  /// The numbers of a conversion, in order.
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
  case colorimetry(ColorimetryError)
  case whiteBalance(WhiteBalanceError)
}

extension ConversionError: CustomStringConvertible {
  var description: String {
    switch self {
    case .fieldCount(let count, let form):
      "\(count) fields where \(form.names.count) are needed: \(form.names.joined(separator: " "))"
    case .notANumber(let field, let name): "'\(field)' is not a number; \(name) must be one"
    case .colorimetry(let error): error.description
    case .whiteBalance(let error): error.description
    }
  }
}

extension LightEstimate {
  /// What a person should know before trusting the estimate.
  var warning: String? {
    switch status {
    case .converged: nil
    case .beyondLocus(let error): error.description
    case .notReal: ColorimetryError.notReal(chromaticity).description
    }
  }
}
