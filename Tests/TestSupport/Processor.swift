import Foundation

/// The processor of this machine, as Linux's kernel describes it.
public enum Processor {
  /// The number of instruction sets that C's loops are compiled for and that the processor has: the first of its kind, AVX2 and AVX-512.
  ///
  /// Source: the levels v3 and v4 of the psABI of x86-64, in the kernel's names of flags.
  public static var instructionSetCount: Int {
    let flags = flags
    let third: Set<String> = ["avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"]
    let fourth: Set<String> = ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512vbmi", "avx512_vnni"]
    guard flags.isSuperset(of: third) else { return 1 }
    return flags.isSuperset(of: fourth) ? 3 : 2
  }

  private static var flags: Set<String> {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("flags") }
    return Set(line?.split(separator: " ").map(String.init) ?? [])
  }
}
