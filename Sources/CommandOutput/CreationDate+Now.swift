package import DeviceProfiles
import Foundation

extension CreationDate {
  /// The present date and time in UTC, to the second.
  package static var now: CreationDate? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let now = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: Date())
    return try? CreationDate(
      year: now.year ?? 0, month: now.month ?? 0, day: now.day ?? 0, hour: now.hour ?? 0, minute: now.minute ?? 0,
      second: now.second ?? 0)
  }
}
