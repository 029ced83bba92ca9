package org.kpackworkbench.model.bench;

import static org.kpackworkbench.model.bench.Measurement.Title.PROCESSES;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.BenchArchive;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/** The program's commands on an archive with many entries. */
final class ArchiveCommands {
  private static final double INFO_SECONDS = 0.25;
  private static final double LIST_SECONDS = 1;

  private ArchiveCommands() {}

  static List<Measurement> all() {
    return List.of(
        new Measurement("info", PROCESSES, ArchiveCommands::info),
        new Measurement("list", PROCESSES, ArchiveCommands::list),
        new Measurement("get", PROCESSES, ArchiveCommands::get),
        new Measurement("diff", PROCESSES, ArchiveCommands::diff));
  }

  private static Path archive() throws IOException {
    return BenchArchive.path(BenchArchive.Shape.KERNELS);
  }

  /** What is measured, in words. */
  static String words() throws IOException {
    return "an archive of %,d entries, %s"
        .formatted(Scale.current().entries(), Units.bytes(Files.size(archive())));
  }

  private static List<Row> info(Session session) throws IOException, InterruptedException {
    TimedCommand info = session.program("`info`, " + words(), "info", archive());
    session.run(List.of(info));
    return List.of(limited(info, INFO_SECONDS));
  }

  private static List<Row> list(Session session) throws IOException, InterruptedException {
    TimedCommand list = session.program("`list`, the same archive", "list", archive());
    TimedCommand json = session.program("`list --json`", "list", "--json", archive());
    session.run(List.of(list, json));
    return List.of(limited(list, LIST_SECONDS), limited(json, LIST_SECONDS));
  }

  private static Row limited(TimedCommand command, double seconds) {
    Samples samples = command.samples();
    return command.row(0, samples == null ? Limit.NONE : Limit.seconds(seconds, samples));
  }

  private static List<Row> get(Session session) throws IOException, InterruptedException {
    Path output = session.work().resolve("kernel.hsaco");
    ArchiveEntry entry;
    try (KpackArchive open = KpackArchive.open(archive())) {
      entry = open.entry(open.entryCount() / 2);
    }
    TimedCommand one =
        session.program(
            "`extract` of one code object from it",
            "extract",
            archive(),
            "--binary",
            entry.binary(),
            "--target",
            entry.targetText(),
            "-o",
            output);
    session.run(List.of(one), output);
    return List.of(one.row(0, Limit.NONE));
  }

  private static List<Row> diff(Session session) throws IOException, InterruptedException {
    Path first = archive();
    Path second = BenchArchive.changed(BenchArchive.Shape.KERNELS);
    TimedCommand sum = new TimedCommand("`sha256sum` of both", "sha256sum", first, second);
    // Differences are an exit status, too.
    TimedCommand quick =
        session
            .program("`diff --quick`, two such archives", "diff", "--quick", first, second)
            .endingWith(1);
    TimedCommand all =
        session.program("`diff` with all contents", "diff", first, second).endingWith(1);
    session.run(List.of(sum, quick, all));
    long bytes = Files.size(first) + Files.size(second);
    List<Row> rows = new ArrayList<>();
    rows.add(quick.row(0, Limit.NONE));
    rows.add(all.row(bytes, Compared.with(all, sum)));
    rows.add(sum.row(bytes, Limit.NONE));
    return rows;
  }
}
