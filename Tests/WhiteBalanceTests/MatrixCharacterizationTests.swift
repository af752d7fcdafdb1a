import Colorimetry
import Testing
import WhiteBalance

@Suite struct MatrixCharacterizationTests {
  // Canon EOS 5D
  static let canon = try! MatrixCharacterization(lights: [
    .init(temperature: 2850, matrix: Matrix3x3(rows: [0.7284, -0.1569, -0.0425], [-0.6726, 1.4015, 0.2993], [-0.0926, 0.1258, 0.7774])),
    .init(temperature: 6500, matrix: Matrix3x3(rows: [0.6347, -0.0479, -0.0972], [-0.8297, 1.5954, 0.248], [-0.1968, 0.2131, 0.7649])),
  ])

  @Test func `gains to chromaticity to gains comes back`() throws {
    var worst = 0.0
    for red in stride(from: 1.0, through: 4, by: 0.25) {
      for blue in stride(from: 1.0, through: 4, by: 0.25) {
        let gains = WhiteBalanceGains(red: red, green: 1, blue: blue)
        guard let xy = try? Self.canon.chromaticity(for: gains), let back = try? Self.canon.gains(for: xy) else { print("threw", gains); continue }
        worst = max(worst, abs(back.red - red), abs(back.blue - blue), abs(back.green - 1))
      }
    }
    print(worst)
    #expect(worst < 1e-12)
    print(try Self.canon.gains(for: Chromaticity.d65), try Self.canon.gains(for: TemperatureAndTint(temperature: 2000, duv: 0)))
    for policy in GainPolicy.allCases.dropFirst() {
      print(try Self.canon.fitted(Self.canon.gains(for: TemperatureAndTint(temperature: 2000, duv: 0)), to: .standard, by: policy))
    }
  }
}
