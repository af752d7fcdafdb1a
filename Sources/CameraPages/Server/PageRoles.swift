/// The roles of the pages: one controls the camera, the others watch.
///
/// The first page controls. It keeps control through a reload, and until another page takes over. Once it has closed,
/// the next page that opens controls.
struct PageRoles: Equatable, Sendable {
  /// The open pages, and the number of streams of each.
  private var open: [String: Int] = [:]
  private(set) var controller: String?

  /// Whether the page that controls is open.
  var isControlled: Bool { controller.map { open[$0] != nil } ?? false }

  var pageCount: Int { open.count }

  mutating func connect(_ page: String) {
    open[page, default: 0] += 1
    if !isControlled { controller = page }
  }

  mutating func disconnect(_ page: String) {
    guard let count = open[page] else { return }
    open[page] = count > 1 ? count - 1 : nil
  }

  /// Gives control to the page, and returns false for a page that is not open.
  mutating func take(_ page: String) -> Bool {
    guard open[page] != nil else { return false }
    controller = page
    return true
  }

  func mayControl(_ page: String) -> Bool { controller == page && open[page] != nil }

  /// The legal numbers of letters and digits in a page's name. The page's own script makes 24.
  static let nameLengths = 8...64

  /// Returns whether a text can be a page's name: a few letters and digits.
  static func isName(_ name: String) -> Bool {
    nameLengths.contains(name.utf8.count) && name.allSatisfy(\.isASCIILetterOrDigit)
  }
}
