package import FrameSources
package import GrayCard
import RawFrames

extension Failure {
  /// Creates the failure of a source, naming the options that may be wrong.
  package init(_ error: FrameSourceError) {
    let geometry = "check --width, --height, --format and --stride"
    switch error.fault {
    case .missing, .directory, .notRegularFile: self.init(.noInput, "\(error)")
    case .request: self.init(.usage, "\(error)")
    case .device: self.init(.deviceFailed, "\(error)")
    case .contents, .tooLarge, .partialDarkFrame, .average, .black, .tags: self.init(.badData, "\(error)")
    case .frame: self.init(.badData, "\(error); \(geometry)")
    case .tooFewFrames: self.init(.badData, "\(error); check --frames and --width, --height, --format and --stride")
    case .severalFrames(let bytes, let layout):
      let (count, rest) = bytes.quotientAndRemainder(dividingBy: layout.spacing)
      let isMean = rest == 0 && FrameSelection.counts.contains(count)
      let advice = isMean ? "; --frames \(count) takes the mean of \(count) frames, or" : ";"
      self.init(.badData, "\(error)\(advice) \(geometry)")
    case .levels(let fault, .option):
      let options = if case .invalidBlackError = fault { "--black-error" } else { "--black, --white" }
      self.init(.usage, "\(options): \(fault)")
    case .levels(let fault, _):
      self.init(.badData, "the levels of \(error.source): \(fault); give --black and --white for this format")
    case .profileLevels(let fault, let lacksBlack, let lacksWhite):
      let options = (lacksBlack ? ["--black"] : []) + (lacksWhite ? ["--white"] : [])
      self.init(
        .badData,
        "\(error.source): the profile's levels are of another format: \(fault); give \(options.joined(separator: " and "))"
      )
    case .notDark: self.init(.refused, "\(error)")
    case .card(let fault): self.init(fault, error.source)
    }
  }
}

extension Failure {
  /// Creates the failure of a frame that cannot be measured.
  package init(_ error: GrayCardError, _ source: String) {
    switch error {
    case .monochrome, .notBayer, .invalidGains: self.init(.badData, "\(source.asLabel) \(error)")
    case .outsideFrame: self.init(.usage, "--point \(error)")
    }
  }
}
