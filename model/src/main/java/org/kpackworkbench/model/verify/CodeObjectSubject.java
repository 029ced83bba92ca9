package org.kpackworkbench.model.verify;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.bytes.FormatException.Reason;
import org.kpackworkbench.model.codeobject.CodeObject;
import org.kpackworkbench.model.codeobject.TargetMismatch;
import org.kpackworkbench.model.place.Place;
import org.kpackworkbench.model.target.GpuTarget;

/**
 * A code object, or what is filed as one.
 *
 * @param bytes its bytes
 * @param storedOffset where it is stored in the file when its bytes are decompressed ones; else -1
 * @param filings what it is filed under; empty for a file of its own
 * @param code the code object; null where it is none
 * @param failure why it is none; null where it is one
 * @param mismatches in what its flags, its metadata and its first filing disagree
 * @param whole whether {@code bytes} is all of it; of a very large one only the beginning is kept
 * @param kernels whether its kernels are to be checked, too
 */
public record CodeObjectSubject(
    Place place,
    ByteView bytes,
    long storedOffset,
    List<Filing> filings,
    @Nullable CodeObject code,
    @Nullable FormatException failure,
    List<TargetMismatch> mismatches,
    boolean whole,
    boolean kernels)
    implements Subject {

  /** The place and the target that a code object is filed under. */
  public record Filing(Place place, GpuTarget target) {}

  /**
   * Opens what is filed as a code object.
   *
   * @throws FormatException only where the file changed meanwhile
   */
  public static CodeObjectSubject of(
      Place place,
      ByteView bytes,
      long storedOffset,
      List<Filing> filings,
      boolean whole,
      boolean kernels)
      throws FormatException {
    try {
      CodeObject code = CodeObject.read(bytes);
      List<TargetMismatch> mismatches =
          code.mismatches(filings.isEmpty() ? null : filings.getFirst().target());
      return new CodeObjectSubject(
          place, bytes, storedOffset, filings, code, null, mismatches, whole, kernels);
    } catch (FormatException none) {
      if (none.reason() == Reason.FILE_CHANGED || none.reason() == Reason.CLOSED) {
        throw none;
      }
      return new CodeObjectSubject(
          place, bytes, storedOffset, filings, null, none, List.of(), whole, kernels);
    }
  }

  /** An offset in its bytes as one of the file. */
  public long fileOffset(long offset) {
    return storedOffset >= 0 ? storedOffset : bytes.fileOffset(offset);
  }
}
