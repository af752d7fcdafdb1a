import Calibration
import Colorimetry
import DeviceProfiles
import DigitalNegatives
import GrayCard
import ProfileExchange
import RawFrames
import SensorSimulation
import SpectralData
import ToolSupport
import WhiteBalance

/// The messages of each command about wrong usage and about files that it cannot read, whole, with the status that it
/// ends with.
///
/// A name in braces stands for a file: see ``MessagesTests/Files``. A room's message is the room's own error here,
/// whose words are in the room's tests.
extension MessagesTests {
  static let convert: [Case] = [
    Case("convert --from xy", 64, "--from xy takes 2 numbers, x y, or '-'; there is none"),
    Case("convert --from xy 0.3", 64, "--from xy takes 2 numbers, x y, or '-'; there are 1: 0.3"),
    Case(
      "convert --from lab 1 2", 64,
      "The value 'lab' is invalid for '--from <form>'. Please provide one of 'xy', 'uv', 'temperature' or 'gains'."
    ),
    Case(
      "convert --from xy --method kang2002 0.3 0.3", 64,
      "--method kang2002 does not go from xy; these do: nearest-planckian, robertson1968, robertson1968-dng, ohno2013, "
        + "mccamy1992, hernandez-andres1999"
    ),
    Case(
      "convert --from temperature --method ohno2013 5000", 64,
      "--method ohno2013 does not go from temperature; these do: nearest-planckian, robertson1968, robertson1968-dng, "
        + "krystek1985, kang2002, cie-daylight"
    ),
    Case(
      "convert --from temperature --method kang2002 5000 10", 65,
      "kang2002 covers one curve and takes no tint; give the temperature without the tint of 10.0"
    ),
    Case("convert --from temperature 5000 --jsn", 64, "Unknown option '--jsn'"),
    Case("convert --from temperature 5000 -x", 64, "Unknown option '-x'"),
    Case("convert 0.3 0.3", 64, "Missing expected argument '--from <form>'"),
    Case(
      "calibrate chart {raw} --light A --output {output}", 65,
      "{raw}: \(CGATSError(line: nil, .notText)), or --corners, --format and the size of a raw frame"
    ),
    Case(
      "camera set simulated: --iso 200 --gain-law foo:3", 64,
      "The value 'foo:3' is invalid for '--gain-law <law>': it must be \(gainLaws)"
    ),
    Case(
      "camera set simulated: red_balance", 64,
      "The value 'red_balance' is invalid for '<name=value>': it must be a control's name or number, =, and its value, such as "
        + "red_balance=320"
    ),
    Case(
      "camera set simulated: --temperature 0.3 --profile {icc}", 64,
      "--temperature: \(ColorimetryError.temperatureOutOfRange(0.3))"
    ),
    Case(
      "convert --from gains 1 1 2", 64,
      "--from gains needs --profile: gains mean a light only on a calibrated device"
    ),
    Case(
      "convert --from xy --max-gain 0.5 0.3 0.3", 64,
      "--max-gain 0.5 is not valid; it must be 1.0 to 1000000.0"
    ),
    Case(
      "convert --from xy --policy hold-tint 0.3 0.3", 64,
      "--policy hold-tint needs --profile: a light is known only on a calibrated device"
    ),
    Case(
      "convert --from xy --max-gain 2 0.3 0.3", 64,
      "--max-gain needs --profile: a light has gains only on a calibrated device"
    ),
    Case(
      "convert --from xy --policy clamp-channels 0.3 0.3", 64,
      "--policy needs --profile: a light has gains only on a calibrated device"
    ),
    Case("convert --from xy 0.3 0", 65, "\(ColorimetryError.notReal(Chromaticity(x: 0.3, y: 0)))"),
    Case(
      "convert --from uv 0.1978 0.4683", 65,
      "no light has u 0.1978, v 0.4683; u must be at least 0, v above 0, and u + 10 v at most 4; v is 2/3 of v′ of CIE 1976"
    ),
    Case("convert --from xy nan 0.3", 65, "x must be a number, not 'nan'"),
    Case("convert --from temperature 5000 x", 65, "tint must be a number, not 'x'"),
    Case(
      "convert --from temperature 1 2 3", 64,
      "--from temperature takes 1 or 2 numbers, kelvin tint, or '-'; there are 3: 1 2 3"
    ),
    Case("convert --from temperature 5000 0K", 65, "tint must be a number, not '0K'"),
    Case(
      "profile import {icc} --bits 10 --output {output}", 64,
      "--bits is for tuning files of libcamera; {icc} is of format icc"
    ),
    Case(
      "help foo", 64,
      "wbcal has no command 'foo'; it has measure, convert, calibrate, plot, simulate, dng, profile, camera"
    ),
    Case("profile foo", 64, "profile has no command 'foo'; it has show, check, import, export"),
    Case("help profile foo", 64, "profile has no command 'foo'; it has show, check, import, export"),
    Case("convert --profile {icc} --from gains nan 1 1", 65, "red must be a number, not 'nan'"),
  ]

