package org.kpackworkbench.model.bench;

import static org.kpackworkbench.model.bench.Measurement.Title.PROCESSES;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.kpackworkbench.model.fixtures.KernelDatabases;
import org.kpackworkbench.model.format.tensile.LargeTensile;

/** The program's commands on large kernel databases. */
final class DatabaseCommands {
  /** Of two libraries, how many times the larger one has the smaller one's size. */
  private static final int TIMES = 10;

  /** How much more memory it may take, of the 190 MB that it is larger. */
  private static final double MORE_MEGABYTES = 30;

  private static final String HEAP = "-Xmx128m";
  private static final String SMALL_HEAP = "-Xmx64m";
  private static final int CODE_BYTES = 2000;

  private DatabaseCommands() {}

  static List<Measurement> all() {
    return List.of(
        new Measurement("list-tensile", PROCESSES, DatabaseCommands::list),
        new Measurement("pack-database", PROCESSES, DatabaseCommands::packing));
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

  /** A cache of rocFFT's, into archives and back. */
  private static List<Row> packing(Session session) throws IOException, InterruptedException {
    List<Row> rows = new ArrayList<>();
    for (int kernels : new int[] {10_000, 100_000}) {
      Path cache = session.work().resolve("rocfft_kernel_cache_%d.db".formatted(kernels));
      Files.deleteIfExists(cache);
      try (KernelDatabases database = KernelDatabases.rocfft(cache)) {
        database.manyRocfft(kernels, CODE_BYTES);
      } catch (SQLException failure) {
        throw new IOException(failure);
      }
      Path archives = session.work().resolve("archives");
      Path back = session.work().resolve("database");
      String words = "%,d kernels of rocFFT, %s, with %s";
      String size = Units.bytes(Files.size(cache));
      TimedCommand pack =
          limited(
              session,
              "`pack-database`, " + words.formatted(kernels, size, SMALL_HEAP),
              "pack-database",
              cache,
              "-o",
              archives,
              "--force");
      TimedCommand unpack =
          limited(
              session,
              "`unpack-database` of the same",
              "unpack-database",
              archives.resolve("rocfft-gfx90a.kpack"),
              archives.resolve("rocfft-gfx942.kpack"),
              "-o",
              back);
      session.run(List.of(pack, unpack), back);
      Session.delete(archives);
      rows.add(pack.row(0, Limit.NONE));
      rows.add(unpack.row(0, Limit.NONE));
    }
    return rows;
  }

  private static TimedCommand limited(Session session, String words, Object... arguments) {
    return session
        .program(words, arguments)
        .with("KPACK_WORKBENCH_JAVA_OPTIONS", SMALL_HEAP)
        .with("JDK_JAVA_OPTIONS", SMALL_HEAP);
  }

  /** How many files a tree has. */
  static long files(Path tree) throws IOException {
    try (Stream<Path> all = Files.walk(tree)) {
      return all.filter(Files::isRegularFile).count();
    }
  }
}
