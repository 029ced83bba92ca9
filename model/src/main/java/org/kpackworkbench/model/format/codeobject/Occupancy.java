package org.kpackworkbench.model.format.codeobject;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * How many waves of a kernel a SIMD can hold at one time, and what sets that limit.
 *
 * <p>The waves are the least of
 *
 * <ul>
 *   <li>the slots of a SIMD;
 *   <li>vector registers of a SIMD / registers of a wave, rounded up to how many are given at once;
 *   <li>on GPUs before gfx10, the steps for scalar registers;
 *   <li>work-groups whose local memory fits × waves of a work-group / SIMDs that share the memory.
 * </ul>
 *
 * <p>Numbers of slots and registers are those of LLVM's AMDGPU back end (AMDGPUBaseInfo, IsaInfo:
 * total and addressable VGPRs, allocation granules, waves per EU; the limits that follow are in its
 * test TestVGPRLimitsPerOccupancy and in occupancy-levels.ll), the share of local memory is its
 * getOccupancyWithWorkGroupSizes, from getLocalMemorySize and getLdsDwGranularity. That granularity
 * is half of what GPUs since gfx1030 give, which the ISA manual of RDNA 2 has (3.6.6). A work-group
 * is taken to have as many work-items as the kernel allows. Local memory that is added at dispatch
 * is not known.
 *
 * @param waves waves of a SIMD, from 1
 * @param most the slots of a SIMD
 * @param limit what allows no more
 */
public record Occupancy(int waves, int most, Limit limit) {
  private static final Pattern GFX9 = Pattern.compile("gfx9(0[02469c]|-generic)");
  private static final Pattern CDNA = Pattern.compile("gfx(90a|94[012]|950|9-4-generic)");
  private static final Pattern RDNA_1 = Pattern.compile("gfx10(1[0-3]|-1-generic)");
  private static final Pattern RDNA_2 = Pattern.compile("gfx10(3[0-6]|-3-generic)");
  private static final Pattern RDNA_3 = Pattern.compile("gfx11(0[0-3]|5[0-3]|-generic)");
  private static final Pattern RDNA_4 = Pattern.compile("gfx12(0[01]|-generic)");

  /** Processors of the third generation that have half as many registers more. */
  private static final Set<String> LARGE_FILE = Set.of("gfx1100", "gfx1101", "gfx1151");

  private static final int KIB = 1024;

  /** Resources that limit the number of waves. */
  public enum Limit {
    /** The slots of a SIMD. */
    SLOTS("slots"),
    /** Vector registers. */
    VGPRS("VGPRs"),
    /** Scalar registers. */
    SGPRS("SGPRs"),
    /** Local memory. */
    LDS("LDS");

    private final String words;

    Limit(String words) {
      this.words = words;
    }

    /** For people. */
    public String words() {
      return words;
    }
  }

  /**
   * Resources of a SIMD.
   *
   * @param slots waves
   * @param registers vector registers for each work-item
   * @param granule how many registers are given at once
   */
  private record Simd(int slots, int registers, int granule) {}

  /**
   * Works it out.
   *
   * @return empty for processors that are not known, and for kernels that do not state how many
   *     registers they use
   */
  public static Optional<Occupancy> of(GpuTarget target, Kernel kernel) {
    String processor = target.processor();
    boolean wave32 = kernel.wavefrontSize() == 32;
    Simd simd = simd(processor, wave32);
    if (simd == null || kernel.vgprs() < 0) {
      return Optional.empty();
    }
    long vgprs =
        // Two files of registers, each as large as the other.
        processor.equals("gfx908") ? Math.max(kernel.vgprs(), kernel.agprs()) : kernel.vgprs();
    Occupancy least = new Occupancy(simd.slots(), simd.slots(), Limit.SLOTS);
    long given = up(Math.max(1, vgprs), simd.granule());
    least = least.or((int) (simd.registers() / given), Limit.VGPRS);
    if (processor.startsWith("gfx9") && kernel.sgprs() >= 0) {
      least = least.or(bySgprs(kernel.sgprs()), Limit.SGPRS);
    }
    return Optional.of(byLds(least, processor, kernel));
  }

  /**
   * How many vector registers leave room for how many waves.
   *
   * @param waves waves of a SIMD
   * @param mostVgprs the most registers of a kernel of which as many waves fit
   */
  public record VgprStep(int waves, int mostVgprs) {}

  /**
   * The steps at which further vector registers cost a wave, from all slots to one wave.
   *
   * @param wavefrontSize 32 or 64
   * @return none for processors that are not known
   */
  public static List<VgprStep> vgprSteps(GpuTarget target, long wavefrontSize) {
    Simd simd = simd(target.processor(), wavefrontSize == 32);
    List<VgprStep> steps = new ArrayList<>();
    if (simd != null) {
      for (int waves = simd.slots(); waves >= 1; waves--) {
        int most = simd.registers() / waves / simd.granule() * simd.granule();
        if (steps.isEmpty() || most > steps.getLast().mostVgprs()) {
          steps.add(new VgprStep(waves, most));
        }
      }
    }
    return List.copyOf(steps);
  }

  /**
   * How much local memory of a work-group leaves room for how many waves.
   *
   * @param waves waves of a SIMD
   * @param mostBytes the most local memory of a work-group with which as many waves fit
   */
  public record LdsStep(int waves, long mostBytes) {}

