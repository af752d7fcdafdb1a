// Every library product but CameraPages and StillRaws, so that an app needs one import.

@_exported public import Calibration
@_exported public import CameraControl
@_exported public import CameraDevices
@_exported public import Colorimetry
@_exported public import DeviceProfiles
@_exported public import Diagrams
@_exported public import DigitalNegatives
@_exported public import FrameSources
@_exported public import GrayCard
@_exported public import ICCProfiles
@_exported public import Metering
@_exported public import ProfileExchange
@_exported public import RawFrames
@_exported public import SensorSimulation
@_exported public import SpectralData
@_exported public import WhiteBalance

#if os(Linux)
  @_exported public import VideoCapture
#endif
