package org.kpackworkbench.model.analysis.resolve.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog.Kind;
import org.kpackworkbench.model.analysis.resolve.simulate.InstalledTree;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.simulate.Resolution;
import org.kpackworkbench.model.base.place.Place;

/** Logs as people paste them, written by hand. */
class DebugLogTest {
  private static final String NEWER =
      """
      INFO: starting training on 8 devices
      kpack: cache created: disabled=0, debug=1, override_paths=0, prefix_paths=1
      kpack: parsed HIPK metadata: kernel_name='lib/librocrand.so.1', co_index=3, lookup_key='lib/librocrand.so.1#3', 2 search paths
      kpack: prepending 1 paths from ROCM_KPACK_PATH_PREFIX
      kpack: direct path: /dev/extra.kpack -> /dev/extra.kpack
      kpack: expanded pattern: ../.kpack/rand_lib_@GFXARCH@.kpack -> /opt/rocm/.kpack/rand_lib_gfx90a:xnack+.kpack
      MIOpen(HIP): Warning [ParseAndLoadDb] File is unreadable: gfx90a68.HIP.fdb.txt
      kpack: expanded pattern: ../.kpack/rand_lib_@GFXARCH@.kpack -> /opt/rocm/.kpack/rand_lib_gfx90a.kpack
      kpack: archive not found: /dev/extra.kpack
      kpack: failed to open archive: /opt/rocm/.kpack/old.kpack (error 4)
      kpack: opened and cached archive: /opt/rocm/.kpack/rand_lib_gfx90a:xnack+.kpack
      kpack:   architecture: gfx90a:xnack+
      kpack: opened and cached archive: /opt/rocm/.kpack/rand_lib_gfx90a.kpack
      kpack:   architecture: gfx90a
      kpack:   architecture: gfx90a:xnack-
      kpack: trying architecture: gfx90a:xnack+
      kpack:   archive /opt/rocm/.kpack/rand_lib_gfx90a:xnack+.kpack has architecture gfx90a:xnack+
      kpack:   kernel not found in this archive (error 5), trying next candidate
      kpack: trying architecture: gfx90a
      kpack:   archive /opt/rocm/.kpack/rand_lib_gfx90a.kpack has architecture gfx90a
      kpack:   found kernel: 49152 bytes
      kpack: loaded code object: 49152 bytes
      epoch 1
      """;

  @TempDir Path folder;

  @Test
  void aNewerLogWithNoiseIsReadIntoItsTrace() {
    DebugLog log = DebugLog.read(NEWER);
    assertThat(log.traces()).hasSize(1);
    LogTrace trace = log.traces().getFirst();
    String archive = "/opt/rocm/.kpack/rand_lib_gfx90a.kpack";
    String overlay = "/opt/rocm/.kpack/rand_lib_gfx90a:xnack+.kpack";
    String key = "lib/librocrand.so.1#3";
    assertThat(trace.steps())
        .containsExactly(
            new Step.EnvironmentRead(false, true, 0, 1),
            new Step.MetadataRead("lib/librocrand.so.1", 3, key, 2, null),
            new Step.PathsPrepended("ROCM_KPACK_PATH_PREFIX", 1),
            new Step.PathResolved("/dev/extra.kpack", "/dev/extra.kpack", null),
            new Step.PatternExpanded("../.kpack/rand_lib_@GFXARCH@.kpack", overlay, null),
            new Step.PatternExpanded("../.kpack/rand_lib_@GFXARCH@.kpack", archive, null),
            new Step.ArchiveMissing("/dev/extra.kpack"),
            new Step.ArchiveUnreadable(
                "/opt/rocm/.kpack/old.kpack", LoaderError.UNSUPPORTED_VERSION, null, null),
            new Step.ArchiveOpened(overlay, List.of("gfx90a:xnack+"), null),
            new Step.ArchiveOpened(archive, List.of("gfx90a", "gfx90a:xnack-"), null),
            new Step.ArchitectureTried("gfx90a:xnack+", "gfx90a:xnack+"),
            new Step.ArchitectureListed(overlay, "gfx90a:xnack+", null),
            new Step.KernelMissed(
                overlay, key, "gfx90a:xnack+", LoaderError.KERNEL_NOT_FOUND, null, true, null),
            new Step.ArchitectureTried("gfx90a", "gfx90a:xnack+"),
            new Step.ArchitectureListed(archive, "gfx90a", null),
            new Step.KernelFound(archive, key, "gfx90a", 49152, null),
            new Step.Loaded(49152));
    assertThat(trace.outcome()).isEqualTo(LoaderError.SUCCESS);
    assertThat(trace.certain()).isTrue();
    assertThat(trace.failure()).isNull();
    assertThat(trace.key()).isEqualTo(key);
    assertThat(trace.target()).isEqualTo("gfx90a:xnack+");
    assertThat(trace.entries().get(1).line()).isEqualTo(3);
    assertThat(log.lines()).hasSize(23);
    assertThat(log.lines().stream().filter(line -> line.kind() == Kind.OTHER))
        .extracting(DebugLog.Line::number)
        .containsExactly(1, 7, 23);
  }

