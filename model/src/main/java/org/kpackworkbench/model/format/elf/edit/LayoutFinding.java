package org.kpackworkbench.model.format.elf.edit;

/**
 * A rule that is broken.
 *
 * @param rule the rule
 * @param fileOffset of the header, symbol or entry that breaks it
 * @param what which it is and what stands there
 */
public record LayoutFinding(LayoutRule rule, long fileOffset, String what) {
  @Override
  public String toString() {
    return "%s (%s), at 0x%x: %s".formatted(rule, rule.words(), fileOffset, what);
  }
}