  static let measure: [Case] = [
    Case(
      "measure {raw} --format YUYV --width 160 --height 120", 64,
      "--format: \(RawFrameError.unknownFormat("YUYV"))"
    ),
    Case("measure {empty}", 65, "{empty} is empty"),
    Case("calibrate cards {empty} --light A --output {output}", 65, "{empty} is empty"),
    Case(
      "measure {raw} --format rg10 --width 160 --height 120", 64,
      "--format: \(RawFrameError.unknownFormat("rg10"))"
    ),
    Case(
      "measure {raw} --format RG10 --width 0 --height 120", 64,
      "{raw}: \(RawFrameError.invalidSize(width: 0, height: 120))"
    ),
    Case(
      "measure {raw} --format RG10 --width 160 --height -2", 64,
      "{raw}: \(RawFrameError.invalidSize(width: 160, height: -2))"
    ),
    Case(
      "measure {raw} --format RG10 --width 9223372036854775807 --height 2", 64,
      "{raw}: \(RawFrameError.invalidSize(width: .max, height: 2))"
    ),
    Case(
      "measure {raw} {geometry} --stride 300", 64,
      "{raw}: \(RawFrameError.strideTooShort(bytesPerRow: 300, needed: 320, width: 160))"
    ),
    Case(
      "measure {icc}", 65,
      "{icc}: this is an ICC profile, which has no frame; give a raw frame, and this as its profile"
    ),
    Case(
      "calibrate cards {icc} --light D65 --output {output}", 65,
      "{icc}: this is an ICC profile, which has no frame; give a raw frame, and this as its profile"
    ),
    Case(
      "simulate --card -with.csv --output {output}", 66,
      "--card -with.csv: No such file or directory; it must be a reflectance in per cent, 0 to 100, such as 18, or a "
        + "file of wavelengths and shares, such as 0.18"
    ),
    Case(
      "measure {raw} -with.dng", 64,
      "'-with.dng' is no option; a file whose name begins with '-' is given as ./-with.dng"
    ),
    Case(
      "measure {raw} -2026-card.dng", 64,
      "'-2026-card.dng' is no option; a file whose name begins with '-' is given as ./-2026-card.dng"
    ),
    Case(
      "calibrate chart {chart} --light D65 --corners 6,6,246,6,246,166,6,166 --output {output}", 64,
      "{chart}: this is a file of readings, and --corners says that every chart is a raw frame; calibrate from one or the other"
    ),
    Case("measure --formatt RG10 -- -card.dng", 64, "Unknown option '--formatt'. Did you mean '--format'?"),
    Case(
      "profile show -x.icc", 64,
      "'-x.icc' is no option; a file whose name begins with '-' is given as ./-x.icc"
    ),
    Case(
      "measure {raw} {geometry} --black nan", 64,
      "--black, --white: \(RawFrameError.invalidLevels(black: .nan, white: 1023))"
    ),
    Case(
      "measure {raw} {geometry} --black -1", 64,
      "--black, --white: \(RawFrameError.invalidLevels(black: -1, white: 1023))"
    ),
    Case(
      "measure {raw} {geometry} --black 1023", 64,
      "--black, --white: \(RawFrameError.invalidLevels(black: 1023, white: 1023))"
    ),
    Case("measure {raw} {geometry} --white 4095", 64, "--black, --white: \(whiteAbove(4095, 1023, "RG10"))"),
    Case(
      "measure {raw} --format RGGB --width 320 --height 120 --profile {icc}", 65,
      "{raw}: the profile's levels are of another format: \(whiteAbove(1023, 255, "RGGB")); give --black and --white"
    ),
    Case(
      "measure {raw} --format RGGB --width 320 --height 120 --profile {icc} --white 255", 65,
      "{raw}: the profile's levels are of another format: \(whiteAbove(1023, 255, "RGGB")); give --black"
    ),
    Case(
      "measure {raw} --format RGGB --width 320 --height 120 --profile {icc} --dark {raw}", 65,
      "{raw}: the profile's levels are of another format: \(whiteAbove(1023, 255, "RGGB")); give --white"
    ),
    Case(
      "measure {raw} {geometry} --region 1,2,3", 64,
      "The value '1,2,3' is invalid for '--region <x,y,width,height>': it must be x,y,width,height in samples, such as "
        + "40,30,80,60, with a size above 0"
    ),
    Case(
      "measure {raw} {geometry} --metering spot --point 160,0", 64,
      "--point 160,0 is outside the frame of 160 x 120 samples"
    ),
    Case("measure {raw} {geometry} --point 1,1", 64, "--point needs --metering spot"),
    Case(
      "measure {raw} --region 1,2,3,4 --metering center", 64,
      "--region and --metering both say where to look; give one of them"
    ),
    Case(
      "measure {raw} --width 160", 64,
      "{raw}: a raw file does not say what it holds; --format, --height must be given"
    ),
    Case(
      "measure {cut}", 65,
      "{cut} begins as a DNG or another TIFF, but has no whole directory of tags; it is cut short or damaged"
    ),
    Case("measure {raw} --format Y10 --width 160 --height 120", 65, "{raw}: \(GrayCardError.monochrome(code("Y10")))"),
    Case(
      "measure {raw} --format RG10 --width 160 --height 119", 65,
      otherSize("{raw}", bytes: 38_400, layout: "160 x 119 samples of RG10 with 320 bytes a row", fills: 38_080)
    ),
    Case(
      "measure {raw} --format RG10 --width 1 --height 2 --stride 9223372036854775797", 65,
      "{raw}: \(RawFrameError.truncated(byteCount: 38_400, needed: .max - 8)); check \(geometry)"
    ),
    Case(
      "measure {raw} {geometry} --as-shot", 65, "{raw} does not say what light it was balanced for; a still does"
    ),
    Case(
      "measure {raw} --show a.xmp --sidecar a.xmp", 64, "--show and --sidecar are both a.xmp; give two names"
    ),
    Case(
      "measure {short} {geometry}", 65,
      "{short}: \(RawFrameError.truncated(byteCount: 38_399, needed: 38_400)); check \(geometry)"
    ),
    Case(
      "measure {empty} {geometry}", 65,
      "{empty}: \(RawFrameError.truncated(byteCount: 0, needed: 38_400)); check \(geometry)"
    ),
    Case("measure ", 66, "the name of a file is empty; it must be that of a file"),
    Case(
      "camera show ", 66, "the name of a camera is empty; it must be one such as /dev/video0 or simulated:"
    ),
    Case("measure {missing} {geometry}", 66, "{missing}: No such file or directory"),
    Case("measure /tmp {geometry}", 66, "/tmp is a directory; a file is needed"),
    Case("measure /proc/sys/vm/compact_memory {geometry}", 66, "/proc/sys/vm/compact_memory: Permission denied"),
    Case("measure /dev/video256 {geometry}", 66, "/dev/video256: no such device; cameras are listed as /dev/video*"),
    Case("measure /dev/null", 69, "/dev/null: not a V4L2 device: it does not know VIDIOC_QUERYCAP"),
    Case(
      "measure --profile {icc}", 64,
      "--profile needs a SOURCE, a raw file or a camera; the sample frame has its own profile"
    ),
    Case(
      "measure simulated: --sidecar x.pp3", 64,
      "--sidecar x.pp3: RawTherapee computes its temperature with a DNG's colour matrix; simulated: is not a DNG with a "
        + "matrix. An .xmp can be written for any file"),
    Case("calibrate cards simulated: --light D65 --profile {icc} --output {icc}", 64, wasRead("{icc}")),
    Case("measure {raw} --sidecar x.txt {geometry}", 64, "--sidecar x.txt: its name must end in .xmp or .pp3"),
    Case("measure a.dng b.dng --json --sidecar x.xmp", 64, "--sidecar is for one source; give one"),
    // The shell leaves such a word where a variable is empty.
    Case(
      "measure --show= {raw} {geometry}", 64, "--show= has no value; write one after the '=', or leave the option out"
    ),
    Case(
      "convert --from temperature --max-gain= 5000 10", 64,
      "--max-gain= has no value; write one after the '=', or leave the option out"
    ),
    Case(
      "measure -d.dng --profile {icc}", 64,
      "'-d.dng' is no option; a file whose name begins with '-' is given as ./-d.dng"
    ),
    Case(
      "measure {zeros}", 65, "{zeros} does not begin as a .nef does; it is damaged, or another kind of file"
    ),
    Case(
      "measure {card} {geometry} --dark {dark} --dark {dark}", 64,
      "--dark {dark} is given twice, and its frames would count twice; give each file once"
    ),
    Case(
      "measure {card} {geometry} --region 0,0,-5,10", 64,
      "The value '0,0,-5,10' is invalid for '--region <x,y,width,height>': it must be x,y,width,height in samples, such "
        + "as 40,30,80,60, with a size above 0"
    ),
    Case(
      "measure {card} {geometry} --black 64 --white 0", 64,
      "--black, --white: \(RawFrameError.invalidLevels(black: 64, white: 0))"
    ),
    Case(
      "measure a.dng --as-shot --sidecar x.xmp", 64,
      "--sidecar is for a card; --as-shot takes the light that the camera balanced for"
    ),
    Case(
      "measure {raw} {card} {geometry}", 64,
      "several sources ({raw}, {card}) need --json, which prints a line for each"
    ),
    Case(
      "measure {raw} {geometry} --black 64 65 66 64 a.raw", 64,
      "several sources ({raw}, 65, 66, 64, …) need --json, which prints a line for each; four levels are written "
        + "64,65,66,64, without blanks"
    ),
    Case("measure {raw} --workers 2 {geometry}", 64, "--workers is for several sources; there is one"),
    Case("measure {raw} {raw} --workers 0 {geometry}", 64, "--workers 0 is not valid; it must be 1 to 1024"),
    Case("measure --manifest - --show x.png", 64, "--show is for one source, and not for the lines of a manifest"),
    Case("measure --black 64", 64, "--black needs a SOURCE, a raw file or a camera; the sample frame has its own"),
    Case(
      "measure --black 1 --black-error 1", 64,
      "--black needs a SOURCE, a raw file or a camera; the sample frame has its own"
    ),
    Case("measure --frames 2", 64, "--frames needs a SOURCE, a raw file or a camera; the sample frame has its own"),
    Case("measure --dark x", 64, "--dark needs a SOURCE, a raw file or a camera; the sample frame has its own"),
    Case(
      "measure {raw} --dark x --black 64 {geometry}", 64,
      "--dark and --black both tell the black level; give one of them"
    ),
    Case("measure {raw} --black-error 1 {geometry}", 64, "--black-error needs --black, whose standard error it is"),
    Case(
      "measure {raw} --black 64 --black-error -1 {geometry}", 64,
      "--black-error -1.0 is not valid; it must be a number of at least 0"
    ),
    Case(
      "measure {raw} --black 64 --black-error nan {geometry}", 64,
      "--black-error nan is not valid; it must be a number of at least 0"
    ),
    Case(
      "measure {raw} --black 64 --black-error 1e12 {geometry}", 64,
      "--black-error: \(RawFrameError.invalidBlackError(1e12))"
    ),
    Case("measure {raw} --frames 0 {geometry}", 64, "--frames 0 is not valid; it must be 1 to 1000"),
    Case("measure {raw} --frames 1001 {geometry}", 64, "--frames 1001 is not valid; it must be 1 to 1000"),
    Case("measure {card} --show {card} {geometry}", 64, wasRead("{card}")),
    Case(
      "measure {raw} --frames 5 {geometry}", 65,
      tooFewFrames("{raw}", bytes: 38_400, frames: 1, of: 5, layout: layout, bytesPerFrame: 38_400)
    ),
    Case(
      "measure {raw} --dark {short} {geometry}", 65,
      noWholeFrames("{short}", bytes: 38_399, layout: layout, bytesPerFrame: 38_400)
    ),
    Case("measure {raw} --dark {missing} {geometry}", 66, "{missing}: No such file or directory"),
    Case(
      "measure {raw} --format RG10 --width 160 --height 40", 65,
      otherSize(
        "{raw}", bytes: 38_400, layout: "160 x 40 samples of RG10 with 320 bytes a row", fills: 12_800, frames: 3)
    ),
    Case(
      "measure {raw} --format RG10 --width 2 --height 1", 65,
      otherSize("{raw}", bytes: 38_400, layout: "2 x 1 samples of RG10 with 4 bytes a row", fills: 4)
    ),
    Case(
      "measure {raw} --format RG10 --width 1 --height 3 --stride \(Int.max)", 64,
      "{raw}: \(RawFrameError.strideTooLong(bytesPerRow: .max, limit: (.max - 2) / 2, height: 3))"
    ),
    Case("measure --show ", 64, "the name of a file to write is empty; give it one"),
    Case("measure --show {raw}/card.png", 74, ToolMessages.notWritten("{raw}/card.png", "Not a directory")),
    Case("measure --show {none}/card.png", 74, ToolMessages.notWritten("{none}/card.png", "No such file or directory")),
    Case("measure --limit clip=0.1", 64, "--limit clip=0.1: there is no code 'clip'; the codes are \(cardLimits)"),
    Case(
      "measure --warn clip=0.1", 64,
      "--warn clip=0.1: there is no code 'clip'; the codes are near-clipping, strong-shading, color-varies, "
        + "partly-left-out, below-black, far-from-calibration"
    ),
    Case("measure --warn clipped=0.1", 64, "--warn clipped=0.1: 'clipped' is a reason to refuse; give it to --limit"),
    Case(
      "measure --limit near-clipping=0.1", 64,
      "--limit near-clipping=0.1: 'near-clipping' is a warning; give it to --warn"
    ),
    Case(
      "measure --limit outside-frame=1", 64,
      "--limit outside-frame=1: there is no code 'outside-frame'; the codes are \(cardLimits)"
    ),
    Case("measure --limit clipped=x", 64, "--limit clipped=x: 'x' is not a number of at least 0, as in clipped=0.001"),
    Case(
      "measure --limit clipped=nan", 64, "--limit clipped=nan: 'nan' is not a number of at least 0, as in clipped=0.001"
    ),
    Case("measure --limit clipped", 64, "--limit clipped: it must be a code, '=' and a number, as in clipped=0.001"),
    Case(
      "measure --limit clipped=-1", 64,
      "--limit clipped=-1: '-1' is not a number of at least 0, as in clipped=0.001"
    ),
    Case(
      "measure --limit too-small=1.5", 64,
      "--limit too-small=1.5: '1.5' is not a whole number of at least 2, as in too-small=64"
    ),
    Case(
      "measure --limit too-small=1e99", 64,
      "--limit too-small=1e99: '1e99' is not a whole number of at least 2, as in too-small=64"
    ),
    Case("measure {dng}", 65, "{dng}: \(noMosaic)"),
    Case(
      "measure {dng} --format RG10", 64,
      "--format is for raw files; {dng} is a DNG, which says itself what it holds"
    ),
    Case("measure {missing}.dng", 66, "{missing}.dng: No such file or directory"),
  ]

