/// The kinds of findings of one sort, such as the reasons to refuse a card.
package protocol FindingCode: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// The limits that a caller can set.
  associatedtype Limits: FindingLimits

  /// The limit of the code among ``Limits``, and the limited quantity; `nil` for a code without a settable limit.
  var setting: LimitSetting<Limits>? { get }
}

/// Limits that have standard values.
package protocol FindingLimits: Hashable, Sendable {
  /// Creates the standard limits.
  init()
}

/// The limits of findings without a settable limit.
package struct NoLimits: FindingLimits {
  /// Creates the empty limits.
  package init() {}
}

/// A limit that a caller can set.
package struct LimitSetting<Limits: FindingLimits>: Sendable {
  /// The key path of a limit, by the type of its value.
  package enum Place: Sendable {
    /// A number of at least 0.
    case number(any WritableKeyPath<Limits, Double> & Sendable)
    /// A whole number of at least another one.
    case count(any WritableKeyPath<Limits, Int> & Sendable, least: Int)
  }

  /// The key path of the limit.
  package let place: Place
  /// The limited quantity with its unit, in a few words.
  package let quantity: String

  /// Creates the setting of a number.
  package init(_ place: any WritableKeyPath<Limits, Double> & Sendable, _ quantity: String) {
    (self.place, self.quantity) = (.number(place), quantity)
  }

  /// Creates the setting of a whole number of at least `least`.
  package init(count place: any WritableKeyPath<Limits, Int> & Sendable, least: Int = 0, _ quantity: String) {
    (self.place, self.quantity) = (.count(place, least: least), quantity)
  }

  /// The values that the limit can have, in words.
  var legalValues: String {
    switch place {
    case .number: "a number of at least 0"
    case .count(_, let least): "a whole number of at least \(least)"
    }
  }

  /// The standard value of the limit.
  package var standard: Double {
    switch place {
    case .number(let path): Limits()[keyPath: path]
    case .count(let path, _): Double(Limits()[keyPath: path])
    }
  }

  /// Sets the limit.
  ///
  /// - Returns: Whether `value` can be one; see ``legalValues``.
  package func set(_ value: Double, in limits: inout Limits) -> Bool {
    guard value.isFinite, value >= 0 else { return false }
    switch place {
    case .number(let path): limits[keyPath: path] = value
    case .count(let path, let least):
      guard let count = Int(exactly: value), count >= least else { return false }
      limits[keyPath: path] = count
    }
    return true
  }
}

/// A refusal or a warning of any sort, which has the form of a ``Finding``.
package protocol FindingSource: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of such findings.
  associatedtype Code: FindingCode
  /// The kind.
  var code: Code { get }
  /// The value, the limit and the sentence.
  var finding: Finding { get }
}
