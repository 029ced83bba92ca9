package org.kpackworkbench.app.console;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextOut;
import org.kpackworkbench.model.base.text.SafeText;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * The input and output of a command: data goes to standard output, everything else to standard
 * error. Nothing else in the program touches those streams.
 *
 * <p>Not safe for use by several threads, but for {@link #progress}.
 */
public final class Console {
  private static final String NAME = "kpack-workbench";

  private final DataStream out;
  private final Charset charset;
  private final PrintStream err;
  private final boolean terminal;
  private final Width width;
  private final TerminalProgress progress;
  private final Map<String, String> names = new LinkedHashMap<>();
  private final Map<String, String> typed = new LinkedHashMap<>();
  private InputStream in = InputStream.nullInputStream();
  private boolean quiet;
  private boolean parts;
  private boolean verbose;
  private boolean textToErr;
  private final List<OperationNote> findings = new ArrayList<>();
  private Late late = List::of;

  /** Findings that only the end of a command's work shows. */
  public interface Late {
    /** Returns the findings. */
    List<OperationNote> get() throws IOException;
  }

  /**
   * A console on streams of one's own, with nothing to read.
   *
   * @param terminal whether {@code err} is a terminal, which shows progress
   */
  public Console(OutputStream out, OutputStream err, boolean terminal) {
    this(out, err, terminal, 0);
  }

  /**
   * Creates a console of a known width.
   *
   * @param columns how many characters fit a line; 0 if that is not known
   */
  public Console(OutputStream out, OutputStream err, boolean terminal, int columns) {
    this(
        out,
        err,
        StandardCharsets.UTF_8,
        new Terminals(terminal, terminal),
        new Width(() -> columns),
        System::nanoTime);
  }

  /**
   * Which streams are terminals.
   *
   * @param out standard output
   * @param err standard error
   */
  record Terminals(boolean out, boolean err) {}

  Console(
      OutputStream out,
      OutputStream err,
      Charset charset,
      Terminals terminals,
      Width width,
      LongSupplier nanoClock) {
    this.err = new PrintStream(err, true, charset);
    this.charset = charset;
    this.terminal = terminals.err();
    this.width = width;
    this.progress = new TerminalProgress(this.err, nanoClock, width);
    this.out = new DataStream(new BufferedOutputStream(watched(out, terminals), 1 << 16));
  }

  /**
   * On a terminal, data never begins on the line of progress: that is taken away first. What is
   * written may end within a line, which progress would overwrite, so there is none after it.
   */
  private OutputStream watched(OutputStream raw, Terminals terminals) {
    if (!terminals.out() || !terminals.err()) {
      return raw;
    }
    return new FilterOutputStream(raw) {
      @Override
      public void write(int b) throws IOException {
        progress.end();
        out.write(b);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        progress.end();
        out.write(bytes, offset, length);
      }
    };
  }

  /** The process's own streams. */
  public static Console system() {
    boolean out = isTerminal(1);
    return new Console(
            new FileOutputStream(FileDescriptor.out),
            new FileOutputStream(FileDescriptor.err),
            systemCharset(),
            new Terminals(out, isTerminal(2)),
            Width.ofSystem(out),
            System::nanoTime)
        .reading(System.in);
  }

  /** Sets the input stream. */
  public Console reading(InputStream input) {
    in = input;
    return this;
  }

  /** Standard input. */
  public InputStream input() {
    return in;
  }

  private static boolean isWindows() {
    return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
  }

  /**
   * UTF-8 whatever the locale says, as names in archives are; Windows consoles need their own
   * encoding.
   */
  private static Charset systemCharset() {
    String named = System.getProperty("stdout.encoding");
    return isWindows() && named != null ? Charset.forName(named) : StandardCharsets.UTF_8;
  }

  private static boolean isTerminal(int descriptor) {
    try {
      // Java knows only of standard input and output together.
      Path real = Path.of("/proc/self/fd/" + descriptor).toRealPath();
      return real.startsWith("/dev/pts") || real.startsWith("/dev/tty");
    } catch (IOException notLinux) {
      java.io.Console console = Files.exists(Path.of("/proc")) ? null : System.console();
      return console != null && console.isTerminal();
    }
  }

  /** Standard output for text. */
  public TextOut text() {
    if (!textToErr) {
      return new TextOut(out, charset, width::columns, text -> renamed(text, names));
    }
    OutputStream said = err();
    for (Map.Entry<String, String> each : names.entrySet()) {
      said = new RenamingStream(said, each.getKey(), each.getValue());
    }
    return new TextOut(said, charset, width::columns, text -> renamed(text, names));
  }

  /** Standard output for JSON, which is UTF-8. */
  public JsonOut json() {
    return JsonOut.document(out, this::describeFindings);
  }

  /** Standard output for many JSON documents, a line each. */
  public JsonOut jsonLines() {
    return JsonOut.lines(out, this::describeFindings);
  }

  /** Adds findings, with which JSON ends. */
  public void found(List<OperationNote> more) {
    findings.addAll(more);
  }

  /** Prints a note about a file, which is a finding as well. */
  public void note(OperationNote note) {
    findings.add(note);
    note(note.message());
  }

  /** Prints an error about a file, which is a finding as well. */
  public void error(OperationNote error, String words) {
    findings.add(error);
    error(words);
  }

  /** Sets the source of more findings, which is called once, at the end. */
  public void askAtEnd(Late more) {
    late = more;
  }

  /** Returns what is found only now, at the end; JSON will not say it. */
  public List<OperationNote> takeLate() throws IOException {
    Late asked = late;
    late = List::of;
    return asked.get();
  }

  /** Returns all findings, at the end. */
  public List<OperationNote> findings() throws IOException {
    findings.addAll(takeLate());
    return List.copyOf(findings);
  }

  /** Describes all findings, at the end. */
  public void describeFindings(Taker<Facts> take) throws IOException {
    for (OperationNote each : findings()) {
      Facts row = new Facts();
      each.describe(row);
      take.take(row);
    }
  }

  /** The charset of text. */
  public Charset charset() {
    return charset;
  }

  /** Prints text to standard error from now on: standard output takes a file's bytes. */
  public void textToErr() {
    textToErr = true;
  }

  /** Standard output for bytes of a file, in which no name is changed; closing it flushes. */
  public OutputStream bytes() {
    return out.bytes();
  }

  /** Standard output for text that is encoded already. */
  public OutputStream data() {
    return out;
  }

  /** Whether anything went to standard output. */
  public boolean wroteData() {
    return out.used;
  }

  /** How many characters fit a line; 0 if that is not known, as of a pipe. */
  public int columns() {
    return width.columns();
  }

  /** Prints nothing but errors on standard error from now on. */
  public void beQuiet() {
    quiet = true;
  }

  /** Prints each of many notes of one kind from now on. */
  public void beVerbose() {
    verbose = true;
  }

  /** Whether each of many notes of one kind is to be said. */
  public boolean isVerbose() {
    return verbose;
  }

  /**
   * Calls a file otherwise than by its path in all that is said and printed.
   *
   * @param path the path, as text that occurs nowhere else
   */
  public void call(String path, String name) {
    names.put(path, name);
    out.call(path, name);
  }

  /**
   * Calls a file in messages as it was typed, where it prints otherwise.
   *
   * @param printed how it prints, as text that occurs nowhere else
   */
  public void callInMessages(String printed, String text) {
    typed.put(printed, text);
  }

  /** Whether a file is called otherwise than by its path: it represents what has no path. */
  public boolean isCalled(Path path) {
    return names.containsKey(path.toString());
  }

  private String named(String text) {
    return renamed(renamed(text, names), typed);
  }

  private static String renamed(String text, Map<String, String> names) {
    String renamed = text;
    for (Map.Entry<String, String> each : names.entrySet()) {
      renamed = renamed.replace(each.getKey(), each.getValue());
    }
    return renamed;
  }

  /** Standard error, for usage texts; messages go through {@link #error}. */
  public PrintStream err() {
    progress.clear();
    return err;
  }

  /** Prints an error in one line. */
  public void error(String message) {
    err().println(NAME + ": " + SafeText.of(named(message)));
  }

  /** Shows where in the program an error comes from; messages, too, may be text from files. */
  public void trace(Throwable failure) {
    trace("", failure, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private void trace(String relation, Throwable failure, Set<Throwable> seen) {
    if (!seen.add(failure)) {
      return;
    }
    say(relation + failure);
    for (StackTraceElement frame : failure.getStackTrace()) {
      err().println("\tat " + SafeText.of(frame.toString()));
    }
    for (Throwable suppressed : failure.getSuppressed()) {
      trace("Suppressed: ", suppressed, seen);
    }
    if (failure.getCause() != null) {
      trace("Caused by: ", failure.getCause(), seen);
    }
  }

  /** Prints a message that is no error, in one line. */
  public void note(String message) {
    if (!quiet) {
      say(message);
    }
  }

  private void say(String message) {
    err().println(SafeText.of(named(message)));
  }

  /** A line of progress on a terminal, else nothing is shown; cancelled after {@link #cancel}. */
  public Progress progress() {
    return parts || !terminal || quiet ? progress::cancelled : progress;
  }

  /**
   * Shows one total of several parts: what each of them reports by {@link #progress} does not show.
   *
   * @param what what is done with all
   * @param totalUnits how much all are
   * @return is advanced when parts are done
   */
  public Progress parts(String what, long totalUnits, Unit unit) {
    Progress whole = progress();
    whole.begin(what, totalUnits, unit);
    parts = true;
    return whole;
  }

  /** Ends the parts of {@link #parts}: later progress is none of them. */
  public void endParts() {
    parts = false;
  }

  /** Cancels all that goes on by {@link #progress}; any thread. */
  public void cancel() {
    progress.cancel();
  }

  /** Writes out what is buffered. */
  public void flush() throws IOException {
    progress.clear();
    out.flush();
    err.flush();
  }

  /** Standard output failed: its reader has ended, or the disk is full. */
  public static final class OutputFailure extends IOException {
    private static final long serialVersionUID = 1L;

    OutputFailure(IOException cause) {
      super(cause.getMessage(), cause);
    }

    /** Whether only the reader is gone, as after {@code | head}. */
    public boolean nobodyReads() {
      String message = String.valueOf(getMessage()).toLowerCase(Locale.ROOT);
      return message.contains("broken pipe") || message.contains("pipe is being closed");
    }
  }

  /** Distinguishes failures of standard output from those of other files, and names files. */
  private static final class DataStream extends OutputStream {
    private final OutputStream all;
    private OutputStream out;
    private boolean used;

    DataStream(OutputStream out) {
      this.all = out;
      this.out = out;
    }

    /**
     * Returns the stream without replacement of names, which would be searched for in every byte.
     */
    DataStream bytes() {
      used = true;
      return new DataStream(all);
    }

    void call(String path, String name) {
      out = new RenamingStream(out, path, name);
    }

    @Override
    public void write(int b) throws IOException {
      used = true;
      try {
        out.write(b);
      } catch (IOException failure) {
        throw new OutputFailure(failure);
      }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      used |= length > 0;
      try {
        out.write(bytes, offset, length);
      } catch (IOException failure) {
        throw new OutputFailure(failure);
      }
    }

    @Override
    public void flush() throws IOException {
      try {
        out.flush();
      } catch (IOException failure) {
        throw new OutputFailure(failure);
      }
    }
  }

  /** Writes a name wherever a path comes by. The path's first byte occurs in it many times. */
  private static final class RenamingStream extends FilterOutputStream {
    private final byte[] path;
    private final byte[] name;
    private int matched;

    RenamingStream(OutputStream out, String path, String name) {
      super(out);
      this.path = path.getBytes(StandardCharsets.UTF_8);
      this.name = name.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void write(int b) throws IOException {
      while (matched > 0 && (byte) b != path[matched]) {
        shorten();
      }
      if ((byte) b != path[matched]) {
        out.write(b);
      } else if (++matched == path.length) {
        out.write(name);
        matched = 0;
      }
    }

    /** Gives up the longest beginning of the path that cannot be one any more. */
    private void shorten() throws IOException {
      int gone = 1;
      while (!Arrays.equals(path, gone, matched, path, 0, matched - gone)) {
        gone++;
      }
      out.write(path, 0, gone);
      matched -= gone;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      for (int i = offset; i < offset + length; i++) {
        write(bytes[i]);
      }
    }

    @Override
    public void flush() throws IOException {
      out.write(path, 0, matched);
      matched = 0;
      out.flush();
    }
  }
}
