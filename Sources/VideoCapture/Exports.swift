// The functions of this module return values of CameraDevices, so whoever imports it sees those too.
@_exported public import CameraDevices
