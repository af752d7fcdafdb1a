extension Collection where Element == UInt8 {
  /// The bytes without the byte-order mark that Windows programs put before UTF-8. Source: RFC 3629, section 6.
  package var withoutByteOrderMark: SubSequence {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    return starts(with: mark) ? dropFirst(mark.count) : self[...]
  }
}
