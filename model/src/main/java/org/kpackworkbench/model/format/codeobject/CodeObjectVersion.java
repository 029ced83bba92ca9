package org.kpackworkbench.model.format.codeobject;

/**
 * The version of a code object: its ELF ABI version plus 2.
 *
 * @param number 2–6 for the versions that are known; higher ones are read like 6
 */
public record CodeObjectVersion(int number) {

  /** The version that an ELF header's ABI version stands for. */
  static CodeObjectVersion ofAbi(int abiVersion) {
    return new CodeObjectVersion(abiVersion + 2);
  }

  /** Whether it is {@code number} or newer. */
  public boolean atLeast(int number) {
    return this.number >= number;
  }

  /** Whether LLVM's AMDGPU usage guide describes it. */
  public boolean known() {
    return number <= 6;
  }

  /** {@code V5}, as people write it. */
  @Override
  public String toString() {
    return "V" + number;
  }
}
