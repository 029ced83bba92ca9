package org.kpackworkbench.model.bench;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpackworkbench.model.format.codeobject.ManyKernels;
import org.kpackworkbench.model.format.kpack.BenchArchive;
import org.kpackworkbench.model.format.tensile.LargeTensile;

/** How soon the window is on screen, and how smoothly it scrolls. */
final class WindowWork {
  private static final double WINDOW_SECONDS = 1;
  private static final double TREE_SECONDS = 2;
  private static final double FRAME_SECONDS = 0.016;
  private static final long SPARSE_BYTES = 5_000_000_000L;
  private static final byte[] GZIP = {0x1f, (byte) 0x8b, 8, 0};

  /** In the tests of another module, which this one does not see. */
  static final String FRAMES = "org.kpackworkbench.views.bench.FrameTimes";

  /** What the program prints about its start times on request. */
  private static final Pattern STAGE = Pattern.compile("(window|file|at rest) (\\d+) ms");

  private WindowWork() {}

  static List<Measurement> all() {
    return List.of(
        new Measurement("window", Measurement.Title.WINDOW, WindowWork::start),
        new Measurement("window-tensile", Measurement.Title.WINDOW, WindowWork::tensile),
        frames("scroll-table", "table of " + entries() + " rows", "table"),
        frames("scroll-kernels", entries() + " kernels with their chart", "kernels"),
        frames("scroll-bytes", "bytes of a sparse file of 5 GB", "bytes"),
        frames("scroll-compare", "comparison of two such archives", "compare"),
        frames("scroll-grid", "grid of 10,000 wrappers × 20 architectures", "grid"));
  }

  private static String entries() {
    return "%,d".formatted(Scale.current().entries());
  }

  /** Where windows are drawn, in words. */
  static String screen() {
    return isOnScreen() ? "an X server without a graphics card" : "JavaFX's headless platform";
  }

  private static boolean isOnScreen() {
    return System.getenv("DISPLAY") != null;
  }

  /** For every JVM with a window. */
  private static List<String> options() {
    List<String> options = new ArrayList<>(List.of("-Dprism.order=sw"));
    if (!isOnScreen()) {
      options.add("-Dglass.platform=Headless");
    }
    return options;
  }

  private static List<Row> start(Session session) throws IOException, InterruptedException {
    return start(
        session,
        BenchArchive.path(BenchArchive.Shape.KERNELS),
        ArchiveCommands.words(),
        WINDOW_SECONDS);
  }

  /** Rows of a folder appear while it is read: open is earlier than known. */
  private static List<Row> tensile(Session session) throws IOException, InterruptedException {
    Path tree = LargeTensile.tree();
    String words =
        "a tree with %,d files of rocBLAS, %s"
            .formatted(DatabaseCommands.files(tree), Units.bytes(Session.bytes(tree)));
    return start(session, tree, words, TREE_SECONDS);
  }

  private static List<Row> start(Session session, Path opened, String what, double most)
      throws IOException, InterruptedException {
    Path home = Files.createDirectories(session.work().resolve("home"));
    String options =
        "-Dkpackworkbench.startTimes=true -Dkpackworkbench.launchedMicros="
            + TimedCommand.LAUNCH_MICROS
            + " -Duser.home="
            + home
            + " "
            + String.join(" ", options());
    TimedCommand window =
        session
            .program("window", opened)
            .with("HOME", home.toString())
            .with("XDG_CONFIG_HOME", home.resolve("config").toString())
            .with("XDG_DATA_HOME", home.resolve("data").toString())
            // The installed program's launcher takes the one, a checkout's Java the other.
            .with("KPACK_WORKBENCH_JAVA_OPTIONS", options)
            .with("JDK_JAVA_OPTIONS", options);
    session.run(List.of(window));
    Samples samples = window.samples();
    if (samples == null) {
      return List.of(window.row(0, Limit.NONE));
    }
    List<Row> rows = new ArrayList<>();
    for (String stage : List.of("window", "file", "at rest")) {
      List<Double> seconds = window.said().stream().map(said -> stage(said, stage)).toList();
      Samples times = new Samples(seconds, samples.residentKb(), 0);
      Limit limit = stage.equals("file") ? Limit.seconds(most, times) : Limit.NONE;
      rows.add(Row.of(words(stage, what), times, 0, limit));
    }
    return rows;
  }

  private static String words(String stage, String what) {
    return switch (stage) {
      case "window" -> "the window";
      case "file" -> "with " + what + ", open in it";
      default -> "everything about it known";
    };
  }

  private static double stage(String said, String stage) {
    Matcher matcher = STAGE.matcher(said);
    while (matcher.find()) {
      if (matcher.group(1).equals(stage)) {
        return Integer.parseInt(matcher.group(2)) / 1e3;
      }
    }
    throw new IllegalStateException("the program did not say how long it took: " + said);
  }

  private static Measurement frames(String name, String what, String view) {
    return new Measurement(
        name, Measurement.Title.FRAMES, session -> List.of(frames(session, what, view)));
  }

  private static Row frames(Session session, String what, String view)
      throws IOException, InterruptedException {
    List<Object> arguments = new ArrayList<>(List.of(view, steps()));
    arguments.addAll(files(view));
    List<List<Double>> lines =
        Child.figures(Child.run(session.work(), options(), FRAMES, arguments.toArray()));
    long heapKb = lines.getFirst().get(0).longValue();
    long residentKb = lines.getFirst().get(1).longValue();
    List<Double> seconds = lines.stream().skip(1).map(List::getFirst).toList();
    Samples samples = new Samples(seconds, residentKb, heapKb);
    return Row.of(what, samples, 0, Limit.frames(FRAME_SECONDS, samples));
  }

  private static int steps() {
    return Scale.current() == Scale.QUICK ? 100 : 600;
  }

  private static List<Path> files(String view) throws IOException {
    BenchArchive.Shape shape = BenchArchive.Shape.KERNELS;
    return switch (view) {
      case "kernels" -> List.of(ManyKernels.path());
      case "table" -> List.of(BenchArchive.path(shape));
      case "compare" -> List.of(BenchArchive.path(shape), BenchArchive.changed(shape));
      case "bytes" -> List.of(sparse());
      default -> List.of();
    };
  }

  private static Path sparse() throws IOException {
    Path path = Scale.folder().resolve("sparse.bin");
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      // A kind of file that is known is not searched for what a log may have.
      file.write(GZIP);
      file.setLength(SPARSE_BYTES);
    }
    return path;
  }
}
