package org.kpackworkbench.views.format.elf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.views.format.elf.SectionsSpec.SectionRow;
import org.kpackworkbench.views.spi.WorkspaceNode;

class ElfNodesTest {

  private static List<WorkspaceNode> below(ElfDocument document, Place place) throws IOException {
    return new ElfNodes().children(document, place);
  }

  @Test
  void targetsStandBelowTheirWrappers() throws IOException {
    try (ElfDocument document = ElfFixtures.open("libdrift.so")) {
      List<WorkspaceNode> top = below(document, document.place());
      assertThat(top)
          .extracting(WorkspaceNode::text)
          .startsWith("wrapper 0", "wrapper 1")
          .endsWith("sections");
      assertThat(below(document, top.get(3).place()))
          .extracting(WorkspaceNode::text)
          .containsExactly("gfx1030");
      assertThat(below(document, top.getLast().place()))
          .extracting(WorkspaceNode::text)
          .contains(".hip_fatbin", ".text");
    }
  }

  @Test
  void markerAndOrphansAreRows() throws IOException {
    try (ElfDocument document = ElfFixtures.open("libhostonly.so")) {
      assertThat(below(document, document.place()))
          .extracting(WorkspaceNode::text)
          .contains("marker");
    }
    try (ElfDocument document = ElfFixtures.open("libsamebundle.so")) {
      WorkspaceNode orphan = below(document, document.place()).get(2);
      assertThat(orphan.text() + ", " + orphan.detail()).isEqualTo("bundle 1, orphan");
      assertThat(below(document, orphan.place())).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"libdrift.so", "librdc.so", "libsamebundle.so", "libmixed.so"})
  void everyCodeObjectAndSectionIsFoundInTheTree(String fixture) throws IOException {
    try (ElfDocument document = ElfFixtures.open(fixture)) {
      List<Place> wanted = new ArrayList<>();
      CodeObjects objects = document.codeObjects();
      for (int i = 0; i < objects.size(); i++) {
        wanted.add(objects.row(i).place());
      }
      SectionRow.of(ElfFixtures.subject(document)).forEach(row -> wanted.add(row.place()));
      for (Place place : wanted) {
        List<Place> way = new ElfNodes().way(document, place);
        assertThat(descend(document, way)).isEqualTo(place);
      }
    }
  }

  /** Goes down the tree as the window does: rows on the way that are not there are skipped. */
  private static Place descend(ElfDocument document, List<Place> way) throws IOException {
    Place at = way.getFirst();
    for (Place step : way.subList(1, way.size())) {
      if (below(document, at).stream().anyMatch(node -> node.place().equals(step))) {
        at = step;
      }
    }
    return at;
  }
}
