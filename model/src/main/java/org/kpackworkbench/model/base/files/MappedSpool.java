package org.kpackworkbench.model.base.files;

import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Taker;

/**
 * Bytes in a {@link SpoolFile} that are read as a view, so that memory does not depend on how many
 * they are. Closing removes the file; the view must not be read afterwards.
 */
public final class MappedSpool implements Closeable {
  private final SpoolFile spool;
  private final OpenFile open;

  private MappedSpool(SpoolFile spool, OpenFile open) {
    this.spool = spool;
    this.open = open;
  }

  /**
   * Has bytes written into a file, which is gone again where that fails.
   *
   * @param folder where; null for the system's folder for such files
   * @param name what it is for, part of the file's name
   * @param leastBytes how many there will be; 0 if that is not known
   * @throws DiskRoom.TooMuchException if the disk has no room for them
   */
  public static MappedSpool of(
      @Nullable Path folder, String name, long leastBytes, Taker<OutputStream> writer)
      throws IOException {
    return Closing.ifFails(
        SpoolFile.create(folder, name),
        spool -> {
          DiskRoom room = DiskRoom.at(spool.path());
          room.require(leastBytes);
          try (OutputStream out =
              new Counted(
                  Channels.newOutputStream(
                      NamedChannel.open(spool.path(), StandardOpenOption.WRITE)),
                  room)) {
            writer.take(out);
          }
          return new MappedSpool(spool, OpenFile.open(spool.path()));
        });
  }

  /** Looks from time to time whether the disk has room for what is written. */
  private static final class Counted extends FilterOutputStream {
    private final DiskRoom room;

    Counted(OutputStream out, DiskRoom room) {
      super(out);
      this.room = room;
    }

    @Override
    public void write(int one) throws IOException {
      room.wrote(1);
      out.write(one);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      room.wrote(length);
      out.write(bytes, offset, length);
    }
  }

  /** All of the bytes, under the name of the file. */
  public ByteView view() {
    return open.view();
  }

  @Override
  public void close() throws IOException {
    try {
      open.close();
    } finally {
      spool.close();
    }
  }
}
