package org.kpackworkbench.views.format.elf;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.registry.ElfDocument;
import org.kpackworkbench.views.kit.layout.LayoutSource;
import org.kpackworkbench.views.kit.map.LayoutMapModel;

/** The layout of a host binary in the file and in memory, with its zero pages. */
record ElfLayoutSource(ElfDocument document) implements LayoutSource {

  @Override
  public LayoutMapModel first() {
    return ElfLayout.withoutZeroPages(document.elf(), document.place(), document.ownership());
  }

  @Override
  public boolean hasMore() {
    return true;
  }

  @Override
  public LayoutMapModel whole(Progress progress) throws IOException {
    return ElfLayout.of(document.elf(), document.place(), document.ownership(), progress);
  }

  @Override
  public List<String> sums(LayoutMapModel model) {
    return ZeroSums.of(document.elf(), model.lanes().getFirst().zeros());
  }
}
