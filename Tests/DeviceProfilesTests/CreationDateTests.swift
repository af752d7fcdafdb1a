import DeviceProfiles
import Testing

@Suite struct CreationDateTests {
  @Test(arguments: [(2000, true), (2024, true), (2023, false), (1900, false), (2100, false)])
  func `February has 29 days in leap years alone`(year: Int, isLeap: Bool) {
    #expect((try? CreationDate(year: year, month: 2, day: 28)) != nil)
    #expect(((try? CreationDate(year: year, month: 2, day: 29)) != nil) == isLeap)
  }

  @Test(arguments: [(23, 59, 59, true), (24, 0, 0, false), (0, 60, 0, false), (0, 0, 60, false), (0, 0, -1, false)])
  func `a day has 24 hours of 60 minutes of 60 seconds`(hour: Int, minute: Int, second: Int, isTime: Bool) {
    let date = try? CreationDate(year: 2024, month: 2, day: 29, hour: hour, minute: minute, second: second)
    #expect((date != nil) == isTime)
  }

  @Test func `a date is read from its own text, and from no other`() throws {
    let date = try CreationDate(year: 2026, month: 1, day: 2, hour: 3, minute: 4, second: 5)
    #expect(date.description == "2026-01-02T03:04:05Z" && CreationDate(date.description) == date)
    for text in ["2026-1-2T3:4:5Z", "2026-01-02 03:04:05", "2026-13-02T03:04:05Z", ""] {
      #expect(CreationDate(text) == nil, "\(text)")
    }
  }
}
