package org.kpackworkbench.model.format.aotriton;

import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.format.codeobject.HeaderTarget;

/**
 * Unpacked streams of packed kernels. Reading kernels one by one would unpack a stream again and
 * again, so the last unpacked stream is kept as a whole: in memory where it is small, else in a
 * file. Nothing is given of a stream that is damaged anywhere. Safe for use by many threads.
 */
final class UnpackedKernels implements AutoCloseable {
  private final Map<PackedKernels, FormatException> damaged = new IdentityHashMap<>();
  private @Nullable Whole kept;
  private boolean closed;

  /**
   * A stream that was read to its end.
   *
   * @param bytes what it unpacks to
   * @param behind what is wrong with what is behind it; null if nothing is there
   */
  private record Whole(
      PackedKernels packed, SpooledBytes bytes, @Nullable FormatException behind) {}

  /**
   * Reads a stream to its end.
   *
   * @return what is wrong with the bytes behind it; null if there are none
   * @throws FormatException if it is damaged
   */
  synchronized @Nullable FormatException check(PackedKernels packed, Progress progress)
      throws FormatException {
    return whole(packed, progress).behind();
  }

  /**
   * The code object of a kernel.
   *
   * @throws FormatException if it, or anything else in its stream, is damaged
   */
  ByteView load(PackedKernels packed, PackedKernels.Image image, Progress progress)
      throws FormatException {
    FormatException problem = image.problem();
    if (problem != null) {
      throw problem;
    }
    return ByteView.of(
        packed.name(image), bytes(packed, image.offset(), image.sizeBytes(), progress));
  }

  /** Returns the target in the code object's own header; empty if it states none. */
  String target(PackedKernels packed, PackedKernels.Image image, Progress progress)
      throws FormatException {
    return image.problem() == null && image.sizeBytes() >= HeaderTarget.SIZE_BYTES
        ? PackedKernels.target(bytes(packed, image.offset(), HeaderTarget.SIZE_BYTES, progress))
        : "";
  }

  private synchronized byte[] bytes(PackedKernels packed, long from, long count, Progress progress)
      throws FormatException {
    return whole(packed, progress).bytes().bytes().bytes(from, (int) count);
  }

  private Whole whole(PackedKernels packed, Progress progress) throws FormatException {
    Whole known = kept;
    if (known != null && known.packed() == packed) {
      return known;
    }
    FormatException damage = damaged.get(packed);
    if (damage != null) {
      throw damage;
    }
    if (closed) {
      throw packed.error("XZ stream", "", Reason.CLOSED).build();
    }
    release();
    Whole made = unpacked(packed, progress);
    kept = made;
    return made;
  }

  private Whole unpacked(PackedKernels packed, Progress progress) throws FormatException {
    try (PackedKernels.Unpacking stream = packed.new Unpacking(packed.unpackedBytes(), progress)) {
      SpooledBytes all = SpooledBytes.of(stream, packed.unpackedName(), "kernels", progress);
      try {
        stream.finish();
        Whole made = new Whole(packed, all, stream.behind());
        return made;
      } catch (FormatException | RuntimeException failure) {
        all.close();
        throw failure;
      }
    } catch (FormatException failure) {
      switch (failure.reason()) {
        case FILE_CHANGED, CLOSED -> {}
        default -> damaged.put(packed, failure);
      }
      throw failure;
    } catch (IOException noRoom) {
      throw packed
          .error("XZ stream", "", Reason.TOO_LARGE)
          .expected(
              "enough disk space for the %d bytes that it unpacks to"
                  .formatted(packed.unpackedBytes()))
          .found(String.valueOf(noRoom.getMessage()))
          .cause(noRoom)
          .build();
    }
  }

  private void release() {
    Whole last = kept;
    kept = null;
    if (last != null) {
      last.bytes().close();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    release();
  }
}
