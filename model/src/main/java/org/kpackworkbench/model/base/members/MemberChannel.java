package org.kpackworkbench.model.base.members;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.files.DiskRoom;
import org.kpackworkbench.model.base.files.SpoolFile;
import org.kpackworkbench.model.base.job.Maker;
import org.kpackworkbench.model.base.unpack.SpooledBytes;

/**
 * The bytes of a member, as a channel that can be mapped: a range of a file, or an array. Reads by
 * position are safe for many threads; what moves the position is not.
 */
public final class MemberChannel extends FileChannel {
  private static final int WINDOW_BYTES = 256 << 10;

  private final @Nullable FileChannel file;
  private final boolean closesFile;
  private final byte[] bytes;
  private final long start;
  private final long sizeBytes;
  private long position;

  private MemberChannel(
      @Nullable FileChannel file, boolean closesFile, byte[] bytes, long start, long sizeBytes) {
    this.file = file;
    this.closesFile = closesFile;
    this.bytes = bytes;
    this.start = start;
    this.sizeBytes = sizeBytes;
  }

  /** A part of a file, which stays open. */
  public static MemberChannel range(FileChannel file, long start, long sizeBytes) {
    return new MemberChannel(file, false, new byte[0], start, sizeBytes);
  }

  /** A whole file, which is closed with the channel. */
  public static MemberChannel file(Path path) throws IOException {
    FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
    return new MemberChannel(file, true, new byte[0], 0, file.size());
  }

  /** A part of a file that is closed with the channel; it may have become shorter. */
  public static MemberChannel part(Path path, long start, long sizeBytes) throws IOException {
    FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
    return new MemberChannel(file, true, new byte[0], start, sizeBytes);
  }

  /** An array that does not change. */
  public static MemberChannel of(byte[] bytes) {
    return new MemberChannel(null, false, bytes, 0, bytes.length);
  }

  /**
   * All that comes out of a stream: kept in memory, or in a file without a name where it is large.
   * The stream has its own limits; nothing of what is stated about its size is relied upon.
   */
  public static MemberChannel unpacked(InputStream in) throws IOException {
    return unpacked(in, null, SpooledBytes.IN_MEMORY_BYTES, DiskRoom::at);
  }

  /** As {@link #unpacked(InputStream)}, in a folder, where many may be open at one time. */
  public static MemberChannel unpacked(InputStream in, Path folder) throws IOException {
    return unpacked(in, folder, WINDOW_BYTES, DiskRoom::at);
  }

  static MemberChannel unpacked(
      InputStream in, @Nullable Path place, int mostInMemory, Maker<Path, DiskRoom> rooms)
      throws IOException {
    byte[] start = in.readNBytes(mostInMemory);
    if (start.length < mostInMemory) {
      return of(start);
    }
    try (SpoolFile spool = SpoolFile.create(place, "member")) {
      return Closing.ifFails(
          FileChannel.open(
              spool.path(),
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE),
          file -> {
            Path folder = spool.path().toAbsolutePath().getParent();
            DiskRoom room = rooms.make(folder == null ? spool.path() : folder);
            write(file, start, start.length, room);
            byte[] window = new byte[WINDOW_BYTES];
            for (int count = in.readNBytes(window, 0, window.length);
                count > 0;
                count = in.readNBytes(window, 0, window.length)) {
              write(file, window, count, room);
            }
            return new MemberChannel(file, true, new byte[0], 0, file.size());
          });
    }
  }

  private static void write(FileChannel file, byte[] bytes, int count, DiskRoom room)
      throws IOException {
    room.wrote(count);
    for (ByteBuffer out = ByteBuffer.wrap(bytes, 0, count); out.hasRemaining(); ) {
      file.write(out);
    }
  }

  /** Whether what it reads is in memory, and may be kept. */
  boolean isInMemory() {
    return file == null;
  }