  static let plot: [Case] = [
    Case("plot --point 0.3", 64, "--point \(noLight("0.3"))"),
    Case("plot --point - --point -", 64, "--point - is given more than once; standard input can be read only once"),
    Case("plot --profile {missing}", 66, "{missing}: No such file or directory"),
    Case("plot --profile {text}", 65, "{text}: \(ProfileError.tooShort(byteCount: 5))"),
    Case("plot --output {none}/diagram.PNG", 64, "{none}/diagram.PNG: the name must end in .svg"),
    Case("plot --output {none}/a.NEF", 64, "{none}/a.NEF: the name must end in .svg"),
    Case("measure --show {none}/card.jpg", 64, "{none}/card.jpg: the name must end in .png"),
    Case("measure --show {none}/card.raw", 64, "{none}/card.raw: the name must end in .png"),
    Case("simulate --output {none}/a.icc", 64, "{none}/a.icc: the name must end in .raw"),
    Case("simulate --output {none}/a.json", 64, "{none}/a.json: the name must end in .raw"),
    Case(
      "camera capture simulated: --output {none}/a.tif", 64,
      "{none}/a.tif: the name must end in .raw"),
    Case(
      "plot --output {none}/diagram.svg", 74, ToolMessages.notWritten("{none}/diagram.svg", "No such file or directory")
    ),
  ]

