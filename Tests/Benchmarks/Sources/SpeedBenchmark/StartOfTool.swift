import Foundation

/// The cost of a run of the tool beside one of a program that does nothing, and a file of 24 MB beside one that only
/// reads it.
func measureStart(_ tool: String) throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "wbcal-start-\(getpid())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let frame = folder.appending(path: "card.raw").path
  run([tool, "simulate", "--width", "4000", "--height", "3000", "--output", frame])

  let nothing = seconds(rounds: 100) { run(["/bin/true"]) }
  let version = seconds(rounds: 100) { run([tool, "--version"]) }
  let convert = seconds(rounds: 100) { run([tool, "convert", "--from", "xy", "0.3127", "0.3290"]) }
  let limit = "a program that does nothing: " + milliseconds(nothing)
  line("wbcal --version", "1 run", milliseconds(version), limit)
  line("wbcal convert of one light", "1 run", milliseconds(convert), limit)

  // The file is in the system's cache, where it was written.
  let read = seconds(rounds: 40) { run(["/bin/dd", "if=\(frame)", "of=/dev/null", "bs=24000000"]) }
  let geometry = ["--format", "RG10", "--width", "4000", "--height", "3000", "--black", "64"]
  let measure = seconds(rounds: 40) { run([tool, "measure", frame] + geometry) }
  line(
    "wbcal measure of a file in the cache, its start with it", "24 MB", milliseconds(measure),
    "dd: " + milliseconds(read), measure / read)
  line(
    "the same without the starts", "24 MB", milliseconds(measure - convert),
    "dd: " + milliseconds(read - nothing), (measure - convert) / (read - nothing))
}

/// Runs a program to its end, which must be a good one. Its output is not kept.
private func run(_ words: [String]) {
  var files = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&files)
  defer { posix_spawn_file_actions_destroy(&files) }
  for descriptor in Int32(1)...2 { posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_WRONLY, 0) }
  var pointers = words.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  var child: pid_t = 0
  var status: Int32 = 0
  guard posix_spawn(&child, words[0], &files, nil, &pointers, environ) == 0, waitpid(child, &status, 0) == child,
    status == 0
  else { fatalError("\(words) ended with \(status)") }
}
