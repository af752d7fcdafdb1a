/// The date and time at which a profile was made, in UTC, to the second, as in an ICC header.
public struct CreationDate: Hashable, Sendable {
  /// The fields of the date and time, in UTC.
  public let year, month, day, hour, minute, second: Int

  /// Creates a date and time in UTC.
  ///
  /// - Throws: ``ProfileError/invalidDate(_:)`` unless the date is in the Gregorian calendar, from the year 1900 to
  ///   9999.
  public init(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
  ) throws(ProfileError) {
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
    guard (1900...9999).contains(year), (1...12).contains(month), (1...daysInMonth).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
    else {
      throw .invalidDate(description)
    }
  }

  private init(checked year: Int, _ month: Int, _ day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
    (hour, minute, second) = (0, 0, 0)
  }

  /// The date in the header of a profile without a date, because ICC requires one: 1970-01-01.
  package static let unknown = CreationDate(checked: 1970, 1, 1)

  private var daysInMonth: Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CreationDate: CustomStringConvertible {
  /// The date in ISO 8601, such as `2026-11-21T09:30:00Z`.
  public var description: String {
    "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(hour, 2)):\(padded(minute, 2))"
      + ":\(padded(second, 2))Z"
  }

  private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }
}

extension CreationDate {
  /// Creates a date from its ``description``, or `nil` for any other text.
  public init?(_ text: String) {
    let fields = text.split(whereSeparator: { "-T:Z".contains($0) }).map { Int($0) ?? 0 }
    guard fields.count == 6,
      let date = try? CreationDate(
        year: fields[0], month: fields[1], day: fields[2], hour: fields[3], minute: fields[4], second: fields[5]),
      date.description == text
    else { return nil }
    self = date
  }
}
