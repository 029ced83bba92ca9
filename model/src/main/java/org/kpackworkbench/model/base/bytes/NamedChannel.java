package org.kpackworkbench.model.base.bytes;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file to write whose failures say which file it is, how much of it was written, and how much
 * room is left; those of a plain channel say only that there is no space left somewhere.
 */
public final class NamedChannel extends FileChannel {
  private static final long LITTLE_ROOM_BYTES = 64L << 20;

  private final FileChannel channel;
  private final Path file;
  private final Path shownAs;

  private NamedChannel(FileChannel channel, Path file, Path shownAs) {
    this.channel = channel;
    this.file = file;
    this.shownAs = shownAs;
  }

  /** Opens a file, as {@link FileChannel#open(Path, OpenOption...)} does. */
  public static NamedChannel open(Path file, OpenOption... options) throws IOException {
    return open(file, file, options);
  }

  /** Opens a file that has to be called by another name: the one that it will have. */
  static NamedChannel open(Path file, Path shownAs, OpenOption... options) throws IOException {
    try {
      return new NamedChannel(FileChannel.open(file, options), file, FinalNames.of(shownAs));
    } catch (FileSystemException failure) {
      throw FinalNames.in(failure, shownAs);
    }
  }

  /** Writes a whole new file, or over one. */
  public static void write(Path file, byte[] bytes) throws IOException {
    try (NamedChannel out =
        open(
            file,
            java.nio.file.StandardOpenOption.CREATE,
            java.nio.file.StandardOpenOption.TRUNCATE_EXISTING,
            java.nio.file.StandardOpenOption.WRITE)) {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        out.write(left);
      }
    }
  }

  private IOException named(IOException failure) {
    if (failure instanceof ClosedChannelException || failure instanceof FileSystemException) {
      return failure;
    }
    StringBuilder why = new StringBuilder(String.valueOf(failure.getMessage()));
    try {
      why.append("; ").append(channel.size()).append(" bytes of it were written");
      Optional<FileStore> store = Mounts.of(file);
      long room = store.isPresent() ? store.get().getUsableSpace() : LITTLE_ROOM_BYTES;
      if (room < LITTLE_ROOM_BYTES) {
        why.append(", and there is room for ").append(room).append(" more");
      }
    } catch (IOException unknown) {
      failure.addSuppressed(unknown);
    }
    IOException named = new FileSystemException(shownAs.toString(), null, why.toString());
    named.initCause(failure);
    return named;
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    try {
      return channel.write(source);
    } catch (IOException failure) {
      throw named(failure);
    }
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
    try {
      return channel.write(sources, offset, length);
    } catch (IOException failure) {
      throw named(failure);
    }
  }

  @Override
  public int write(ByteBuffer source, long position) throws IOException {
    try {
      return channel.write(source, position);
    } catch (IOException failure) {
      throw named(failure);
    }
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long position, long count)
      throws IOException {
    try {
      return channel.transferFrom(source, position, count);
    } catch (IOException failure) {
      throw named(failure);
    }
  }

  /**
   * Copies bytes of another file, which the system does without this process where it can. Other
   * than {@link #transferFrom(ReadableByteChannel, long, long)}, it leaves the other file's
   * position alone, and changes this one's.
   *
   * @param from where they start in the other file
   * @param count how many at most
   * @param position where they go
   * @return how many there were
   */
  long transferFrom(FileChannel source, long from, long count, long position) throws IOException {
    channel.position(position);
    return source.transferTo(from, count, channel);
  }

  @Override
  public void force(boolean metadata) throws IOException {
    try {
      channel.force(metadata);
    } catch (IOException failure) {
      throw named(failure);
    }
  }

  @Override
  public FileChannel truncate(long sizeBytes) throws IOException {
    channel.truncate(sizeBytes);
    return this;
  }

  @Override
  public FileChannel position(long position) throws IOException {
    channel.position(position);
    return this;
  }

  @Override
  public long position() throws IOException {
    return channel.position();
  }

  @Override
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    return channel.read(target);
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
    return channel.read(targets, offset, length);
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    return channel.read(target, position);
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
    return channel.transferTo(position, count, target);
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long position, long sizeBytes) throws IOException {
    return channel.map(mode, position, sizeBytes);
  }

  @Override
  public MemorySegment map(MapMode mode, long offset, long sizeBytes, Arena arena)
      throws IOException {
    return channel.map(mode, offset, sizeBytes, arena);
  }

  @Override
  public FileLock lock(long position, long sizeBytes, boolean shared) throws IOException {
    return channel.lock(position, sizeBytes, shared);
  }

  @Override
  public FileLock tryLock(long position, long sizeBytes, boolean shared) throws IOException {
    return channel.tryLock(position, sizeBytes, shared);
  }

  @Override
  protected void implCloseChannel() throws IOException {
    channel.close();
  }
}
