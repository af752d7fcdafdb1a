import Colorimetry
import Foundation
import TestSupport
import Testing
import WhiteBalance

/// The README's example compiles, says what it says, and is the README's.
@Suite struct ReadmeTests {
  @Test func `the library's example runs`() throws {

    // Light: chromaticity, temperature and tint.
    let light = try TemperatureAndTint(Chromaticity(x: 0.3127, y: 0.3290))
    print(light.temperature, light.tint)  // 6504.34…, 9.62…

    // A camera: XYZ to its linear response under two lights, blended between them.
    let camera = try MatrixCharacterization(lights: [
      .init(
        temperature: 2850,
        matrix: Matrix3x3(
          rows: [0.7284, -0.1569, -0.0425], [-0.6726, 1.4016, 0.2993], [-0.0926, 0.1258, 0.7774])),
      .init(
        temperature: 6500,
        matrix: Matrix3x3(
          rows: [0.6347, -0.0479, -0.0972], [-0.8297, 1.5954, 0.2480], [-0.1967, 0.2132, 0.7649])),
    ])

    // Light to gains, and within what the device can do.
    let gains = try camera.gains(for: TemperatureAndTint(temperature: 2000, tint: 0))
    let fitted = try camera.fitted(gains, to: .standard, by: .nearestLight)
    print(fitted.gains, fitted.temperatureShift ?? 0, fitted.tintShift ?? 0)

    // Gains to light.
    let estimate = try camera.light(neutralizedBy: fitted.gains)
    print(estimate.chromaticity, estimate.status)
    #expect(Tolerance.readmeDigits.allows(abs(light.temperature - 6504.34)))
    #expect(Tolerance.readmeDigits.allows(abs(light.tint - 9.62)))
    #expect(fitted.gains.isWithin(.standard))
    #expect(estimate.status == .converged)
  }

  @Test func `the README's table has the modules that the package offers`() throws {
    let readme = try String(contentsOf: repositoryRoot.appending(path: "README.md"), encoding: .utf8)
    let package = try String(contentsOf: repositoryRoot.appending(path: "Package.swift"), encoding: .utf8)
    let table = try #require(readme.components(separatedBy: "| module |").last?.components(separatedBy: "\n\n").first)
    let named = table.split(separator: "\n").compactMap { $0.firstMatch(of: /^\| `([A-Za-z]+)` \|/)?.1 }
    let offered = package.matches(of: /(?m)^    \.library\(name: "([A-Za-z]+)"/).map(\.1)
    #expect(Set(named) == Set(offered) && offered.count > 10)
  }

  @Test func `every line of the README's example of conversions is in the test above`() throws {
    let readme = try String(contentsOf: repositoryRoot.appending(path: "README.md"), encoding: .utf8)
    let test = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let example = try #require(
      readme.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        .first { $0.contains("import WhiteBalance") })
    let lines = example.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines.count > 20)
    for line in lines { #expect(test.contains(line), "\(line)") }
  }
}
