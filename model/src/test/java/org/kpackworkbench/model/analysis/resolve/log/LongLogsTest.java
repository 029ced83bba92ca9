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
