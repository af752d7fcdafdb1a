import Foundation

/// Returns the numbers between the commas of an argument, and `nil` where one is none. Blanks around them do not count.
package func commaSeparated<Number: LosslessStringConvertible>(_ argument: String) -> [Number]? {
  let fields = argument.split(separator: ",", omittingEmptySubsequences: false)
  let numbers = fields.compactMap { Number($0.trimmingCharacters(in: .whitespaces)) }
  return numbers.count == fields.count ? numbers : nil
}
