// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
  import CVideo4Linux
  import CameraControl
  import CameraDevices
  import SystemPackage
  import Testing
  import VideoCapture

  /// A search that a device makes by itself, once.
  @Suite(.virtualTime) struct FocusSearchTests {
    /// The calls that end a search.
    enum Ending: CaseIterable { case lock, lockHere, move, follow, meter }

    @Test(arguments: Ending.allCases)
    func `a single search of the device ends before the lens is locked or moved`(ending: Ending) async throws {
      let test = try CameraUnderTest(
        .balanced { state in
          state.controls[.focusAbsolute] = .init(range: 0...1000, value: 500)
          state.controls[.continuousAutoFocus] = .init(range: 0...1, value: 0, type: V4L2_CTRL_TYPE_BOOLEAN)
          for id in [ControlID.autoFocusStart, .autoFocusStop] {
            state.controls[id] = .init(range: 0...0, value: 0, type: V4L2_CTRL_TYPE_BUTTON)
          }
          state.controls[.autoFocusStatus] = .init(range: 0...7, value: 1, flags: UInt32(V4L2_CTRL_FLAG_READ_ONLY))
        })
      let camera = test.camera
      try camera.lockForConfiguration()
      // Without a search there is nothing to end.
      try camera.setFocusModeLocked(lensPosition: 0.5, completionHandler: nil)
      #expect(test.driver.value(.autoFocusStop) == 0)
      try camera.setFocusMode(.autoFocus)
      #expect(test.driver.value(.autoFocusStart) == 1 && test.driver.value(.autoFocusStop) == 0)
      // The calls that follow the end of the search fail. If the search were ended after them, it would never end.
      test.driver.with {
        $0.controls[.focusAbsolute]?.failure = .ioError
        $0.controls[.continuousAutoFocus]?.failure = .ioError
      }
      switch ending {
      case .lock: try? camera.setFocusMode(.locked)
      case .lockHere: try? camera.setFocusModeLocked(lensPosition: nil, completionHandler: nil)
      case .move: try? camera.setFocusModeLocked(lensPosition: 0.25, completionHandler: nil)
      case .follow: try? camera.setFocusMode(.continuousAutoFocus)
      case .meter: try? await CameraMeter(camera).lock(exposure: false, whiteBalance: false)
      }
      #expect(test.driver.value(.autoFocusStop) == 1)
    }
  }
#endif
