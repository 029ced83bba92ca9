package org.kpackworkbench.views.format.codeobject;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Metadata;
import org.kpackworkbench.model.format.elf.ElfNote;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.rows.ColumnFilter;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.table.FilterBox;
import org.kpackworkbench.views.kit.table.PlainList;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.view.BuiltView;
import org.kpackworkbench.views.spi.ViewContext;

/** The metadata as stored, line by line, printf strings included. */
final class MetadataPage extends BuiltView {
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

  private final ShownCodeObject subject;
  private final ViewContext context;
  private final BorderPane root = new BorderPane();
  private final ObservableList<String> shown = FXCollections.observableArrayList();
  private final PlainList<String> list =
      new PlainList<String>("metadata-lines", "Lines of the metadata", "Reading…").edgeToEdge();
  private final FilterBox filter =
      new FilterBox(
          "name:gemm size>0",
          "Words match whole lines, key: their keys, value: their values. name, arch and size match the values of keys of that kind");
  private List<String> lines = List.of();

  MetadataPage(ShownCodeObject subject, ViewContext context) {
    super("metadata", "Metadata");
    this.subject = subject;
    this.context = context;
  }

  @Override
  protected Node build() {
    list.setItems(shown);
    root.getStylesheets().add(CodeObjectViews.stylesheet());
    list.getStyleClass().addAll("code-lines", "monospace");
    filter.queryProperty().subscribe(query -> show());
    root.setTop(new VBox(filter));
    root.setCenter(list);
    new ActionHandlers().on(ActionId.FIND, filter::focusField).attachTo(root);
    list.getSelectionModel().selectedIndexProperty().subscribe(index -> selected());
    context
        .background()
        .run(
            () -> MetadataLines.of(subject.code()),
            read -> {
              lines = read;
              show();
            },
            failure -> root.setCenter(new ErrorView("The metadata could not be read", failure)));
    return root;
  }

  private static String part(String line, int group) {
    Matcher parts = LINE.matcher(line);
    return parts.matches() ? parts.group(group) : "";
  }

  /** Returns the value of a line whose key ends with one of the given keys; else an empty text. */
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
                : "No line contains this text."));
    filter.count(shown.size(), lines.size());
  }

  /** The lines represent the note as a whole. */
  private void selected() {
    if (list.getSelectionModel().getSelectedIndex() >= 0) {
      select(notePlace());
    }
  }

  private @Nullable Place notePlace() {
    List<ElfNote> notes = subject.code().metadataNotes();
    if (notes.isEmpty()) {
      return null;
    }
    long start = notes.getFirst().content().fileOffset(0);
    ByteView last = notes.getLast().content();
    return new Place.Part(
        subject.place(), LABEL, ByteRange.between(start, last.fileOffset(0) + last.size()));
  }

  @Override
  public boolean shows(Place place) {
    return place instanceof Place.Part part
        && part.label().equals(LABEL)
        && part.parent().equals(subject.place());
  }

  @Override
  public void show(Place place) {}

  /** The metadata of a code object as lines of text, nothing left out and nothing interpreted. */
  static final class MetadataLines {
    /** More lines than this are not shown: lists become slow far beyond. */
    static final int MOST_LINES = 200_000;

    private static final String STRUCTURE = "code object metadata";
    private static final String STEP = "  ";
    private static final String DASH = "-";

    private final List<String> lines = new ArrayList<>();

    private MetadataLines() {}

    /** The lines; empty if there is no metadata. In the background. */
    static List<String> of(CodeObject code) throws FormatException {
      Metadata metadata = code.metadata();
      if (metadata.form() == Metadata.Form.YAML) {
        return metadata.text().lines().limit(MOST_LINES).toList();
      }
      MetadataLines text = new MetadataLines();
      for (ByteRange range : metadata.ranges()) {
        if (!text.full()) {
          MsgCursor cursor = new MsgCursor(code.view(), range.start(), range.end(), STRUCTURE);
          text.block("", "", cursor.value("metadata"));
        }
      }
      return text.all();
    }

    static List<String> of(MsgValue value) {
      MetadataLines text = new MetadataLines();
      text.block("", "", value);
      return text.all();
    }

    private List<String> all() {
      if (full()) {
        lines.add("… and more: only the first %d lines are shown.".formatted(MOST_LINES));
      }
      return List.copyOf(lines);
    }

    private boolean full() {
      return lines.size() >= MOST_LINES;
    }

    /**
     * Writes a value.
     *
     * @param indent the text before further lines
     * @param head the text before it on its first line
     */
    private void block(String indent, String head, MsgValue value) {
      if (full()) {
        return;
      }
      switch (value) {
        case MsgValue.Mapping mapping when !mapping.pairs().isEmpty() -> {
          boolean item = head.endsWith(DASH);
          if (!item) {
            line(head);
          }
          String start = item ? head + " " : indent;
          for (MsgValue.Pair pair : mapping.pairs()) {
            block(indent + STEP, start + pair.key() + ":", pair.value());
            start = indent;
          }
        }
        case MsgValue.Array array when array.items().stream().anyMatch(MetadataLines::nested) -> {
          line(head);
          for (MsgValue item : array.items()) {
            block(indent + STEP, indent + DASH, item);
          }
        }
        default -> line(head.isEmpty() ? value.toString() : head + " " + value);
      }
    }

    private static boolean nested(MsgValue value) {
      return value instanceof MsgValue.Mapping || value instanceof MsgValue.Text;
    }

    private void line(String text) {
      if (!text.isEmpty() && !full()) {
        lines.add(text.replace("\n", "\\n").replace("\r", "\\r"));
      }
    }
  }
}
