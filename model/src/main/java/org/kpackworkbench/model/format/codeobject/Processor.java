package org.kpackworkbench.model.format.codeobject;

import java.util.List;
import java.util.Locale;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.ProcessorTable.Generation;

/**
 * A processor that a code object is for.
 *
 * @param number {@code EF_AMDGPU_MACH}, 0–255
 * @param name e.g. {@code gfx90a}; {@code 0xNN} where the number is not in the table
 * @param known whether the number is in the table
 * @param generation how its kernel descriptors are laid out
 * @param xnack what targets may say about xnack
 * @param sramecc what targets may say about sramecc
 */
public record Processor(
    int number, String name, boolean known, Generation generation, Choice xnack, Choice sramecc) {

  /** Possible settings of a feature in the targets of a processor. */
  public enum Choice {
    /** The processor does not have it. */
    NONE,
    /** The feature can be chosen with {@code +} and {@code -}. */
    SELECTABLE,
    /** The feature is always on, and targets do not name it. */
    ALWAYS_ON,
    /** Not known, because the processor is not. */
    UNKNOWN
  }

  /** Whether this is a generic processor whose code another one runs. */
  public boolean runsOn(String other) {
    return GpuTable.runnable(new GpuTarget(other, List.of())).stream()
        .anyMatch(generic -> generic.processor().equals(name));
  }

  /** A processor whose number is not in the table. */
  static Processor unknown(int number) {
    return new Processor(
        number,
        String.format(Locale.ROOT, "0x%02x", number),
        false,
        Generation.UNKNOWN,
        Choice.UNKNOWN,
        Choice.UNKNOWN);
  }
}
