package org.kpackworkbench.model.analysis.verify.rules;

import java.util.LinkedHashSet;
import java.util.Set;
import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TargetSum;

/** {@code gfx_arches} lists the targets that occur in rows, and no others, each once. */
public final class ArchitecturesMatch extends ArchiveRule {
  public ArchitecturesMatch() {
    super("archive-architectures", "gfx_arches lists exactly the targets that occur in the table.");
  }

  @Override
  void check(ArchiveSubject subject, KpackArchive archive, Sink sink) {
    if (!archive.complete()) {
      return;
    }
    long offset = archive.tableRange().start();
    Set<String> listed = new LinkedHashSet<>();
    for (String target : archive.architectures()) {
      if (!listed.add(target)) {
        sink.warning(
            subject.place(), offset, "gfx_arches lists \"%s\" twice.".formatted(target), "");
      }
    }
    Set<String> occurring = new LinkedHashSet<>();
    for (TargetSum sum : archive.targetSums()) {
      occurring.add(sum.targetText());
      if (!listed.contains(sum.targetText())) {
        sink.error(
            subject.place(),
            offset,
            "%s for \"%s\", which gfx_arches does not list."
                .formatted(
                    sum.entries() == 1 ? "1 row is" : sum.entries() + " rows are",
                    sum.targetText()),
            "Loaders look at that list first and never ask for these; add the target to it.");
      }
    }
    for (String target : listed) {
      if (!occurring.contains(target)) {
        sink.warning(
            subject.place(),
            offset,
            "gfx_arches lists \"%s\", for which there is no row.".formatted(target),
            "A strict loader stops at this archive and finds nothing; take the target off the list.");
      }
    }
  }
}