  /// A DNG that has its version alone.
  private static let noMosaic = ExchangeError.invalidTag(
    "PhotometricInterpretation", value: "absent", expected: "32803, a mosaic of colours")

  static let dng: [Case] = [
    Case(
      "dng {raw} {geometry} --output x.dng", 64,
      "{raw} does not say how its camera sees colour; --profile must be given"
    ),
    Case(
      "dng {raw} {geometry} --profile {icc} --output x.tif", 64, "x.tif: the name must end in .dng"),
    Case("dng {raw} {geometry} --profile {icc} --output x.dng --iso 0", 64, "\(ExposureError.notPositive("ISO", 0))"),
    Case(
      "dng {raw} {geometry} --profile {icc} --output x.dng --gains 2,1", 64,
      "The value '2,1' is invalid for '--gains <red,green,blue>': it must be three gains above 0, such as 1.8,1,1.5"
    ),
    Case(
      "dng {raw} {geometry} --profile {icc} --output x.dng --gains 0,1,1", 64,
      "The value '0,1,1' is invalid for '--gains <red,green,blue>': it must be three gains above 0, such as 1.8,1,1.5"
    ),
    Case(
      "dng {raw} {geometry} --profile {icc} --output x.dng --date yesterday", 64,
      "The value 'yesterday' is invalid for '--date <date>': it must be a date and time in UTC, such as 2026-11-21T09:30:00Z"
    ),
    Case("dng {dng} --output {dng}", 64, wasRead("{dng}")),
  ]

