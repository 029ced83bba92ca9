package org.kpackworkbench.model.analysis.resolve.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.log.LogLines;
import org.kpackworkbench.model.format.log.LogMessages;
import org.kpackworkbench.model.format.log.Memo;

/** What makes a log long costs no more than its bytes: equal lines, long lines, long lists. */
class LongLogsTest {
  private static final String PREFIX = "2026-11-20 12:00:01.123456 [rank 3] kpack: ";

  @Test
  void equalLinesAreMadeToATextOnce() throws FormatException {
    List<String> written = List.of(PREFIX + "loaded code object: 1 bytes", "kpack: x", "kpack: ä");
    String log = (String.join("\n", written) + "\n").repeat(10_000);
    Map<String, Integer> seen = new IdentityHashMap<>();
    LogLines.read(
        ByteView.of("log", log.getBytes(StandardCharsets.UTF_8)),
        List.of("kpack"),
        text -> text,
        (number, offset, text) -> seen.merge(text, 1, Integer::sum),
        Progress.NONE);
    assertThat(seen.keySet()).containsExactlyInAnyOrderElementsOf(written);
    assertThat(seen.values()).containsOnly(10_000);
  }

  /** A line is another one where more follows the bytes of a line that is known. */
  @Test
  void aKnownLineIsNotTakenForALongerOne() throws FormatException {
    List<String> written = List.of("kpack: a", "kpack: b", "kpack: a", "kpack: bc", "kpack: a");
    List<String> read = new ArrayList<>();
    LogLines lines =
        LogLines.read(
            ByteView.of("log", String.join("\n", written).getBytes(StandardCharsets.UTF_8)),
            List.of("kpack"),
            text -> text,
            (number, offset, text) -> read.add(number + text),
            Progress.NONE);
    assertThat(read)
        .containsExactly("1kpack: a", "2kpack: b", "3kpack: a", "4kpack: bc", "5kpack: a");
    assertThat(lines.text(5)).isEqualTo("kpack: a");
  }

  private static final List<String> ODD =
      List.of(
          "] kpack: akpack: b",
          "\u001b[1m] kpack: a",
          "\r] kpack: drawn over",
          "] #033[0mkpack: a",
          "^[[0m] kpack: a",
          "] \\x1b[0mkpack: \u001b[31ma\u001b[0m",
          "] kpa\u001b[0mck: a",
          "\u00e4] kpack: b \u00e4",
          "\t] kpack: tab",
          "] kpack: ",
          "] kpack:",
          "] another program names kpack",
          "] kpack: a\rkpack: b",
          "] kpack: a\r");

  /** Reads lines whole or, where texts before messages differ, these by themselves. */
  private static List<String> messages(String log, boolean whole, AtomicInteger calls)
      throws FormatException {
    List<String> visits = new ArrayList<>();
    LogLines.read(
        ByteView.of("log", log.getBytes(StandardCharsets.UTF_8)),
        List.of("kpack"),
        new LogLines.Reader<List<LogMessages.Message>>() {
          @Override
          public List<LogMessages.Message> read(String line) {
            calls.incrementAndGet();
            return LogMessages.of(line);
          }

          @Override
          public @Nullable List<LogMessages.Message> behind(
              String before, List<LogMessages.Message> rest) {
            return whole
                ? null
                : rest.stream().map(each -> new LogMessages.Message(before, each.text())).toList();
          }
        },
        (number, offset, found) -> visits.add("%d at %d: %s".formatted(number, offset, found)),
        Progress.NONE);
    return visits;
  }

