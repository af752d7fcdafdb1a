/// The version of the package, told here alone.
enum Release {
  /// The version that `wbcal --version` prints and that the profiles of `wbcal` name: the next one, while it is being made.
  ///
  /// It follows semantic versioning; Docs/Releasing.md says what is public.
  static let version = "0.1.0"

  /// The program in the provenance of a profile.
  static let program = "wbcal \(version)"
}