  @Test
  void anOlderLogEndsAtItsFirstMiss() {
    DebugLog log =
        DebugLog.read(
            """
            kpack: parsed HIPK metadata: kernel_name='lib/a.so', co_index=1, lookup_key='lib/a.so#1', 1 search paths
            kpack: direct path: ../.kpack/a.kpack -> /opt/.kpack/a.kpack
            kpack: opened and cached archive: /opt/.kpack/a.kpack
            kpack:   architecture: gfx942
            kpack: trying architecture: gfx942
            kpack:   archive /opt/.kpack/a.kpack has architecture gfx942
            kpack:   kernel not found in this archive (error 5)
            terminate called after throwing an instance of 'std::runtime_error'
            """);
    LogTrace trace = log.traces().getFirst();
    assertThat(trace.outcome()).isEqualTo(LoaderError.KERNEL_NOT_FOUND);
    assertThat(trace.failure().line()).isEqualTo(7);
    assertThat(Diagnoser.ofTraces().of(trace.steps(), trace.outcome(), trace.target()).sentence())
        .isEqualTo("/opt/.kpack/a.kpack lists gfx942, but has no code object lib/a.so#1.");
  }

  @Test
  void everyEndHasItsOutcome() {
    String start =
        "kpack: parsed HIPK metadata: kernel_name='k', co_index=0, lookup_key='k#0', 1 search paths\n"
            + "kpack: direct path: p -> /p\n";
    assertThat(outcome("kpack: kpack disabled via ROCM_KPACK_DISABLE\n"))
        .isEqualTo(LoaderError.NOT_IMPLEMENTED);
    assertThat(outcome("kpack: failed to parse HIPK metadata\n"))
        .isEqualTo(LoaderError.INVALID_METADATA);
    assertThat(
            outcome(
                start
                    + "kpack: archive not found: /p\n"
                    + "kpack: no valid archives found in 1 kpack paths\n"))
        .isEqualTo(LoaderError.ARCHIVE_NOT_FOUND);
    String tried =
        start
            + "kpack: opened and cached archive: /p\nkpack:   architecture: gfx90a\n"
            + "kpack: trying architecture: gfx942\n";
    assertThat(outcome(tried + "kpack: no matching architecture found in any archive\n"))
        .isEqualTo(LoaderError.ARCHITECTURE_NOT_FOUND);
    assertThat(outcome(tried + "kpack: no archive with compatible architecture found\n"))
        .isEqualTo(LoaderError.ARCHITECTURE_NOT_FOUND);
    assertThat(
            outcome(
                tried
                    + "kpack: trying architecture: gfx90a\n"
                    + "kpack:   archive /p has architecture gfx90a\n"
                    + "kpack:   kernel not found in this archive (error 6), trying next candidate\n"
                    + "kpack: no archive with compatible architecture found\n"))
        .isEqualTo(LoaderError.DECOMPRESSION_FAILED);
    assertThat(outcome(tried)).isNull();
  }

  private static LoaderError outcome(String text) {
    DebugLog log = DebugLog.read(text);
    assertThat(log.traces()).hasSize(1);
    return log.traces().getFirst().outcome();
  }

