package org.kpackworkbench.views.format.coff;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.host.CoffDocument;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.views.format.elf.DeviceNodes;
import org.kpackworkbench.views.format.elf.ElfFixtures;
import org.kpackworkbench.views.spi.WorkspaceNode;

class CoffNodesTest {
  @Test
  void targetsStandBelowTheirWrappers() throws IOException {
    try (CoffDocument document =
        (CoffDocument)
            StandardFormats.all().open(ElfFixtures.FOLDER.resolve("windows.dll"), Progress.NONE)) {
      List<WorkspaceNode> top = new CoffNodes().children(document, document.place());
      assertThat(top)
          .extracting(WorkspaceNode::text)
          .startsWith("wrapper 0", "wrapper 1", ".text")
          .contains(".hip_fat");
      assertThat(new CoffNodes().children(document, top.getFirst().place()))
          .extracting(WorkspaceNode::text)
          .containsExactly("gfx1100", "gfx90a");
      assertThat(new CoffNodes().children(document, top.get(1).place()))
          .extracting(WorkspaceNode::text)
          .containsExactly("gfx1100");
      CodeObjects objects = document.codeObjects();
      for (int i = 0; i < objects.size(); i++) {
        Place code = objects.row(i).place();
        assertThat(DeviceNodes.way(document, code, null))
            .startsWith(document.place())
            .contains(top.get(objects.row(i).index()).place())
            .endsWith(code);
      }
      Place section = top.getLast().place();
      assertThat(DeviceNodes.way(document, section, null))
          .containsExactly(document.place(), section);
    }
  }
}
