package org.kpackworkbench.views.format.kpack;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.IconSize;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.format.kpack.Grouping.GroupId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.kit.overview.FactsGrid;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.rows.TableWords;
import org.kpackworkbench.views.kit.rows.TreeRows;
import org.kpackworkbench.views.kit.rows.TreeRows.Row;
import org.kpackworkbench.views.kit.text.VisibleText;
import org.kpackworkbench.views.kit.theme.Swatch;
import org.kpackworkbench.views.spi.ViewContext;

/** Everything about the selected row, or the sums of the selected group. UI thread only. */
final class EntryPane extends ScrollPane {
  private final ViewContext context;
  private final Runnable open;
  private final Background.Latest reading;
  private final VBox box = Controls.styled(new VBox(), "entry-box");
  private final MetadataTree metadata;

  /**
   * An empty pane.
   *
   * @param open opens the selected row
   */
  EntryPane(ViewContext context, Runnable open) {
    this.context = context;
    this.metadata = new MetadataTree(context);
    this.open = open;
    this.reading = context.background().latest();
    setId("entry-details");
    setAccessibleText("What is known of the selected row");
    // Arrows scroll it.
    setFocusTraversable(true);
    getStyleClass().addAll("edge-to-edge", "entry-pane");
    setFitToWidth(true);
    setMinWidth(60);
    setHbarPolicy(ScrollBarPolicy.NEVER);
    setContent(box);
    nothing();
  }

  /** Shows a line; nothing if it is null. */
  void show(@Nullable Line line, ArchiveRows rows, Grouping grouping) {
    switch (line) {
      case null -> {
        reading.forget();
        nothing();
      }
      case Line.Group group -> {
        reading.forget();
        group(group, rows, grouping);
      }
      case Line.Row(int row, _) ->
          reading.run(() -> EntryFacts.of(rows, row), facts -> entry(facts, rows), this::failed);
    }
  }

  private void nothing() {
    Label hint = Controls.label("Select a row to see all about it.", "muted", "empty-state");
    hint.setWrapText(true);
    box.getChildren().setAll(hint);
  }

  private void group(Line.Group group, ArchiveRows rows, Grouping grouping) {
    Sums sums = group.sums();
    boolean byTarget = grouping == Grouping.BY_TARGET;
    int row = group.row();
    String target = byTarget ? rows.targetText(row) : null;
    List<Fact> facts = new ArrayList<>();
    if (target != null) {
      facts.add(Fact.of("Target", target));
    }
    switch (group.key().kind()) {
      case TARGET -> {}
      case FOLDER -> facts.add(Fact.of("Folder", rows.groupName(group.key(), row)));
      case BINARY -> facts.add(Fact.of("Binary", rows.binaryName(row)));
      case INDEX -> {
        facts.add(Fact.of("Binary", rows.binaryName(row)));
        facts.add(Fact.of("Index", Integer.toString(rows.index(row))));
      }
    }
    facts.add(Fact.of("Rows", StatusWords.count(sums.rows())));
    if (sums.shared() > 0) {
      facts.add(Fact.of("Stored once", StatusWords.count(sums.codeObjects()) + " code objects"));
    }
    facts.add(Fact.of("Original size", EntryFacts.exact(sums.unpackedBytes())));
    if (sums.unpackedBytes() < sums.originalBytes()) {
      facts.add(Fact.of("With duplicates", EntryFacts.exact(sums.originalBytes())));
    }
    facts.add(Fact.of("Stored size", EntryFacts.exact(sums.storedBytes())));
    facts.add(Fact.of("Ratio", StatusWords.percent(sums.ratio())));
    if (sums.problems() > 0) {
      facts.add(Fact.warning("Problems", StatusWords.count(sums.problems())));
    }
    box.getChildren()
        .setAll(
            heading(target == null ? heading(group, rows) : target, target),
            new FactsGrid(facts, context));
  }

  /** The last part of what the facts say in full. */
  private static String heading(Line.Group group, ArchiveRows rows) {
    return group.key().kind() == GroupId.Kind.FOLDER
        ? rows.shortName(group.key(), group.row())
        : leaf(rows.binaryName(group.row()));
  }