  @Test
  void loadsOneAfterAnotherAreApart() {
    String load = NEWER.substring(NEWER.indexOf("kpack: parsed"), NEWER.indexOf("epoch"));
    DebugLog log = DebugLog.read(load + load.replace("#3", "#4") + load);
    assertThat(log.traces())
        .extracting(LogTrace::key)
        .containsExactly("lib/librocrand.so.1#3", "lib/librocrand.so.1#4", "lib/librocrand.so.1#3");
    assertThat(log.traces()).extracting(LogTrace::outcome).containsOnly(LoaderError.SUCCESS);
  }

  @Test
  void processesWithPrefixesAreApart() {
    StringBuilder both = new StringBuilder();
    List<String> lines = NEWER.lines().filter(line -> line.startsWith("kpack")).toList();
    for (int i = 0; i < lines.size(); i++) {
      both.append("2026-11-20 12:00:%02d.%d [rank0]: ".formatted(i, i)).append(lines.get(i));
      both.append("\r\n\u001b[31m[rank1]: ");
      both.append(lines.get(i).replace("49152", "777")).append("\u001b[0m\r\n");
    }
    DebugLog log = DebugLog.read(both.toString());
    assertThat(log.traces()).hasSize(2);
    assertThat(log.traces()).extracting(LogTrace::certain).containsOnly(true);
    assertThat(log.traces())
        .extracting(trace -> trace.steps().getLast())
        .containsExactly(new Step.Loaded(49152), new Step.Loaded(777));
  }

  @Test
  void whatIsCutOffIsShownAsSuch() {
    DebugLog log =
        DebugLog.read(
            """
            as architecture gfx942
            kpack:   found kernel: 100 bytes
            kpack: loaded code object: 100 bytes
            kpack: parsed HIPK metadata: kernel_name='lib/a
            kpack: an unknown sentence of a later loader
            kpack: trying architecture: gfx1100
            kpack: loaded code obj""");
    assertThat(log.lines())
        .extracting(DebugLog.Line::kind)
        .containsExactly(
            Kind.OTHER, Kind.STEP, Kind.STEP, Kind.UNREAD, Kind.UNREAD, Kind.STEP, Kind.UNREAD);
    assertThat(log.traces()).hasSize(2);
    assertThat(log.traces().get(0).outcome()).isEqualTo(LoaderError.SUCCESS);
    assertThat(log.traces().get(0).key()).isNull();
    assertThat(log.traces().get(1).outcome()).isNull();
  }

  @Test
  void twoThreadsOnOneLine() {
    DebugLog log =
        DebugLog.read(
            "kpack: trying architecture: gfx942kpack: kpack disabled via ROCM_KPACK_DISABLE\n");
    assertThat(log.traces()).hasSize(2);
    assertThat(log.traces().get(0).steps())
        .containsExactly(new Step.ArchitectureTried("gfx942", "gfx942"));
    assertThat(log.traces().get(1).outcome()).isEqualTo(LoaderError.NOT_IMPLEMENTED);
  }

  @Test
  void filesThatAreAtHandAreLinked() throws IOException {
    Path archive = Files.writeString(folder.resolve("a.kpack"), "x");
    LogTrace trace =
        DebugLog.read(
                "kpack: direct path: a.kpack -> %1$s\nkpack: opened and cached archive: %1$s\n"
                    .formatted(archive))
            .traces()
            .getFirst();
    assertThat(trace.steps())
        .extracting(Step::place)
        .containsExactly(new Place.File(archive), new Place.File(archive));
  }

  @Test
  void whatALoaderDidReadsBackAsItWas() throws IOException {
    for (Resolution resolution : resolutions()) {
      List<String> written = DebugLog.write(resolution.trace());
      DebugLog log = DebugLog.read(String.join("\n", written) + "\n");
      assertThat(log.traces()).hasSize(1);
      LogTrace trace = log.traces().getFirst();
      assertThat(DebugLog.write(trace.steps())).isEqualTo(written);
      assertThat(trace.outcome()).isEqualTo(resolution.error());
      assertThat(trace.certain()).isTrue();
    }
  }