  static let calibrate: [Case] = [
    Case("calibrate sensitivities --output x.icc", 64, "Missing expected argument '<file>'"),
    Case(
      "calibrate sensitivities {missing} --output {none}/x.icc", 74,
      ToolMessages.notWritten("{none}/x.icc", "No such file or directory")
    ),
    Case(
      "calibrate sensitivities {missing} --output x.dcp", 64, "x.dcp: the name must end in .icc"),
    Case("calibrate sensitivities {missing} --output x.icc", 66, "{missing}: No such file or directory"),
    Case(
      "calibrate sensitivities {camera} --report x.icc --output x.icc", 64,
      "--report and --output are one file: x.icc"
    ),
    Case(
      "calibrate sensitivities {camera} --lamps {text} --output x.icc", 65,
      "{text}: \(SpectralDataError(.file, .noRows))"
    ),
    Case("calibrate chart --output x.icc", 64, "Missing expected argument '<file> ...'"),
    Case(
      "calibrate chart x --output x.icc", 64,
      "1 chart and 0 --light; each chart needs the light it was read under"
    ),
    Case(
      "calibrate chart x y --light A --light A --light A --output x.icc", 64,
      "2 charts and 3 --light; each chart needs the light it was read under"
    ),
    Case(
      "calibrate chart {raw} --light A --corners 0,0,1,0,1,1,0,1 --output x.icc", 64,
      "{raw}: a raw file does not say what it holds; --format, --width, --height must be given"
    ),
    Case(
      "calibrate chart {cut} --light A --corners 0,0,1,0,1,1,0,1 --output x.icc", 65,
      "{cut} begins as a DNG or another TIFF, but has no whole directory of tags; it is cut short or damaged"
    ),
    Case(
      "calibrate cards {cut} --light A --output x.icc", 65,
      "{cut} begins as a DNG or another TIFF, but has no whole directory of tags; it is cut short or damaged"
    ),
    Case(
      "calibrate chart x.ti3 --light A --black 64 --output x.icc", 64,
      "--black needs --corners: without, a chart is a file of readings"
    ),
    Case(
      "calibrate chart x.ti3 --light A --limit clipped=1 --output x.icc", 64,
      "--limit clipped=1: there is no code 'clipped'; the codes are difference, balance-alone, left-out, ill-conditioned, "
        + "off-black, not-linear, unusual-white, lights-disagree"
    ),
    Case(
      "calibrate chart x.ti3 --light A --limit mired=1 --output x.icc", 64,
      "--limit mired=1: 'mired' is a limit of checks, and calibrations do not apply it; give it to 'wbcal profile check'"
    ),
    Case(
      "calibrate chart x.ti3 --light A --warn beyond-uncertainty=1 --output x.icc", 64,
      "--warn beyond-uncertainty=1: 'beyond-uncertainty' is a limit of checks, and calibrations do not apply it; give it to "
        + "'wbcal profile check'"
    ),
    Case(
      "profile check {profile} --chart x.ti3 --light A --limit left-out=0", 64,
      "--limit left-out=0: 'left-out' is not a limit of checks by charts; their limits are mired, duv, difference, off-black, not-linear"
    ),
    Case(
      "profile check {profile} --chart x.ti3 --light A --warn few-patches=99", 64,
      "--warn few-patches=99: 'few-patches' is not a limit of checks by charts; their limits are beyond-uncertainty, large-difference, "
        + "off-black"
    ),
    Case(
      "profile check {profile} --card {raw} --light A --limit difference=1", 64,
      "--limit difference=1: 'difference' is not a limit of checks by cards; their limits are mired, duv and those of 'wbcal measure'"
    ),
    Case(
      "camera meter simulated: --profile none.icc --limit clipped=nan", 64,
      "--limit clipped=nan: 'nan' is not a number of at least 0, as in clipped=0.001"
    ),
    Case(
      "camera meter simulated: --profile {profile} --metering uniform --point 1,1", 64,
      "--point needs --metering spot or weighted; the whole frame has no point"
    ),
    Case(
      "camera meter simulated: --count 1 --light-kind daylight", 64,
      "--light-kind needs --profile: without one no light is measured"
    ),
    Case(
      "camera meter simulated: --count 1 --policy nearest-light", 64,
      "--policy nearest-light needs --profile: without one no light is measured"
    ),
    Case("measure simulated:?light=A&light=D65", 64, "simulated:?light=A&light=D65: 'light' is there twice"),
    Case("measure simulated: --height 20", 64, "simulated: no height of 20: the driver offers 320 x 240 in its place"),
    Case("measure simulated: --width 77", 64, "simulated: no width of 77: the driver offers 320 x 240 in its place"),
    Case("profile import x.dcp --manufacturer  --output x.icc", 64, "--manufacturer must not be empty"),
    Case("calibrate chart x.ti3 --light A --model  --output x.icc", 64, "--model must not be empty"),
    Case("calibrate chart x.ti3 --light A --manufacturer  --output x.icc", 64, "--manufacturer must not be empty"),
    Case("calibrate chart x.ti3 --light A --unit  --output x.icc", 64, "--unit must not be empty"),
    Case(
      "camera list --all simulated:", 64, "--all lists what the machine has; simulated: is a camera to list"),
    Case(
      "calibrate chart x.ti3 --light 0.7,0.2 --output x.icc", 64,
      "--light: \(CalibrationError.light(name: "0.7,0.2", .tooCold(UniformChromaticity(u: 0.7, v: 0.3))))"
    ),
    Case(
      "calibrate cards {raw} {geometry} --output x.icc", 64,
      "1 card and 0 --light; each card needs the light it was read under"
    ),
    Case(
      "calibrate cards {raw} --light A --output x.icc", 64,
      "{raw}: a raw file does not say what it holds; --format, --width, --height must be given"
    ),
    Case(
      "calibrate cards - - --light A --light A {geometry} --output x.icc", 64,
      "standard input, -, can be read once; give it once"
    ),
    Case(
      "calibrate cards {missing} {raw} --light A --light A {geometry} --output x.icc", 66,
      "{missing}: No such file or directory"
    ),
    Case(
      "calibrate cards simulated: {raw} --light A --light A --width 160 --height 120 --output x.icc", 64,
      "{raw}: a raw file does not say what it holds; --format must be given"
    ),
    Case(
      "calibrate cards {dng} {raw} --light A --light A {geometry} --output x.icc", 64,
      "{raw} is a raw file, which needs --format, --width and --height, and {dng} says itself what it holds; give files of one "
        + "kind in one call"
    ),
  ]

