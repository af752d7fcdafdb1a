// MARK: - Errors as stated

extension Tolerance {
  public static let efficiencyOf800 = Tolerance(
    0.1, "of the Cramér-Rao bound", cause: "800 ratios of 400 cards know their spread to 3 %: three times that")
  public static let biasOf800 = Tolerance(
    0.15, "of the Cramér-Rao bound",
    cause: "400 pairs of ratios that share a green know their mean to 0.05: three times")
  public static let coverage68Of400 = Tolerance(
    0.07, "of the cards", cause: "400 trials at 68 % vary by 2.3 %: three times that")
  public static let coverage95Of400 = Tolerance(
    0.033, "of the cards", cause: "400 trials at 95 % vary by 1.1 %: three times that")
  public static let coverageWithLines = Tolerance(
    0.09, "of the cards",
    cause:
      "errors up to a seventh too small, as 12 lines of tiles show their noise, take 6 %, and 400 trials vary by 2.3 %")
  public static let squaresWithLines = Tolerance(
    0.3, "of the squared stated error",
    cause: "12 lines of tiles know their noise to a third, which makes 0.2, and 400 trials vary by 7 %")
  public static let varianceOfWeightedLines = Tolerance(
    0.05, "of the variance", cause: "noise of samples, and variation of colour by chance, are a few percent of it")
  public static let squaresWithFewLines = Tolerance(
    0.4, "of the squared stated error",
    cause:
      "the noise of 12 pairs of lines is known to a third, and 400 trials vary by 7 %; without it, it would be 2 to 9")
  public static let toldRise = Tolerance(
    0.15, "of the rise", cause: "it is told of the noise that is left, which is less, about a mean that has risen")
  public static let sampleSums = Tolerance(
    1e-12, "of the value", cause: "sums over the samples of a frame in double precision")
  public static let squaresOfErrors = Tolerance(
    1e-9, "of the error", cause: "squares are subtracted that differ by a few hundred times less than they are large")
  public static let errorsOf300 = Tolerance(
    0.14, "of the standard error",
    cause: "300 samples know their own spread to 4 %, and two such are divided: 2.5 times")
  public static let rootOfRounding = Tolerance(
    4e-8, "of gains up to 4", cause: "the square root of a rounding, where variances cancel to none")
  public static let duvOfSixteenBits = Tolerance(
    1e-4, "Duv", cause: "the frame's samples are rounded to 16 bits, and a dark channel has few of them")
  public static let evenRidge = Tolerance(
    0.05, "raw values of 10 bits", cause: "a fit of the ridge leaves a few of its samples out")
  public static let centredRidge = Tolerance(
    4, "raw values of 10 bits", cause: "weights of 20 whole columns stand in place of a line, and ends weigh little")
}

// MARK: - Dark frames

extension Tolerance {
  public static let coverageOfOne = Tolerance(
    0.06, "of the frames",
    cause: "1000 trials at 68.3 % vary by 1.5 %: four times that, as rows and parts are estimated")
  public static let coverageOfTwo = Tolerance(
    0.03, "of the frames",
    cause: "1000 trials at 95.4 % vary by 0.7 %: four times that, as rows and parts are estimated")
  public static let seenBlackLevel = Tolerance(
    1.5, "raw values of 10 bits",
    cause:
      "a dark place of a thirtieth of the card, in noise of up to 2, and lights in which channels differ by a fifth")
  public static let errorWithShading = Tolerance(
    2.5, "of the squared standard error",
    cause: "shading of twice the level's own noise is told by 60 numbers of like noise: 2 by theory, and chance")
  public static let errorOfError = Tolerance(
    0.3, "of the standard error", cause: "32 columns know their own spread to 12 %: 2.5 times that")
  public static let correlationOf400 = Tolerance(
    0.2, "of 1", cause: "400 readings know the variance of a sum, up to 4, to 7 %: half of that, and three times")
  public static let robustMean = Tolerance(
    0.25, "of the standard error", cause: "the slope of shading is fitted, and known to a tenth of it on each axis")
  public static let shadedStrip = Tolerance(
    1e-4, "of a ratio", cause: "rounding of 8 x 4 samples; with the shading left in it is 1e-3 to 5e-3")
  public static let noiseOfFrame = Tolerance(
    0.06, "of the variance",
    cause: "half of 16 384 samples know a variance to 1.6 %, and shading leaves 1 %: three times")
  public static let noiseOfSmallTiles = Tolerance(
    0.03, "of the variance", cause: "24 cards of 256 tiles with 3 degrees of freedom know it to 0.7 %: four times")
  public static let patternOfFrame = Tolerance(
    0.002, "of the signal",
    cause: "half of 16 384 samples know a variance of 0.01² in shot noise of twice that to 2 %, and shading leaves more"
  )
  public static let chiSquaredQuantile = Tolerance(
    0.013, "of the quantile", cause: "an approximation of the quantile stands in place of its integral")
  public static let alternatingCard = Tolerance(
    1e-4, "of a ratio to green", cause: "the falloff of light that is taken off a card whose samples alternate")
  public static let wholeSamples = Tolerance(0.5, "raw values", cause: "a sample is a whole number")
}

// MARK: - Real frames

extension Tolerance {
  public static let chartGrays = Tolerance(
    0.06, "of the ratio", cause: "a black level known to half a step, on patches whose blue is 4 steps above it")
}

// MARK: - Finding a card

extension Tolerance {
  public static let missedCards = Tolerance(
    0.05, "of the scenes", cause: "of a small turned card, tiles and margins leave less than half")
  public static let mistakenCards = Tolerance(
    0.005, "of the scenes", cause: "a large blue wall that has the colour of a likelier light than the card's")
  public static let noiseOfTiles = Tolerance(
    0.3, "of the variance",
    cause: "16 samples of a tile know their variance to 37 %, and the least of ten bands is taken")
  public static let implausibleNeutrals = Tolerance(
    0.01, "of the neutrals", cause: "the range leaves out 1 in 200 of the neutrals that it was made from")
  public static let paintedWall = Tolerance(
    0.1, "of the ratio", cause: "paint is not quite neutral, and two lamps light the room")
  public static let estimatedBlack = Tolerance(
    3, "standard errors", cause: "both bounds of an estimated black level hold to three standard errors")
}
