// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
  @testable import CameraControl
  import Testing

  /// The settings of a frame, by its time.
  @Suite struct TimesOfSettings {
    @Test func `the first frame that is trusted is the same one, however long frames are`() {
      for delay in [0, 1, 2] {
        for tenth in 1...10 {
          /// The number of the first frame behind a change that is trusted.
          func firstTrusted(_ interval: Duration) -> Int? {
            var timeline = SettingsTimeline(FrameSettings(), pipelineDelay: delay, bufferCount: 4)
            timeline.nominalInterval = interval / 10
            func isTrusted(_ number: Int) -> Bool {
              let end = interval * number
              return timeline.settings(timestamp: end, arrival: end + .milliseconds(1)).isTrusted
            }
            for number in 1...3 { _ = isTrusted(number) }
            timeline.change(to: FrameSettings(isUnknown: false), at: interval * 3 + interval * tenth / 10)
            return (4...20).first { isTrusted($0) }.map { $0 - 4 }
          }
          let expected = firstTrusted(.milliseconds(40))
          #expect(expected == delay + 1)
          for interval in [Duration.seconds(1), .seconds(3), .seconds(5), .seconds(60)] {
            #expect(firstTrusted(interval) == expected, "\(interval), \(delay), \(tenth)")
          }
        }
      }
    }

    @Test func `a delay is counted in frames, however their length changes meanwhile`() {
      for (long, short) in [(1000, 33), (33, 1000), (3000, 1), (1, 3000), (40, 40)] {
        for delay in 0...3 {
          var timeline = SettingsTimeline(FrameSettings(), pipelineDelay: delay, bufferCount: 4)
          timeline.nominalInterval = .milliseconds(1)
          var end = Duration.zero
          func pass(_ length: Int) -> Int {
            end += .milliseconds(length)
            _ = timeline.settings(timestamp: end, arrival: end + .milliseconds(1))
            return timeline.numberInEffect
          }
          for _ in 1...3 { _ = pass(long) }
          let change = timeline.change(to: FrameSettings(), at: end + .milliseconds(long) / 2)
          // The frame during which the change is made is as long as those before it.
          let isInEffect = [pass(long)] + (1...8).map { _ in pass(short) }
          #expect(isInEffect.firstIndex(of: change) == delay + 1, "\(long), \(short), \(delay)")
        }
      }
    }

    @Test func `frames of another clock do not count for one that has the camera's`() {
      var timeline = SettingsTimeline(FrameSettings(), pipelineDelay: 2, bufferCount: 4)
      func pass(_ number: Int, isFuture: Bool = false) -> Int {
        let end = Duration.milliseconds(33 * number)
        _ = timeline.settings(timestamp: isFuture ? end + .seconds(1) : end, arrival: end + .milliseconds(1))
        return timeline.numberInEffect
      }
      for number in 1...8 { _ = pass(number) }
      for number in 9...10 { _ = pass(number, isFuture: true) }
      // Four more were filled by then, and the next one has begun.
      let change = timeline.change(to: FrameSettings(), at: .milliseconds(33 * 14 + 10))
      for number in 11...14 { #expect(pass(number, isFuture: true) != change) }
      #expect((15...20).first { pass($0) == change } == 18)
    }

    @Test(arguments: [(4, 0), (4, 2), (16, 2)])
    func `frames of another clock are waited for as long as they are counted`(buffers: Int, delay: Int) {
      var timeline = SettingsTimeline(FrameSettings(), pipelineDelay: delay, bufferCount: buffers)
      func pass(_ second: Int) -> Int {
        _ = timeline.settings(timestamp: .zero, arrival: .seconds(1000 + second))
        return timeline.numberInEffect
      }
      _ = pass(0)
      timeline.nominalInterval = .seconds(1)
      let change = timeline.change(to: FrameSettings(), at: .seconds(1000.5))
      let longest = timeline.longestWait(for: FrameSettings())
      let first = (1...40).first { pass($0) == change }
      #expect(first.map { .seconds($0) < longest && longest <= .seconds($0 + 1) } == true, "\(longest)")
    }

    @Test func `a run knows nothing of how long the frames of the run before were`() {
      /// The number of the first frame of 40 ms that has a change at the start of a run.
      func firstChanged(afterFramesOf earlier: Duration?) -> Int? {
        var timeline = SettingsTimeline(FrameSettings(), pipelineDelay: 2, bufferCount: 4)
        timeline.nominalInterval = .milliseconds(1)
        func pass(_ time: Duration) { _ = timeline.settings(timestamp: time, arrival: time + .milliseconds(1)) }
        if let earlier { for number in 1...9 { pass(earlier * number) } }
        timeline.settle()
        let change = timeline.change(to: FrameSettings(isUnknown: false), at: .seconds(10))
        return (1...20).first { number in
          pass(.seconds(10) + .milliseconds(40 * number))
          return timeline.numberInEffect == change
        }
      }
      for earlier in [Duration.milliseconds(4), .milliseconds(40), .milliseconds(400)] {
        #expect(firstChanged(afterFramesOf: earlier) == firstChanged(afterFramesOf: nil), "\(earlier)")
      }
    }

    @Test(arguments: [Duration.seconds(1e9), .seconds(Int64.max)])
    func `a time far ahead makes no interval that is longer than an hour`(time: Duration) {
      var timeline = SettingsTimeline(FrameSettings(), pipelineDelay: 2, bufferCount: 4)
      for timestamp in [.zero, time] { _ = timeline.settings(timestamp: timestamp, arrival: .seconds(1)) }
      #expect(timeline.longestFrame == .seconds(3600))
    }

    @Test(arguments: [1e300, Double.infinity, .nan, -1]) func `no exposure that a driver states overflows a time`(
      seconds: Double
    ) {
      let timeline = SettingsTimeline(FrameSettings(), pipelineDelay: 2, bufferCount: 4)
      var settings = FrameSettings()
      settings.exposure.duration = seconds
      #expect(timeline.longestWait(for: settings) == (seconds > 0 ? .seconds(4 * 3600) : .milliseconds(4 * 33)))
    }

    /// The third frame of a run is trusted, and the first may take two frame times.
    @Test(arguments: [(0, 4), (1, 4), (3, 5)]) func `the first trusted frame is waited for, however short the pipeline`(
      delay: Int, frames: Int
    ) {
      let timeline = SettingsTimeline(FrameSettings(), pipelineDelay: delay, bufferCount: 4)
      var settings = FrameSettings()
      settings.exposure.duration = 3
      #expect(timeline.longestWait(for: settings) == .seconds(3 * frames))
    }
  }
#endif
