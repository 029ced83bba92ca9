package org.kpackworkbench.model.bench;

import static org.kpackworkbench.model.bench.Measurement.Title.PROCESSES;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.kpackworkbench.model.format.tensile.LargeTensile;

/** The program's commands on large kernel databases. */
final class DatabaseCommands {
  /** Of two libraries, how many times the larger one has the smaller one's size. */
  private static final int TIMES = 10;

  /** How much more memory it may take, of the 190 MB that it is larger. */
  private static final double MORE_MEGABYTES = 30;

  private static final String HEAP = "-Xmx128m";

  private DatabaseCommands() {}

  static List<Measurement> all() {
    return List.of(new Measurement("list-tensile", PROCESSES, DatabaseCommands::list));
  }

  private static TimedCommand list(Session session, Path library) throws IOException {
    String words =
        "`list`, a Tensile library of %s, with %s"
            .formatted(Units.bytes(Files.size(library)), HEAP);
    // With as much as it likes, Java keeps garbage as long as there is room.
    return session
        .program(words, "list", library)
        .with("KPACK_WORKBENCH_JAVA_OPTIONS", HEAP)
        .with("JDK_JAVA_OPTIONS", HEAP);
  }

  /** Ten times the bytes take no more memory than a few. */
  private static List<Row> list(Session session) throws IOException, InterruptedException {
    TimedCommand small = list(session, LargeTensile.library(1));
    TimedCommand large = list(session, LargeTensile.library(TIMES));
    session.run(List.of(small, large));
    Samples few = small.samples();
    Samples many = large.samples();
    Limit limit =
        few == null || many == null
            ? Limit.NONE
            : Limit.megabytes(
                "more resident", MORE_MEGABYTES, many.residentKb() - few.residentKb());
    return List.of(small.row(0, Limit.NONE), large.row(0, limit));
  }

  /** How many files a tree has. */
  static long files(Path tree) throws IOException {
    try (Stream<Path> all = Files.walk(tree)) {
      return all.filter(Files::isRegularFile).count();
    }
  }
}
