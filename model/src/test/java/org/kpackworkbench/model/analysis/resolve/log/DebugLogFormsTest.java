package org.kpackworkbench.model.analysis.resolve.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.resolve.HipError;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog.Kind;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog.LoadSummary;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.log.LoaderLog;

/** The same log as terminals, collectors and other systems hand it on. */
class DebugLogFormsTest {
  private static final String LOG =
      """
      kpack: cache created: disabled=0, debug=1, override_paths=0, prefix_paths=0
      kpack: parsed HIPK metadata: kernel_name='lib/librocrand.so.1', co_index=3, lookup_key='lib/librocrand.so.1#3', 2 search paths
      kpack: expanded pattern: ../.kpack/rand_@GFXARCH@.kpack -> /opt/rocm/.kpack/rand_gfx90a:xnack+.kpack
      kpack: expanded pattern: ../.kpack/rand_@GFXARCH@.kpack -> /opt/rocm/.kpack/rand_gfx90a.kpack
      kpack: direct path: ../.kpack/all.kpack -> /opt/rocm/.kpack/all.kpack
      kpack: opened and cached archive: /opt/rocm/.kpack/rand_gfx90a:xnack+.kpack
      kpack:   architecture: gfx90a:xnack+
      kpack: failed to open archive: /opt/rocm/.kpack/rand_gfx90a.kpack (error 4)
      kpack: archive not found: /opt/rocm/.kpack/all.kpack
      kpack: trying architecture: gfx90a:xnack+
      kpack:   archive /opt/rocm/.kpack/rand_gfx90a:xnack+.kpack has architecture gfx90a:xnack+
      kpack:   kernel not found in this archive (error 5), trying next candidate
      kpack: trying architecture: gfx90a
      kpack: no archive with compatible architecture found
      """;

  private static final List<String> LINES = LOG.lines().toList();

  /** How something writes the lines of a program, each with its number from 0. */
  private interface Form extends BiFunction<Integer, String, String> {}

  private static Map<String, Form> forms() {
    Map<String, Form> forms = new LinkedHashMap<>();
    forms.put("as it is", (i, line) -> line);
    forms.put(
        "journalctl",
        (i, line) -> "Nov %2d 23:59:%02d node7 train[4711]: %s".formatted(1 + i / 9, i, line));
    forms.put(
        "journalctl -o short-monotonic",
        (i, line) -> "[%5d.%06d] node7 train[4711]: %s".formatted(99 + i, i * 7919, line));
    forms.put(
        "journalctl -o short-iso",
        (i, line) -> "2026-11-20T12:00:%02d+0100 node7 train[4711]: %s".formatted(i, line));
    forms.put(
        "journalctl -o json",
        (i, line) ->
            "{\"__CURSOR\":\"s=%x\",\"_PID\":\"4711\",\"MESSAGE\":\"%s\",\"PRIORITY\":\"6\"}"
                .formatted(i * 31, line));
    forms.put(
        "docker logs -t", (i, line) -> "2026-11-20T12:00:00.%09dZ %s".formatted(i * 1237, line));
    forms.put(
        "docker json-file",
        (i, line) ->
            "{\"log\":\"%s\\n\",\"stream\":\"stderr\",\"time\":\"2026-11-20T12:00:00.%09dZ\"}"
                .formatted(line.replace(">", "\\u003e"), i));
    forms.put("docker compose", (i, line) -> "worker-1  | " + line);
    forms.put(
        "kubernetes", (i, line) -> "2026-11-20T12:00:00.%09dZ stderr F %s".formatted(i, line));
    forms.put("mpirun --tag-output", (i, line) -> "[1,3]<stderr>:" + line);
    forms.put(
        "mpirun --timestamp-output",
        (i, line) -> "Fri Nov 20 12:00:%02d 2026<stderr>:%s".formatted(i, line));
    forms.put("srun --label", (i, line) -> " 3: " + line);
    forms.put("torchrun", (i, line) -> "[rank3]: " + line);
    forms.put(
        "python logging",
        (i, line) -> "2026-11-20 12:00:00,%03d - worker - ERROR - %s".formatted(i, line));
    forms.put(
        "glog", (i, line) -> "E1120 12:00:%02d.123456 12345 runner.cc:88] %s".formatted(i, line));
    forms.put("ts -s %.s", (i, line) -> "1763640000.%06d %s".formatted(i * 1000, line));
    forms.put("jenkins", (i, line) -> "[2026-11-20T12:00:%02d.123Z] %s".formatted(i, line));
    forms.put("grep -n", (i, line) -> "%d:%s".formatted(100 + i * 3, line));
    forms.put(
        "grep --color",
        (i, line) -> "\u001b[01;31m\u001b[Kkpack\u001b[m\u001b[K" + line.substring(5));
    forms.put("cat -n", (i, line) -> "%6d\t%s".formatted(i + 1, line));
    forms.put("colours", (i, line) -> "\u001b[31m\u001b[1m" + line + "\u001b[0m");
    forms.put("syslog's colours", (i, line) -> "#033[31m" + line + "#033[0m");
    forms.put("terminal titles", (i, line) -> "\u001b]0;train %d\u0007%s".formatted(i, line));
    forms.put(
        "progress bars",
        (i, line) -> " 10%%|#   | %d/90 [00:%02d<01:00]\r 11%%|#   |\r%s".formatted(i, i, line));
    forms.put("progress behind", (i, line) -> line + "\r 11%|#   | 9/90");
    forms.put("quoted mail", (i, line) -> "> " + line);
    forms.put("web page", (i, line) -> line.replace(">", "&gt;"));
    forms.put(
        "timed ranks", (i, line) -> "2026-11-20 12:00:%02d.%d [rank0]: %s".formatted(i, i, line));
    return forms;
  }

