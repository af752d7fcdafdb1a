import Foundation
import TestSupport
import Testing
import ToolSupport

/// The job array of Docs/Scale.md, its tasks run with the variables that Slurm sets.
@Suite struct JobArrayTests {
  private static let tasks = """
    for task in 0 1; do
      SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_PER_TASK=1 bash \
        '\(repositoryRoot.path)/Tests/Scale/array.slurm' --format RG10 --width 160 --height 120 --black 64
    done
    """

  @Test func `the tasks of an array measure every frame once, whatever it is called, into a folder that they make`()
    throws
  {
    let names = [#"a "quoted" one.raw"#, #"b\c.raw"#, "inner/d.raw"]
    let script = """
      mkdir -p frames/inner
      for name in 'a "quoted" one.raw' 'b\\c.raw' inner/d.raw; do cp '\(SampleFiles.frame)' "frames/$name"; done
      export FRAMES=frames TABLE=tables/lines
      \(Self.tasks)
      cat tables/lines/0.jsonl tables/lines/1.jsonl
      """
    let (status, printed) = try ReadersShell().run(script)
    #expect(status == 0, "\(printed)")
    let lines = try Tool.Result(status: status, output: printed, errors: "").objects()
    #expect(Set(lines.compactMap { $0["source"]?.text }) == Set(names.map { "frames/\($0)" }), "\(printed)")
    #expect(lines.count == names.count && lines.allSatisfy { $0["verdict"]?.text == "ok" }, "\(printed)")
  }

  @Test func `a task whose folder of frames is not there fails`() throws {
    // The folder of tables is there, so that nothing else can be at fault.
    let (status, printed) = try ReadersShell().run("mkdir lines; export FRAMES=nowhere TABLE=lines\n\(Self.tasks)")
    #expect(status != 0 && printed.contains("nowhere"), "\(printed)")
  }
}
