import Foundation
import Testing

@testable import DeviceProfiles

@Suite struct DeviceIdentityTests {
  @Test(
    arguments: [
      ("Canon", "Canon EOS 5D Mark II", "EOS 5D Mark II"), ("Canon", "CANON EOS R5", "EOS R5"),
      ("Canon", "EOS R5", "EOS R5"), ("Canon", "Canonet", "Canonet"), ("Canon", "Canon", "Canon"),
      ("Canon", "Canon canon 5D", "5D"), ("Phase One", "Phase One IQ4", "IQ4"), ("Canon", "Canon ", "Canon "),
      (nil, "Canon EOS R5", "Canon EOS R5"), ("NIKON CORPORATION", "NIKON D850", "NIKON D850"),
    ] as [(String?, String, String)])
  func `a model that begins with its maker's name is kept without it`(maker: String?, model: String, kept: String)
    throws
  {
    let identity = DeviceIdentity(manufacturer: maker, model: model)
    #expect(identity.model == kept && identity.manufacturer == maker)
    #expect(identity.description == [maker, kept].compactMap(\.self).joined(separator: " "))
    #expect(DeviceIdentity(model: "x").named(manufacturer: maker, model: model) == identity)
    // It is so however the names come, so that what is written reads back the same.
    var set = DeviceIdentity(manufacturer: maker, model: "x")
    set.model = model
    #expect(set == identity)
    set = DeviceIdentity(model: model)
    set.manufacturer = maker
    #expect(set == identity)
    let json = try JSONEncoder().encode(["manufacturer": maker, "model": model].compactMapValues(\.self))
    #expect(try JSONDecoder().decode(DeviceIdentity.self, from: json) == identity)
  }

  /// Otherwise a file could write lines of its own into a report, or steer the terminal.
  @Test func `a description is one line, whatever a file names its device`() {
    let identity = DeviceIdentity(manufacturer: "Canon\nresponse      matrices\r", model: "D\u{1b}[3m", unit: "1\t2")
    #expect(identity.description == "Canon\\x0aresponse      matrices\\x0d D\\x1b[3m unit 1\\x092")
  }

  @Test(
    arguments: [
      ("D850", "NIKON D850", false), ("EOS R5", "eos r5", false), ("EOS R5", "EOS R6", true), ("D850", "XD850", true),
      ("EOS R5", "camera", false), ("EOS R5", DeviceProfile.unknown.identity.model, false),
    ])
  func `a camera is another where both have a name, and not of one model`(first: String, second: String, isOther: Bool)
  {
    let (one, two) = (DeviceIdentity(model: first), DeviceIdentity(model: second))
    #expect(one.isOther(than: two) == isOther && two.isOther(than: one) == isOther)
  }

  @Test func `a camera is another unit where both units are known`() {
    let units = ["1", "2", nil].map { DeviceIdentity(model: "One", unit: $0) }
    #expect(units[0].isOther(than: units[1]) && !units[0].isOther(than: units[0]))
    #expect(!units[0].isOther(than: units[2]) && !units[2].isOther(than: units[1]))
  }
}