  /** Times and counters before messages do not make them new ones, and change nothing else. */
  @Test
  void messagesBehindTimesAreReadOnceAndAsInWholeLines() throws FormatException {
    StringBuilder log = new StringBuilder();
    int lines = 20_000;
    for (int i = 0; i < lines; i++) {
      log.append(":3:rocdevice.cpp :1234: %d us: [pid:%d".formatted(170912345678L + i, i % 3))
          .append(i % 100 == 99 ? ODD.get(i / 100 % ODD.size()) : "] kpack: message " + i % 50)
          .append('\n');
      if (i % 1000 == 999) {
        log.append("{\"time\": %d, \"log\": \"[1] kpack: a\\n\"}\n".formatted(i));
      }
    }
    AtomicInteger calls = new AtomicInteger();
    List<String> read = messages(log.toString(), false, calls);
    assertThat(read).isEqualTo(messages(log.toString(), true, new AtomicInteger()));
    assertThat(read).hasSizeGreaterThan(lines - 100);
    // As many lines as show that none comes again, those with anything odd, and each message.
    assertThat(calls.get()).isLessThan(4500);
  }

  @Test
  void loadsOfWritersBehindTimesAreTold() {
    StringBuilder log = new StringBuilder();
    int count = 6000;
    for (int i = 0; i < count; i++) {
      String before = "2026-11-20 12:%02d:%02d.%06d [rank %d] kpack: ";
      for (String text :
          List.of(
              "parsed HIPK metadata: kernel_name='k', co_index=%d, lookup_key='k#%d', 1 search paths"
                  .formatted(i % 7, i % 7),
              "archive not found: /a",
              "no valid archives found in 1 kpack paths")) {
        log.append(before.formatted(i / 60 % 60, i % 60, i, i % 12)).append(text).append('\n');
      }
    }
    DebugLog read = DebugLog.read(log.toString());
    assertThat(read.loads()).hasSize(count);
    for (int i = 0; i < count; i++) {
      DebugLog.LoadSummary load = read.loads().get(i);
      assertThat(load.key()).isEqualTo("k#" + i % 7);
      assertThat(load.writer()).isEqualTo(read.loads().get(i % 12).writer());
      assertThat(load.firstLine()).isEqualTo(3 * i + 1);
      assertThat(load.lastLine()).isEqualTo(3 * i + 3);
      assertThat(load.certain()).isTrue();
    }
    assertThat(read.loads().stream().limit(12).map(DebugLog.LoadSummary::writer).distinct())
        .hasSize(12);
  }

