import Colorimetry
import Foundation
import FrameSources
package import GrayCard
package import RawFrames
package import SensorSimulation
import WhiteBalance

/// The simulated frame and its truth, as one JSON object with the keys of ``Report`` and some more.
package struct SimulationReport: Encodable {
  package var output: String
  package var frame: Report.Frame
  /// The number of frames in the file, and the number of bytes in each.
  package var frames, bytesPerFrame: Int
  package var light: String?
  /// The facts that the light's file states about itself.
  package var meter: MeterReport?
  package var region: String?
  package var chromaticity: Report.XY?
  package var uv: Report.UV?
  package var temperature, duv, tint: Double?
  /// The gains that make the light neutral.
  package var gains: Report.RGB?
  /// The card's signals, as shares of the range.
  package var neutral: Report.RGB?
  /// The command that measures the file; absent in the dark.
  package var measure: String?
  package var warnings: [Note]?

  package init(
    _ shot: SimulatedShot, output: String, frames: Int, bytesPerFrame: Int, light: String?, meter: MeterReport?,
    card: Region?, warnings: [Note]
  ) {
    let levels = shot.sensor.levels
    self.output = output
    frame = Report.Frame(
      format: shot.sensor.format.fourCC.description, width: shot.width, height: shot.height, black: levels.black.all,
      white: levels.white.all, blackSource: BlackOrigin.option.rawValue)
    self.frames = frames
    self.bytesPerFrame = bytesPerFrame
    self.light = light
    self.meter = meter
    region = card?.description
    var warnings = warnings
    if let truth = shot.truth {
      let uniform = UniformChromaticity(truth.chromaticity)
      if uniform.u.isFinite && uniform.v.isFinite {
        chromaticity = Report.XY(truth.chromaticity)
        uv = Report.UV(u: uniform.u, v: uniform.v)
      }
      if let light = truth.temperatureAndTint {
        (temperature, duv, tint) = (light.temperature, light.duv, light.tint)
      }
      gains = truth.gains.map { Report.RGB($0) }
      neutral = Report.RGB(truth.neutral)
      if let cast = truth.cast, cast > Self.leastCast {
        warnings.append(
          Note(
            .coloredCard, value: cast, limit: Self.leastCast,
            "the card is not neutral, so its reading differs from the light by up to \(significant(100 * cast, 2)) %"))
      }
    }
    if let card { measure = Self.command(shot, output: output, frames: frames, card: card) }
    self.warnings = warnings.isEmpty ? nil : warnings
  }

  /// The largest colour of a card, as a share, that gets no warning. Cards on sale are less neutral than this.
  private static let leastCast = 1e-4

  private static func command(_ shot: SimulatedShot, output: String, frames: Int, card: Region) -> String {
    func level(_ levels: BayerValues<Double>) -> String {
      (Set(levels.all).count == 1 ? [levels.red] : levels.all)
        .map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }.joined(separator: ",")
    }
    var words = [
      "wbcal", "measure", output.hasPrefix("-") ? "./\(output)" : output, "--format",
      shot.sensor.format.fourCC.description, "--width", "\(shot.width)", "--height", "\(shot.height)",
    ]
    if shot.bytesPerRow != shot.sensor.format.minimumBytesPerRow(width: shot.width) {
      words += ["--stride", "\(shot.bytesPerRow)"]
    }
    if frames > 1 { words += ["--frames", "\(frames)"] }
    words += ["--black", level(shot.sensor.levels.black), "--white", level(shot.sensor.levels.white)]
    words += ["--region", card.description]
    return words.map(quoted).joined(separator: " ")
  }

  /// Returns the text as a word of a shell.
  private static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./,:+".contains($0)) }
    return isPlain ? word : "'" + word.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }
}

extension SimulatedTruth {
  /// The largest difference, as a share, between the card's channels after the light's gains.
  fileprivate var cast: Double? {
    gains.map { gains in
      let balanced = [neutral.red * gains.red, neutral.green * gains.green, neutral.blue * gains.blue]
      return (balanced.max() ?? 0) / (balanced.min() ?? 0) - 1
    }
  }
}

extension SimulationReport {
  /// The record as text.
  package var text: String {
    var lines: [LabelledLine] = [
      ("output", "\(output), \(counted(frames, "frame")) of \(bytesPerFrame) bytes"),
      ("frame", frame.text),
    ]
    if let light { lines.append(("light", light)) } else { lines.append(("light", "none: the lens cap is on")) }
    if let region { lines.append(("card", "\(region) (x, y, width, height)")) }
    if let neutral {
      lines.append(("signals", "\(channels(neutral))   (of the card, shares of the range)"))
    }
    if let gains { lines.append(("gains", channels(gains))) }
    if let chromaticity { lines.append(("x, y", chromaticity.text)) }
    if let temperature, let duv { lines += Reports.lines(of: TemperatureAndTint(temperature: temperature, duv: duv)) }
    lines += (warnings ?? []).map { ("warning", $0.message) }
    if let measure { lines.append(("measure it", measure)) }
    lines += [meter?.line].compactMap(\.self)
    return labelled(lines)
  }
}
