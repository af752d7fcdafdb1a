// Whoever imports this room sees the values that it gives.
@_exported public import CameraDevices
