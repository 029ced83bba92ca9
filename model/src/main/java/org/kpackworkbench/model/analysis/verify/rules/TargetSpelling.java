package org.kpackworkbench.model.analysis.verify.rules;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TargetSum;

/** Targets are spelled as loaders ask for them: {@code gfx90a:sramecc+:xnack-}. */
public final class TargetSpelling extends ArchiveRule {
  public TargetSpelling() {
    super("archive-target-spelling", "Targets are spelled with colons, features in their order.");
  }

  @Override
  void check(ArchiveSubject subject, KpackArchive archive, Sink sink) {
    Set<String> texts = new LinkedHashSet<>(archive.architectures());
    for (TargetSum sum : archive.targetSums()) {
      texts.add(sum.targetText());
    }
    for (String text : texts) {
      String right = spelled(text);
      if (right == null || !right.equals(text)) {
        sink.warning(
            subject.place(),
            archive.tableRange().start(),
            right == null
                ? "\"%s\" is no target.".formatted(text)
                : "The target \"%s\" is spelled \"%s\" here.".formatted(right, text),
            "Loaders compare text and will not find these code objects.");
      }
    }
  }

  private static @Nullable String spelled(String text) {
    try {
      return GpuTarget.parse(text).toString();
    } catch (IllegalArgumentException notATarget) {
      return null;
    }
  }
}
