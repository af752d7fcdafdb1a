import ArgumentParser
import Colorimetry
import CommandOutput
import RawFrames
import Reports
import SensorSimulation

/// The options with the scene of the simulated sensor.
struct SceneOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The light: \(LightArgument.forms). Default: D65.", valueName: "light"))
  var light: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Another light on the right half of the frame. Its power is on the scale of the first light's.",
      valueName: "light"))
  var secondLight: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The card: its reflectance in per cent, or a file of its reflectance as shares of 1. Default: 18.",
      valueName: "surface"))
  var card: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The surface around the card, given as --card is. Default: the card fills the frame.", valueName: "surface"))
  var surround: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The card's place in samples, with --surround. Default: the middle three quarters, each way.",
      valueName: "x,y,width,height"),
    transform: Region.read)
  var region: Region?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The card's signal, in its brightest channel, as a share of the range from black to white; above 1 it is clipped. "
        + "Default: 0.4.",
      valueName: "share"))
  var exposure: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Light lost in the corners, or three: red, green, blue.", valueName: "share"),
    transform: LossArgument.read)
  var vignetting: LossArgument?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Light lost from the left edge to the right.", valueName: "share"))
  var gradient: Double?

  @Flag(help: "The lens cap is on: there is no scene.")
  var dark = false

  /// A loss for all channels, or for red, green and blue.
  struct LossArgument: ExplainedArgument {
    static let form = "one share, such as 0.3, or three, such as 0.3,0.3,0.2"

    let values: [Double]

    init?(argument: String) {
      guard let numbers = NumbersArgument(argument: argument)?.numbers, [1, 3].contains(numbers.count) else {
        return nil
      }
      values = numbers
    }

    func vignetting() throws(SimulationError) -> Vignetting {
      values.count == 3
        ? try Vignetting(red: values[0], green: values[1], blue: values[2]) : try Vignetting(cornerLoss: values[0])
    }
  }

  func validate() throws {
    if region != nil && surround == nil { throw ValidationError("--region needs --surround: what is around the card") }
    if let gradient, !(0...1).contains(gradient) {
      throw ValidationError("--gradient", gradient, mustBe: "a share of the light, 0 to 1")
    }
    let seen = given
    if dark && !seen.isEmpty {
      let names = seen.joined(separator: ", ")
      throw ValidationError("\(names) and --dark do not go together: with the lens cap on there is no scene")
    }
  }

  /// The names of the given options of the scene.
  private var given: [String] {
    let options: [(name: String, isGiven: Bool)] = [
      ("--light", light != nil), ("--second-light", secondLight != nil), ("--card", card != nil),
      ("--surround", surround != nil), ("--region", region != nil), ("--exposure", exposure != nil),
      ("--vignetting", vignetting != nil), ("--gradient", gradient != nil),
    ]
    return options.filter(\.isGiven).map(\.name)
  }

  /// The light's name; `nil` where the lens cap is on.
  var lightName: String? { dark ? nil : light ?? Usual.light }

  /// The exposure of the card's brightest channel.
  var signal: Double { exposure ?? Usual.exposure }

  private enum Usual {
    static let light = "D65"
    /// The reflectance of a gray card, in percent.
    static let card = "18"
    static let exposure = 0.4
  }

  /// Returns the scene, the position of the card, and the warnings about the files.
  func scene(
    width: Int, height: Int
  ) throws -> (
    scene: SimulatedScene, card: Region, meter: MeterReport?, warnings: [Note]
  ) {
    let lamp = try LightArgument(light ?? Usual.light, option: "--light")
    let surface = try SurfaceArgument(card ?? Usual.card, option: "--card")
    var scene = SimulatedScene(card: surface.reflectance, under: lamp.spectrum)
    var warnings = lamp.warnings + surface.warnings
    var place = Region(x: 0, y: 0, width: width, height: height)
    if let surround {
      place = region ?? Region(x: width / 8, y: height / 8, width: width - width / 4, height: height - height / 4)
      guard place.isInside(width: width, height: height) else {
        throw Failure(.usage, "--region \(place) is not inside the frame of \(width) x \(height) samples")
      }
      let around = try SurfaceArgument(surround, option: "--surround")
      warnings += around.warnings
      scene = scene.surrounding(place, by: around.reflectance)
    }
    if let secondLight {
      let second = try LightArgument(secondLight, option: "--second-light")
      warnings += second.warnings
      scene = scene.lighting(second.spectrum) { column, _ in column >= width / 2 }
      guard place.x < width / 2 else {
        throw Failure(
          .usage,
          "--second-light falls on all of the card at \(place), and the truth is that of the first light; the card must begin "
            + "before column \(width / 2), half of --width")
      }
      // The part of the card that the first light alone falls on.
      place.width = min(place.width, width / 2 - place.x)
    }
    if let gradient {
      scene = scene.dimmed { column, _ in 1 - gradient * Double(column) / Double(max(width - 1, 1)) }
    }
    return (scene, place, lamp.meter, warnings)
  }
}
