package org.kpackworkbench.model.bench;

import static org.kpackworkbench.model.bench.Measurement.Title.PROCESSES;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.operation.edit.LargeKernels;
import org.kpackworkbench.model.operation.split.LargeShard;

/** The program's commands whose measure is a copy: splitting artifacts, saving one rename. */
final class TreeCommands {
  /** Rounds; each takes half a minute. */
  private static final int FEW = 3;

  private TreeCommands() {}

  static List<Measurement> all() {
    return List.of(
        new Measurement("split", PROCESSES, TreeCommands::split),
        new Measurement("rename", PROCESSES, TreeCommands::rename));
  }

  private static List<Row> split(Session session) throws IOException, InterruptedException {
    Path shard = LargeShard.path();
    Path copied = session.work().resolve("copied");
    Path packed = session.work().resolve("packed-tree");
    Path output = session.work().resolve("split");
    TimedCommand copy = new TimedCommand("`cp -a` of the shard", "cp", "-a", shard, copied);
    TimedCommand pack =
        session.program(
            "`pack` of its fat binaries",
            "pack",
            LargeShard.fatBinaries(),
            "-o",
            packed,
            "--group-name",
            "bench",
            "--gfx-arch-family",
            "all");
    long bytes = Session.bytes(shard);
    TimedCommand split =
        session.program(
            "`split`, %d artifacts, %s (three runs)"
                .formatted(Scale.current().artifacts(), Units.bytes(bytes)),
            "split",
            "--batch-artifact-parent-dir",
            shard,
            "--output-dir",
            output,
            "--split-databases",
            "rocblas");
    session.atMost(FEW).run(List.of(copy, pack, split), copied, packed, output);
    Limit limit = Limit.NONE;
    if (split.samples() != null && copy.samples() != null && pack.samples() != null) {
      double aim = 2 * copy.samples().median() + pack.samples().median();
      limit = Limit.times(1, split.samples(), "(two copies and packing)", aim);
    }
    return List.of(
        split.row(bytes, limit),
        copy.row(bytes, Limit.NONE),
        pack.row(Session.bytes(LargeShard.fatBinaries()), Limit.NONE));
  }

  private static List<Row> rename(Session session) throws IOException, InterruptedException {
    Path archive = LargeKernels.path();
    Path copied = session.work().resolve("copy.kpack");
    Path renamed = session.work().resolve("renamed.kpack");
    TimedCommand copy = new TimedCommand("`cp`", "cp", archive, copied);
    long bytes = Files.size(archive);
    TimedCommand rename =
        session.program(
            "`edit --rename`, an archive of " + Units.bytes(bytes) + ", read back (three runs)",
            "edit",
            archive,
            "--rename",
            LargeKernels.BINARY + "=lib/renamed.so",
            "-o",
            renamed);
    session.atMost(FEW).run(List.of(copy, rename), copied, renamed);
    return List.of(rename.row(bytes, Compared.with(rename, copy)), copy.row(bytes, Limit.NONE));
  }
}
