package org.kpackworkbench.model.format.elf.edit;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.elf.ElfFile;

/**
 * Checks the layout of a linked ELF file: what loaders need, and what the tools that packagers run
 * take for granted.
 */
public final class LayoutVerifier {
  static final int MOST_FINDINGS = 1000;

  private LayoutVerifier() {}

  /**
   * The first rule that a changed file breaks and that it did not break before; null where there is
   * none.
   */
  public static @Nullable LayoutFinding added(ElfFile before, ElfFile after)
      throws FormatException {
    List<LayoutFinding> findings = verify(after);
    if (findings.isEmpty()) {
      return null;
    }
    Set<LayoutRule> broken = EnumSet.noneOf(LayoutRule.class);
    for (LayoutFinding finding : verify(before)) {
      broken.add(finding.rule());
    }
    return findings.stream()
        .filter(finding -> !broken.contains(finding.rule()))
        .findFirst()
        .orElse(null);
  }

  /** The rules that are broken, and where; at most a thousand. */
  public static List<LayoutFinding> verify(ElfFile elf) throws FormatException {
    List<LayoutFinding> findings = new ArrayList<>();
    new SegmentRules(elf, findings).check();
    new SectionRules(elf, findings).check();
    new ReferenceRules(elf, findings).check();
    return findings.size() > MOST_FINDINGS
        ? List.copyOf(findings.subList(0, MOST_FINDINGS))
        : List.copyOf(findings);
  }
}
