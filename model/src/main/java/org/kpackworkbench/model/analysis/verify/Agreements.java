package org.kpackworkbench.model.analysis.verify;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.CodeObjectGlance;
import org.kpackworkbench.model.format.codeobject.TargetMismatch;

/**
 * In what code objects and the targets they are filed under disagree; found out once for all that
 * state the same. Safe for use by many threads.
 */
public final class Agreements {
  /** Files have some dozens; one that is made to have more does not fill memory. */
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
