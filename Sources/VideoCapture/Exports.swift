// The functions of this module return values of CameraDevices, so importing it imports that module as well.
@_exported public import CameraDevices
