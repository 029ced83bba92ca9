package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Sink;

/** The headers and tables of an ELF file can be read. */
public final class ElfReads extends HostRule {
  public ElfReads() {
    super("elf-reads", "The headers and tables of an ELF file can be read.");
  }

  @Override
  public void check(HostSubject subject, Sink sink) {
    for (FormatException problem : subject.elf().problems()) {
      sink.problem(subject.place(), problem, "It may have been cut off; link or get it anew.");
    }
  }
}
