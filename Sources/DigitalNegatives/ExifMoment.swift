internal import DeviceProfiles

/// A moment as EXIF writes it: a local time and its offset from UTC. Source: EXIF 2.31, DateTimeOriginal and
/// OffsetTimeOriginal.
struct ExifMoment {
  let date: CreationDate

  init(_ date: CreationDate) { self.date = date }

  static let utc = "+00:00"

  /// The time in UTC, such as `2026:11:21 09:30:00`.
  var text: String {
    let parts = [date.year, date.month, date.day, date.hour, date.minute, date.second].map { number in
      number < 10 ? "0\(number)" : "\(number)"
    }
    return parts[..<3].joined(separator: ":") + " " + parts[3...].joined(separator: ":")
  }

  /// Reads a moment. Fails for any other text, and for a local time without its offset, which does not determine a
  /// moment.
  init?(text: String?, offset: String?) {
    guard let text, let offset, let ahead = Self.minutes(offset) else { return nil }
    let halves = text.split(separator: " ", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    let numbers = halves.flatMap { $0.split(separator: ":", omittingEmptySubsequences: false) }.map { Int($0) ?? -1 }
    guard numbers.count == 6, (1900...9999).contains(numbers[0]), (1...12).contains(numbers[1]),
      numbers.allSatisfy({ $0 >= 0 })
    else { return nil }
    let local = try? CreationDate(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4], second: numbers[5])
    guard let date = local?.movedBack(minutes: ahead) else { return nil }
    self.date = date
  }

  /// Returns the minutes of an offset such as "+02:00" or "-03:30".
  private static func minutes(_ offset: String) -> Int? {
    let parts = offset.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard let sign = offset.first, "+-".contains(sign), parts.count == 2, let hours = Int(parts[0]),
      let minutes = Int(parts[1]), (0...23).contains(hours), (0...59).contains(minutes)
    else { return nil }
    return (sign == "-" ? -1 : 1) * (60 * hours + minutes)
  }
}

extension CreationDate {
  /// Returns the date moved back by some minutes, or `nil` outside of the calendar.
  ///
  /// - Parameter minutes: Less than a day, positive or negative.
  fileprivate func movedBack(minutes: Int) -> CreationDate? {
    var moment = (day: day, minute: 60 * hour + minute - minutes)
    if moment.minute < 0 { moment = (day - 1, moment.minute + Self.minutesPerDay) }
    if moment.minute >= Self.minutesPerDay { moment = (day + 1, moment.minute - Self.minutesPerDay) }
    // The result is at most one day away, so it lies in a neighbouring month at most.
    let (before, after) =
      (month == 1 ? (year - 1, 12) : (year, month - 1), month == 12 ? (year + 1, 1) : (year, month + 1))
    func at(_ month: (year: Int, month: Int), _ day: Int) -> CreationDate? {
      try? CreationDate(
        year: month.year, month: month.month, day: day, hour: moment.minute / 60, minute: moment.minute % 60,
        second: second)
    }
    if moment.day == 0 { return (28...31).reversed().lazy.compactMap { at(before, $0) }.first }
    return at((year, month), moment.day) ?? at(after, 1)
  }

  private static let minutesPerDay = 24 * 60
}
