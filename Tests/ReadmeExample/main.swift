import FrameSources
import ICCProfiles

// A raw file of a camera, and its profile.
let paths = CommandLine.arguments
let source = try RawFileSource(path: paths[1], format: "RG10", width: 160, height: 120)
var settings = MeasurementSettings()
settings.profile = try .init(contentsOf: paths[2])

// Finds the gray card, reads it, and judges it by the frame's black level and by the camera.
let measurement = try source.measurement(settings)
if case .refused(let reasons) = measurement.verdict { fatalError("\(reasons)") }

// Gains, light, what to set, and the standard error of each: what `wbcal measure --json` prints.
print(measurement.json())
