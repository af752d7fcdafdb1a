import Foundation
public import Testing

/// Checks a law on random cases: the law's error must stay within `tolerance` for each. Records an issue with the
/// smallest failing case otherwise.
///
/// `WHITEBALANCE_PROPERTY_SEED` and `WHITEBALANCE_PROPERTY_COUNT` set the seed and the number of cases of a law that
/// states none (100); the others scale with it. `WHITEBALANCE_PROPERTY_REPORT` prints the worst error of each law.
///
/// - Parameters:
///   - count: cases; fewer for a law that takes long.
///   - draw: a case, drawn in the law's domain.
///   - law: the error of a case in the tolerance's unit; `nil` for a case that turns out to lie outside the domain.
@discardableResult
public func expectLaw<Case>(
  within tolerance: Tolerance, count: Int = PropertyRun.standardCount,
  sourceLocation: SourceLocation = #_sourceLocation, draw: (inout Draws) -> Case, law: (Case) throws -> Double?
) -> PropertyReport {
  let report = PropertyRun.fromEnvironment(count: count).examine(within: tolerance, draw: draw, law: law)
  if report.failure != nil { Issue.record("\(report)", sourceLocation: sourceLocation) }
  if PropertyRun.printsReports { print("\(sourceLocation.fileName):\(sourceLocation.line): \(report)") }
  return report
}

/// The outcome of a law.
public struct PropertyReport: Sendable, CustomStringConvertible {
  /// A case in which the law did not hold.
  public struct Failure: Sendable {
    /// The smallest found, and the first.
    public let smallest, first: String
    /// The law's words on the smallest: its error, or the one that it threw.
    public let verdict: String
  }

  public let tolerance: Tolerance
  public let run: PropertyRun
  /// Cases within the law's domain.
  public fileprivate(set) var tried = 0
  /// The largest error of a case that passed.
  public fileprivate(set) var worst = -Double.infinity
  public fileprivate(set) var worstCase = "none"
  public fileprivate(set) var failure: Failure?

  public var description: String {
    guard let failure else {
      return "worst of \(tried) cases: \(tolerance.amount(worst)), at \(worstCase); "
        + "allowed: \(tolerance.amount(tolerance.limit)) (\(tolerance.cause))"
    }
    return """
      \(failure.verdict); allowed: \(tolerance.amount(tolerance.limit)) (\(tolerance.cause))
        smallest case: \(failure.smallest)
        first case, number \(tried) of \(run.count): \(failure.first)
        again with: WHITEBALANCE_PROPERTY_SEED=\(run.seed)
      """
  }
}

/// How many cases, and from which seed.
public struct PropertyRun: Hashable, Sendable {
  public let seed: UInt64
  public let count: Int

  public static let standardCount = 100

  public init(seed: UInt64, count: Int) {
    self.seed = seed
    self.count = count
  }

  /// Bisection of a choice takes up to 53 replays, and a case has about ten choices.
  private static let mostReplays = 1000

  static func fromEnvironment(count: Int) -> PropertyRun {
    let scale = environment("COUNT").map { Double($0) / Double(standardCount) } ?? 1
    return PropertyRun(seed: environment("SEED") ?? 1931, count: max(Int(Double(count) * scale), 1))
  }

  fileprivate static var printsReports: Bool { ProcessInfo.processInfo.environment[prefix + "REPORT"] != nil }

  private static func environment(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[prefix + name].flatMap(UInt64.init)
  }

  private static let prefix = "WHITEBALANCE_PROPERTY_"

  /// Tries the law on every case; at the first failure looks for a smaller one.
  public func examine<Case>(
    within tolerance: Tolerance, draw: (inout Draws) -> Case, law: (Case) throws -> Double?
  ) -> PropertyReport {
    var report = PropertyReport(tolerance: tolerance, run: self)
    var seeds = SeededGenerator(seed: seed)
    for _ in 0..<count {
      var draws = Draws(random: SeededGenerator(seed: seeds.next()))
      let (value, verdict) = judge(&draws, tolerance, draw, law)
      if case .outsideDomain = verdict { continue }
      report.tried += 1
      if case .held(let error) = verdict {
        if error >= report.worst { (report.worst, report.worstCase) = (error, "\(value)") }
        continue
      }
      var tape = draws.tape
      shrink(&tape) { candidate in
        var draws = Draws(replaying: candidate)
        guard case .broken = judge(&draws, tolerance, draw, law).1 else { return nil }
        return draws.tape
      }
      var smallest = Draws(replaying: tape)
      let (smallestValue, smallestVerdict) = judge(&smallest, tolerance, draw, law)
      if case .broken(let reason) = smallestVerdict {
        report.failure = .init(smallest: "\(smallestValue)", first: "\(value)", verdict: reason)
      }
      return report
    }
    if 2 * report.tried < count {
      report.failure = .init(
        smallest: "none", first: "none", verdict: "only \(report.tried) of \(count) cases lie in the law's domain")
    }
    return report
  }

  private enum Verdict {
    case held(Double)
    case outsideDomain
    case broken(String)
  }

  private func judge<Case>(
    _ draws: inout Draws, _ tolerance: Tolerance, _ draw: (inout Draws) -> Case, _ law: (Case) throws -> Double?
  ) -> (Case, Verdict) {
    let value = draw(&draws)
    do {
      guard let error = try law(value) else { return (value, .outsideDomain) }
      return (value, tolerance.allows(error) ? .held(error) : .broken("the error is \(tolerance.amount(error))"))
    } catch {
      return (value, .broken("threw \(type(of: error)): \(error)"))
    }
  }

  /// Bisects each choice towards 0 as long as the law stays broken, until no choice becomes smaller.
  ///
  /// - Parameter replay: the choices that were made of a tape, if the law is broken there.
  private func shrink(_ tape: inout [UInt64], replay: ([UInt64]) -> [UInt64]?) {
    var replays = 0
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      var index = 0
      while index < tape.count {
        // Choices below `holding` are taken to keep the law; the one on the tape breaks it.
        var holding: UInt64 = 0
        var next: UInt64 = 0
        while index < tape.count, next < tape[index], replays < Self.mostReplays {
          var candidate = tape
          candidate[index] = next
          replays += 1
          if let broken = replay(candidate) {
            (tape, isSmaller) = (broken, true)
          } else {
            holding = next + 1
          }
          next = index < tape.count ? holding + (tape[index] - min(holding, tape[index])) / 2 : 0
        }
        index += 1
      }
    }
  }
}

extension Tolerance {
  fileprivate func amount(_ value: Double) -> String { unit.isEmpty ? "\(value)" : "\(value) \(unit)" }
}
