package org.kpackworkbench.model.bytes;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import org.kpackworkbench.model.bytes.FormatException.Reason;

/**
 * A whole mapped file.
 *
 * <p>Small reads use the mapping. When the file shrinks meanwhile, the JVM answers with an {@link
 * InternalError}; it becomes {@code FILE_CHANGED} here. Copies of a page or more read the channel
 * by position, so that a pass over a large file does not become resident.
 */
final class FileView implements ByteView {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int POSITIONAL_FROM_BYTES = 4096;

  private final String name;
  private final FileChannel channel;
  private final MemorySegment segment;

  FileView(String name, FileChannel channel, MemorySegment segment) {
    this.name = name;
    this.channel = channel;
    this.segment = segment;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long size() {
    return segment.byteSize();
  }

  @Override
  public long fileOffset(long offset) {
    return offset;
  }

  @Override
  public int u8(long offset) throws FormatException {
    require(offset, 1, "u8");
    try {
      return segment.get(ValueLayout.JAVA_BYTE, offset) & 0xff;
    } catch (IllegalStateException | InternalError failure) {
      throw gone(offset, failure);
    }
  }

  @Override
  public int u16(long offset) throws FormatException {
    require(offset, 2, "u16");
    try {
      return segment.get(SHORT, offset) & 0xffff;
    } catch (IllegalStateException | InternalError failure) {
      throw gone(offset, failure);
    }
  }

  @Override
  public long u32(long offset) throws FormatException {
    require(offset, 4, "u32");
    try {
      return segment.get(INT, offset) & 0xffffffffL;
    } catch (IllegalStateException | InternalError failure) {
      throw gone(offset, failure);
    }
  }

  @Override
  public long u64(long offset) throws FormatException {
    require(offset, 8, "u64");
    try {
      return segment.get(LONG, offset);
    } catch (IllegalStateException | InternalError failure) {
      throw gone(offset, failure);
    }
  }

  @Override
  public void copyTo(long offset, byte[] target, int targetOffset, int length)
      throws FormatException {
    require(offset, length, "bytes");
    if (length >= POSITIONAL_FROM_BYTES) {
      copyByPosition(offset, ByteBuffer.wrap(target, targetOffset, length));
      return;
    }
    try {
      MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, offset, target, targetOffset, length);
    } catch (IllegalStateException | InternalError failure) {
      throw gone(offset, failure);
    }
  }

  private void copyByPosition(long offset, ByteBuffer target) throws FormatException {
    long position = offset;
    try {
      while (target.hasRemaining()) {
        int count = channel.read(target, position);
        if (count < 0) {
          throw changed(position, null);
        }
        position += count;
      }
    } catch (FormatException failure) {
      throw failure;
    } catch (ClosedChannelException failure) {
      throw gone(offset, failure);
    } catch (IOException failure) {
      throw changed(position, failure);
    }
  }

  private FormatException gone(long offset, Throwable cause) {
    if (cause instanceof InternalError) {
      return changed(offset, cause);
    }
    return FormatException.at(this, offset, "file", "", Reason.CLOSED)
        .found("a read after the file was closed")
        .advice("Open the file again.")
        .cause(cause)
        .build();
  }

  private FormatException changed(long offset, @org.jspecify.annotations.Nullable Throwable cause) {
    FormatException.Builder builder =
        FormatException.at(this, offset, "file", "", Reason.FILE_CHANGED)
            .expected("the " + size() + " bytes it had when it was opened")
            .found(
                cause instanceof IOException
                    ? "a read error: " + cause.getMessage()
                    : "that it became shorter")
            .advice("Reload the file.");
    return (cause == null ? builder : builder.cause(cause)).build();
  }
}