  /** Logs of long runs have very many different lines, each of them again and again. */
  @Test
  void manyDifferentLinesAreHardlyEverReadAgain() throws FormatException {
    int kinds = 24_000;
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 10 * kinds; i++) {
      log.append("kpack: archive not found: /opt/rocm/lib_").append(i % kinds).append('\n');
    }
    AtomicInteger read = new AtomicInteger();
    AtomicInteger made = new AtomicInteger();
    Memo<Integer> memo = new Memo<>(text -> made.incrementAndGet());
    LogLines.read(
        ByteView.of("log", log.toString().getBytes(StandardCharsets.UTF_8)),
        List.of("kpack"),
        text -> {
          read.incrementAndGet();
          return text;
        },
        (number, offset, text) -> memo.of(text),
        Progress.NONE);
    assertThat(read.get()).as("lines").isBetween(kinds, kinds + kinds / 4);
    assertThat(made.get()).as("texts").isBetween(kinds, kinds + kinds / 4);
  }

  @Test
  void whatIsMadeOfATextIsMadeOnceWhileItIsNearAndNeverKeptForLongOnes() {
    List<String> made = new ArrayList<>();
    Memo<Integer> memo =
        new Memo<>(
            text -> {
              made.add(text);
              return text.length();
            });
    String large = "x".repeat(1025);
    for (int i = 0; i < 3; i++) {
      assertThat(memo.of("a")).isEqualTo(1);
      assertThat(memo.of(large)).isEqualTo(1025);
    }
    assertThat(made).containsExactly("a", large, large, large);
    for (int i = 0; i < 300_000; i++) {
      memo.of("another " + i);
    }
    memo.of("a");
    assertThat(made).endsWith("a");
  }

  @Test
  void aLongTextOfJsonIsReadWithoutGoingBack() {
    String text = "x".repeat(30_000) + "kpack: loaded code object: 5 bytes";
    String line = "{\"time\": \"now\", \"log\": \"" + text + "\", \"pid\": 12}";
    assertThat(LogMessages.of(line))
        .containsExactly(
            new LogMessages.Message("12 " + "x".repeat(30_000), "loaded code object: 5 bytes"));
    // One that is cut off: each mention could begin a text that never ends.
    List<LogMessages.Message> cut = LogMessages.of("{\"log\": \"" + "kpack: \\n".repeat(7000));
    assertThat(cut).hasSize(7000);
    assertThat(LogMessages.of("{\"a\\\\\": \"b \\\" kpack: c\\\"d\"}"))
        .containsExactly(new LogMessages.Message("b \" ", "c\"d"));
  }

  @Test
  void aTextOfJsonMayEndWithThePrefix() {
    assertThat(LogMessages.of("{\"log\": \"kpack: \"}")).isEmpty();
  }

  @Test
  void anArchiveMayListAnyNumberOfArchitectures() {
    StringBuilder log = new StringBuilder("kpack: opened and cached archive: /a.kpack\n");
    Set<String> names = new HashSet<>();
    for (int i = 0; i < 200_000; i++) {
      names.add("gfx" + i);
      log.append("kpack:   architecture: gfx").append(i).append('\n');
    }
    log.append("kpack: trying architecture: gfx942\n");
    DebugLog read = DebugLog.read(log.toString());
    assertThat(read.unreadLines()).isEmpty();
    LogTrace trace = read.traces().getFirst();
    assertThat(trace.steps()).hasSize(2);
    List<String> listed = ((Step.ArchiveOpened) trace.steps().getFirst()).architectures();
    assertThat(listed.size()).isEqualTo(names.size());
    assertThat(new HashSet<>(listed).equals(names)).isTrue();
  }

  @Test
  void keysWithAnythingInThemAreReadAndWhatIsLongerThanALoaderWritesIsKeptUnread() {
    String name = "lib/it's, a 'name' of co.so";
    DebugLog log =
        DebugLog.read(
            "kpack: parsed HIPK metadata: kernel_name='%s', co_index=2, lookup_key='%s#2', 3 search paths\n"
                .formatted(name, name));
    assertThat(log.loads().getFirst().key()).isEqualTo(name + "#2");
    String half = "kpack: parsed HIPK metadata: kernel_name='";
    DebugLog odd = DebugLog.read(half + "', lookup_key='".repeat(4000) + "\n");
    assertThat(odd.unreadLines()).hasSize(1);
  }

  @Test
  void loadsThatWentAlikeAreToldFromOthers() {
    String start = "kpack: parsed HIPK metadata: kernel_name='k', co_index=0, 1 search paths\n";
    String missing =
        "kpack: archive not found: /a\nkpack: no valid archives found in 1 kpack paths\n";
    String load = start + missing;
    DebugLog log = DebugLog.read(load + load + load.replace("/a", "/b") + load);
    assertThat(log.loads()).hasSize(4);
    assertThat(List.of(0, 1, 2, 3)).extracting(log::likeness).containsExactly(0, 0, 1, 0);
  }

  /**
   * A load that goes like one before is known by its messages: it has the lines, the failure and
   * the runtime's answer of its own place, also where other writers, other programs, unknown
   * messages and messages in one line are between.
   */
  @Test
  void loadsThatComeAgainAreReadAsTheFirstTime() throws FormatException {
    String block =
        """
        kpack: parsed HIPK metadata: kernel_name='k', co_index=0, lookup_key='k#0', 2 search paths
        kpack: direct path: a -> /a
        kpack: direct path: b -> /b
        kpack: archive not found: /a
        another program's line
        kpack: opened and cached archive: /b
        kpack:   architecture: gfx906
        kpack:   architecture: gfx942
        kpack: trying architecture: gfx90a
        kpack: no archive with compatible architecture found
        kpack: words of a later loader
        Could not load device type specific kpack object for ISA gfx90a, err: 14, host binary: /lib/k.so
        kpack: parsed HIPK metadata: kernel_name='k', co_index=1, lookup_key='k#1', 1 search paths
        kpack: direct path: b -> /b
        kpack: trying architecture: gfx942
        kpack:   archive /b has architecture gfx942
        kpack:   found kernel: 5 bytes
        kpack: loaded code object: 5 bytes
        kpack: cache created: disabled=0, debug=1, override_paths=0, prefix_paths=0
        kpack: parsed HIPK metadata: kernel_name='k', co_index=2, lookup_key='k#2', 1 search pathskpack: direct path: c -> /c
        kpack: archive not found: /ckpack: no valid archives found in 1 kpack paths
        kpack: parsed HIPK metadata: kernel_name='k', co_index=3, lookup_key='k#3', 1 search paths
        kpack: parsed HIPK metadata: kernel_name='k', co_index=4, lookup_key='k#4', 1 search paths
        kpack: direct path: e -> /e
        kpack: archive not found: /e
        kpack: no valid archives found in 1 kpack paths
        kpack: direct path: d -> /d
        kpack: archive not found: /d
        kpack: no valid archives found in 1 kpack paths
        """;
    String named = "[1] " + block.strip().replace("\n", "\n[1] ") + "\n";
    for (String once : List.of(block, named, between(named, named.replace("[1]", "[2]")))) {
      int lines = (int) once.lines().count();
      int repeats = 5;
      DebugLog log = DebugLog.read(once.repeat(repeats));
      int loads = log.loads().size() / repeats;
      assertThat(log.unreadLines())
          .hasSize(repeats * (once.equals(block) || once.equals(named) ? 1 : 2));
      assertThat(log.runtimeAnswers()).isEmpty();
      assertThat(loads).isEqualTo(once.equals(block) || once.equals(named) ? 5 : 10);
      for (int i = loads; i < log.loads().size(); i++) {
        DebugLog.LoadSummary first = log.loads().get(i % loads);
        int shift = i / loads * lines;
        assertThat(log.loads().get(i)).isEqualTo(shifted(first, shift));
        // Before the first block the environment is not known.
        assertThat(log.traces().get(i).entries().stream().map(LogTrace.Entry::line).toList())
            .endsWith(
                log.traces().get(i % loads).entries().stream()
                    .map(entry -> entry.line() + shift)
                    .filter(line -> line > shift)
                    .toArray(Integer[]::new));
      }
    }
  }

  /** Lines of two writers in turn. */
  private static String between(String one, String other) {
    List<String> others = other.lines().toList();
    StringBuilder both = new StringBuilder();
    List<String> lines = one.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      both.append(lines.get(i)).append('\n').append(others.get(i)).append('\n');
    }
    return both.toString();
  }

  private static DebugLog.LoadSummary shifted(DebugLog.LoadSummary load, int lines) {
    return new DebugLog.LoadSummary(
        load.writer(),
        load.firstLine() + lines,
        load.lastLine() + lines,
        load.key(),
        load.target(),
        load.outcome(),
        load.failureLine() == 0 ? 0 : load.failureLine() + lines,
        load.certain(),
        load.answerLine() == 0 ? 0 : load.answerLine() + lines);
  }

  @Test
  void keepsFewBytesOfEachLoad() throws FormatException {
    String load =
        """
        kpack: parsed HIPK metadata: kernel_name='k', co_index=%d, lookup_key='k#%d', 1 search paths
        kpack: trying architecture: gfx942
        kpack:   archive /a.kpack has architecture gfx942
        kpack:   found kernel: 4096 bytes
        kpack: loaded code object: 4096 bytes
        """;
    int count = 50_000;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(load.formatted(i % 100, i % 100));
    }
    ByteView bytes = ByteView.of("log", text.toString().getBytes(StandardCharsets.UTF_8));
    DebugLog.read(bytes, Progress.NONE);
    long before = used();
    DebugLog log = DebugLog.read(bytes, Progress.NONE);
    assertThat((used() - before) / count).isLessThan(64);
    assertThat(log.loads()).hasSize(count);
    assertThat(log.loads().getLast().key()).isEqualTo("k#99");
    assertThat(log.traces().get(count - 2).steps()).hasSize(5);
  }

  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