  static let profiles: [Case] = [
    Case(
      "profile check {icc}", 64, "give --chart or --card to check with, not both, and a --light for each"),
    Case(
      "profile check {icc} --chart a.ti3 --card {raw} --light A --light A", 64,
      "give --chart or --card to check with, not both, and a --light for each"),
    Case(
      "profile check {icc} --chart a.ti3 --light A --metering spot", 64,
      "--region, --metering and --point say where a gray card is; they need --card"),
    Case(
      "profile check {icc} --chart a.ti3 --light A --limit clipped=1", 64,
      "--limit clipped=1: there is no code 'clipped'; the codes are difference, off-black, not-linear, mired, duv"
    ),
    Case(
      "profile check {icc} --card simulated: --light A --reference a.ti3", 64,
      "--reference applies to charts alone; leave it out with --card"),
    Case(
      "profile check {icc} --card simulated:", 64,
      "1 card and 0 --light; each card needs the light it was read under"),
    Case(
      "profile export {icc} --format libcamera --bits 8 --output x", 64,
      "--bits 8 is not valid; it must be 10 to 16, which hold the profile's white level"
    ),
    Case("profile export {icc} --format libcamera", 64, "give --output, the file to write"),
    Case(
      "profile export {icc} --format dcp --into a.json", 64,
      "--into applies to tuning files; give --format libcamera"),
    Case(
      "profile export {icc} --format libcamera --into a.json --target pisp", 64,
      "--target applies to a new file; the file of --into has its own"),
    Case(
      "profile check {icc} --chart a.ti3 --light A --report {icc}", 64,
      "{icc}: the name must end in .html"),
    Case(
      "profile import {text} --output x.icc", 65,
      "{text}: the file is of no kind that is read; it must be an ICC profile, a DNG, DCP or still, or a tuning file of "
        + "libcamera (JSON)"),
    Case("profile import {text} --format dcp --output x.icc", 65, "{text}: \(ExchangeError.unknownFormat)"),
    Case(
      "profile import {dng} --format dcp --output x.icc", 65,
      "{dng}: this is a DNG, not dcp as --format says; leave --format out"),
    Case(
      "profile import {dcp} --format dng --output x.icc", 65,
      "{dcp}: this is a DNG camera profile (DCP), not dng as --format says; leave --format out"),
    Case(
      "profile import {text} --format tiff --output x.icc", 64,
      "The value 'tiff' is invalid for '--format <format>'. Please provide one of 'icc', 'dcp', 'dng', 'libcamera' or 'still'."
    ),
    Case("profile import {text} --bits 17 --output x.icc", 64, "--bits 17 is not valid; it must be 1 to 16"),
    Case(
      "profile import {camera} --output x.icc", 65,
      ToolMessages.otherKind(
        "{camera}", "JSON of spectral sensitivities, not a profile or tuning file; ", "calibrate sensitivities")
    ),
    Case("profile export {icc} --output x", 64, "Missing expected argument '--format <format>'"),
    Case(
      "profile export {icc} --format dng --output x", 64,
      "The value 'dng' is invalid for '--format <format>'. Please provide one of 'icc', 'dcp', 'libcamera', 'darktable' or 'rawtherapee'."
    ),
    Case(
      "profile export {icc} --format icc --target pisp --output x", 64,
      "--target applies to tuning files; give --format libcamera"
    ),
    Case(
      "profile export {icc} --format icc --copyright c --output x", 64,
      "--copyright applies to DCPs; give --format dcp"
    ),
    Case(
      "profile export {icc} --format rawtherapee --output x", 64,
      "--format rawtherapee needs a --temperature, and no other format takes one"
    ),
    Case(
      "profile export {icc} --format dcp --icc-version 2 --output x", 64,
      "--icc-version applies to ICC profiles; give --format icc"
    ),
    Case(
      "profile export {icc} --format icc --icc-version 3 --output x", 64,
      "--icc-version 3 is not valid; it must be 2 or 4"
    ),
    Case(
      "profile export {icc} --format libcamera --target rkisp1 --output x", 64,
      "--target rkisp1 is not valid; it must be bcm2835 or pisp"
    ),
    Case(
      "profile show {camera}", 65,
      ToolMessages.otherKind(
        "{camera}", "JSON of spectral sensitivities, not an ICC profile; ", "calibrate sensitivities")
    ),
  ]

