package org.kpackworkbench.model.format.elf.edit;

import java.io.IOException;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;

/**
 * Bytes that are laid over a copy of a file.
 *
 * @param fileOffset where, in the new file
 * @param sizeBytes how many
 * @param content makes them
 */
public record ByteOverlay(long fileOffset, long sizeBytes, Content content) {
  private static final String NAME = "new bytes";

  /** Makes an overlay's bytes, in order. */
  public interface Content {
    /** Writes all of them, from the first to the last. */
    void writeTo(Sink sink) throws IOException;

    /**
     * Returns the bytes for examination, without making those that are costly to make: these may
     * read as zeros instead.
     */
    ByteView view();
  }

  /** Takes bytes. */
  public interface Sink {
    /** Takes some bytes of an array, which may be changed afterwards. */
    void write(byte[] bytes, int offset, int length) throws IOException;

    /** Takes all bytes of a view. */
    default void write(ByteView view) throws IOException {
      view.windows(Progress.NONE, (window, count) -> write(window, 0, count));
    }
  }

  /** Bytes that are available. */
  public static ByteOverlay bytes(long fileOffset, byte[] bytes) {
    return of(fileOffset, ByteView.of(NAME, bytes));
  }

  /** Zero bytes. */
  public static ByteOverlay zeros(long fileOffset, long sizeBytes) {
    return of(fileOffset, ByteView.zeros(NAME, Math.max(0, sizeBytes)));
  }

  /** The bytes of a view. */
  public static ByteOverlay of(long fileOffset, ByteView bytes) {
    return new ByteOverlay(fileOffset, bytes.size(), new ViewContent(bytes));
  }

  private record ViewContent(ByteView view) implements Content {
    @Override
    public void writeTo(Sink sink) throws IOException {
      sink.write(view);
    }
  }
}
