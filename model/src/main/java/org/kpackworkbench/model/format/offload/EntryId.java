package org.kpackworkbench.model.format.offload;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * The id of a bundle's entry: {@code kind-arch-vendor-os-environment[-target]}. What is missing is
 * empty; a target may itself contain hyphens.
 *
 * @param text the id as written in the bundle
 * @param kind {@code host}, {@code hip}, {@code hipv4}, {@code openmp} …
 * @param architecture e.g. {@code amdgcn}, {@code x86_64}, {@code spirv64}
 * @param vendor e.g. {@code amd}
 * @param os e.g. {@code amdhsa}
 * @param environment often empty
 * @param target e.g. {@code gfx90a:xnack+}; empty for the host
 */
public record EntryId(
    String text,
    String kind,
    String architecture,
    String vendor,
    String os,
    String environment,
    String target) {

  private static final int PARTS = 6;

  /** Takes an id apart; never fails. */
  public static EntryId parse(String text) {
    String[] parts = text.split("-", PARTS);
    String[] all = new String[PARTS];
    for (int i = 0; i < PARTS; i++) {
      all[i] = i < parts.length ? parts[i] : "";
    }
    // Old tools left the empty environment out together with its hyphen.
    if (all[4].startsWith("gfx")) {
      all[5] = parts.length < PARTS ? all[4] : all[4] + "-" + all[5];
      all[4] = "";
    }
    return new EntryId(text, all[0], all[1], all[2], all[3], all[4], all[5]);
  }

  /** Whether it is the host's own entry, which is no device code. */
  public boolean isHost() {
    return kind.equals("host");
  }

  /**
   * The programming model whose runtime runs the code: {@code hip} for {@code hipv4}, too.
   * Compilers file native code under {@code hipv4} and SPIR-V in the same bundle under {@code hip};
   * the runtime chooses among both.
   */
  public String programmingModel() {
    return kind.equals("hipv4") ? "hip" : kind;
  }

  /** The target that the entry is filed under; null for the host and where none is named. */
  public @Nullable GpuTarget gpuTarget() {
    if (isHost()) {
      return null;
    }
    // Compilers from mid-2026 on may name the processor in the architecture alone.
    if (architecture.startsWith("amdgpu") && (target.isEmpty() || target.startsWith(":"))) {
      return architecture.equals("amdgpu") ? null : GpuTarget.lenient(text);
    }
    return target.isEmpty() ? null : GpuTarget.lenient(target);
  }

  @Override
  public String toString() {
    return text;
  }
}
