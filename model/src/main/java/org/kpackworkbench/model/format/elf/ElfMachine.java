package org.kpackworkbench.model.format.elf;

/** Values of {@code e_machine} and their names; the numbers are those of the gABI's registry. */
public final class ElfMachine {
  public static final int I386 = 3;
  public static final int X86_64 = 62;
  public static final int AARCH64 = 183;
  public static final int CUDA = 190;
  public static final int AMDGPU = 224;
  public static final int RISCV = 243;
  public static final int LOONGARCH = 258;

  private ElfMachine() {}

  /** The name of a machine; {@code machine N} where it has none here. */
  public static String name(int machine) {
    return ElfNames.of("machine", machine, "machine %d");
  }
}