  private void entry(EntryFacts facts, ArchiveRows rows) {
    List<Node> parts = new ArrayList<>();
    String target = rows.targetText(facts.row());
    parts.add(heading(leaf(rows.binaryName(facts.row())) + " @ " + target, target));
    FormatException problem = facts.problem();
    if (problem == null) {
      Button button = new Button("Open", KpackIcon.CODE_OBJECT.node(IconSize.SMALL));
      button.setId("open-code-object");
      button.getStyleClass().add("small");
      button.setAccessibleHelp("Open the code object (Enter)");
      button.setOnAction(event -> open.run());
      parts.add(button);
    } else {
      parts.add(new ProblemLines(problem));
    }
    parts.add(new FactsGrid(facts.facts(), context));
    if (facts.sameCount() > 0) {
      parts.add(title("Identical, stored once with"));
      for (Place.CodeObject same : facts.same()) {
        parts.add(FactsGrid.link(same.label(), same, context));
      }
      if (facts.sameCount() > facts.same().size()) {
        parts.add(new Label("and " + (facts.sameCount() - facts.same().size()) + " more"));
      }
    }
    if (!facts.metadata().isEmpty()) {
      parts.add(title("Metadata"));
      parts.add(metadata.show(facts.metadata()));
    }
    if (!facts.unknown().isEmpty()) {
      parts.add(title("Keys that are not known"));
      parts.add(new FactsGrid(facts.unknown(), context));
    }
    box.getChildren().setAll(parts);
  }

  private void failed(Throwable failure) {
    box.getChildren().setAll(Controls.wrapped(new Label(ErrorText.of(failure).what())));
  }

  private Node heading(String text, @Nullable String target) {
    Label name = Controls.text(VisibleText.of(text), "entry-heading");
    if (target == null) {
      return name;
    }
    HBox line =
        new HBox(new Swatch(context.ownerColors().getValue(), OwnerKind.DEVICE_CODE, target), name);
    line.getStyleClass().add("entry-heading-line");
    return line;
  }

  private static Label title(String text) {
    return Controls.label(text, "entry-title");
  }

  private static String leaf(String binary) {
    return binary.substring(binary.lastIndexOf('/') + 1);
  }

  /** Metadata as a tree of names and values. */
  private static final class MetadataTree implements RowsSpec<Row<MetadataTree.Item>> {
    private static final double ROW_EM = 1.9;
    private static final int MOST_LINES = 14;

    private final RowsTable<Row<Item>> table;
    private volatile TreeRows<Item> rows = TreeRows.none();

    /** A name with its value; of what has parts, how many. */
    record Item(String name, String value, List<Item> parts) {
      static Item of(String name, MsgValue value) {
        List<Item> parts =
            switch (value) {
              case MsgValue.Mapping mapping ->
                  mapping.pairs().stream()
                      .map(pair -> of(pair.key().toString(), pair.value()))
                      .toList();
              case MsgValue.Array array ->
                  IntStream.range(0, array.items().size())
                      .mapToObj(i -> of("[" + i + "]", array.items().get(i)))
                      .toList();
              default -> List.of();
            };
        boolean hasParts = value instanceof MsgValue.Mapping || value instanceof MsgValue.Array;
        return new Item(
            name, hasParts ? CountText.of(parts.size(), "value") : value.toString(), parts);
      }
    }

    MetadataTree(ViewContext context) {
      table = RowsTable.alone(this, context);
      table.setTableMenuButtonVisible(false);
    }

    /** Shows these values, opened. */
    Node show(Map<String, MsgValue> metadata) {
      List<Item> tops = new ArrayList<>();
      metadata.forEach((name, value) -> tops.add(Item.of(name, value)));
      rows = TreeRows.of(tops, Item::parts, item -> true);
      table.model().show(rows);
      int lines = Math.clamp(rows.size(), 2, MOST_LINES);
      table.setStyle("-fx-pref-height: " + (lines + 1.4) * ROW_EM + "em;");
      return table;
    }

    @Override
    public TableWords words() {
      return TableWords.of("entry-metadata", "Metadata", "There is no metadata.");
    }

    @Override
    public Folding<Row<Item>> folding() {
      return rows;
    }

    @Override
    public List<RowColumn<Row<Item>>> columns() {
      return List.of(
          RowColumn.tree(
              "Name",
              row -> row.value().name(),
              row -> RowColumn.Face.of(row.value().name(), row.value().name())),
          RowColumn.text("Value", row -> row.value().value()));
    }
  }

  /** Lines about a problem in a file: what, where, expected, found, what to do. */
  private static final class ProblemLines extends VBox {
    ProblemLines(FormatException problem) {
      ErrorText text = ErrorText.of(problem);
      getStyleClass().add("problem-lines");
      Label what = line(text.what());
      what.setGraphic(KpackIcon.WARNING.node(IconSize.SMALL));
      what.getStyleClass().add("problem-what");
      getChildren().add(what);
      for (ErrorText.Row row : text.rows()) {
        // The file is the one that is shown.
        if (!row.name().equals("File")) {
          getChildren().add(line(row.name() + ": " + row.value()));
        }
      }
      setAccessibleText(text.what());
    }

    private static Label line(String text) {
      return Controls.text(text);
    }
  }
}
