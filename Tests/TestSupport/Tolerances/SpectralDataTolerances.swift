extension Tolerance {
  public static let statedLampTemperature = Tolerance(
    6e-3, "mired", cause: "the program that wrote the lamps' files takes c2 of the SI, smaller by 1.6e-5")
  public static let statedLampDuv = Tolerance(
    2e-7, "u, v", cause: "the lamps' files have it from another program's table of the locus")
  public static let lampFrom5Nanometers = Tolerance(
    3e-4, "x, y", cause: "RIT has illuminant A at 5 nm, drawn out to 1 nm in straight lines")
  public static let cutSpectrum = Tolerance(
    0.05, "mired", cause: "the lamp's light beyond 780 nm, which the files do not have")
  public static let argyllMired = Tolerance(
    0.01, "mired", cause: "Argyll's specplot prints microkelvin of its own locus and of its own steps between bands")
  public static let summedByHand = Tolerance(
    1e-6, "x, y", cause: "the reference has eight decimals, summed at whole nanometres from 360 to 830 nm")
  public static let meterMired = Tolerance(
    0.6, "mired", cause: "a meter prints whole kelvin of its own spectrum before it is rounded")
  public static let meterDuv = Tolerance(
    2e-4, "u, v", cause: "a meter prints four decimals of its own spectrum before it is rounded")
}
