import RawFrames
import Testing

@Suite struct FourCCTests {
  @Test func `the first character is the lowest byte`() throws {
    #expect(try #require(FourCC("RG10")).rawValue == 0x3031_4752)
  }

  @Test func `three letters are padded with a space and shown without it`() throws {
    let code = try #require(FourCC("Y10"))
    #expect(code.rawValue == 0x2030_3159)
    #expect(code.description == "Y10")
  }

  @Test func `what is not three or four printable characters is no code`() {
    #expect(FourCC("RG") == nil)
    #expect(FourCC("RGGB8") == nil)
    #expect(FourCC("RG1\u{7}") == nil)
    #expect(FourCC("RGé") == nil)
  }
}
