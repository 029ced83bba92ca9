package org.kpackworkbench.model.analysis.resolve.log;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.HipError;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.StepText;
import org.kpackworkbench.model.analysis.resolve.log.LoadGrouping.LogWording;
import org.kpackworkbench.model.analysis.resolve.log.LoadGrouping.Meaning;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.LazyList;
import org.kpackworkbench.model.base.bytes.Numbers;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.ShellText;
import org.kpackworkbench.model.format.log.LoaderLog;
import org.kpackworkbench.model.format.log.LoaderWording;
import org.kpackworkbench.model.format.log.LogLines;
import org.kpackworkbench.model.format.log.LogMessages;
import org.kpackworkbench.model.format.log.LogMessages.Message;
import org.kpackworkbench.model.format.log.LogWriters;
import org.kpackworkbench.model.format.log.Memo;
import org.kpackworkbench.model.format.log.RuntimeWording;

/**
 * The debug log of a loader ({@code ROCM_KPACK_DEBUG}), read back into traces (loader.md, "The
 * debug log in the field"). Nothing is an error: whatever else is in the log is kept as lines.
 *
 * <p>Immutable; safe for use by many threads. Lines and traces are read from the bytes on demand:
 * what is kept of lines is nearly nothing, of a load some 32 bytes.
 */
public final class DebugLog {
  /** Advice to get the lines of a loader. */
  public static final String HOW_TO_GET =
      "Run the program with ROCM_KPACK_DEBUG=1 and save its standard error.";

  private static final List<String> WORDS = words();

  private final LogLines lines;
  private final LoadTable loads;
  private final Numbers unread;
  private final Numbers errors = new Numbers();
  private final Set<HipError> hipErrors = new LinkedHashSet<>();
  private final Numbers runtime = new Numbers();
  private final Set<RuntimeAnswer> runtimeAnswers;

  /**
   * A line of a log.
   *
   * @param number from 1
   * @param text as stored, without colours
   * @param kind whose it is
   */
  public record Line(int number, String text, Kind kind) {}

  /** The writers of lines. */
  public enum Kind {
    /** A loader's, understood. */
    STEP,
    /** A loader's that is cut off, or in words that are not known. */
    UNREAD,
    /** A message of a runtime about the result of a loader, see {@link RuntimeAnswer}. */
    RUNTIME,
    /** A program's that names a {@link HipError}. */
    HIP_ERROR,
    /** Another program's. */
    OTHER
  }