  /** Returns a separate channel with the same bytes, which leaves this one open. */
  public MemberChannel again() {
    return new MemberChannel(file, false, bytes, start, sizeBytes);
  }

  /** A part of it as a channel of its own, which leaves this one open. */
  public MemberChannel part(long from, long partBytes) {
    if (from < 0 || partBytes < 0 || from > sizeBytes - partBytes) {
      throw new IllegalArgumentException("a part is inside");
    }
    return new MemberChannel(file, false, bytes, start + from, partBytes);
  }

  @Override
  public int read(ByteBuffer target, long at) throws IOException {
    if (!isOpen()) {
      throw new ClosedChannelException();
    }
    if (at >= sizeBytes) {
      return target.hasRemaining() ? -1 : 0;
    }
    int count = (int) Math.min(target.remaining(), sizeBytes - at);
    if (file == null) {
      target.put(bytes, (int) (start + at), count);
      return count;
    }
    int limit = target.limit();
    target.limit(target.position() + count);
    try {
      return file.read(target, start + at);
    } finally {
      target.limit(limit);
    }
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    int count = read(target, position);
    position += Math.max(0, count);
    return count;
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
    long sum = 0;
    for (int i = offset; i < offset + length; i++) {
      int count = read(targets[i]);
      if (count < 0) {
        return sum == 0 ? -1 : sum;
      }
      sum += count;
      if (targets[i].hasRemaining()) {
        break;
      }
    }
    return sum;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public FileChannel position(long newPosition) {
    position = newPosition;
    return this;
  }

  @Override
  public long size() throws IOException {
    if (!isOpen()) {
      throw new ClosedChannelException();
    }
    // A part of a file that has become shorter is gone: the reader checks the size first.
    return file == null ? sizeBytes : Math.max(0, Math.min(sizeBytes, file.size() - start));
  }

  @Override
  public long transferTo(long at, long count, WritableByteChannel target) throws IOException {
    if (file != null) {
      long most = Math.max(0, Math.min(count, sizeBytes - at));
      return most == 0 ? 0 : file.transferTo(start + at, most, target);
    }
    int from = (int) Math.min(at, sizeBytes);
    int most = (int) Math.min(count, sizeBytes - from);
    return target.write(ByteBuffer.wrap(bytes, (int) start + from, most));
  }

  @Override
  public MemorySegment map(MapMode mode, long at, long size, Arena arena) throws IOException {
    if (!mode.equals(MapMode.READ_ONLY)) {
      throw new NonWritableChannelException();
    }
    if (at < 0 || size < 0 || at > sizeBytes - size) {
      throw new IllegalArgumentException("the range to map ends beyond the end of the file");
    }
    return file == null
        ? MemorySegment.ofArray(bytes).asSlice(start + at, size).asReadOnly()
        : file.map(mode, start + at, size, arena);
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long at, long size) throws IOException {
    if (file == null) {
      throw new UnsupportedOperationException("what is in memory has no mapped buffer");
    }
    return file.map(mode, start + at, size);
  }

  @Override
  public int write(ByteBuffer source) {
    throw new NonWritableChannelException();
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length) {
    throw new NonWritableChannelException();
  }

  @Override
  public int write(ByteBuffer source, long at) {
    throw new NonWritableChannelException();
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long at, long count) {
    throw new NonWritableChannelException();
  }

  @Override
  public FileChannel truncate(long size) {
    throw new NonWritableChannelException();
  }

  @Override
  public void force(boolean metaData) {
    // Nothing is ever written.
  }

  @Override
  public FileLock lock(long at, long size, boolean shared) {
    throw new UnsupportedOperationException("members are not locked");
  }

  @Override
  public @Nullable FileLock tryLock(long at, long size, boolean shared) {
    throw new UnsupportedOperationException("members are not locked");
  }

  @Override
  protected void implCloseChannel() throws IOException {
    if (closesFile && file != null) {
      file.close();
    }
  }
}
