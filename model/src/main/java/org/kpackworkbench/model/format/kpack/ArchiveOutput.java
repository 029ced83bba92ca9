package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.unpack.BlockInput;

/** The file being written: buffered, with positions, and places to fill in later. */
final class ArchiveOutput extends OutputStream {
  private static final int BUFFER_BYTES = 256 * 1024;

  private final FileChannel channel;
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private long flushed;
  private final List<WrittenBlob> blobs = new ArrayList<>();

  /**
   * A blob that was written.
   *
   * @param checksum CRC-32C of an uncompressed code object, or of a blob as it was copied; frames
   *     made here have their own inside
   * @param number how many code objects were handed over before it
   * @param copied whether it was stored as another archive stores it
   */
  record WrittenBlob(long offset, long size, long checksum, int number, boolean copied) {}

  ArchiveOutput(FileChannel channel) {
    this.channel = channel;
  }

  /** Offset in the file of the next byte. */
  long position() {
    return flushed + buffer.position();
  }

  @Override
  public void write(int b) throws IOException {
    room(1);
    buffer.put((byte) b);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int done = 0;
    while (done < length) {
      room(1);
      int count = Math.min(length - done, buffer.remaining());
      buffer.put(bytes, offset + done, count);
      done += count;
    }
  }

  /** Writes from the buffer's position to its limit. */
  void write(ByteBuffer bytes) throws IOException {
    int end = bytes.limit();
    while (bytes.position() < end) {
      room(1);
      bytes.limit(Math.min(end, bytes.position() + buffer.remaining()));
      buffer.put(bytes);
    }
    bytes.limit(end);
  }

  void u32(long value) throws IOException {
    room(4);
    buffer.putInt((int) value);
  }

  /**
   * Forgets all blobs from one on, and what was written behind the one before it.
   *
   * @param first their first ordinal
   * @param start where the blobs start
   */
  void cutBlobs(int first, long start) throws IOException {
    flush();
    blobs.subList(first, blobs.size()).clear();
    long end = first == 0 ? start : blobs.getLast().offset + blobs.getLast().size;
    channel.truncate(end).position(end);
    flushed = end;
  }

  /** The blobs by ordinal. */
  List<WrittenBlob> blobs() {
    return blobs;
  }

  /** Returns the written bytes of a blob, read back from the file. */
  InputStream stored(int ordinal) throws IOException {
    long start = blobs.get(ordinal).offset;
    return written(start, start + blobs.get(ordinal).size);
  }

  /** Returns bytes from one offset to another, read back from the file. */
  InputStream written(long start, long end) throws IOException {
    flush();
    return new BlockInput() {
      private long position = start;

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        int most = (int) Math.min(length, end - position);
        int count = most == 0 ? -1 : channel.read(ByteBuffer.wrap(bytes, offset, most), position);
        position += Math.max(0, count);
        return length == 0 ? 0 : count;
      }
    };
  }

  int blobCount() {
    return blobs.size();
  }

  /** Fills in bytes that were left open. */
  void patch(long offset, ByteBuffer bytes) throws IOException {
    flush();
    while (bytes.hasRemaining()) {
      channel.write(bytes, offset + bytes.position());
    }
  }

  void patchU32(long offset, long value) throws IOException {
    patch(offset, ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt((int) value).flip());
  }

  @Override
  public void flush() throws IOException {
    buffer.flip();
    flushed += buffer.remaining();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    buffer.clear();
  }

  /** Writes what is left; the caller closes the channel. */
  @Override
  public void close() throws IOException {
    flush();
  }

  private void room(int length) throws IOException {
    if (buffer.remaining() < length) {
      flush();
    }
  }
}
