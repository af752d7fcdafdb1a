public import WhiteBalance

extension DeviceProfile: CalibratedDevice {}
