internal import Foundation

/// Whether a test fails, instead of being skipped, where a program or machine that it needs is absent. `.ci/run` sets
/// `WHITEBALANCE_REQUIRE_ALL`, so that nobody takes a skipped test for a passed one.
public let isEverythingRequired = ProcessInfo.processInfo.environment["WHITEBALANCE_REQUIRE_ALL"] == "1"