  static let simulate: [Case] = [
    Case(
      "simulate --output x --light 0.31,0.33", 64,
      "--light 0.31,0.33: many spectra have this chromaticity, and a camera sees each of them otherwise; give a "
        + "spectrum's file, or the temperature of a black body or daylight near it ('wbcal convert --from xy' tells "
        + "it)"
    ),
    Case("simulate --output x --light 100", 64, "--light 100: \(ColorimetryError.temperatureOutOfRange(100))"),
    Case(
      "simulate --output x --light daylight:3000", 64,
      "--light daylight:3000: \(ColorimetryError.temperatureOutsideMethod(3000, 4000...25_000))"
    ),
    Case(
      "simulate --output x --light daylight:x", 64,
      "--light daylight:x: after 'daylight:' must be a temperature in kelvin, such as 5200"
    ),
    Case(
      "simulate --output x --light nolamp.csv", 66,
      "--light nolamp.csv: No such file or directory; a light without a file must be \(lights)"
    ),
    Case("simulate --output x --light Q", 64, "--light Q is no light; it must be \(lights)"),
    Case("simulate --output x --light FL3.16", 64, "--light FL3.16 is no light; it must be \(lights)"),
    Case(
      "simulate --output x --light tl84", 64,
      "--light tl84 is no light; it must be \(lights). A light booth's tl84 is near FL11"),
    Case(
      "simulate --output x --second-light nolamp.csv:1", 66,
      "--second-light nolamp.csv: No such file or directory; a light without a file must be \(lights)"
    ),
    Case("simulate --output x --second-light nolamp", 64, "--second-light nolamp is no light; it must be \(lights)"),
    Case(
      "simulate --output x --width 64 --height 48 --second-light A --surround 60 --region 32,8,24,24", 64,
      "--second-light falls on all of the card at 32,8,24,24, and the truth is that of the first light; the card must "
        + "begin before column 32, half of --width"
    ),
    Case(
      "simulate --output x --light /", 66,
      "--light / is a directory; a file is needed; a light without a file must be \(lights)"
    ),
    Case(
      "simulate --output x --light {lamp}", 65,
      "{lamp}: \(SpectralDataError(.line(2), .valueCount(2, expected: 1)))"
    ),
    Case(
      "simulate --output x --sensitivities {exchanged}", 65, "{exchanged}: \(SensitivityError.channelOrder)"),
    Case(
      "simulate --output x --light {cutlamp}", 65,
      "{cutlamp}: the light's spectrum ends at 600.0 nm, where it has 80 % of its largest power; measure at least 410 to 690 "
        + "nm, better 380 to 780 nm"
    ),
    Case(
      "simulate --output x --light {latelamp}", 65,
      "{latelamp}: the light's spectrum begins at 420.0 nm, where it has 2 % of its largest power; measure at least 410 to "
        + "690 nm, better 380 to 780 nm"
    ),
    Case(
      "simulate --output x --light {lamps}", 65,
      "{lamps}: \(SpectralDataError(.file, .severalSpectra(2))), as in {lamps}:1"
    ),
    Case(
      "simulate --output x --card nocard.csv", 66,
      "--card nocard.csv: No such file or directory; it must be \(surfaces)"
    ),
    Case("simulate --output x --card 18%", 64, "--card 18% is not valid; it must be \(surfaces)"),
    Case("simulate --output x --card 101", 64, "--card 101 is not valid; it must be \(surfaces)"),
    Case("simulate --output x --card 0", 64, "\(SimulationError.noResponse(LinearRGB(red: 0, green: 0, blue: 0)))"),
    Case(
      "simulate --output x --dark --light A", 64,
      "--light and --dark do not go together: with the lens cap on there is no scene"
    ),
    Case(
      "simulate --output x --dark --exposure 0.4", 64,
      "--exposure and --dark do not go together: with the lens cap on there is no scene"
    ),
    Case(
      "simulate --output x --card 18 --dark --gradient 0.1", 64,
      "--card, --gradient and --dark do not go together: with the lens cap on there is no scene"
    ),
    Case("simulate --output x --surround -1", 64, "--surround -1 is not valid; it must be \(surfaces)"),
    Case(
      "simulate --output x --surround 0.5", 64,
      "--surround 0.5 is not valid; it must be 0, or 1 to 100 per cent: a share of 0.18 is 18. A reflectance below 1 per "
        + "cent can be given in a file of wavelengths and reflectance"
    ),
    Case("simulate --output x --sensitivities nocamera", 66, "nocamera: No such file or directory"),
    Case(
      "simulate --output x --sensitivities {lamp}", 65,
      "{lamp}: \(SpectralDataError(.line(2), .valueCount(2, expected: 1)))"
    ),
    Case("simulate --output x --format RG11", 64, "--format: \(RawFrameError.unknownFormat("RG11"))"),
    Case("simulate --output x --format Y10", 64, "\(SimulationError.noColors(code("Y10")))"),
    Case("simulate --output x --width 0", 64, "\(RawFrameError.invalidSize(width: 0, height: 480))"),
    Case(
      "simulate --output x --width 9223372036854775807", 64,
      "\(RawFrameError.invalidSize(width: .max, height: 480))"
    ),
    Case(
      "simulate --output x --width 1000000000 --height 2", 64,
      "a frame of 1000000000 x 2 samples, 2000000000 bytes a row, is larger than 1073741824 bytes, the most that"
        + " is read again"
    ),
    Case(
      "simulate --output x --stride 3", 64,
      "\(RawFrameError.strideTooShort(bytesPerRow: 3, needed: 1280, width: 640))"
    ),
    Case(
      "simulate --output x --black 2000", 64,
      "--black, --white: \(RawFrameError.invalidLevels(black: 2000, white: 1023))"
    ),
    Case("simulate --output x --white 2000", 64, "\(whiteAbove(2000, 1023, "RG10"))"),
    Case("simulate --output x --full-well 0", 64, "\(SimulationError.fullWell(0))"),
    Case("simulate --output x --read-noise -1", 64, "\(SimulationError.readNoise(-1))"),
    Case("simulate --output x --non-uniformity 2", 64, "\(SimulationError.responseNonUniformity(2))"),
    Case("simulate --output x --hot 0.6 --dead 0.6", 64, "\(SimulationError.defects(hot: 0.6, dead: 0.6))"),
    Case("simulate --output x --exposure 0", 64, "\(SimulationError.exposure(0))"),
    Case("simulate --output x --vignetting 1", 64, "\(SimulationError.vignetting(1))"),
    Case(
      "simulate --output x --vignetting 0,0", 64,
      "The value '0,0' is invalid for '--vignetting <share>': it must be one share, such as 0.3, or three, such as "
        + "0.3,0.3,0.2"
    ),
    Case(
      "simulate --output x --gradient 2", 64,
      "--gradient 2.0 is not valid; it must be a share of the light, 0 to 1"
    ),
    Case("simulate --output x --region 0,0,4,4", 64, "--region needs --surround: what is around the card"),
    Case(
      "simulate --output x --surround 5 --region 0,0,9,4 --width 8 --height 8", 64,
      "--region 0,0,9,4 is not inside the frame of 8 x 8 samples"
    ),
    Case(
      "simulate --output x --frames 0", 64,
      "--frames 0 is not valid; it must be 1 to 1000, the most that wbcal reads"
    ),
  ]
}

