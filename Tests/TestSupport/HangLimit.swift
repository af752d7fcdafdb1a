public import Testing

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs. No test of such a suite takes a hundredth of this time, so that a slow machine meets it.
  public static var hangLimit: Self { .timeLimit(.minutes(10)) }
}
