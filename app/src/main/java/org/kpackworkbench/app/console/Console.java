package org.kpackworkbench.app.console;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Set;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.text.SafeText;

/**
 * Where a command writes: data to standard output, everything else to standard error. Nothing else
 * in the program touches those streams.
 *
 * <p>Not safe for use by several threads, but for {@link #progress}.
 */
public final class Console {
  private static final String NAME = "kpack-workbench";

  private final DataStream out;
  private final Charset charset;
  private final PrintStream err;
  private final boolean terminal;
  private final TerminalProgress progress;

  /**
   * A console on streams of one's own.
   *
   * @param terminal whether somebody watches {@code err}, who wants to see progress
   */
  public Console(OutputStream out, OutputStream err, boolean terminal) {
    this(out, err, StandardCharsets.UTF_8, terminal);
  }

  private Console(OutputStream out, OutputStream err, Charset charset, boolean terminal) {
    this.out = new DataStream(new BufferedOutputStream(out, 1 << 16));
    this.err = new PrintStream(err, true, charset);
    this.charset = charset;
    this.terminal = terminal;
    this.progress = new TerminalProgress(this.err, System::nanoTime);
  }

  /** The process's own streams. */
  public static Console system() {
    return new Console(
        new FileOutputStream(FileDescriptor.out),
        new FileOutputStream(FileDescriptor.err),
        systemCharset(),
        errIsTerminal());
  }

  private static boolean isWindows() {
    return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
  }

  /** UTF-8 whatever the locale says, as names in archives are; Windows consoles want their own. */
  private static Charset systemCharset() {
    String named = System.getProperty("stdout.encoding");
    return isWindows() && named != null ? Charset.forName(named) : StandardCharsets.UTF_8;
  }

  private static boolean errIsTerminal() {
    try {
      // Java knows only of standard input and output together.
      Path err = Path.of("/proc/self/fd/2").toRealPath();
      return err.startsWith("/dev/pts") || err.startsWith("/dev/tty");
    } catch (IOException notLinux) {
      java.io.Console console = Files.exists(Path.of("/proc")) ? null : System.console();
      return console != null && console.isTerminal();
    }
  }

  /** Standard output for text. */
  public TextOut text() {
    return new TextOut(out, charset);
  }

  /** Standard output for JSON, which is UTF-8. */
  public JsonOut json() {
    return new JsonOut(out);
  }

  /** The charset of text. */
  public Charset charset() {
    return charset;
  }

  /** Standard output as bytes. */
  public OutputStream data() {
    return out;
  }

  /** Whether anything went to standard output. */
  public boolean wroteData() {
    return out.used;
  }

  /** Standard error, for usage texts; messages go through {@link #error}. */
  public PrintStream err() {
    progress.clear();
    return err;
  }

  /** Says what went wrong, in one line. */
  public void error(String message) {
    err().println(NAME + ": " + SafeText.of(message));
  }

  /** Shows where in the program an error comes from; messages, too, may be text from files. */
  public void trace(Throwable failure) {
    trace("", failure, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private void trace(String relation, Throwable failure, Set<Throwable> seen) {
    if (!seen.add(failure)) {
      return;
    }
    note(relation + failure);
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

  /** Says something that is not wrong, in one line. */
  public void note(String message) {
    err().println(SafeText.of(message));
  }

  /** A line of progress, where somebody watches; else nothing. */
  public Progress progress() {
    return terminal ? progress : Progress.NONE;
  }

  /** Writes out what is buffered. */
  public void flush() throws IOException {
    progress.clear();
    out.flush();
    err.flush();
  }

  /** Standard output failed: who reads it has gone, or the disk is full. */
  public static final class OutputFailure extends IOException {
    private static final long serialVersionUID = 1L;

    OutputFailure(IOException cause) {
      super(cause.getMessage(), cause);
    }

    /** Whether it is only that nobody reads any more, as after {@code | head}. */
    public boolean nobodyReads() {
      String message = String.valueOf(getMessage()).toLowerCase(Locale.ROOT);
      return message.contains("broken pipe") || message.contains("pipe is being closed");
    }
  }

  /** Tells failures of standard output from those of other files. */
  private static final class DataStream extends OutputStream {
    private final OutputStream out;
    private boolean used;

    DataStream(OutputStream out) {
      this.out = out;
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
}
