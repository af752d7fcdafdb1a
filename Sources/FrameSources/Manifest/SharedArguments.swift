/// The arguments of a command line that apply to every line of a manifest, before the line's own.
package struct SharedArguments: Sendable {
  private let words: [String]

  /// Creates shared arguments from a command line, without the tool, its subcommand, and options about the whole run.
  ///
  /// - Parameters:
  ///   - words: The command line of the tool.
  ///   - command: The name of the subcommand.
  ///   - options: The options about the whole run, each with one value.
  package init(_ words: [String], of command: String, without options: [String]) {
    var shared: [String] = []
    var words = words.drop { $0 != command }.dropFirst()
    while let word = words.popFirst() {
      if options.contains(word) {
        words = words.dropFirst()
      } else if !options.contains(where: { word.hasPrefix($0 + "=") }) {
        shared.append(word)
      }
    }
    self.words = shared
  }

  /// Returns the arguments of a line: the shared ones that the line does not give itself, and its own.
  package func with(_ options: [ManifestOption]) -> [String] {
    let own = Set(options.map { $0.name[...] })
    var isDropped = false
    let kept = words.filter { word in
      if word.hasPrefix("--") { isDropped = own.contains(word.prefix { $0 != "=" }) }
      return !isDropped
    }
    return kept + options.compactMap(\.word)
  }
}
