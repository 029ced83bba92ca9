package org.kpackworkbench.model.elf.edit;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.elf.ElfFile;

/**
 * Checks the layout of a linked ELF file: what loaders need, and what the tools that packagers run
 * take for granted.
 */
public final class LayoutVerifier {
  static final int MOST_FINDINGS = 1000;

  private LayoutVerifier() {}

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
