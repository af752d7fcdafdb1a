import ArgumentParser
import CameraControl
import CameraDevices
import CameraPages
import CommandOutput
import DeviceProfiles
import ICCProfiles

struct CameraServe: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Show a manual camera screen in a browser: picture, controls, and what the meter measures.",
    discussion: """
      Prints the address to open and serves until Ctrl-C; the camera is then as it was found. Only this machine reaches the \
      page, unless --listen names another address: then the printed address has a token that a browser must know.

      A simulated camera has the profile of the bundled sample where --profile gives no other. Without a profile, a camera \
      has gains and no temperature.

      Examples:
        wbcal camera serve --profile camera.icc
        wbcal camera serve /dev/video0 --profile camera.icc --listen 0.0.0.0:8480
      """)

  @Argument(
    help: ArgumentHelp(
      "The camera, such as /dev/video0, sensor:imx219, or simulated:; the one that gives raw frames if none is named.",
      valueName: "camera"))
  var cameraName: String?

  @OptionGroup var opening: CameraOpening

  @Option(help: ArgumentHelp("The camera's profile, an ICC file.", valueName: "file"))
  var profile: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where the page is served; port 0 is one that the system chooses. Default: \(ListenAddress.standard).",
      valueName: "address:port"),
    transform: ListenAddress.read)
  var listen: ListenAddress = .standard

  func run() async throws {
    let name = try cameraName ?? MachineCameras.theOnlyOne()
    let device = try NamedCamera.open(name)
    let simulated = device as? SimulatedCamera
    var profile = try profile.map(ProfileFile.loadWarning)
    if profile == nil, simulated != nil { profile = Self.sampleProfile }
    let options = try opening.options
    let camera = try CameraOpening.camera(device: device, profile: profile, options: options)
    var screenOptions = CameraScreen.Options()
    screenOptions.simulatedCamera = simulated
    screenOptions.profileFile = { try $0.iccBytes() }
    screenOptions.calibrationPage = { try $0.page() }
    screenOptions.reopen = {
      try CameraOpening.camera(device: simulated ?? NamedCamera.open(name), profile: $0, options: options)
    }
    let screen = CameraScreen(camera, options: screenOptions)
    try await CameraSession.run(with: camera) { try await serve(screen, of: name) }
  }

  /// The profile of the sensor of `simulated:`.
  private static var sampleProfile: DeviceProfile {
    do throws(ProfileError) { return try DeviceProfile(iccBytes: BundledFile.sampleICC) } catch {
      preconditionFailure("the bundled profile: \(error)")
    }
  }

  private func serve(_ screen: CameraScreen, of camera: String) async throws {
    let server = CameraPageServer(screen)
    let url: String
    do throws(CameraPageError) { url = try await server.start(at: listen) } catch {
      throw Failure(.deviceFailed, "\(error)")
    }
    if !listen.isLoopback {
      Output.error(
        "wbcal: warning: whoever has this address with its token can see and set the camera, and what is sent is not "
          + "encrypted")
    }
    try Output.line("\(camera) at \(url)")
    do throws(CameraError) { try await screen.run() } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }
}

extension ListenAddress: ExplainedArgument {
  static let form = "an address and a port of 0 to 65535, such as 127.0.0.1:8480, or the port alone"

  init?(argument: String) {
    // A number alone is a port, because no machine has it as its address.
    guard !argument.isEmpty, argument.utf8.allSatisfy({ "-0123456789".utf8.contains($0) }) else {
      self.init(argument)
      return
    }
    guard let port = UInt16(argument) else { return nil }
    self.init(host: Self.standard.host, port: Int(port))
  }
}
