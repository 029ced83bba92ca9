package org.kpackworkbench.model.analysis.verify;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.CodeObjectGlance;
import org.kpackworkbench.model.format.codeobject.TargetMismatch;

/**
 * A code object, or what is filed as one.
 *
 * @param bytes its bytes
 * @param storedOffset where it is stored in the file when its bytes are decompressed ones; else -1
 * @param filings what it is filed under; empty for a file of its own
 * @param failure why it is no code object; null if it is one
 * @param code the code object, fully read; null if it is none, or where the glance is enough
 * @param glance the result of the quick check; null if a full read is required
 * @param mismatchCache the results of code objects with the same glance
 * @param whole whether {@code bytes} is all of it; of a very large one only the beginning is kept
 */
public record CodeObjectSubject(
    Place place,
    ByteView bytes,
    long storedOffset,
    List<Filing> filings,
    @Nullable FormatException failure,
    @Nullable CodeObject code,
    @Nullable CodeObjectGlance glance,
    MismatchCache mismatchCache,
    boolean whole)
    implements StoredCode {

  /** The place and the target that a code object is filed under. */
  public record Filing(Place place, GpuTarget target) {}

  /** Where a code object comes from, and how thoroughly it is checked. */
  public record Origin(
      Place place, long storedOffset, List<Filing> filings, boolean whole, boolean kernels) {}

  /**
   * Opens what is filed as a code object.
   *
   * @throws FormatException only where the file changed meanwhile
   */
  public static CodeObjectSubject of(Origin origin, ByteView bytes, MismatchCache mismatchCache)
      throws FormatException {
    CodeObjectGlance glance = origin.kernels() ? null : CodeObjectGlance.of(bytes);
    CodeObject code = null;
    FormatException failure = null;
    if (glance == null) {
      try {
        code = CodeObject.read(bytes);
      } catch (FormatException none) {
        none.throwIfFileChanged();
        failure = none;
      }
    }
    return new CodeObjectSubject(
        origin.place(),
        bytes,
        origin.storedOffset(),
        origin.filings(),
        failure,
        code,
        glance,
        mismatchCache,
        origin.whole());
  }

  /**
   * Returns the subject for bytes that are filed as a code object and hold none, with the reason.
   */
  public static CodeObjectSubject broken(Origin origin, ByteView bytes, FormatException failure) {
    return new CodeObjectSubject(
        origin.place(),
        bytes,
        origin.storedOffset(),
        origin.filings(),
        failure,
        null,
        null,
        new MismatchCache(),
        origin.whole());
  }

  /**
   * In what its flags, its metadata and a target disagree; empty if it is no code object.
   *
   * @param filed null compares flags and metadata only
   */
  public List<TargetMismatch> mismatches(@Nullable GpuTarget filed) throws FormatException {
    if (glance != null) {
      return mismatchCache.of(glance, filed, bytes);
    }
    return code == null ? List.of() : code.mismatches(filed);
  }

  /** Returns evidence of a fault of the code object itself, in each row that shares it. */
  public Evidence inAllRows(Evidence evidence) {
    return filings.size() < 2
        ? evidence
        : evidence.alsoAt(filings.stream().map(Filing::place).toList());
  }

  /** An offset in its bytes as one of the file. */
  public long fileOffset(long offset) {
    return storedOffset >= 0 ? storedOffset : bytes.fileOffset(offset);
  }

  /**
   * The mismatches between code objects and the targets that they are filed under, computed once
   * for all code objects with the same glance and target. Safe for use by many threads.
   */
  public static final class MismatchCache {
    /** Files have a few dozen cases; the limit bounds the memory for crafted files. */
    private static final int MOST_KEPT = 10_000;

    private record Case(CodeObjectGlance glance, @Nullable GpuTarget filed) {}

    private final Map<Case, List<TargetMismatch>> known = new ConcurrentHashMap<>();

    List<TargetMismatch> of(CodeObjectGlance glance, @Nullable GpuTarget filed, ByteView bytes)
        throws FormatException {
      Case one = new Case(glance, filed);
      List<TargetMismatch> mismatches = known.get(one);
      if (mismatches == null) {
        mismatches = CodeObject.read(bytes).mismatches(filed);
        if (known.size() < MOST_KEPT) {
          known.put(one, mismatches);
        }
      }
      return mismatches;
    }
  }
}
