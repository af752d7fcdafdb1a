public import Testing

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs.
  ///
  /// Nearly all tests begin with the run and wait for a processor, so a test seems to last as long as the run does:
  /// eight minutes on two idle cores of a Zen 3 at 2.4 GHz, and more beside other programs.
  public static var hangLimit: Self { .timeLimit(.minutes(60)) }
}
