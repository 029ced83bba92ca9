package org.kpackworkbench.model.base.bytes;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/**
 * A whole file, read by position.
 *
 * <p>Small reads are served from pages that are copied out of the file when first touched; a few
 * dozen are kept. Nothing of a file becomes resident, and a file that shrinks meanwhile is {@code
 * FILE_CHANGED}.
 */
final class FileView implements ByteView {
  private static final int POSITIONAL_FROM_BYTES = 4096;
  private static final int MOST_AT_ONCE_BYTES = 1 << 20;
  private static final int PAGE_BITS = 13;
  private static final int PAGE_BYTES = 1 << PAGE_BITS;
  private static final int KEPT_PAGES = 64;

  /** A copied page; {@code bytes} never changes. */
  private record Page(long number, byte[] bytes) {}

  private final String name;
  private final FileChannel channel;
  private final long sizeBytes;
  private final AtomicReferenceArray<@Nullable Page> pages = new AtomicReferenceArray<>(KEPT_PAGES);

  FileView(String name, FileChannel channel) throws IOException {
    this.name = name;
    this.channel = channel;
    this.sizeBytes = channel.size();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long size() {
    return sizeBytes;
  }

  @Override
  public long fileOffset(long offset) {
    return offset;
  }

  @Override
  public long number(long offset, int length) throws FormatException {
    int at = (int) offset & (PAGE_BYTES - 1);
    return at <= PAGE_BYTES - length
        ? ByteViews.number(page(offset), at, length)
        : ByteViews.number(bytes(offset, length), 0, length);
  }

  @Override
  public void copyTo(long offset, byte[] target, int targetOffset, int length)
      throws FormatException {
    require(offset, length, "bytes");
    if (length >= POSITIONAL_FROM_BYTES) {
      copyByPosition(offset, ByteBuffer.wrap(target, targetOffset, length));
      return;
    }
    int done = 0;
    while (done < length) {
      int at = (int) (offset + done) & (PAGE_BYTES - 1);
      int count = Math.min(length - done, PAGE_BYTES - at);
      byte[] page;
      try {
        page = page(offset + done);
      } catch (FormatException shrunk) {
        if (shrunk.reason() != FormatException.Reason.FILE_CHANGED) {
          throw shrunk;
        }
        // Of the page something is gone; the requested bytes may still exist.
        copyByPosition(offset + done, ByteBuffer.wrap(target, targetOffset + done, length - done));
        return;
      }
      System.arraycopy(page, at, target, targetOffset + done, count);
      done += count;
    }
  }

  @Override
  public void copyTo(long offset, ByteBuffer target) throws FormatException {
    require(offset, target.remaining(), "bytes");
    if (target.remaining() >= POSITIONAL_FROM_BYTES) {
      copyByPosition(offset, target);
    } else {
      byte[] bytes = new byte[target.remaining()];
      copyTo(offset, bytes, 0, bytes.length);
      target.put(bytes);
    }
  }

  @Override
  public long transferTo(long offset, long length, FileChannel target, long position)
      throws IOException {
    require(offset, length, "bytes");
    try {
      return target instanceof NamedChannel named
          ? named.transferFrom(channel, offset, length, position)
          : 0;
    } catch (ClosedChannelException closed) {
      throw closed;
    } catch (IOException neither) {
      // It does not say whether reading or writing failed; the one that fails then is named.
      return 0;
    }
  }

  private byte[] page(long offset) throws FormatException {
    long number = offset >>> PAGE_BITS;
    int slot = (int) number & (KEPT_PAGES - 1);
    Page kept = pages.getAcquire(slot);
    if (!channel.isOpen()) {
      throw closed(offset, null);
    }
    if (kept != null && kept.number() == number) {
      return kept.bytes();
    }
    long start = number << PAGE_BITS;
    byte[] bytes = new byte[(int) Math.min(PAGE_BYTES, sizeBytes - start)];
    copyByPosition(start, ByteBuffer.wrap(bytes));
    pages.setRelease(slot, new Page(number, bytes));
    return bytes;
  }

  private void copyByPosition(long offset, ByteBuffer target) throws FormatException {
    long position = offset;
    int end = target.limit();
    try {
      while (target.position() < end) {
        // For a buffer on the heap the channel keeps one outside of it, as large as what is read.
        target.limit(Math.min(end, target.position() + MOST_AT_ONCE_BYTES));
        int count = channel.read(target, position);
        if (count < 0) {
          throw changed(position, null);
        }
        position += count;
      }
    } catch (FormatException failure) {
      throw failure;
    } catch (ClosedChannelException failure) {
      throw closed(offset, failure);
    } catch (IOException failure) {
      throw changed(position, failure);
    }
  }

  private FormatException closed(long offset, @Nullable Throwable cause) {
    FormatException.Builder builder =
        FormatException.at(this, offset, "file", "", Reason.CLOSED)
            .found("a read after the file was closed")
            .advice("Open the file again.");
    return (cause == null ? builder : builder.cause(cause)).build();
  }

  /** The file is not what it was: pages that were copied before count no longer. */
  private FormatException changed(long offset, @Nullable Throwable cause) {
    for (int slot = 0; slot < KEPT_PAGES; slot++) {
      pages.setRelease(slot, null);
    }
    FormatException.Builder builder =
        FormatException.at(this, offset, "file", "", Reason.FILE_CHANGED)
            .expected("the " + size() + " bytes it had when it was opened")
            .found(
                cause instanceof IOException
                    ? "a read error: " + cause.getMessage()
                    : "a shorter file")
            .advice("Reload the file.");
    return (cause == null ? builder : builder.cause(cause)).build();
  }
}
