package org.kpackworkbench.model.base.bytes;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.kpackworkbench.model.base.bytes.ByteViews.ArrayView;
import org.kpackworkbench.model.base.bytes.ByteViews.JoinedView;
import org.kpackworkbench.model.base.bytes.ByteViews.RewrittenView;
import org.kpackworkbench.model.base.bytes.ByteViews.SlicedView;
import org.kpackworkbench.model.base.bytes.ByteViews.ViewInputStream;
import org.kpackworkbench.model.base.bytes.ByteViews.ZeroView;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;

/**
 * A read-only, random-access view of bytes, little-endian, addressed by {@code long}.
 *
 * <p>Safe for use by many threads. Offsets are relative to the view; {@link #fileOffset} gives the
 * place in the file. Every read throws {@link FormatException}: {@code TRUNCATED} outside the view,
 * {@code FILE_CHANGED} where the file shrank while it was open, {@code CLOSED} after it was closed.
 */
public sealed interface ByteView
    permits ArrayView, FileView, JoinedView, RewrittenView, SlicedView, ZeroView {

  /** Changes an entry of a table. */
  interface Rewriter {
    /** Changes the entry that starts at {@code at}; the buffer is little-endian. */
    void rewrite(ByteBuffer bytes, int at);
  }

  /** A view of an array that the caller no longer changes. */
  static ByteView of(String name, byte[] bytes) {
    return new ArrayView(name, bytes);
  }

  /**
   * Views one behind another as one, whose offsets count from its own first byte. Nothing is
   * copied.
   */
  static ByteView joined(String name, List<ByteView> parts) {
    return new JoinedView(name, parts);
  }

  /** So many zero bytes. */
  static ByteView zeros(String name, long sizeBytes) {
    return new ZeroView(name, sizeBytes);
  }

  /**
   * A table whose entries are changed as they are read.
   *
   * @param entryBytes size of an entry; the first one starts where the view does
   */
  default ByteView rewritten(int entryBytes, Rewriter rewriter) {
    return new RewrittenView(this, entryBytes, rewriter);
  }

  /** Returns the name of the view for messages: the file's path, with the way into it. */
  String name();

  /** Number of bytes. */
  long size();

  /** The offset in the file of a byte of this view; for unpacked bytes, in the unpacked ones. */
  long fileOffset(long offset);

  /** One byte, 0–255. */
  default int u8(long offset) throws FormatException {
    require(offset, 1, "u8");
    return (int) number(offset, 1);
  }

  /** Two bytes, 0–65535. */
  default int u16(long offset) throws FormatException {
    require(offset, 2, "u16");
    return (int) number(offset, 2);
  }

  /** Four bytes, 0–2³²−1. */
  default long u32(long offset) throws FormatException {
    require(offset, 4, "u32");
    return number(offset, 4);
  }

  /** Eight bytes as they are; callers that compare sizes use {@link StructReader#size}. */
  default long u64(long offset) throws FormatException {
    require(offset, 8, "u64");
    return number(offset, 8);
  }

  /** A number of 1, 2, 4 or 8 bytes, unsigned up to 4; its bytes are inside the view. */
  default long number(long offset, int length) throws FormatException {
    return ByteViews.number(bytes(offset, length), 0, length);
  }

  /**
   * Copies bytes out. Large copies do not go through the pages of a file that are kept.
   *
   * @throws FormatException if the range is not all inside the view
   */
  void copyTo(long offset, byte[] target, int targetOffset, int length) throws FormatException;

  /**
   * Fills a buffer from its position to its limit. Nothing is copied twice where the bytes come
   * from a file and the buffer is a direct one.
   *
   * @throws FormatException if there are not as many bytes
   */
  default void copyTo(long offset, ByteBuffer target) throws FormatException {
    require(offset, target.remaining(), "bytes");
    byte[] window = new byte[Math.min(target.remaining(), 64 * 1024)];
    for (long at = offset; target.hasRemaining(); ) {
      int count = Math.min(window.length, target.remaining());
      copyTo(at, window, 0, count);
      target.put(window, 0, count);
      at += count;
    }
  }

  /**
   * Copies bytes into a file without taking them through this process, where the system can: where
   * they come from a file, and lie in it one behind the other.
   *
   * @param target the file; only one of {@link NamedChannel} can take them, and its position
   *     changes
   * @param position where they go in it
   * @return how many bytes from the offset on are there now; 0 where they have to be read and
   *     written, as after a failure
   * @throws FormatException if the range is not all inside the view
   * @throws IOException if a file is closed
   */
  default long transferTo(long offset, long length, FileChannel target, long position)
      throws IOException {
    require(offset, length, "bytes");
    return 0;
  }

  /**
   * How many bytes from an offset on are known to be zero without reading them: 0 if that is not
   * known.
   *
   * @param offset of the first; 0 is the answer for one outside of the view
   */
  default long knownZeros(long offset) {
    return 0;
  }

  /** The bytes of a range in a new array; for small, already bounded ranges. */
  default byte[] bytes(long offset, int length) throws FormatException {
    require(offset, length, "bytes");
    byte[] copy = new byte[length];
    copyTo(offset, copy, 0, length);
    return copy;
  }

  /** UTF-8 text of a range; malformed bytes become U+FFFD. */
  default String text(long offset, int length) throws FormatException {
    return new String(bytes(offset, length), StandardCharsets.UTF_8);
  }

  /** A part of this view; free. */
  default ByteView slice(long offset, long length) throws FormatException {
    require(offset, length, "slice");
    return offset == 0 && length == size()
        ? this
        : new SlicedView(this, offset, length, name(), false);
  }

  /** Returns the bytes under another name (a member, an entry), for messages. */
  default ByteView named(String name) {
    return new SlicedView(this, 0, size(), name, false);
  }

  /**
   * Returns the bytes as a view of their own: {@link #fileOffset} counts from their first byte. For
   * bytes that were unpacked together with others.
   */
  default ByteView detached() {
    return fileOffset(0) == 0 ? this : new SlicedView(this, 0, size(), name(), true);
  }

  /** Receives the bytes of a view in order; the array is used again afterwards. */
  @FunctionalInterface
  interface Window<X extends Exception> {
    /** Uses the first {@code count} bytes. */
    void see(byte[] bytes, int count) throws X;
  }

  /**
   * Reads all bytes in windows of 64 KiB.
   *
   * @param progress is advanced by each window
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  default <X extends Exception> void windows(Progress progress, Window<X> each)
      throws FormatException, X {
    byte[] window = new byte[(int) Math.min(ByteViews.WINDOW_BYTES, size())];
    for (long at = 0; at < size(); at += window.length) {
      int count = (int) Math.min(window.length, size() - at);
      copyTo(at, window, 0, count);
      each.see(window, count);
      progress.step(count);
    }
  }

  /**
   * Writes all bytes.
   *
   * @param progress is advanced by the bytes written
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  default void writeTo(OutputStream out, Progress progress) throws IOException {
    windows(progress, (window, count) -> out.write(window, 0, count));
  }

  /**
   * Writes all bytes to a file. It appears under its name when it is whole, and replaces a file of
   * that name; after a failure the old one is as it was.
   */
  default void writeTo(Path target) throws IOException {
    try (ReplacingFile file = ReplacingFile.create(target, true)) {
      writeTo(Channels.newOutputStream(file.channel()), Progress.NONE);
      file.commit();
    }
  }

  /**
   * Where two views first differ.
   *
   * @param progress is advanced by the bytes of each window
   * @return the offset; the shorter one's size where they differ only in length; empty if they are
   *     the same
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  default OptionalLong mismatch(ByteView other, Progress progress) throws FormatException {
    long common = Math.min(size(), other.size());
    int window = (int) Math.min(ByteViews.WINDOW_BYTES, common);
    byte[] ones = new byte[window];
    byte[] others = new byte[window];
    for (long at = 0; at < common; at += window) {
      int count = (int) Math.min(window, common - at);
      copyTo(at, ones, 0, count);
      other.copyTo(at, others, 0, count);
      int differs = Arrays.mismatch(ones, 0, count, others, 0, count);
      if (differs >= 0) {
        return OptionalLong.of(at + differs);
      }
      progress.step(count);
    }
    return size() == other.size() ? OptionalLong.empty() : OptionalLong.of(common);
  }

  /** The view from its start to its end, read in windows of {@code 64 KiB}. */
  default InputStream stream() {
    return new ViewInputStream(this);
  }

  /** Checks that a range lies inside the view. */
  default void require(long offset, long length, String what) throws FormatException {
    if (offset < 0 || length < 0 || offset > size() || length > size() - offset) {
      throw FormatException.at(
              this, Math.max(0, Math.min(offset, size())), "bytes", what, Reason.TRUNCATED)
          .expected(length + " bytes from 0x" + Long.toHexString(offset))
          .foundBeforeEnd(offset < 0 || offset > size() ? 0 : size() - offset)
          .build();
    }
  }
}
