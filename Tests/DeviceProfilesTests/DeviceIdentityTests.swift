import DeviceProfiles
import Testing

@Suite struct DeviceIdentityTests {
  @Test(
    arguments: [
      ("Canon", "Canon EOS 5D Mark II", "EOS 5D Mark II"), ("Canon", "CANON EOS R5", "EOS R5"),
      ("Canon", "EOS R5", "EOS R5"), ("Canon", "Canonet", "Canonet"), ("Canon", "Canon", "Canon"),
      (nil, "Canon EOS R5", "Canon EOS R5"), ("NIKON CORPORATION", "NIKON D850", "NIKON D850"),
    ] as [(String?, String, String)])
  func `a model that begins with its maker's name is kept without it`(maker: String?, model: String, kept: String) {
    let identity = DeviceIdentity(manufacturer: maker, model: model)
    #expect(identity.model == kept && identity.manufacturer == maker)
    #expect(identity.description == [maker, kept].compactMap(\.self).joined(separator: " "))
    #expect(DeviceIdentity(model: "x").named(manufacturer: maker, model: model) == identity)
  }
}
