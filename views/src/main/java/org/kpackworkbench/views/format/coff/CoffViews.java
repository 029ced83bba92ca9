package org.kpackworkbench.views.format.coff;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.coff.CoffDocument;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffFormat;
import org.kpackworkbench.model.format.coff.CoffSection;
import org.kpackworkbench.views.kit.layout.LayoutView;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.kit.overview.Overview;
import org.kpackworkbench.views.kit.overview.OverviewView;
import org.kpackworkbench.views.kit.overview.Share;
import org.kpackworkbench.views.kit.rows.RowsView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.spi.WorkspaceNode;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** The views of Windows binaries, and the rows below one in the workspace tree. */
public final class CoffViews implements DocumentViewFactory, WorkspaceNodeProvider {

  /** The room of Windows binaries. */
  public static FormatRoom room() {
    return FormatRoom.of(CoffFormat.FORMAT, KpackIcon.ELF_LIBRARY)
        .views(new CoffViews())
        .nodes(new CoffViews());
  }

  @Override
  public boolean handles(OpenedFile file) {
    return file.as(CoffDocument.class).isPresent();
  }

  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    CoffDocument document = file.as(CoffDocument.class).orElseThrow();
    Place place = document.place();
    return List.of(
        new OverviewView(place, () -> overview(document), context),
        LayoutView.of(document, context),
        new RowsView<>(new CoffSectionsSpec(document.file(), place), context));
  }

  @Override
  public List<WorkspaceNode> children(OpenedFile file, Place parent) {
    CoffDocument document = file.as(CoffDocument.class).orElseThrow();
    if (!parent.equals(document.place())) {
      return List.of();
    }
    CoffSectionsSpec spec = new CoffSectionsSpec(document.file(), parent);
    List<WorkspaceNode> nodes = new ArrayList<>();
    for (CoffSection section : document.file().sections()) {
      nodes.add(
          new WorkspaceNode(
              spec.place(section),
              section.name(),
              SizeText.of(Math.max(0, section.fileSizeBytes())),
              CoffSectionsSpec.kind(section),
              null,
              false));
    }
    return List.copyOf(nodes);
  }

  static Overview overview(CoffDocument document) {
    CoffFile file = document.file();
    String name = document.place().label();
    String sections =
        file.sections().stream()
            .filter(section -> section.role() != CoffSection.Role.OTHER)
            .map(section -> section.name() + " (" + section.role().words() + ")")
            .collect(Collectors.joining(", "));
    List<String> sentences = new ArrayList<>();
    sentences.add("%s is a %s for %s.".formatted(name, file.kindName(), file.machineName()));
    sentences.add(
        sections.isEmpty()
            ? "None of its sections is for GPU code."
            : "It has GPU code or refers to some: " + sections + ".");
    sentences.add(
        "Sections of Windows binaries are named, and their bytes can be shown; wrappers and bundles"
            + " in them are not decoded yet, and they cannot be converted.");
    List<Fact> facts = new ArrayList<>();
    long size = document.bytes().size();
    facts.add(Fact.of("Kind", file.kindName()));
    facts.add(Fact.of("Machine", file.machineName()));
    if (file.linked()) {
      facts.add(Fact.of("Image base", "0x" + Long.toHexString(file.imageBase())));
    }
    facts.add(Fact.of("Sections", Integer.toString(file.sections().size())));
    facts.add(Fact.of("Size", "%s (%s)".formatted(SizeText.of(size), SizeText.exact(size))));
    return new Overview(
        name,
        file.hasDeviceCode() ? "Windows, with GPU code" : "Windows",
        true,
        sentences,
        List.of(),
        Share.of(document.ownership()),
        List.of(),
        facts,
        document.problems());
  }
}
