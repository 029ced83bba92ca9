package org.kpackworkbench.views.format.elf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.registry.ElfDocument;
import org.kpackworkbench.views.format.offload.Misfiled;
import org.kpackworkbench.views.kit.overview.Overview;
import org.kpackworkbench.views.kit.overview.Share;
import org.kpackworkbench.views.kit.overview.TargetShare;

/** What there is to say about a host binary at first sight. */
final class ElfOverview {
  private ElfOverview() {}

  /** Finds it out; looks into bundles and at every claim: background threads only. */
  static Overview of(ElfDocument document) throws IOException {
    FatBinary fat = document.fat();
    ElfSubject subject = new ElfSubject(document.elf(), fat, document.place());
    List<TargetShare> targets = TargetShare.of(document.codeObjects());
    List<String> sentences = new ArrayList<>();
    String kind = ElfSentences.kind(document.elf());
    sentences.add("%s is %s.".formatted(document.place().label(), kind));
    sentences.addAll(ElfSentences.deviceCode(fat, targets));
    List<String> warnings = new ArrayList<>(fat.diagnosis());
    warnings.addAll(Misfiled.sentences(document.codeObjects()));
    return new Overview(
        document.place().label(),
        ElfSentences.state(fat.state()),
        ElfSentences.well(fat.state()) && fat.diagnosis().isEmpty(),
        sentences,
        warnings,
        Share.of(document.ownership()),
        targets,
        ElfFacts.of(subject),
        document.problems());
  }
}
