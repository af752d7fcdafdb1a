/// Takes entries out of a dictionary, so that unknown entries are left at the end.
struct EntryReader {
  private var entries: [String: String]

  init(_ entries: [String: String]) { self.entries = entries }

  func has(_ key: String) -> Bool { entries[key] != nil }

  mutating func text(_ key: String) -> String? { entries.removeValue(forKey: key) }

  mutating func required(_ key: String) throws(ProfileError) -> String {
    guard let value = text(key) else { throw .missingEntry(key) }
    return value
  }

  mutating func count(_ key: String, limit: Int = .max, expected: String) throws(ProfileError) -> Int {
    let value = try required(key)
    guard let count = Int(value), count > 0, count <= limit else {
      throw .invalidEntry(key: key, value: value, expected: expected)
    }
    return count
  }

  mutating func numbers(_ key: String, count: Int, expected: String) throws(ProfileError) -> [Double] {
    let value = try required(key)
    let numbers = value.split(separator: " ", omittingEmptySubsequences: false).compactMap { Double($0) }
    guard numbers.count == count, value.count(where: { $0 == " " }) == count - 1, !numbers.contains(where: \.isNaN)
    else {
      throw .invalidEntry(key: key, value: value, expected: expected)
    }
    return numbers
  }

  /// Takes `first` numbers and a whole number of groups, at least one and at most `limit`.
  mutating func numbers(
    _ key: String, multipleOf group: Int, after first: Int, limit: Int, expected: String
  ) throws(ProfileError) -> [Double] {
    let count = (entries[key] ?? "").utf8.count { $0 == UInt8(ascii: " ") } + 1
    let (groups, rest) = max(0, count - first).quotientAndRemainder(dividingBy: group)
    guard count > first, rest == 0, groups <= limit else {
      throw .invalidEntry(key: key, value: entries[key] ?? "", expected: expected)
    }
    return try numbers(key, count: count, expected: expected)
  }

  func checkNothingIsLeft() throws(ProfileError) {
    if let key = entries.keys.min() { throw .unknownEntry(key) }
  }
}
