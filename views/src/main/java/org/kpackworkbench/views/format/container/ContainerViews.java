package org.kpackworkbench.views.format.container;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.container.Container;
import org.kpackworkbench.model.format.container.ContainerDocument;
import org.kpackworkbench.model.format.container.ContainerFormat;
import org.kpackworkbench.model.format.container.ContainerPart;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.FileSummary.TargetBytes;
import org.kpackworkbench.views.kit.layout.LayoutView;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.kit.overview.Overview;
import org.kpackworkbench.views.kit.overview.OverviewView;
import org.kpackworkbench.views.kit.rows.RowsView;
import org.kpackworkbench.views.kit.sizes.SizesView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.spi.WorkspaceNode;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** The views of containers, and the rows below one in the workspace tree. */
public final class ContainerViews implements WorkspaceNodeProvider.Of<ContainerDocument> {

  /** The room of bundle containers. */
  public static FormatRoom room() {
    return FormatRoom.of(ContainerFormat.FORMAT, KpackIcon.BUNDLE)
        .views(ContainerDocument.class, ContainerViews::create)
        .nodes(ContainerDocument.class, new ContainerViews());
  }

  private static List<DocumentView> create(
      ContainerDocument document, OpenedFile file, ViewContext context) {
    Place place = document.place();
    return List.of(
        new OverviewView(place, () -> overview(document), context),
        LayoutView.of(document, context),
        new RowsView<>(new EntriesSpec(document), context),
        SizesView.of(file, document::codeObjects, place, false, context));
  }

  @Override
  public List<WorkspaceNode> children(ContainerDocument document, Place parent) throws IOException {
    List<WorkspaceNode> nodes = new ArrayList<>();
    for (ContainerPart part : document.entries()) {
      if (parent.equals(document.place())) {
        nodes.add(entry(part));
      } else if (parent.equals(part.place()) && !part.isCodeObject()) {
        for (int row : part.rows()) {
          nodes.add(codeObject(document.codeObjects().row(row)));
        }
      }
    }
    return List.copyOf(nodes);
  }

  /**
   * Returns the way to a place; what is inside an entry lies right below it, however deep it is in
   * the file.
   */
  @Override
  public List<Place> way(ContainerDocument document, Place place) {
    List<Place> path = place.path();
    for (ContainerPart part : document.entries()) {
      if (path.contains(part.place())) {
        List<Place> way = new ArrayList<>(List.of(document.place(), part.place()));
        path.stream()
            .filter(each -> each instanceof Place.CodeObject && !each.equals(part.place()))
            .limit(1)
            .forEach(way::add);
        return List.copyOf(way);
      }
    }
    return path;
  }

  private static WorkspaceNode entry(ContainerPart part) {
    String arch = part.entry().arch();
    return new WorkspaceNode(
        part.place(),
        arch.isEmpty() ? "entry " + part.entry().number() : arch,
        part.isCodeObject()
            ? SizeText.of(part.entry().image().length())
            : "%s, %s".formatted(part.words(), SizeText.of(part.entry().image().length())),
        kind(part),
        target(part),
        !part.isCodeObject() && !part.rows().isEmpty());
  }

  private static WorkspaceNode codeObject(CodeObjectRow row) {
    String size = row.originalSizeBytes() < 0 ? "" : SizeText.of(row.originalSizeBytes());
    String target = row.targetText();
    return WorkspaceNode.code(row.place(), target, size, target, row.usable());
  }

  static OwnerKind kind(ContainerPart part) {
    return part.entry().problem() != null
        ? OwnerKind.PROBLEM
        : part.entry().hasImage() ? OwnerKind.DEVICE_CODE : OwnerKind.METADATA;
  }

  private static @Nullable String target(ContainerPart part) {
    return kind(part) == OwnerKind.DEVICE_CODE && !part.entry().arch().isEmpty()
        ? part.entry().arch()
        : null;
  }

  static Overview overview(ContainerDocument document) throws IOException {
    List<TargetBytes> targets = TargetBytes.of(document.codeObjects());
    List<ContainerPart> entries = document.entries();
    List<Container> containers = document.file().containers();
    String name = document.place().label();
    int codeObjects = document.codeObjects().size();
    long compressed = containers.stream().filter(each -> each.packed() != null).count();
    List<String> sentences = new ArrayList<>();
    sentences.add(
        containers.size() == 1
            ? "%s is an LLVM offload container with %s."
                .formatted(name, CountText.of(entries.size(), "entry"))
            : "%s is %d LLVM offload containers, one after another, with %s."
                .formatted(name, containers.size(), CountText.of(entries.size(), "entry")));
    sentences.add(
        codeObjects == 0
            ? "No entry is or holds a code object: compilers put device code that is still to be"
                + " linked into such files, as bitcode."
            : "It holds %s for %s."
                .formatted(
                    CountText.of(codeObjects, "code object"),
                    CountText.of(targets.size(), "GPU target")));
    List<Fact> facts = new ArrayList<>();
    long size = document.bytes().size();
    facts.add(Fact.of("Size", "%s (%s)".formatted(SizeText.of(size), SizeText.exact(size))));
    facts.add(Fact.of("Containers", Integer.toString(containers.size())));
    facts.add(Fact.of("Entries", Integer.toString(entries.size())));
    facts.add(Fact.of("Code objects", Integer.toString(codeObjects)));
    if (compressed > 0) {
      facts.add(Fact.of("Compressed", Long.toString(compressed)));
    }
    return Overview.of(
        document,
        compressed > 0 ? "compressed container" : "container",
        sentences,
        List.of(),
        facts);
  }
}
