package org.kpackworkbench.model.bench;

import static org.kpackworkbench.model.bench.Measurement.Title.PROCESSES;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The program's command on the log of a loader that ran for long. */
final class LogCommands {
  private static final double MOST_SECONDS = 8;
  private static final double MOST_MEGABYTES = 512;

  /** So that there are some 24,000 different lines. */
  private static final int LIBRARIES = 3_000;

  private static final int WRAPPERS = 16;

  private static final String LOAD =
      """
      kpack: parsed HIPK metadata: kernel_name='lib/lib%1$d.so', co_index=%2$d, lookup_key='lib/lib%1$d.so#%2$d', 1 search paths
      kpack: expanded pattern: ../.kpack/x%1$d_@GFXARCH@.kpack -> /opt/rocm/.kpack/x%1$d_gfx942.kpack
      kpack: opened and cached archive: /opt/rocm/.kpack/x%1$d_gfx942.kpack
      kpack:   architecture: gfx942
      kpack: trying architecture: gfx942:sramecc+:xnack-
      kpack: trying architecture: gfx942:sramecc+
      kpack: trying architecture: gfx942:xnack-
      kpack: trying architecture: gfx942
      kpack:   archive /opt/rocm/.kpack/x%1$d_gfx942.kpack has architecture gfx942
      kpack:   found kernel: %3$d bytes
      kpack: loaded code object: %3$d bytes
      """;

  private LogCommands() {}

  static List<Measurement> all() {
    return List.of(new Measurement("resolve-log", PROCESSES, LogCommands::reading));
  }

  private static List<Row> reading(Session session) throws IOException, InterruptedException {
    Path log = session.work().resolve("loader.log");
    long bytes = Scale.current() == Scale.QUICK ? 20_000_000 : 1_000_000_000;
    try (BufferedWriter writer = Files.newBufferedWriter(log)) {
      long written = 0;
      for (int load = 0; written < bytes; load++) {
        int library = load % LIBRARIES;
        String lines = LOAD.formatted(library, load % WRAPPERS, 4096 + library);
        writer.write(lines);
        written += lines.length();
      }
    }
    TimedCommand command =
        session.program(
            "`resolve --log`, %s of loads".formatted(Units.bytes(Files.size(log))),
            "resolve",
            "--log",
            log);
    session.run(List.of(command));
    Files.delete(log);
    Samples samples = command.samples();
    return List.of(
        command.row(
            bytes,
            samples == null
                ? Limit.NONE
                : Limit.seconds(MOST_SECONDS, samples)
                    .and(Limit.megabytes("resident", MOST_MEGABYTES, samples.residentKb()))));
  }
}
