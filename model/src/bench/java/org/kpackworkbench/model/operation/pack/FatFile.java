package org.kpackworkbench.model.operation.pack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a library with device code, of any size: bundle by bundle, and everything else at the end.
 */
abstract class FatFile implements AutoCloseable {
  static final int PAGE_BYTES = 4096;
  static final int WRAPPER_BYTES = 24;

  final int wrappers;
  final List<Long> bundles = new ArrayList<>();
  private final FileChannel channel;
  private long position;

  /**
   * @param fatStart where bundles begin in the file
   */
  FatFile(Path path, int wrappers, long fatStart) throws IOException {
    this.channel =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    this.wrappers = wrappers;
    this.position = fatStart;
  }

  /** The next bytes that are written belong to the next wrapper's bundle. */
  final void startBundle() {
    position = page(position);
    bundles.add(position);
  }

  final void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      position += channel.write(bytes, position);
    }
  }

  final void skip(long count) {
    position += count;
  }

  static long page(long offset) {
    return (offset + PAGE_BYTES - 1) & -PAGE_BYTES;
  }

  /** Writes everything but the bundles, which end there. */
  abstract void finish(long fatEnd) throws IOException;

  @Override
  public final void close() throws IOException {
    try (channel) {
      finish(position);
    }
  }

  final void put(long at, ByteBuffer bytes) throws IOException {
    long offset = at;
    while (bytes.hasRemaining()) {
      offset += channel.write(bytes, offset);
    }
  }

  static ByteBuffer buffer(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }
}