// MARK: - What several commands say

extension MessagesTests {
  static func noLight(_ text: String) -> String {
    "'\(text)': not a light; it must be x,y or x,y,label, of x at least 0, y at least 0.001 and a sum of at most 1"
  }

  static func wasRead(_ path: String) -> String {
    "\(path) is a file that was read; writing it would lose it, so give another name"
  }

  static func tooFewFrames(
    _ path: String, bytes: Int, frames: Int, of count: Int, layout: String, bytesPerFrame: Int
  ) -> String {
    "\(path) has \(bytes) bytes, and so \(frames) of the \(count) frames asked for: \(layout), \(bytesPerFrame) bytes each; "
      + "check --frames and \(geometry)"
  }

  static func noWholeFrames(_ path: String, bytes: Int, layout: String, bytesPerFrame: Int) -> String {
    "\(path) has \(bytes) bytes, which are no whole number of frames of \(layout), of \(bytesPerFrame) bytes each; take dark "
      + "frames in the card's format and size"
  }

  /// - Parameter frames: as many as the file would have.
  static func otherSize(_ path: String, bytes: Int, layout: String, fills: Int, frames: Int? = nil) -> String {
    let several = frames.map { "--frames \($0) takes the mean of \($0) frames, or " } ?? ""
    return "\(path) has \(bytes) bytes, and \(layout) fill \(fills); \(several)check \(geometry)"
  }

  private static let gainLaws = "hyperbolic:N, proportional:N, decibels:N or points:CODE=GAIN,…, such as hyperbolic:256"
  private static let layout = "160 x 120 samples of RG10 with 320 bytes a row"
  private static let geometry = "--width, --height, --format and --stride"
  private static let cardLimits =
    "clipped, too-dark, cut-off, too-noisy, scattered, too-small, greens-differ, not-uniform, textured, color-varies, not-a-light, "
    + "too-warm, black-level"
  private static let lights =
    "A, D50, D55, D65, D75, E, FL1 to FL12, FL3.1 to FL3.15, LED-B1 and others of CIE 15; kelvin for a black body; "
    + "daylight:KELVIN; or a file of wavelengths and power or of a light meter, FILE or FILE:COLUMN"
  private static let surfaces =
    "a reflectance in per cent, 0 to 100, such as 18, or a file of wavelengths and shares, such as 0.18"

  private static func whiteAbove(_ white: Double, _ maximum: Int, _ format: String) -> RawFrameError {
    .whiteAboveFormat(white: white, maximum: maximum, format: code(format))
  }

  private static func code(_ text: String) -> FourCC {
    guard let code = FourCC(text) else { preconditionFailure("\(text) has four characters at most") }
    return code
  }
}
