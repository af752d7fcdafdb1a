internal import Foundation

/// Whether a test that needs another program fails where that is not installed: on CI, so that nobody takes a skipped
/// test for a passed one.
public let isContinuousIntegration = !["", nil].contains(ProcessInfo.processInfo.environment["CI"])
