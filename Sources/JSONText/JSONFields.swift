/// A reader of values that must be of a known kind. It throws an error of the caller's own type, with the place of a
/// value that is of another kind.
package struct JSONFields<Failure: Error> {
  package let root: JSONValue
  package let bytes: [UInt8]
  private let failure: (JSONError) -> Failure

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: The text of the document.
  ///   - dialect: The syntax that is accepted.
  ///   - failure: Makes the caller's error of a fault.
  package init(
    _ bytes: [UInt8], dialect: JSONReader.Dialect = .json, failure: @escaping (JSONError) -> Failure
  ) throws(Failure) {
    self.bytes = bytes
    self.failure = failure
    do throws(JSONError) { root = try JSONReader.value(bytes, dialect: dialect) } catch { throw failure(error) }
  }

  /// Returns the error for a fault of a value.
  package func error(_ fault: String, _ value: JSONValue) -> Failure {
    failure(JSONReader.error(fault, at: value.offset, in: bytes))
  }

  package func number(_ value: JSONValue) throws(Failure) -> Double {
    guard case .number(let number) = value.content else { throw error("\(value.kind) where a number must be", value) }
    return number
  }

  package func text(_ value: JSONValue) throws(Failure) -> String {
    guard case .text(let text) = value.content else { throw error("\(value.kind) where a text must be", value) }
    return text
  }

  package func list(_ value: JSONValue) throws(Failure) -> JSONList {
    guard case .array(let elements) = value.content else { throw error("\(value.kind) where a list must be", value) }
    return elements
  }
}
