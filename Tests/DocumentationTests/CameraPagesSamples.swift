import CameraControl
import CameraPages
import TestSupport
import Testing

/// The Swift of CameraPages' page, on the simulated camera.
@Suite(.hangLimit) struct CameraPagesSamples {
  typealias Camera = CameraControl.Camera

  @Test func `the landing page`() async throws {
    let simulated = SimulatedCamera()
    let profile = SimulatedCamera.profile
    let camera = try Camera(device: simulated, profile: profile)
    let screen = CameraScreen(camera)
    let server = CameraPageServer(screen)
    let address = ListenAddress(host: "127.0.0.1", port: 0)
    let url = try await server.start(at: address)
    let serving = Task { try await screen.run() }
    print("open", url)
    #expect(url.hasPrefix("http://127.0.0.1:"))

    serving.cancel()
    try await serving.value
    await server.stop()
    #expect(!camera.isRunning)
  }
}
