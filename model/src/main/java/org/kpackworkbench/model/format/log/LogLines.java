package org.kpackworkbench.model.format.log;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.Numbers;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Threads;
import org.kpackworkbench.model.base.job.Unit;

/**
 * The lines of a log, read from its bytes on demand. It keeps where every thirty-second line
 * begins, so a log of a gigabyte needs a few megabytes. Safe for use by many threads.
 *
 * <p>Lines end with a line feed; a carriage return before it is left out. A line is read up to its
 * first 64 KiB.
 */
public final class LogLines {
  private static final byte[] MESSAGE = LogMessages.PREFIX.getBytes(StandardCharsets.US_ASCII);
  private static final int STRIDE = 32;
  private static final int BATCH_LINES = 4096;
  private static final int SCAN_WINDOW_BYTES = 256 * 1024;
  private static final int READ_WINDOW_BYTES = 4 * 1024;

  private final ByteView bytes;
  private final LogEncoding encoding;
  private final Numbers starts = new Numbers();
  private int count;

  /** The lines that were read last: a reader of one line usually reads the next. */
  private volatile @Nullable Block read;

  private record Read(String text, ByteRange range) {}

  private record Block(int number, List<Read> lines) {}

  /**
   * Takes the lines that are worth a look.
   *
   * @param <T> what is read from a line
   */
  @FunctionalInterface
  public interface Visitor<T> {
    /**
     * @param number the line's number, from 1
     * @param offset where it begins, in bytes
     * @param read what was read from it
     */
    void line(int number, long offset, T read);
  }

  /**
   * Reads lines.
   *
   * @param <T> what is read from a line
   */
  public interface Reader<T> {
    /** Reads a line. */
    T read(String line);

    /**
     * Adds the text before a loader's first message to what was read from the rest of a line. Texts
     * with times differ from line to line, messages come again. Null where lines are read as a
     * whole.
     */
    default @Nullable T behind(String before, T rest) {
      return null;
    }
  }

  private LogLines(ByteView bytes, LogEncoding encoding) {
    this.bytes = bytes;
    this.encoding = encoding;
  }

  /**
   * Goes through all lines.
   *
   * @param words the visitor gets the lines that contain one of these; ASCII characters
   * @param reader reads a line; not called where an equal one came a short time ago
   * @throws FormatException if the file changes meanwhile
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static <T> LogLines read(
      ByteView bytes, List<String> words, Reader<T> reader, Visitor<T> visitor, Progress progress)
      throws FormatException {
    LogLines lines = new LogLines(bytes, LogEncoding.of(bytes));
    lines.count = lines.go(words, reader, visitor, progress, lines.starts);
    return lines;
  }

  /** Goes through all lines again, as {@link #read} does. */
  public <T> void visit(List<String> words, Reader<T> reader, Visitor<T> visitor, Progress progress)
      throws FormatException {
    go(words, reader, visitor, progress, null);
  }

  /** A line that a visitor gets. */
  private record Found<T>(int number, long offset, T read) {}

  /**
   * Lines one after another.
   *
   * @param passedBytes how many bytes were gone through for them
   * @param last whether no lines are left
   */
  private record Batch<T>(List<Found<T>> found, long passedBytes, boolean last) {}

  /** Goes through all lines; those of long logs are read by a thread ahead. */
  private <T> int go(
      List<String> words,
      Reader<T> reader,
      Visitor<T> visitor,
      Progress progress,
      @Nullable Numbers recorded)
      throws FormatException {
    Batches<T> batches = new Batches<>(words, reader, recorded);
    progress.begin("Reading " + bytes.name(), bytes.size(), Unit.BYTES);
    Batch<T> batch = batches.next();
    try (ExecutorService ahead =
        Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("log-reader").factory())) {
      while (!batch.last()) {
        Future<Batch<T>> next = ahead.submit(batches::next);
        visit(batch, visitor, progress);
        batch = Threads.get(next);
      }
    } catch (FormatException changed) {
      throw changed;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    visit(batch, visitor, progress);
    return batches.number;
  }

  private static <T> void visit(Batch<T> batch, Visitor<T> visitor, Progress progress) {
    for (Found<T> line : batch.found()) {
      visitor.line(line.number(), line.offset(), line.read());
    }
    progress.step(batch.passedBytes());
  }

  private final class Batches<T> {
    private final LineScanner scanner = scanner(encoding.startBytes(), SCAN_WINDOW_BYTES);
    private final Reader<T> reader;
    private final LineScanner.Known<T> known;

    /** Lines without the text before their messages. */
    private final LineScanner.Known<T> rest;

    private final Needles needles;
    private final @Nullable Numbers recorded;
    private int number;
    private long passedBytes;

