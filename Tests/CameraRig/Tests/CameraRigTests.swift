import Testing
@Suite struct CameraRigTests {}
