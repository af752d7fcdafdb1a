import Foundation

/// The processor of this machine, as Linux's kernel describes it.
public enum Processor {
  /// The number of instruction sets that C's loops are compiled for and that the processor has: the first of its kind,
  /// AVX2 and AVX-512.
  ///
  /// Source: the levels v3 and v4 of the psABI of x86-64, in the kernel's names of flags.
  public static var instructionSetCount: Int {
    let flags = flags
    let third: Set<String> = ["avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"]
    let fourth: Set<String> = ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512vbmi", "avx512_vnni"]
    guard flags.isSuperset(of: third) else { return 1 }
    return flags.isSuperset(of: fourth) ? 3 : 2
  }

  /// The number of processors that this process may use, 1 at least.
  ///
  /// Foundation counts the machine's. The kernel's mask may have processors that the machine has not got.
  public static var usableCount: Int {
    let masks = line("Cpus_allowed:", in: "/proc/self/status")?.split(separator: "\t").last ?? ""
    let count = masks.split(separator: ",").compactMap { UInt32($0, radix: 16)?.nonzeroBitCount }.reduce(0, +)
    return max(min(count, ProcessInfo.processInfo.activeProcessorCount), 1)
  }

  private static var flags: Set<String> {
    Set(line("flags", in: "/proc/cpuinfo")?.split(separator: " ").map(String.init) ?? [])
  }

  private static func line(_ start: String, in file: String) -> Substring? {
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").first { $0.hasPrefix(start) }
  }
}
