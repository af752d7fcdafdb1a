/// The version of the package. No other file states it.
enum Release {
  /// The version that `wbcal --version` prints and that profiles name. During development it is the next version.
  ///
  /// It follows semantic versioning; Docs/Releasing.md states what is public.
  static let version = "0.1.0"

  /// The name of the program in the provenance of a profile.
  static let program = "wbcal \(version)"
}
