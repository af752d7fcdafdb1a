import ArgumentParser

/// Where a frame comes from, and what its bytes mean.
struct SourceOptions: ParsableArguments {
  @Argument(
    help:
      "A raw file (- is standard input), a DNG, or a camera such as /dev/video0 or simulated:. None: the bundled sample frame."
  )
  var source: String?

  @OptionGroup var frames: FrameFileOptions
}
