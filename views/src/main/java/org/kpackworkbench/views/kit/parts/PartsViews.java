package org.kpackworkbench.views.kit.parts;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.registry.FileSummary.TargetBytes;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.OtherDocument;
import org.kpackworkbench.views.kit.layout.LayoutView;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.kit.overview.Overview;
import org.kpackworkbench.views.kit.overview.OverviewView;
import org.kpackworkbench.views.kit.overview.Share;
import org.kpackworkbench.views.kit.rows.RowsView;
import org.kpackworkbench.views.kit.sizes.SizesView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.PlaceFinder;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.spi.WorkspaceNode;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/**
 * Views of files of one format, made from what any document answers: {@link Document#parts},
 * summary, owners and code objects.
 */
public final class PartsViews implements DocumentViewFactory, WorkspaceNodeProvider, PlaceFinder {
  private static final int MOST_ROWS = 500;

  private final Format format;
  private final boolean readAsShown;

  private PartsViews(Format format, boolean readAsShown) {
    this.format = format;
    this.readAsShown = readAsShown;
  }

  /** Views of files of a format. */
  public PartsViews(Format format) {
    this(format, false);
  }

  /**
   * Returns these views for parts that are too many to be held: each is read again when it is
   * shown.
   */
  public PartsViews readAsShown() {
    return new PartsViews(format, true);
  }

  /** Returns the room of the format with these views. */
  public FormatRoom room() {
    return FormatRoom.of(format, KpackIcon.DATABASE).views(this).nodes(this).finders(this);
  }

  @Override
  public boolean handles(OpenedFile file) {
    return file.as(Document.class)
        .filter(document -> document.format().equals(format))
        .filter(document -> !(document instanceof OtherDocument))
        .isPresent();
  }

  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    if (!handles(file)) {
      return List.of();
    }
    Document document = document(file);
    Place place = document.place();
    List<DocumentView> views = new ArrayList<>();
    views.add(new OverviewView(place, () -> overview(document), context));
    views.add(LayoutView.of(document, context));
    views.add(
        new RowsView<>(new PartsSpec(document, format.partFields(), readAsShown), context)
            .extractsFrom(file));
    if (format.mayHoldCode()) {
      views.add(SizesView.of(file, document::codeObjects, place, false, context));
    }
    return List.copyOf(views);
  }

  /** Returns the overview of a document. In the background. */
  static Overview overview(Document document) throws IOException {
    String name = document.place().label();
    String parts =
        document.partCounts().entrySet().stream()
            .map(group -> CountText.of(group.getValue(), group.getKey()))
            .collect(Collectors.joining(", "));
    return new Overview(
        name,
        document.summary().words(),
        document.problems().isEmpty(),
        List.of(
            "%s is %s.".formatted(name, document.format().wordsWithArticle()),
            parts.isEmpty() ? "It has no parts." : "It has " + parts + "."),
        List.of(),
        Share.of(document.ownership()),
        TargetBytes.of(document.codeObjects()),
        List.of(Fact.of("Size", Facts.size(document.bytes().size()))),
        document.problems());
  }

  @Override
  public List<WorkspaceNode> children(OpenedFile file, Place parent) throws IOException {
    Document document = document(file);
    if (!parent.equals(document.place())) {
      return List.of();
    }
    List<DocumentPart> parts = document.parts();
    List<WorkspaceNode> nodes = new ArrayList<>();
    for (DocumentPart part : parts.subList(0, Math.min(parts.size(), MOST_ROWS))) {
      nodes.add(
          new WorkspaceNode(
              part.place(), part.key(), size(part), kind(document, part), target(part), false));
    }
    if (parts.size() > MOST_ROWS) {
      nodes.add(WorkspaceNode.more(parent, parts.size() - MOST_ROWS, "in the table"));
    }
    return List.copyOf(nodes);
  }

  @Override
  public String title() {
    return "Parts of " + format.groups().getFirst().many();
  }

  @Override
  public List<Found> find(OpenedFile file, String query, int limit, Progress progress)
      throws IOException {
    if (!handles(file)) {
      return List.of();
    }
    String wanted = query.strip().toLowerCase(Locale.ROOT);
    return document(file).parts().stream()
        .filter(part -> part.key().toLowerCase(Locale.ROOT).contains(wanted))
        .limit(limit)
        .map(part -> new Found(part.place(), part.key(), detail(part)))
        .toList();
  }

  private static Document document(OpenedFile file) {
    return file.as(Document.class).orElseThrow();
  }

  private static String detail(DocumentPart part) {
    String size = size(part);
    return size.isEmpty() ? part.group() : part.group() + ", " + size;
  }

  private static String size(DocumentPart part) {
    return part.sizeBytes() < 0 ? "" : SizeText.of(part.sizeBytes());
  }

  /**
   * Returns the kind of a part: the innermost owner of its first byte where that is one of the
   * file's.
   */
  static OwnerKind kind(Document document, DocumentPart part) {
    if (part.problem() != null) {
      return OwnerKind.PROBLEM;
    }
    if (part.place() instanceof Place.CodeObject) {
      return OwnerKind.DEVICE_CODE;
    }
    var range = part.place().range();
    return range != null && range.length() > 0 && range.end() <= document.bytes().size()
        ? document.ownership().at(range.start()).getLast().kind()
        : OwnerKind.METADATA;
  }

  static @Nullable String target(DocumentPart part) {
    return part.problem() == null && part.place() instanceof Place.CodeObject code
        ? code.target()
        : null;
  }

  static String title(String field) {
    return field.isEmpty() ? "" : Character.toUpperCase(field.charAt(0)) + field.substring(1);
  }
}
