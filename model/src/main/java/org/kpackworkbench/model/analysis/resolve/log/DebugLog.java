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
import java.util.function.Function;
import java.util.regex.MatchResult;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.HipError;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.StepText;
import org.kpackworkbench.model.analysis.resolve.log.LoadGrouping.LogWording;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.LazyList;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.log.LoaderLog;
import org.kpackworkbench.model.format.log.LoaderWording;
import org.kpackworkbench.model.format.log.LogLines;
import org.kpackworkbench.model.format.log.LogMessages;
import org.kpackworkbench.model.format.log.LogMessages.Message;
import org.kpackworkbench.model.format.log.LogWriters;
import org.kpackworkbench.model.format.log.Memo;
import org.kpackworkbench.model.format.log.Numbers;
import org.kpackworkbench.model.format.log.RuntimeWording;

/**
 * The debug log of a loader ({@code ROCM_KPACK_DEBUG}), read back into traces (loader.md, "The
 * debug log in the field"). Nothing is an error: whatever else is in the log is kept as lines.
 *
 * <p>Immutable; safe for use by many threads. Lines and traces are read from the bytes on demand:
 * what is kept of other programs' lines is nearly nothing, of a loader's 20 bytes each.
 */
public final class DebugLog {
  /** What to do to get the lines of a loader. */
  public static final String HOW_TO_GET =
      "Run the program with ROCM_KPACK_DEBUG=1 and save its standard error.";

  private static final List<String> WORDS = words();

  /** Further ones are not listed; their lines are kept. */
  private static final int MOST_ANSWERS = 1000;

  private final LogLines lines;
  private final List<LoadGrouping.Ended> loads;
  private final Numbers messageLines;
  private final Numbers messageOffsets;
  private final Numbers unread;
  private final Numbers errors;
  private final Set<HipError> hipErrors = new LinkedHashSet<>();
  private final Numbers runtime;
  private final Set<RuntimeAnswer> runtimeAnswers = new LinkedHashSet<>();

  /**
   * A line of a log.
   *
   * @param number from 1
   * @param text as stored, without colours
   * @param kind whose it is
   */
  public record Line(int number, String text, Kind kind) {}

