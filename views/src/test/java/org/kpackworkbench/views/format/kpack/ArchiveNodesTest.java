package org.kpackworkbench.views.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.kpack.ArchiveDocument;
import org.kpackworkbench.views.format.kpack.ArchiveContent.KnownRows;
import org.kpackworkbench.views.format.kpack.ArchiveViews.ArchiveFinder;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.PlaceFinder;
import org.kpackworkbench.views.spi.WorkspaceNode;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;
import org.kpackworkbench.views.window.standard.DocumentFile;

class ArchiveNodesTest extends ArchiveTest {
  private final KnownRows known = new KnownRows();
  private final WorkspaceNodeProvider nodes =
      WorkspaceNodeProvider.of(ArchiveDocument.class, new ArchiveNodes(known));
  private OpenedFile file;
  private ArchiveRows held;

  private void load(java.nio.file.Path path) throws IOException {
    file = DocumentFile.load(path, Progress.NONE);
    held =
        known.get(
            file.as(org.kpackworkbench.model.format.kpack.ArchiveDocument.class)
                .orElseThrow()
                .archive(),
            Progress.NONE);
  }

  @AfterEach
  void closeFile() throws IOException {
    file.close();
  }

  @Test
  void levelsAreBinaryIndexTarget() throws IOException {
    load(ArchiveFiles.small(folder));
    List<WorkspaceNode> binaries = nodes.children(file, file.place());
    assertThat(binaries)
        .extracting(WorkspaceNode::text)
        .containsExactly("lib/librand0.so.1", "lib/librand1.so.1");
    List<WorkspaceNode> indexes = nodes.children(file, binaries.get(1).place());
    assertThat(indexes).extracting(WorkspaceNode::text).containsExactly("#0", "#1", "#2");
    List<WorkspaceNode> targets = nodes.children(file, indexes.get(2).place());
    assertThat(targets)
        .extracting(WorkspaceNode::text)
        .containsExactly("gfx906", "gfx90a:xnack+", "gfx90a:xnack-", "gfx1030");
    Place.CodeObject last = (Place.CodeObject) targets.get(3).place();
    assertThat(last.binary()).isEqualTo("lib/librand1.so.1");
    assertThat(last.index()).isEqualTo(2);
    assertThat(nodes.way(file, last))
        .containsExactly(file.place(), binaries.get(1).place(), indexes.get(2).place(), last);
    assertThat(nodes.way(file, indexes.get(2).place()))
        .containsExactly(file.place(), binaries.get(1).place(), indexes.get(2).place());
  }

  @Test
  void namesWithoutAnyIndexAreATreeOfFolders() throws IOException {
    load(ArchiveFiles.free(folder));
    List<WorkspaceNode> top = nodes.children(file, file.place());
    assertThat(top)
        .extracting(WorkspaceNode::text)
        .containsExactly("fmha_v3_bwd/", "fmha_v3_fwd/", "pointwise_add_f32");
    List<WorkspaceNode> forward = nodes.children(file, top.get(1).place());
    assertThat(forward).extracting(WorkspaceNode::text).containsExactly("MI300/", "MI350/");
    List<WorkspaceNode> names = nodes.children(file, forward.getFirst().place());
    assertThat(names)
        .extracting(WorkspaceNode::text)
        .containsExactly("fwd_hd64.co", "fwd_hd128_bf16_rtne.co");
    List<WorkspaceNode> targets = nodes.children(file, names.get(1).place());
    assertThat(targets).extracting(WorkspaceNode::text).containsExactly("gfx942", "gfx950");
    assertThat(nodes.children(file, top.get(2).place())).hasSize(2);
    Place row = targets.get(1).place();
    assertThat(nodes.way(file, row))
        .containsExactly(
            file.place(),
            top.get(1).place(),
            forward.getFirst().place(),
            names.get(1).place(),
            row);
    assertThat(nodes.way(file, forward.getFirst().place()))
        .containsExactly(file.place(), top.get(1).place(), forward.getFirst().place());
  }

  @Test
  void manyRowsEndInTheWayToTheTable() throws IOException {
    load(ArchiveFiles.large(folder, 5000));
    List<WorkspaceNode> binaries = nodes.children(file, file.place());
    assertThat(binaries).hasSize(ArchiveNodes.MOST_ROWS + 1);
    assertThat(binaries.getLast().text()).isEqualTo("50 more…");
    assertThat(ArchivePlaces.isIn(held.archive(), binaries.getLast().place())).isTrue();
    assertThat(binaries.getLast().hasChildren()).isFalse();
  }

  @Test
  void damagedRowStandsOut() throws IOException {
    load(ArchiveFiles.broken(folder, "dup.kpack", "gfx906\u0083", "gfx900\u0083"));
    WorkspaceNode library = nodes.children(file, file.place()).get(1);
    WorkspaceNode index = nodes.children(file, library.place()).getFirst();
    WorkspaceNode second = nodes.children(file, index.place()).get(1);
    assertThat(second.kind()).isEqualTo(OwnerKind.PROBLEM);
    assertThat(second.detail()).contains("damaged");
  }

  @Test
  void rowsAreFoundByKeyTargetAndOrdinal() throws IOException {
    load(ArchiveFiles.small(folder));
    ArchiveFinder finder = new ArchiveFinder(known);
    assertThat(finder.find(file, "librand1.so.1#2 @ gfx1030", 9, Progress.NONE))
        .extracting(PlaceFinder.Found::text)
        .containsExactly("lib/librand1.so.1#2 @ gfx1030");
    assertThat(finder.find(file, "ordinal 3", 9, Progress.NONE))
        .extracting(PlaceFinder.Found::text)
        .containsExactly("lib/librand0.so.1#0 @ gfx90a:xnack-");
    assertThat(finder.find(file, "gfx90a", 5, Progress.NONE)).hasSize(5);
    assertThat(finder.find(file, "nothing like it", 5, Progress.NONE)).isEmpty();
  }
}