  @Test
  void whateverStandsBeforeItsLinesALoadIsReadAsOne() {
    DebugLog expected = DebugLog.read(LOG);
    assertThat(expected.traces()).hasSize(1);
    forms()
        .forEach(
            (name, form) -> {
              DebugLog log = DebugLog.read(written(form, "\n"));
              assertThat(log.unreadLines()).as(name).isEmpty();
              assertThat(log.traces()).as(name).isEqualTo(expected.traces());
              assertThat(log.loads().getFirst().failureLine()).as(name).isEqualTo(12);
              assertThat(DebugLog.read(written(form, "\r\n")).traces())
                  .as(name + " with carriage returns")
                  .isEqualTo(expected.traces());
            });
  }

  private static String written(Form form, String end) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < LINES.size(); i++) {
      all.append(form.apply(i, LINES.get(i))).append(end);
    }
    return all.toString();
  }

  @Test
  void everyEncodingOfTextIsRead() throws FormatException {
    DebugLog expected = DebugLog.read(LOG);
    for (Charset charset :
        List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      for (String mark : List.of("", "\uFEFF")) {
        byte[] bytes = (mark + LOG.replace("\n", "\r\n")).getBytes(charset);
        assertThat(read(bytes).traces()).as(charset + mark).isEqualTo(expected.traces());
        assertThat(read(bytes).lines().getFirst().text()).isEqualTo(LINES.getFirst());
        assertThat(LoaderLog.isIn(ByteView.of("log", bytes), Long.MAX_VALUE)).isTrue();
      }
    }
  }

  private static DebugLog read(byte[] bytes) throws FormatException {
    return DebugLog.read(ByteView.of("log", bytes), Progress.NONE);
  }

  @Test
  void ranksThatWriteAtTheSameTimeAreApart() {
    for (String tag :
        List.of(
            "[1,%d]<stderr>:",
            "%d: ", "[rank%d]: ", "node%d | ", "train[%d]: ", "I1120 12:00:01.1 %d x.cc:1] ")) {
      StringBuilder all = new StringBuilder();
      for (int i = 0; i < LINES.size(); i++) {
        for (int rank = 0; rank < 4; rank++) {
          String line = LINES.get(i).replace("#3'", "#" + rank + "'");
          all.append(tag.formatted(rank)).append(line).append('\n');
        }
      }
      DebugLog log = DebugLog.read(all.toString());
      assertThat(log.loads())
          .as(tag)
          .extracting(LoadSummary::key)
          .containsExactlyElementsOf(
              IntStream.range(0, 4).mapToObj(rank -> "lib/librocrand.so.1#" + rank).toList());
      assertThat(log.loads()).as(tag).allMatch(LoadSummary::certain);
      assertThat(log.loads()).as(tag).extracting(LoadSummary::writer).doesNotHaveDuplicates();
    }
  }

  @Test
  void linesThatOtherProgramsDidNotFinishBelongToTheLoadAllTheSame() {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < LINES.size(); i++) {
      String before = i == 3 ? "Loading model... " : i == 6 ? "epoch 1 of 12: " : "";
      all.append(before).append(LINES.get(i)).append('\n');
    }
    assertThat(DebugLog.read(all.toString()).traces()).isEqualTo(DebugLog.read(LOG).traces());
  }

  @Test
  void laterLoadersMaySayMoreBehindWhatIsKnown() {
    DebugLog log =
        DebugLog.read(
            LOG.replace("prefix_paths=0", "prefix_paths=0, override_arch=none")
                .replace("2 search paths", "2 search paths (relative)")
                .replace("(error 4)", "(error 4: unsupported version)")
                .replace("architecture found", "architecture found in 1 archives"));
    // "(error 4: …" is another wording; what is not understood is counted, not guessed at.
    assertThat(log.unreadLines()).extracting(DebugLog.Line::number).containsExactly(8);
    assertThat(log.loads()).singleElement().matches(LoadSummary::failed);
  }

  @Test
  void theZerosOfACutLogArePassedOver() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(new byte[300_000]);
    bytes.write(LOG.getBytes(StandardCharsets.UTF_8));
    DebugLog log = read(bytes.toByteArray());
    assertThat(log.traces()).isEqualTo(DebugLog.read(LOG).traces());
    assertThat(log.lines().getFirst().text()).isEqualTo(LINES.getFirst());
  }

  @Test
  void aLineThatNeverEndsIsCutOffAndCountsAsOne() {
    String endless = "x".repeat(1_000_000);
    DebugLog log = DebugLog.read(endless + "\n" + LOG + endless + LOG);
    assertThat(log.lineCount()).isEqualTo(1 + 2 * LINES.size());
    assertThat(log.lines().getFirst().text()).hasSize(64 * 1024);
    // The first line of the second half cannot be seen, but the rest of it can.
    assertThat(log.loads()).extracting(LoadSummary::failureLine).containsExactly(13, 27);
  }

  @Test
  void garbageBetweenLinesIsKeptAsLines() throws IOException {
    Random random = new Random(99);
    DebugLog expected = DebugLog.read(LOG);
    for (int round = 0; round < 50; round++) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      int count = 0;
      List<Integer> numbers = new ArrayList<>();
      for (String line : LINES) {
        byte[] garbage = new byte[random.nextInt(5000)];
        random.nextBytes(garbage);
        bytes.write(garbage);
        for (byte one : garbage) {
          count += one == '\n' ? 1 : 0;
        }
        bytes.write('\n');
        bytes.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        count += 2;
        numbers.add(count);
      }
      DebugLog log = read(bytes.toByteArray());
      assertThat(log.lineCount()).isEqualTo(count);
      assertThat(log.traces().getFirst().steps()).isEqualTo(expected.traces().getFirst().steps());
      assertThat(log.loads().getFirst().firstLine()).isEqualTo(numbers.get(1));
      assertThat(log.loads().getFirst().lastLine()).isEqualTo(numbers.getLast());
    }
  }

  @Test
  void manyLinesAreFoundByTheirNumbers() throws FormatException {
    StringBuilder all = new StringBuilder();
    for (int i = 1; i <= 100_000; i++) {
      all.append(
          i % 1000 == 0
              ? "kpack:   found kernel: %d bytes%n".formatted(i)
              : "line %d%n".formatted(i));
    }
    DebugLog log = DebugLog.read(all.toString());
    assertThat(log.lineCount()).isEqualTo(100_000);
    for (int number : new int[] {1, 31, 32, 33, 64, 999, 77_777, 99_999}) {
      assertThat(log.lines().get(number - 1).text()).isEqualTo("line " + number);
      assertThat(log.kind(number)).isEqualTo(Kind.OTHER);
      assertThat(log.lineAt(log.range(number).start())).isEqualTo(number);
      assertThat(log.lineAt(log.range(number).end() - 1)).isEqualTo(number);
    }
    assertThat(log.kind(5000)).isEqualTo(Kind.STEP);
    assertThat(log.loads()).hasSize(100);
  }

  @Test
  void whatHipSaysIsFoundAmongOtherPrograms() throws FormatException {
    DebugLog log =
        DebugLog.read(
            """
            RuntimeError: HIP error: invalid device function
            hipErrorNotReady is none of them
            terminate called: hipErrorNoBinaryForGpu: Unable to find code object for all current devices!
            torch.AcceleratorError: HIP error: no kernel image is available for execution on the device
            rocBLAS error: hipErrorInvalidImage (200)
            """);
    assertThat(log.errorLines()).extracting(DebugLog.Line::number).containsExactly(1, 3, 4, 5);
    assertThat(log.kind(2)).isEqualTo(Kind.OTHER);
    assertThat(log.hipErrors())
        .containsExactly(
            HipError.INVALID_DEVICE_FUNCTION, HipError.NO_BINARY_FOR_GPU, HipError.INVALID_IMAGE);
    assertThat(log.loads()).isEmpty();
  }

  @Test
  void aTextIsNoLogForNamingTheProgram() throws FormatException {
    assertThat(isLog("kpack: see the manual\nkpack archives are kpack: files\n")).isFalse();
    assertThat(isLog("")).isFalse();
    assertThat(isLog("x\n".repeat(5000) + "kpack: trying architecture: gfx942\n")).isTrue();
    byte[] late = ("x\n".repeat(500_000) + LOG).getBytes(StandardCharsets.UTF_8);
    assertThat(LoaderLog.isIn(ByteView.of("log", late), 1000)).isFalse();
  }

  private static boolean isLog(String text) throws FormatException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return LoaderLog.isIn(ByteView.of("log", bytes), Long.MAX_VALUE);
  }
}
