extension String {
  /// The name of a source or a device with a colon, before a message about it. The simulated camera's own name ends with
  /// one, and has no second.
  package var asLabel: String { hasSuffix(":") ? self : "\(self):" }
}