    Batches(List<String> words, Reader<T> reader, @Nullable Numbers recorded) {
      this.reader = reader;
      this.known = new LineScanner.Known<>(reader::read);
      this.rest = new LineScanner.Known<>(reader::read);
      this.needles = new Needles(words);
      this.recorded = recorded;
    }

    Batch<T> next() throws FormatException {
      List<Found<T>> found = new ArrayList<>();
      boolean last = false;
      for (int i = 0; i < BATCH_LINES && !last; i++) {
        T read = known.next(scanner);
        if (read == null && !scanner.next()) {
          last = true;
          continue;
        }
        if (recorded != null && number % STRIDE == 0) {
          recorded.add(scanner.offset());
        }
        number = Math.incrementExact(number);
        if (read == null && scanner.mentions(needles)) {
          read = read();
        }
        if (read != null) {
          found.add(new Found<>(number, scanner.offset(), read));
        }
      }
      long before = passedBytes;
      passedBytes = last ? bytes.size() : scanner.passed();
      return new Batch<>(found, passedBytes - before, last);
    }

    private T read() {
      int message = known.isSeldom() ? scanner.behindPlain(MESSAGE) : 0;
      @Nullable T read =
          message == 0 ? null : reader.behind(scanner.before(message), rest.of(scanner, message));
      return read == null ? known.of(scanner, 0) : read;
    }
  }

  /**
   * Whether a line among the first ones is what is looked for.
   *
   * @param mostBytes how far to look
   */
  public static boolean any(
      ByteView bytes, List<String> words, Predicate<String> wanted, long mostBytes)
      throws FormatException {
    LogEncoding encoding = LogEncoding.of(bytes);
    Needles needles = new Needles(words);
    LineScanner scanner =
        new LineScanner(bytes, encoding, encoding.startBytes(), SCAN_WINDOW_BYTES);
    while (scanner.passed() < mostBytes && scanner.next()) {
      if (scanner.mentions(needles) && wanted.test(scanner.text())) {
        return true;
      }
    }
    return false;
  }

  private LineScanner scanner(long offset, int windowBytes) {
    return new LineScanner(bytes, encoding, offset, windowBytes);
  }

  /** How many lines there are. */
  public int count() {
    return count;
  }

  /**
   * A line by its number, from 1.
   *
   * @throws FormatException if the file has changed
   */
  public String text(int number) throws FormatException {
    return at(number).text();
  }

  /**
   * Where a line is in the file, with what ends it.
   *
   * @throws FormatException if the file has changed
   */
  public ByteRange range(int number) throws FormatException {
    return at(number).range();
  }

  /**
   * The number of the line that a byte belongs to.
   *
   * @throws FormatException if the file has changed
   */
  public int lineAt(long offset) throws FormatException {
    if (count == 0) {
      return 0;
    }
    int found = starts.find(offset);
    int block = Math.max(0, found >= 0 ? found : -found - 2);
    List<Read> lines = block(block).lines();
    int index = 0;
    while (index + 1 < lines.size() && lines.get(index + 1).range().start() <= offset) {
      index++;
    }
    return block * STRIDE + index + 1;
  }

  private Read at(int number) throws FormatException {
    int index = Objects.checkIndex(number - 1, count);
    return block(index / STRIDE).lines().get(index % STRIDE);
  }

  private Block block(int number) throws FormatException {
    Block known = read;
    if (known != null && known.number() == number) {
      return known;
    }
    LineScanner scanner = scanner(starts.get(number), READ_WINDOW_BYTES);
    int size = Math.min(STRIDE, count - number * STRIDE);
    List<Read> lines = new ArrayList<>(size);
    while (lines.size() < size && scanner.next()) {
      ByteRange range = ByteRange.between(scanner.offset(), scanner.passed());
      lines.add(new Read(scanner.text(), range));
    }
    Block made = new Block(number, lines);
    read = made;
    return made;
  }

  /** Takes lines as a {@link Visitor} does, until it has enough. */
  @FunctionalInterface
  public interface Search {
    /** Whether the search goes on. */
    boolean line(int number, String text);
  }

  /**
   * Goes through lines again from one on.
   *
   * @param number the number of the first line
   * @param offset where it begins, as the visitor got it
   * @param words the search gets the lines that contain one of these; ASCII characters
   */
  public void search(int number, long offset, List<String> words, Search search)
      throws FormatException {
    Needles needles = new Needles(words);
    LineScanner scanner = scanner(offset, READ_WINDOW_BYTES);
    int line = number;
    while (scanner.next()) {
      if (scanner.mentions(needles) && !search.line(line, scanner.text())) {
        return;
      }
      line++;
    }
  }
}
