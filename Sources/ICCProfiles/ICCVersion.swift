/// The versions of ICC profiles that are written, by their major numbers.
package enum ICCVersion: Int, CaseIterable, Sendable {
  /// The version for programs that read no later one, such as Argyll.
  case two = 2
  /// The version for all other programs.
  case four = 4

  /// The version with its minor number. 2.4 is the first of version 2 that has the tag `chad`.
  var number: Double {
    switch self {
    case .two: 2.4
    case .four: 4.4
    }
  }

  /// Whether profiles of this version have an ID. In version 2 its bytes are reserved, and 0.
  var hasID: Bool { self == .four }
}