  /** Reads a text that is in memory. */
  public static DebugLog read(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return read(ByteView.of("log", bytes), Progress.NONE);
    } catch (FormatException changed) {
      throw new IllegalStateException("bytes in memory do not change", changed);
    }
  }

  /**
   * Reads a log of any size, in two passes; bytes that are no text are kept as such.
   *
   * @throws FormatException if the file changes meanwhile
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static DebugLog read(ByteView bytes, Progress progress) throws FormatException {
    return new DebugLog(bytes, progress);
  }

  private DebugLog(ByteView bytes, Progress progress) throws FormatException {
    LogWriters writers = new LogWriters();
    Memo<Meaning> meanings = new Memo<>(Meaning::of);
    LogLines.Reader<Content> reader =
        new LogLines.Reader<>() {
          @Override
          public Content read(String line) {
            return Content.of(line, meanings);
          }

          @Override
          public Content behind(String before, Content rest) {
            return rest.behind(before);
          }
        };
    // Where nothing precedes the messages of a log, there is one writer, and one pass is enough.
    LoadGrouping bare = new LoadGrouping();
    boolean[] named = new boolean[1];
    int[] bareLines = new int[1];
    lines =
        LogLines.read(
            bytes,
            WORDS,
            reader,
            (line, offset, content) -> {
              if (content.heard().isEmpty()) {
                see(line, content);
              }
              if (!named[0] && content.isNamed()) {
                named[0] = true;
                // More than once is all that counts.
                for (int i = 0; i < Math.min(2, bareLines[0]); i++) {
                  writers.see("");
                }
              }
              if (!named[0]) {
                bareLines[0] += content.heard().isEmpty() ? 0 : 1;
                take(line, offset, content, before -> "", bare);
              } else if (!content.heard().isEmpty()) {
                writers.see(content.heard().getFirst().before());
              }
            },
            progress);
    LoadGrouping threads = named[0] ? new LoadGrouping() : bare;
    if (named[0]) {
      lines.visit(
          LoaderLog.WORDS,
          reader,
          (line, offset, content) -> take(line, offset, content, writers::writer, threads),
          progress);
    }
    loads = threads.finish();
    unread = threads.unread();
    runtimeAnswers = threads.answers();
  }

  /**
   * A message of a line.
   *
   * @param before the text before it
   */
  private record Heard(String before, Meaning meaning) {}

  /**
   * The messages and errors in a line.
   *
   * @param before the text before a runtime's answer
   */
  private record Content(
      List<Heard> heard, Optional<RuntimeAnswer> answer, String before, Optional<HipError> error) {
    static Content of(String text, Memo<Meaning> meanings) {
      List<Message> messages = LogMessages.of(text);
      if (!messages.isEmpty()) {
        List<Heard> heard = new ArrayList<>();
        messages.forEach(each -> heard.add(new Heard(each.before(), meanings.of(each.text()))));
        return new Content(List.copyOf(heard), Optional.empty(), "", Optional.empty());
      }
      String plain = LogMessages.plain(text);
      RuntimeWording.Found found = RuntimeWording.in(plain);
      return found == null
          ? new Content(List.of(), Optional.empty(), "", HipError.in(text))
          : new Content(
              List.of(),
              Optional.of(RuntimeAnswer.of(found)),
              plain.substring(0, found.parts().start()),
              Optional.empty());
    }

    /** Adds text before messages. */
    Content behind(String text) {
      List<Heard> behind = new ArrayList<>(heard.size());
      heard.forEach(each -> behind.add(new Heard(text, each.meaning())));
      return new Content(behind, answer, before, error);
    }

    boolean isNamed() {
      return !heard.isEmpty() && !heard.getFirst().before().isEmpty();
    }
  }

  private void see(int line, Content content) {
    if (content.answer().isPresent()) {
      runtime.add(line);
    } else if (content.error().isPresent()) {
      errors.add(line);
      hipErrors.add(content.error().get());
    }
  }

  private static void take(
      int line, long offset, Content content, UnaryOperator<String> writers, LoadGrouping threads) {
    if (content.answer().isPresent()) {
      threads.answer(writers.apply(content.before()), line, content.answer().get());
    }
    String writer = null;
    for (int i = 0; i < content.heard().size(); i++) {
      Heard heard = content.heard().get(i);
      writer = writer == null ? writers.apply(heard.before()) : writer;
      threads.take(writer, new LoadTable.Start(line, offset, i), heard.meaning());
    }
  }

  private static List<String> words() {
    List<String> words = new ArrayList<>(LoaderLog.WORDS);
    words.addAll(HipError.WORDS);
    return List.copyOf(words);
  }

  /** How many lines there are. */
  public int lineCount() {
    return lines.count();
  }

  /**
   * A line by its number, from 1.
   *
   * @throws FormatException if the file has changed
   */
  public Line line(int number) throws FormatException {
    String text = lines.text(number);
    return new Line(number, LogMessages.plain(text), kind(number, text));
  }

  /**
   * Where a line is in the file.
   *
   * @throws FormatException if the file has changed
   */
  public ByteRange range(int number) throws FormatException {
    return lines.range(number);
  }

  /**
   * The number of the line that a byte belongs to; 0 if there are no lines.
   *
   * @throws FormatException if the file has changed
   */
  public int lineAt(long offset) throws FormatException {
    return lines.lineAt(offset);
  }

  /**
   * Returns the kind of a line.
   *
   * @throws FormatException if the file has changed
   */
  public Kind kind(int number) throws FormatException {
    return kind(number, lines.text(number));
  }

  private Kind kind(int number, String text) {
    if (unread.find(number) >= 0) {
      return Kind.UNREAD;
    }
    if (!LogMessages.of(text).isEmpty()) {
      return Kind.STEP;
    }
    if (runtime.find(number) >= 0) {
      return Kind.RUNTIME;
    }
    return errors.find(number) >= 0 ? Kind.HIP_ERROR : Kind.OTHER;
  }

  /** All lines, read on access; an {@link UncheckedIOException} where the file has changed. */
  public List<Line> lines() {
    return new LazyList<>(lineCount(), index -> line(index + 1));
  }

  /** A loader's lines that are cut off or in unknown words, read on access. */
  public List<Line> unreadLines() {
    return new LazyList<>(unread.size(), index -> line((int) unread.get(index)));
  }

  /** The lines that name a {@link HipError}, read on access. */
  public List<Line> errorLines() {
    return new LazyList<>(errors.size(), index -> line((int) errors.get(index)));
  }

  /** The HIP errors that programs named in it, each once, in their order in the log. */
  public List<HipError> hipErrors() {
    return List.copyOf(hipErrors);
  }

  /** The lines in which a runtime reports the result of a loader, read on access. */
  public List<Line> runtimeLines() {
    return new LazyList<>(runtime.size(), index -> line((int) runtime.get(index)));
  }

  /** Returns reports of runtimes that belong to no load, each once, in their order in the log. */
  public List<RuntimeAnswer> runtimeAnswers() {
    return List.copyOf(runtimeAnswers);
  }

  /** Summaries of its loads, in the order of their first lines. */
  public List<LoadSummary> loads() {
    return new LazyList<>(loads.size(), load -> loads.load(load).summary());
  }

  /** Returns a number that a load has in common with those that went alike, step by step. */
  public int likeness(int load) {
    return loads.kindNumber(load);
  }

  /** The loads with their steps, read on access; files of this machine have their places. */
  public List<LogTrace> traces() {
    return new LazyList<>(loads.size(), index -> trace(index, DebugLog::here));
  }

  /**
   * A load with its steps.
   *
   * @param load its number among {@link #loads}, from 0
   * @param places where the file of a path is available; null for one that is not
   * @throws FormatException if the file has changed
   */
  public LogTrace trace(int load, Function<String, @Nullable Place> places) throws FormatException {
    OpenLoad whole = OpenLoad.whole(places);
    LoadTable.Load found = loads.load(load);
    LoadTable.Start environment = found.environment();
    if (environment != null) {
      messages(
          environment,
          (at, text) -> {
            if (LogWording.step(text) instanceof Step.EnvironmentRead read) {
              whole.environment(at, read);
            }
            return false;
          });
    }
    int[] chosen = found.messages();
    int[] passed = {0, 0};
    int count = found.kind().messages();
    messages(
        found.first(),
        (at, text) -> {
          int message = passed[0]++;
          if (chosen != null && chosen[passed[1]] != message) {
            return true;
          }
          String architecture = LoaderWording.architecture(text);
          Step step = LogWording.step(text);
          if (architecture != null) {
            whole.list(message, at, architecture);
          } else if (step != null && !(step instanceof Step.EnvironmentRead)) {
            whole.add(message, at, step);
          }
          return ++passed[1] < count;
        });
    return whole.trace(found.kind().certain());
  }

  private void messages(LoadTable.Start start, BiPredicate<LoadTable.Start, String> search)
      throws FormatException {
    lines.search(
        start.line(),
        start.offset(),
        LoaderLog.WORDS,
        (line, text) -> {
          List<Message> all = LogMessages.of(text);
          for (int i = line == start.line() ? start.inLine() : 0; i < all.size(); i++) {
            if (!search.test(new LoadTable.Start(line, start.offset(), i), all.get(i).text())) {
              return false;
            }
          }
          return true;
        });
  }

  /** Where the file of a path of this machine is; null if there is none. */
  public static @Nullable Place here(String path) {
    try {
      Path file = Path.of(path);
      return file.isAbsolute() && Files.isRegularFile(file) ? new Place.File(file) : null;
    } catch (InvalidPathException ofAnotherSystem) {
      return null;
    }
  }

  /** The lines that a loader would have written for a trace, with their prefix. */
  public static List<String> write(List<Step> trace) {
    List<String> lines = new ArrayList<>();
    for (Step step : trace) {
      if (isWritten(step)) {
        lines.add(LogMessages.PREFIX + StepText.of(debugging(step)));
      }
      if (step instanceof Step.ArchiveOpened opened) {
        for (String name : opened.architectures()) {
          lines.add(LogMessages.PREFIX + "  architecture: " + name);
        }
      }
    }
    return lines;
  }

  /** Loaders write lines only where the variable is on. */
  private static Step debugging(Step step) {
    return step instanceof Step.EnvironmentRead read
        ? new Step.EnvironmentRead(read.disabled(), true, read.overridePaths(), read.prefixPaths())
        : step;
  }

  private static boolean isWritten(Step step) {
    return switch (step) {
      case Step.Noted noted -> false;
      case Step.KeyAsked asked -> false;
      case Step.TargetsReplaced replaced -> false;
      case Step.ManifestRead read -> false;
      case Step.ArchitectureNotListed not -> false;
      case Step.KeyLookedUp looked -> false;
      case Step.EmbeddedFound found -> false;
      default -> true;
    };
  }

  /**
   * The summary of a load in a log: what lists of loads show. Immutable.
   *
   * @param writer what precedes its lines, but for times and counters: a process, a rank; mostly
   *     empty
   * @param firstLine the number of its first line, from 1
   * @param lastLine the number of its last line
   * @param key the key that was looked up; null if the log begins later
   * @param target the target that was requested first; null if the log has none
   * @param outcome how it ended; null if the log does not say
   * @param failureLine the line where it went wrong; 0 if it did not fail
   * @param certain whether all lines surely belong to it: threads write between one another
   * @param answerLine the line in which the runtime reports its outcome; 0 if there is none
   */
  public record LoadSummary(
      String writer,
      int firstLine,
      int lastLine,
      @Nullable String key,
      @Nullable String target,
      @Nullable LoaderError outcome,
      int failureLine,
      boolean certain,
      int answerLine) {

    /** Whether it found code. */
    public boolean succeeded() {
      return outcome == LoaderError.SUCCESS;
    }

    /** Whether it surely found none; what was cut off may have. */
    public boolean failed() {
      return outcome != null && outcome != LoaderError.SUCCESS;
    }

    /** How it ended, in words. */
    public String outcomeWords() {
      return outcome == null ? "cut off" : succeeded() ? "found" : "error " + outcome;
    }
  }

  /**
   * A runtime's message about a loader's answer, or about a device without code, without the
   * loader's own prefix (loader.md, "The debug log in the field"). Immutable.
   *
   * @param number the loader's error; 0 if the line names none
   * @param target the device's target, with colons; empty if the line does not say
   * @param binary the binary; empty if the line does not say
   * @param detail a device and HIP's error, or the value of a variable; empty if there is none
   */
  public record RuntimeAnswer(
      RuntimeWording wording, int number, String target, String binary, String detail) {
    /** The subject of a line. */
    public static Optional<RuntimeAnswer> in(String line) {
      RuntimeWording.Found found = RuntimeWording.in(line);
      return found == null ? Optional.empty() : Optional.of(of(found));
    }

    static RuntimeAnswer of(RuntimeWording.Found found) {
      RuntimeWording wording = found.wording();
      MatchResult m = found.parts();
      return switch (wording) {
        case DEVICE -> of(wording, m.group(2), m.group(1), m.group(3), "");
        case NO_DEVICE -> of(wording, "0", "", m.group(1), "");
        case CALL -> of(wording, m.group(1), "", "", "");
        case DEVICE_NOT_ADDED ->
            of(
                wording,
                "0",
                m.group(1) == null ? "" : m.group(1),
                "",
                "device %s, HIP error %s".formatted(m.group(2), HipError.words(m.group(3))));
        case SWITCHED_OFF -> of(wording, "0", "", "", "");
        case DEVICE_SKIPPED -> of(wording, "0", m.group(2), "", m.group(1));
        case NO_CODE -> of(wording, "0", m.group(1), "", m.group(2));
      };
    }

    private static RuntimeAnswer of(
        RuntimeWording wording, String number, String target, String binary, String detail) {
      return new RuntimeAnswer(
          wording,
          Integer.parseInt(number),
          target.isEmpty() ? "" : GpuTarget.lenient(target).toString(),
          binary.strip(),
          detail);
    }

    /** The loader's error; null for a number that no loader answers, and where there is none. */
    public @Nullable LoaderError error() {
      return number > 0 && number < LoaderError.values().length ? LoaderError.of(number) : null;
    }

    /** Whether a load that ended so can be what it reports. */
    boolean isOf(LoaderError outcome) {
      return switch (wording) {
        case DEVICE, CALL -> outcome == error();
        case NO_DEVICE, DEVICE_SKIPPED, NO_CODE -> outcome != LoaderError.SUCCESS;
        case DEVICE_NOT_ADDED -> outcome == LoaderError.SUCCESS;
        case SWITCHED_OFF -> false;
      };
    }

    /**
     * Whether it can be about a device of this target. Advice about builds may leave out features.
     */
    boolean isFor(@Nullable String asked) {
      if (asked == null || target.isEmpty()) {
        return true;
      }
      GpuTarget device = GpuTarget.lenient(asked);
      boolean advice =
          wording == RuntimeWording.DEVICE_SKIPPED || wording == RuntimeWording.NO_CODE;
      return (advice ? device.bare() : device).toString().equals(target)
          || device.toString().equals(target);
    }

    /** Returns the meaning of the message, in a sentence. */
    public String meaning() {
      return switch (wording) {
        case DEVICE, CALL -> {
          LoaderError error = error();
          yield "The loader returned error %s%s%s."
              .formatted(
                  error == null ? number + ", which no known loader returns" : error.toString(),
                  target.isEmpty() ? "" : " for " + target,
                  binary.isEmpty() ? "" : ", requested by " + binary);
        }
        case NO_DEVICE -> "No device got code from %s.".formatted(binary);
        case DEVICE_NOT_ADDED ->
            "The loader found code%s, and the runtime refused it (%s)."
                .formatted(target.isEmpty() ? "" : " for " + target, detail);
        case SWITCHED_OFF ->
            "The runtime was built without support for archives (ROCM_KPACK_ENABLED=OFF), so the"
                + " binary's wrappers get no code.";
        case DEVICE_SKIPPED ->
            "The runtime skips a device of %s, for which it found no code.".formatted(target);
        case NO_CODE -> "There is no code for %s.".formatted(target);
      };
    }

    /** How to find out more. */
    public String advice() {
      return switch (wording) {
        case SWITCHED_OFF -> "Use a runtime that supports archives, or the fat binary.";
        case DEVICE_SKIPPED, NO_CODE ->
            ("Fat binaries: build for %s, too. Archives: kpack-workbench resolve BINARY --target"
                    + " %s shows which step fails.")
                .formatted(target, target);
        case DEVICE_NOT_ADDED ->
            "kpack-workbench resolve BINARY --target %s shows the code object and why runtimes refuse it."
                .formatted(target.isEmpty() ? "GPU" : target);
        default ->
            binary.isEmpty()
                ? "Run the program with ROCM_KPACK_DEBUG=1: the loader's lines say which binary it was, and why."
                : "kpack-workbench resolve %s --target %s shows which step fails."
                    .formatted(ShellText.file(binary), target.isEmpty() ? "GPU" : target);
      };
    }
  }
}
