package org.kpackworkbench.model.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Measures the program and prints tables: {@code .ci/benchmarks}, which says what it takes. What
 * cannot be measured is a row of its table and does not keep the rest from being measured.
 */
public final class Benchmarks {
  private static final int ROUNDS = 5;

  /** Where the figures are kept, from the root of a checkout. */
  static final Path PAGE = Path.of("app/guides/reference/performance.md");

  /** No round begins later, so that all is done in 18 minutes; each thing is done once at least. */
  private static final long MOST_SECONDS = 600;

  private Benchmarks() {}

  /** The selection. */
  record Request(List<String> only, List<Path> outputs, boolean write, boolean list) {
    static Request of(String... args) {
      List<String> only = new ArrayList<>();
      List<Path> outputs = new ArrayList<>();
      boolean write = false;
      boolean list = false;
      for (int i = 0; i < args.length; i++) {
        switch (args[i]) {
          case "--write" -> write = true;
          case "--list" -> list = true;
          case "-o" -> {
            if (++i == args.length) {
              throw new IllegalArgumentException("-o needs a file");
            }
            outputs.add(Path.of(args[i]));
          }
          case "--only" -> {
            while (i + 1 < args.length && !args[i + 1].startsWith("-")) {
              only.add(args[++i]);
            }
          }
          default -> throw new IllegalArgumentException("not known: " + args[i]);
        }
      }
      return new Request(only, outputs, write, list);
    }
  }

  static List<Measurement> all() {
    return Stream.of(
            ArchiveCommands.all(),
            LibraryCommands.all(),
            DatabaseCommands.all(),
            LogCommands.all(),
            WarmWork.all(),
            WindowWork.all(),
            // Takes longest, and is done less often where time is short.
            TreeCommands.all(),
            WheelCommands.all())
        .flatMap(List::stream)
        .toList();
  }

  /** Those of some names, or all. */
  static List<Measurement> chosen(List<String> only) {
    List<String> known = all().stream().map(Measurement::name).toList();
    for (String name : only) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "no measurement %s; there are %s".formatted(name, String.join(" ", known)));
      }
    }
    return all().stream()
        .filter(measurement -> only.isEmpty() || only.contains(measurement.name()))
        .toList();
  }

  /** Ends with 0 when everything could be measured, 1 when not, 2 when nothing was tried. */
  public static void main(String[] args) throws Exception {
    Locale.setDefault(Locale.ROOT);
    Request request;
    List<Measurement> chosen;
    try {
      request = Request.of(args);
      chosen = chosen(request.only());
    } catch (IllegalArgumentException wrong) {
      System.err.println("benchmarks: " + wrong.getMessage());
      System.exit(2);
      return;
    }
    if (request.list()) {
      chosen.forEach(measurement -> System.out.println(measurement.name()));
      return;
    }
    System.exit(run(request, chosen) ? 0 : 1);
  }

  private static boolean run(Request request, List<Measurement> chosen) throws Exception {
    Scale scale = Scale.current();
    Path folder = Scale.folder();
    long room = folder.toFile().getUsableSpace() + Session.bytes(folder);
    if (room < scale.diskBytes()) {
      System.err.printf(
          "benchmarks: %s needs %s, and %s are free%n",
          folder, Units.bytes(scale.diskBytes()), Units.bytes(room));
      return false;
    }
    if (Machine.load() > Machine.BUSY) {
      System.err.printf(
          "benchmarks: the machine is busy (load %.2f): these are no figures to keep%n",
          Machine.load());
    }
    int rounds = scale == Scale.QUICK ? 1 : ROUNDS;
    StringBuilder text = new StringBuilder(Machine.words(scale, rounds)).append(' ');
    text.append(System.getProperty("kpack.bench.program.words")).append("\n\n");
    Path work = Files.createTempDirectory(folder, "work-");
    Session session =
        new Session(
            rounds,
            List.of(System.getProperty("kpack.bench.program").split("\t")),
            work,
            System.nanoTime() + MOST_SECONDS * 1_000_000_000L);
    Map<Measurement.Title, List<Row>> tables = new LinkedHashMap<>();
    try {
      for (Measurement measurement : chosen) {
        tables
            .computeIfAbsent(measurement.title(), title -> new ArrayList<>())
            .addAll(rows(measurement, session));
      }
    } finally {
      Session.delete(work);
    }
    tables.forEach(
        (title, rows) -> text.append(Table.text(title.words(), title.kind(), rows)).append('\n'));
    System.out.print(text);
    for (Path output : request.outputs()) {
      Files.writeString(output, text);
    }
    if (request.write()) {
      Markers.replace(PAGE, text.toString());
    }
    return tables.values().stream().flatMap(List::stream).allMatch(row -> row.samples() != null);
  }

  /** The result of one, or the reason of its failure. */
  static List<Row> rows(Measurement measurement, Session session) throws InterruptedException {
    System.err.printf("%s …", measurement.name());
    long start = System.nanoTime();
    List<Row> rows;
    try {
      rows = measurement.work().rows(session);
    } catch (InterruptedException stopped) {
      throw stopped;
    } catch (Exception failure) {
      String why = failure.getMessage() == null ? failure.toString() : failure.getMessage();
      rows = List.of(Row.failed(measurement.name(), why));
    }
    System.err.printf(" %.0f s%n", (System.nanoTime() - start) / 1e9);
    return rows;
  }
}