  /**
   * The steps at which further local memory costs waves, from the most waves that work-groups of
   * this size can be to those of the largest local memory that a work-group may have.
   *
   * @param wavefrontSize 32 or 64
   * @param workItems of a work-group
   * @param workgroupProcessorMode whether both compute units of a pair run a work-group; null where
   *     that is not stated
   * @return none for processors that are not known, and where a size is not
   */
  public static List<LdsStep> ldsSteps(
      GpuTarget target,
      long wavefrontSize,
      long workItems,
      @Nullable Boolean workgroupProcessorMode) {
    Simd simd = simd(target.processor(), wavefrontSize == 32);
    if (simd == null || wavefrontSize <= 0 || workItems <= 0) {
      return List.of();
    }
    LocalMemory memory = LocalMemory.of(target.processor(), workgroupProcessorMode);
    long waves = Math.ceilDiv(workItems, wavefrontSize);
    List<LdsStep> fromLeast = new ArrayList<>();
    for (long groups = 1; groups <= memory.bytes() / memory.granule(); groups++) {
      long most =
          Math.min(
              memory.bytes() / groups / memory.granule() * memory.granule(), memory.mostOfGroup());
      int now = Math.clamp(memory.wavesOf(groups, waves), 1, simd.slots());
      if (!fromLeast.isEmpty() && fromLeast.getLast().mostBytes() == most) {
        fromLeast.removeLast();
      }
      if (fromLeast.isEmpty() || fromLeast.getLast().waves() < now) {
        fromLeast.add(new LdsStep(now, most));
      }
      if (now == simd.slots()) {
        break;
      }
    }
    return List.copyOf(fromLeast.reversed());
  }

  private Occupancy or(int other, Limit by) {
    int waves = Math.max(1, other);
    return waves < this.waves ? new Occupancy(waves, most, by) : this;
  }

  private static @Nullable Simd simd(String processor, boolean wave32) {
    if (GFX9.matcher(processor).matches() || processor.equals("gfx908")) {
      return new Simd(10, 256, 4);
    }
    if (CDNA.matcher(processor).matches()) {
      return new Simd(8, 512, 8);
    }
    if (RDNA_1.matcher(processor).matches()) {
      return new Simd(20, wave32 ? 1024 : 512, wave32 ? 8 : 4);
    }
    if (RDNA_4.matcher(processor).matches() || LARGE_FILE.contains(processor)) {
      return new Simd(16, wave32 ? 1536 : 768, wave32 ? 24 : 12);
    }
    return RDNA_2.matcher(processor).matches() || RDNA_3.matcher(processor).matches()
        ? new Simd(16, wave32 ? 1024 : 512, wave32 ? 16 : 8)
        : null;
  }

  /** The steps of GPUs since the eighth generation, until scalar registers set no limit. */
  private static int bySgprs(long sgprs) {
    return sgprs <= 80 ? 10 : sgprs <= 88 ? 9 : sgprs <= 100 ? 8 : 7;
  }

  private static Occupancy byLds(Occupancy least, String processor, Kernel kernel) {
    if (kernel.ldsBytes() <= 0
        || kernel.maxFlatWorkgroupSize() <= 0
        || kernel.wavefrontSize() <= 0) {
      return least;
    }
    LocalMemory memory = LocalMemory.of(processor, kernel.workgroupProcessorMode());
    long groups = Math.max(1, memory.bytes() / up(kernel.ldsBytes(), memory.granule()));
    long most =
        memory.wavesOf(groups, Math.ceilDiv(kernel.maxFlatWorkgroupSize(), kernel.wavefrontSize()));
    return least.or((int) Math.min(most, Integer.MAX_VALUE), Limit.LDS);
  }

  /**
   * Local memory, and what shares it.
   *
   * @param bytes all of it
   * @param mostOfGroup the most that a work-group may have
   * @param granule how many bytes are given at once
   * @param simds SIMDs that share it
   */
  private record LocalMemory(long bytes, long mostOfGroup, long granule, int simds) {
    static LocalMemory of(String processor, @Nullable Boolean workgroupProcessorMode) {
      if (processor.equals("gfx950")) {
        return new LocalMemory(160 * KIB, 160 * KIB, 1280, 4);
      }
      if (processor.startsWith("gfx9")) {
        return new LocalMemory(64 * KIB, 64 * KIB, 512, 4);
      }
      long granule = RDNA_1.matcher(processor).matches() ? 512 : 1024;
      return Boolean.FALSE.equals(workgroupProcessorMode)
          ? new LocalMemory(64 * KIB, 64 * KIB, granule, 2)
          : new LocalMemory(128 * KIB, 64 * KIB, granule, 4);
    }

    /** How many waves of a SIMD so many work-groups are. */
    long wavesOf(long groups, long wavesOfGroup) {
      return Math.ceilDiv(groups * wavesOfGroup, (long) simds);
    }
  }

  private static long up(long value, long step) {
    return (value + step - 1) / step * step;
  }

  /** Waves with the limit: {@code 5 of 8 (VGPRs)}. */
  @Override
  public String toString() {
    return limit == Limit.SLOTS
        ? "%d of %d".formatted(waves, most)
        : "%d of %d (%s)".formatted(waves, most, limit.words());
  }
}
