package org.kpackworkbench.model.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What one process does over and over, and how much memory it takes to do it once. */
final class WarmWork {
  private static final double OPEN_SECONDS = 0.025;
  private static final double SECOND = 1;
  private static final double INDEXED_SECONDS = 0.005;
  private static final int INDEXED_MEGABYTES = 5;
  private static final double FIRST_SECONDS = 0.2;
  private static final int HEAP_MEGABYTES = 20;
  private static final int RESIDENT_MEGABYTES = 60;

  private WarmWork() {}

  static List<Measurement> all() {
    return List.of(
        warm("open", WarmWork::open),
        warm(
            "get-warm",
            session ->
                List.of(row("one code object of 4 KiB by name", timed(session, Work.GET), 0))),
        warm("first-kernel", WarmWork::first),
        warm(
            "list-warm",
            session -> List.of(row("every row with its sizes", timed(session, Work.LIST), SECOND))),
        warm(
            "diff-warm",
            session ->
                List.of(
                    row("two archives: open, compare tables", timed(session, Work.TABLES), SECOND),
                    row("the same and all contents", timed(session, Work.CONTENTS), 0))),
        warm(
            "resolve",
            session ->
                List.of(
                    row(
                        "resolve a tree of %d binaries for 16 architectures"
                            .formatted(Scale.current().binaries()),
                        timed(session, Work.RESOLVE),
                        SECOND))));
  }

  private static Measurement warm(String name, Measurement.Work work) {
    return new Measurement(name, Measurement.Title.WARM, work);
  }

  private static Row row(String what, Samples samples, double limit) {
    return Row.of(what, samples, 0, limit == 0 ? Limit.NONE : Limit.seconds(limit, samples));
  }

  private static List<Row> first(Session session) throws IOException, InterruptedException {
    Samples indexed = timed(session, Work.FIRST_INDEXED);
    Samples read = timed(session, Work.FIRST);
    String words =
        "open an archive of %,d entries, one code object".formatted(10 * Scale.current().entries());
    Limit limit =
        Limit.seconds(INDEXED_SECONDS, indexed)
            .and(Limit.megabytes("heap", INDEXED_MEGABYTES, indexed.heapKb()));
    return List.of(
        Row.of(words + ", with an index", indexed, 0, limit),
        row(words + ", without", read, FIRST_SECONDS));
  }

  private static List<Row> open(Session session) throws IOException, InterruptedException {
    Samples open = timed(session, Work.OPEN);
    Samples naive = timed(session, Work.NAIVE);
    Limit limit =
        Limit.seconds(OPEN_SECONDS, open)
            .and(Limit.megabytes("heap", HEAP_MEGABYTES, open.heapKb()))
            .and(Limit.megabytes("resident", RESIDENT_MEGABYTES, open.residentKb()));
    return List.of(
        Row.of("open " + ArchiveCommands.words(), open, 0, limit),
        Row.of("the same into a tree of msgpack values", naive, 0, Limit.NONE));
  }

  /** Times of a warm process, and memory above that of an empty one. */
  private static Samples timed(Session session, Work work)
      throws IOException, InterruptedException {
    // Made before it is measured, so that no process is larger for having made it.
    Child.run(session.work(), List.of(), WorkMain.class.getName(), "memory", work);
    List<Double> seconds =
        Child.figures(
                Child.run(
                    session.work(),
                    List.of(),
                    WorkMain.class.getName(),
                    "times",
                    work,
                    session.rounds()))
            .stream()
            .map(List::getFirst)
            .toList();
    Memory empty = memory(session, Work.NOTHING);
    Memory held = memory(session, work);
    return new Samples(
        seconds,
        Math.max(1, held.residentKb() - empty.residentKb()),
        Math.max(1, held.heapKb() - empty.heapKb()));
  }

  private record Memory(long heapKb, long residentKb) {}

  // The median of some processes, since collectors let memory grow by chance.
  private static Memory memory(Session session, Work work)
      throws IOException, InterruptedException {
    List<Double> heap = new ArrayList<>();
    List<Double> resident = new ArrayList<>();
    for (int i = 0; i < Math.min(3, session.rounds()); i++) {
      List<Double> figures =
          Child.figures(
                  Child.run(session.work(), List.of(), WorkMain.class.getName(), "memory", work))
              .getFirst();
      heap.add(figures.get(0));
      resident.add(figures.get(1));
    }
    return new Memory(middle(heap), middle(resident));
  }

  private static long middle(List<Double> all) {
    return all.stream().sorted().toList().get(all.size() / 2).longValue();
  }
}
