package org.kpackworkbench.views.format.codeobject;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.control.ListView;
import javafx.scene.control.SelectionMode;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.rows.ColumnFilter;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.table.FilterBox;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.ViewContext;

/** The metadata as it stands there, line by line, printf strings included. */
final class MetadataPage implements DocumentView {
  private static final String LABEL = "code object metadata";

  /** {@code - .key: value}, the dash and the dot where there are some. */
  private static final Pattern LINE = Pattern.compile("[-\\s]*\\.?([\\w.$-]+):\\s*(.*)");

  static final List<RowColumn<String>> FIELDS =
      List.of(
          RowColumn.text("Line", line -> line),
          RowColumn.text("Key", line -> part(line, 1)),
          RowColumn.text("Value", line -> part(line, 2)),
          RowColumn.text("Name", line -> valueOf(line, "name", "symbol")),
          RowColumn.text("Arch", line -> valueOf(line, "target")),
          RowColumn.size("Size", line -> number(valueOf(line, "size"))));

  private final CodeObjectSubject subject;
  private final ViewContext context;
  private final ReadOnlyObjectWrapper<@Nullable Place> selection = new ReadOnlyObjectWrapper<>();
  private final BorderPane root = new BorderPane();
  private final ObservableList<String> shown = FXCollections.observableArrayList();
  private final ListView<String> list = new ListView<>(shown);
  private final FilterBox filter =
      new FilterBox(
          "name:gemm size>0",
          "Words find lines. Fields: key, value, name, arch, size: lines whose key is of that"
              + " kind, by their value");
  private List<String> lines = List.of();
  private boolean asked;

  MetadataPage(CodeObjectSubject subject, ViewContext context) {
    this.subject = subject;
    this.context = context;
  }

  @Override
  public String id() {
    return "metadata";
  }

  @Override
  public String title() {
    return "Metadata";
  }

  @Override
  public Node node() {
    if (!asked) {
      asked = true;
      build();
    }
    return root;
  }

  private void build() {
    list.setId("metadata-lines");
    root.getStylesheets().add(CodeObjectViews.stylesheet());
    list.getStyleClass().addAll("dense", "edge-to-edge", "code-lines", "monospace");
    list.setAccessibleText("Lines of the metadata");
    list.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    list.setPlaceholder(Tables.placeholder("Reading…"));
    filter.queryProperty().subscribe(query -> show());
    root.setTop(new VBox(filter));
    root.setCenter(list);
    new ActionHandlers()
        .on(
            ActionId.COPY,
            () ->
                RowCopy.toClipboard(
                    list.getSelectionModel().getSelectedItems().stream()
                        .collect(Collectors.joining("\n"))))
        .on(ActionId.FIND, filter::focusField)
        .attachTo(root);
    list.getSelectionModel().selectedIndexProperty().subscribe(index -> selected());
    context
        .background()
        .run(
            () -> MetadataText.of(subject.code()),
            read -> {
              lines = read;
              show();
            },
            failure -> root.setCenter(new ErrorView("The metadata could not be read", failure)));
  }

  private static String part(String line, int group) {
    Matcher parts = LINE.matcher(line);
    return parts.matches() ? parts.group(group) : "";
  }

  /** What a line says whose key ends so; else nothing. */
  private static String valueOf(String line, String... keys) {
    return Stream.of(keys).anyMatch(part(line, 1)::endsWith) ? part(line, 2) : "";
  }

  private static long number(String text) {
    return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : -1;
  }

  private void show() {
    shown.setAll(lines.stream().filter(ColumnFilter.of(filter, FIELDS)).toList());
    list.setPlaceholder(
        Tables.placeholder(
            lines.isEmpty()
                ? "The code object has no metadata note. Without it no kernel can be launched by"
                    + " name."
                : "No line holds this text."));
    filter.count(shown.size(), lines.size());
  }

  /** The lines stand for the note as a whole. */
  private void selected() {
    if (list.getSelectionModel().getSelectedIndex() >= 0) {
      selection.set(notePlace());
    }
  }

  private @Nullable Place notePlace() {
    var note = subject.code().metadataNote();
    return note == null
        ? null
        : new Place.Part(
            subject.place(),
            LABEL,
            new ByteRange(note.content().fileOffset(0), note.content().size()));
  }

  @Override
  public boolean shows(Place place) {
    return place instanceof Place.Part part
        && part.label().equals(LABEL)
        && part.parent().equals(subject.place());
  }

  @Override
  public void show(Place place) {}

  @Override
  public ObservableValue<@Nullable Place> selection() {
    return selection.getReadOnlyProperty();
  }
}