  @Test
  void threadsThatWriteBetweenOneAnotherAreKeptApart() throws IOException {
    List<Resolution> resolutions = resolutions();
    Random random = new Random(5);
    for (int round = 0; round < 300; round++) {
      List<List<String>> left = new ArrayList<>();
      for (Resolution resolution : resolutions) {
        List<String> lines = DebugLog.write(resolution.trace());
        // The environment is read once, before all loads.
        left.add(new ArrayList<>(lines.subList(1, lines.size())));
      }
      List<List<String>> expected = left.stream().map(List::copyOf).toList();
      StringBuilder mixed = new StringBuilder();
      while (!left.isEmpty()) {
        List<String> one = left.get(random.nextInt(left.size()));
        boolean more;
        do {
          String line = one.removeFirst();
          mixed.append(line).append('\n');
          more = !one.isEmpty() && belongsTogether(line, one.getFirst());
        } while (more);
        left.removeIf(List::isEmpty);
        if (random.nextInt(3) == 0) {
          mixed.append("another program says something\n");
        }
      }
      DebugLog log = DebugLog.read(mixed.toString());
      assertThat(log.traces().stream().map(trace -> DebugLog.write(trace.steps())))
          .as(mixed.toString())
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  /** Lines that say nothing of whose they are: the writer of what is between them is unknown. */
  private static boolean belongsTogether(String line, String next) {
    return next.startsWith("kpack:   architecture:")
        || line.startsWith("kpack: parsed")
        || line.contains(" has architecture ");
  }

  @Test
  void linesThatCouldBeAnyThreadsAreDoubted() {
    String first =
        "kpack: parsed HIPK metadata: kernel_name='a', co_index=0, lookup_key='a#0', 1 search paths\n";
    DebugLog log =
        DebugLog.read(first + first.replace("'a", "'b") + "kpack: direct path: x -> /x\n");
    assertThat(log.traces()).extracting(LogTrace::certain).contains(false);
  }

  /** Loads that differ in their archives and targets, of all ends. */
  private List<Resolution> resolutions() throws IOException {
    InstalledTree tree = new InstalledTree(folder);
    tree.with("a-gfx942.kpack", "lib/libtest.so#0@gfx942")
        .with("b-gfx1100.kpack", "lib/libtest.so#0@gfx1100", "gfx1101")
        .with("c-gfx90a:xnack+.kpack", "lib/libtest.so#0@gfx90a:xnack+")
        .with("c-gfx90a.kpack", "lib/libtest.so#1234@gfx90a");
    Files.writeString(tree.archive("d-gfx1201.kpack"), "nothing".repeat(20));
    List<Resolution> all = new ArrayList<>();
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      all.add(loader.load(tree.request(0, "gfx942:sramecc+", path("a"))).resolution());
      all.add(loader.load(tree.request(7, "gfx1100", path("b"))).resolution());
      all.add(loader.load(tree.request(1234, "gfx90a:xnack+", path("c"))).resolution());
      all.add(loader.load(tree.request(0, "gfx1201", path("d"))).resolution());
    }
    return all;
  }

  private static String path(String letter) {
    return "../.kpack/%s-@GFXARCH@.kpack".formatted(letter);
  }

  @Test
  void whateverIsReadNothingBreaksAndNothingIsLost() {
    for (int length = 0; length <= NEWER.length(); length++) {
      check(NEWER.substring(0, length));
    }
    mutate(500);
  }

  @Tag("long")
  @Test
  void ofManyBrokenTextsNothingBreaksAndNothingIsLost() {
    mutate(10_000);
  }

  private static void mutate(int rounds) {
    Random random = new Random(12);
    for (int round = 0; round < rounds; round++) {
      StringBuilder broken = new StringBuilder(NEWER);
      for (int i = random.nextInt(6); i >= 0; i--) {
        int at = random.nextInt(broken.length());
        switch (random.nextInt(3)) {
          case 0 -> broken.setCharAt(at, (char) random.nextInt(128));
          case 1 -> broken.delete(at, Math.min(broken.length(), at + random.nextInt(80)));
          default -> broken.insert(at, "kpack: (error 99999999999999999999999)");
        }
      }
      check(broken.toString());
    }
  }

  private static void check(String text) {
    DebugLog log = DebugLog.read(text);
    long lines =
        text.isEmpty() ? 0 : text.split("\r?\n", -1).length - (text.endsWith("\n") ? 1 : 0);
    assertThat(log.lines()).hasSize((int) lines);
    for (LogTrace trace : log.traces()) {
      assertThat(trace.entries()).isNotEmpty();
      if (trace.outcome() != null) {
        Diagnoser.ofTraces().of(trace.steps(), trace.outcome(), "gfx942");
      }
    }
  }
}
