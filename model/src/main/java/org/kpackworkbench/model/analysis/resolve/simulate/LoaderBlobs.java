package org.kpackworkbench.model.analysis.resolve.simulate;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderArchive.Answer;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderTable.Blob;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackException;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.ZstdFrames;

/** Reads blobs as loaders do. Safe for use by many threads. */
final class LoaderBlobs implements AutoCloseable {
  /** Limit of bytes held in memory for one code object. */
  static final long MOST_LOADED_BYTES = 1L << 30;

  /** How the reason ends where one code object is more than that, which cannot be allowed. */
  private static final String NOT_HELD = " bytes are more than this program holds in memory";

  /** No block of a frame yields more for one of its bytes. */
  private static final long MOST_RATIO = 65_536;

  private final ByteView view;
  private final UnpackBudget budget;
  private final ZstdFrames unpacker = new ZstdFrames();

  LoaderBlobs(ByteView view, UnpackBudget budget) {
    this.view = view;
    this.budget = budget;
  }

  Answer plain(int ordinal, Blob blob, boolean unpacks) throws FormatException {
    if (blob.offset() == null || blob.size() == null) {
      return Answer.undefined("blob %d has no offset, or no size".formatted(ordinal));
    }
    long offset = blob.offset();
    long size = blob.size();
    if (size < 0 || (size > 0 && (offset < 0 || offset > view.size() - size))) {
      return Answer.miss(
          LoaderError.IO_ERROR,
          "blob %d, %s bytes from %s, is not inside the file, which has %d bytes"
              .formatted(
                  ordinal,
                  Long.toUnsignedString(size),
                  Long.toUnsignedString(offset),
                  view.size()));
    }
    if (offset < 0) {
      return Answer.miss(LoaderError.IO_ERROR, "no file has an offset as large as its blob's");
    }
    if (unpacks && size > MOST_LOADED_BYTES) {
      return tooLarge(size);
    }
    ByteView bytes =
        unpacks
            ? ByteView.of(view.name(), size == 0 ? new byte[0] : view.bytes(offset, (int) size))
            : null;
    ByteRange stored = size == 0 && offset > view.size() ? null : new ByteRange(offset, size);
    return new Answer(LoaderError.SUCCESS, null, false, size, stored, bytes);
  }

  Answer frame(int ordinal, @Nullable Long size, ByteRange frame, boolean unpacks)
      throws FormatException {
    if (size == null) {
      return Answer.undefined("its row has no original_size");
    }
    long expected = size;
    long stored = frame.length();
    if (expected < 0 || expected / MOST_RATIO > stored) {
      return Answer.miss(
          LoaderError.DECOMPRESSION_FAILED,
          "no frame of %d bytes yields %s".formatted(stored, Long.toUnsignedString(expected)));
    }
    if (!unpacks) {
      return new Answer(LoaderError.SUCCESS, null, false, expected, null, null);
    }
    if (expected > MOST_LOADED_BYTES || stored > MOST_LOADED_BYTES) {
      return tooLarge(expected);
    }
    UnpackMeter meter =
        budget.meter(
            view.name(),
            view.size(),
            stored,
            reason -> FormatException.at(view, frame.start(), "frame", "frame " + ordinal, reason));
    try {
      meter.declare(expected);
    } catch (FormatException tooLarge) {
      return Answer.miss(LoaderError.OUT_OF_MEMORY, tooLarge.words());
    }
    byte[] packed = view.bytes(frame.start(), (int) stored);
    byte[] unpacked = new byte[(int) expected];
    long yielded;
    try {
      yielded =
          packed.length == 0
              ? 0
              : unpacker.unpack(packed, packed.length, unpacked, unpacked.length, meter);
    } catch (UnpackException broken) {
      return Answer.miss(
          LoaderError.DECOMPRESSION_FAILED,
          "frame %d is damaged (%s)".formatted(ordinal, broken.getMessage()));
    }
    if (yielded != expected) {
      return Answer.miss(
          LoaderError.DECOMPRESSION_FAILED,
          "frame %d yields %d bytes, its row says %d".formatted(ordinal, yielded, expected));
    }
    return new Answer(
        LoaderError.SUCCESS, null, false, expected, null, ByteView.of(view.name(), unpacked));
  }

  /** Whether that is why a code object was not unpacked. */
  static boolean isNotHeld(String why) {
    return why.endsWith(NOT_HELD);
  }

  static Answer tooLarge(long size) {
    return Answer.miss(LoaderError.OUT_OF_MEMORY, size + NOT_HELD);
  }

  @Override
  public void close() {
    unpacker.close();
  }
}
