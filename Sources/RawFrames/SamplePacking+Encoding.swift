extension SamplePacking {
  /// Appends one row of packed samples. Missing samples of the last group are 0.
  package func encode(_ samples: [UInt16], bitsPerSample: Int, into bytes: inout [UInt8]) {
    switch self {
    case .byte:
      for sample in samples { bytes.append(UInt8(truncatingIfNeeded: sample)) }
    case .littleEndianWord:
      for sample in samples {
        bytes.append(UInt8(truncatingIfNeeded: sample))
        bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
      }
    case .mipi:
      let lowBits = bitsPerSample - 8
      // This is the smallest number of samples whose low bits fill whole bytes.
      let group = lowBits == 4 ? 2 : 4
      for start in stride(from: 0, to: samples.count, by: group) {
        var low: UInt32 = 0
        for place in 0..<group {
          let sample = start + place < samples.count ? UInt32(samples[start + place]) : 0
          bytes.append(UInt8(truncatingIfNeeded: sample >> UInt32(lowBits)))
          low |= (sample & (1 << UInt32(lowBits) - 1)) << UInt32(place * lowBits)
        }
        for byte in 0..<group * lowBits / 8 { bytes.append(UInt8(truncatingIfNeeded: low >> UInt32(8 * byte))) }
      }
    case .ipu3:
      for start in stride(from: 0, to: samples.count, by: 25) {
        let end = bytes.count + 32
        var pending: UInt32 = 0
        var count: UInt32 = 0
        for sample in samples[start..<min(start + 25, samples.count)] {
          pending |= UInt32(sample) << count
          count += 10
          while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            count -= 8
          }
        }
        if count > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
        while bytes.count < end { bytes.append(0) }
      }
    }
  }
}