  /** Whose a line is. */
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
    messageLines = new Numbers();
    messageOffsets = new Numbers();
    unread = new Numbers();
    errors = new Numbers();
    runtime = new Numbers();
    LogWriters writers = new LogWriters();
    Memo<Content> contents = new Memo<>(Content::of);
    lines =
        LogLines.read(
            bytes, WORDS, (line, at, text) -> see(line, at, contents.of(text), writers), progress);
    LoadGrouping threads = new LoadGrouping();
    if (messageLines.size() > 0) {
      int[] next = {0};
      lines.visit(
          LoaderLog.WORDS,
          (line, at, text) -> next[0] = take(line, contents.of(text), next[0], writers, threads),
          progress);
    }
    loads = threads.finish();
    messageLines.trim();
    messageOffsets.trim();
  }

  /** The messages and errors in a line. */
  private record Content(
      List<Message> messages, Optional<RuntimeAnswer> answer, Optional<HipError> error) {
    static Content of(String text) {
      List<Message> messages = LogMessages.of(text);
      Optional<RuntimeAnswer> answer =
          messages.isEmpty() ? RuntimeAnswer.in(LogMessages.plain(text)) : Optional.empty();
      boolean other = messages.isEmpty() && answer.isEmpty();
      return new Content(messages, answer, other ? HipError.in(text) : Optional.empty());
    }
  }

  private void see(int line, long offset, Content content, LogWriters writers) {
    for (int i = 0; i < content.messages().size(); i++) {
      messageLines.add(line);
      messageOffsets.add(offset);
    }
    if (!content.messages().isEmpty()) {
      writers.see(content.messages().getFirst().before());
    } else if (content.answer().isPresent()) {
      runtime.add(line);
      if (runtimeAnswers.size() < MOST_ANSWERS) {
        runtimeAnswers.add(content.answer().get());
      }
    } else if (content.error().isPresent()) {
      errors.add(line);
      hipErrors.add(content.error().get());
    }
  }

  /** Takes the messages of a line; the number of the next one. */
  private int take(int line, Content content, int first, LogWriters writers, LoadGrouping threads) {
    int next = first;
    String writer = null;
    for (Message message : content.messages()) {
      writer = writer == null ? writers.writer(message.before()) : writer;
      if (!threads.take(writer, next, line, message.text()) && unread.last() != line) {
        unread.add(line);
      }
      next++;
    }
    return next;
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
    return new Line(number, LogMessages.plain(lines.text(number)), kind(number));
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

  /** Whose a line is. */
  public Kind kind(int number) {
    if (unread.find(number) >= 0) {
      return Kind.UNREAD;
    }
    if (messageLines.find(number) >= 0) {
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

  /** The results of loaders that runtimes reported, each once, in their order in the log. */
  public List<RuntimeAnswer> runtimeAnswers() {
    return List.copyOf(runtimeAnswers);
  }

  /** Summaries of its loads, in the order of their first lines. */
  public List<LoadSummary> loads() {
    return new LazyList<>(loads.size(), index -> loads.get(index).load());
  }

  /** Whether a load went as the one before it did, step by step; both by number, from 0. */
  public boolean isLikeBefore(int load) {
    return load > 0 && loads.get(load).isLike(loads.get(load - 1));
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
    LoadGrouping.Ended ended = loads.get(load);
    OpenLoad whole = OpenLoad.whole(places);
    for (int i = 0; i < ended.messages().count(); i++) {
      int message = ended.messages().get(i);
      int line = (int) messageLines.get(message);
      String text = message(message);
      String architecture = LoaderWording.architecture(text);
      Step step = LogWording.step(text);
      if (architecture != null) {
        whole.list(message, line, architecture);
      } else if (step instanceof Step.EnvironmentRead environment) {
        whole.environment(message, line, environment);
      } else if (step != null) {
        whole.add(message, line, step);
      }
    }
    return whole.trace(ended.load().certain());
  }

  private String message(int number) throws FormatException {
    int inLine = 0;
    while (number - inLine > 0
        && messageLines.get(number - inLine - 1) == messageLines.get(number)) {
      inLine++;
    }
    List<Message> all = LogMessages.of(lines.textAt(messageOffsets.get(number)));
    return inLine < all.size() ? all.get(inLine).text() : "";
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
        lines.add(LogMessages.PREFIX + StepText.of(step));
      }
      if (step instanceof Step.ArchiveOpened opened) {
        for (String name : opened.architectures()) {
          lines.add(LogMessages.PREFIX + "  architecture: " + name);
        }
      }
    }
    return lines;
  }

  private static boolean isWritten(Step step) {
    return switch (step) {
      case Step.Noted noted -> false;
      case Step.TargetsReplaced replaced -> false;
      case Step.ManifestRead read -> false;
      case Step.ArchitectureNotListed not -> false;
      case Step.KeyLookedUp looked -> false;
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
   */
  public record LoadSummary(
      String writer,
      int firstLine,
      int lastLine,
      @Nullable String key,
      @Nullable String target,
      @Nullable LoaderError outcome,
      int failureLine,
      boolean certain) {

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
   * What a runtime prints of a loader's answer, without the loader's own prefix (loader.md, "The
   * debug log in the field"). Immutable.
   *
   * @param number the loader's error; 0 if the line is about all devices
   * @param target the device's target, with colons; empty if the line does not say
   * @param binary the binary; empty if the line does not say
   */
  public record RuntimeAnswer(int number, String target, String binary) {
    /** The subject of a line. */
    public static Optional<RuntimeAnswer> in(String line) {
      RuntimeWording.Found found = RuntimeWording.in(line);
      return found == null ? Optional.empty() : Optional.of(of(found.wording(), found.parts()));
    }

    private static RuntimeAnswer of(RuntimeWording wording, MatchResult parts) {
      return switch (wording) {
        case DEVICE ->
            new RuntimeAnswer(
                Integer.parseInt(parts.group(2)),
                GpuTarget.lenient(parts.group(1)).toString(),
                parts.group(3).strip());
        case NO_DEVICE -> new RuntimeAnswer(0, "", parts.group(1).strip());
        case CALL -> new RuntimeAnswer(Integer.parseInt(parts.group(1)), "", "");
      };
    }

    /** The loader's error; null for a number that no loader answers, and for all devices. */
    public @Nullable LoaderError error() {
      return number > 0 && number < LoaderError.values().length ? LoaderError.of(number) : null;
    }

    /** What it says, in a sentence. */
    public String meaning() {
      if (number == 0) {
        return "No device got code from %s.".formatted(binary);
      }
      LoaderError error = error();
      return "The loader returned error %s%s%s."
          .formatted(
              error == null ? number + ", which no known loader returns" : error.toString(),
              target.isEmpty() ? "" : " for " + target,
              binary.isEmpty() ? "" : ", requested by " + binary);
    }

    /** How to find out more. */
    public String advice() {
      return binary.isEmpty()
          ? "Run the program with ROCM_KPACK_DEBUG=1: the loader's lines say which binary it was, and why."
          : "kpack-workbench resolve %s --target %s shows which step fails."
              .formatted(binary, target.isEmpty() ? "GPU" : target);
    }
  }
}
