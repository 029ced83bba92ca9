package org.kpackworkbench.views.kit.inspector;

import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.css.PseudoClass;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.input.Clipboard;
import javafx.scene.input.DataFormat;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.text.Font;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.GoTo;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.views.kit.action.ChoiceGroup;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.table.CellTips;
import org.kpackworkbench.views.kit.text.TextWidth;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Swatch;

/** The table of what the bytes under the caret mean. UI thread only. */
public final class Inspector extends BorderPane {
  private static final double NAMES_SHARE = 0.34;

  private static final double NAMES_EMS = 5.8;

  private final InspectorModel model;
  private final ObservableValue<OwnerColors> palette;
  private final TableView<InspectorRow> table = new TableView<>();
  private final TextWidth.Fonts widths = new TextWidth.Fonts();
  private Consumer<Claim> onOwner = claim -> {};
  private Consumer<GoTo.Found> onPointer = found -> {};
  private Consumer<ByteRange> onBytes = range -> {};

  /**
   * An inspector without bytes; set those of its {@link #model}.
   *
   * @param background where bytes are read
   * @param palette colours of owners
   * @param formats whose structures are known
   */
  public Inspector(Background background, ObservableValue<OwnerColors> palette, Formats formats) {
    this.model = new InspectorModel(background, formats);
    this.palette = palette;
    getStyleClass().add("inspector");
    ToggleButton little = order("inspector-little", "Little-endian", "left-pill");
    ToggleButton big = order("inspector-big", "Big-endian", "right-pill");
    ChoiceGroup<ByteOrder> orders =
        new ChoiceGroup<>(model.orderProperty(), model.orderProperty()::set);
    // In a narrow pane one is below the other, so that their words are not cut.
    FlowPane line =
        Controls.styled(
            new FlowPane(
                orders.add(ByteOrder.LITTLE_ENDIAN, little), orders.add(ByteOrder.BIG_ENDIAN, big)),
            "inspector-orders");
    setTop(line);
    setCenter(table);
    table.setId("inspector-table");
    table.setItems(model.rows());
    table.setPlaceholder(new Label("No byte is selected."));
    table.getColumns().setAll(List.of(names(little.fontProperty()), values()));
    table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    table.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    table.setRowFactory(view -> new InspectorTableRow(this::follow, widths));
    table.addEventHandler(KeyEvent.KEY_PRESSED, this::pressed);
    table.setContextMenu(menu());
    table.setAccessibleText("What the bytes under the caret mean");
    setMinWidth(120);
  }

  /** The inspected bytes, and the results. */
  public InspectorModel model() {
    return model;
  }

  /** Sets the action of a click on an owner. */
  public void setOnOwner(Consumer<Claim> action) {
    onOwner = action;
  }

  /** Sets the action of a click on the target of an address. */
  public void setOnPointer(Consumer<GoTo.Found> action) {
    onPointer = action;
  }

  /**
   * Sets the action of a double click on a value: it is given the value's bytes, as offsets of the
   * view.
   */
  public void setOnBytes(Consumer<ByteRange> action) {
    onBytes = action;
  }

  private static ToggleButton order(String id, String words, String style) {
    ToggleButton button =
        Controls.named(
            Controls.tip(
                Controls.whole(new ToggleButton(words)),
                "Read numbers as " + words.toLowerCase(Locale.ROOT)),
            id,
            style);
    return button;
  }

  private TableColumn<InspectorRow, InspectorRow> names(ObservableValue<Font> font) {
    TableColumn<InspectorRow, InspectorRow> column = new TableColumn<>("What");
    column.setCellValueFactory(data -> new ReadOnlyObjectWrapper<>(data.getValue()));
    column.setCellFactory(any -> new NameCell(palette, claim -> onOwner.accept(claim)));
    // Numbers are what it is for: they get the room that names of numbers leave.
    Runnable size =
        () -> {
          double needed = NAMES_EMS * font.getValue().getSize();
          column.setMinWidth(Math.min(needed, table.getWidth() / 2));
          column.setPrefWidth(Math.max(needed, table.getWidth() * NAMES_SHARE));
        };
    table.widthProperty().subscribe(size);
    font.subscribe(now -> size.run());
    column.setSortable(false);
    column.setReorderable(false);
    return column;
  }

  private TableColumn<InspectorRow, InspectorRow> values() {
    TableColumn<InspectorRow, InspectorRow> column = new TableColumn<>("Value");
    column.setCellValueFactory(data -> new ReadOnlyObjectWrapper<>(data.getValue()));
    column.setCellFactory(any -> new ValueCell(found -> onPointer.accept(found)));
    column.setPrefWidth(200);
    column.setSortable(false);
    column.setReorderable(false);
    return column;
  }

  private void follow(InspectorRow row) {
    switch (row) {
      case InspectorRow.Owner owner -> onOwner.accept(owner.claim());
      case InspectorRow.Pointer pointer -> onPointer.accept(pointer.target());
      case InspectorRow.Value value -> {
        if (value.inspected().lengthBytes() > 0) {
          onBytes.accept(
              new ByteRange(model.offsetProperty().get(), value.inspected().lengthBytes()));
        }
      }
      case InspectorRow.Heading heading -> {}
      case InspectorRow.Problem problem -> {}
    }
  }

  private void pressed(KeyEvent event) {
    if (event.isShortcutDown() && event.getCode() == KeyCode.C) {
      copy(true);
    } else if (event.getCode() == KeyCode.ENTER) {
      table.getSelectionModel().getSelectedItems().stream().limit(1).forEach(this::follow);
    } else {
      return;
    }
    event.consume();
  }

  private ContextMenu menu() {
    return new ContextMenu(
        item("Copy Value", () -> copy(true)), item("Copy Name and Value", () -> copy(false)));
  }

  private static MenuItem item(String words, Runnable action) {
    MenuItem item = new MenuItem(words);
    item.setOnAction(event -> action.run());
    return item;
  }

  private void copy(boolean valueOnly) {
    String text =
        table.getSelectionModel().getSelectedItems().stream()
            .filter(Objects::nonNull)
            .map(row -> valueOnly ? row.value() : row.name() + "\t" + row.value())
            .collect(Collectors.joining("\n"));
    Clipboard.getSystemClipboard().setContent(java.util.Map.of(DataFormat.PLAIN_TEXT, text));
  }

  @Override
  public String getUserAgentStylesheet() {
    return Controls.sheet(Inspector.class, "inspector.css");
  }

  /** A row that knows whether it is a heading, and is followed by a double click. */
  private static final class InspectorTableRow extends TableRow<InspectorRow> {
    private static final double OWNER_SHARE = 0.7;
    private static final PseudoClass HEADING = PseudoClass.getPseudoClass("heading");
    private static final PseudoClass PROBLEM = PseudoClass.getPseudoClass("problem");

    private final TextWidth.Fonts widths;

    InspectorTableRow(Consumer<InspectorRow> follow, TextWidth.Fonts widths) {
      this.widths = widths;
      setOnMouseClicked(
          event -> {
            InspectorRow row = getItem();
            if (event.getButton() == MouseButton.PRIMARY
                && event.getClickCount() == 2
                && row != null) {
              follow.accept(row);
            }
          });
    }

    @Override
    protected void updateItem(@Nullable InspectorRow row, boolean empty) {
      super.updateItem(row, empty);
      pseudoClassStateChanged(HEADING, row instanceof InspectorRow.Heading);
      pseudoClassStateChanged(PROBLEM, row instanceof InspectorRow.Problem);
    }

    /** By default, a cell requests only the width of its column. */
    private static double wanted(Node cell) {
      if (!(cell instanceof TableCell<?, ?> name) || name.getGraphic() == null) {
        return 0;
      }
      Insets around = name.getInsets();
      return Math.ceil(name.getGraphic().prefWidth(-1) + around.getLeft() + around.getRight()) + 2;
    }

    /** Returns the width of a cell's text with what is around it; 0 where a cell has none. */
    private double wantedByText(Node cell) {
      if (!(cell instanceof TableCell<?, ?> text) || text.getText() == null) {
        return 0;
      }
      Insets around = text.getInsets();
      return Math.ceil(
          widths.of(text.getFont()).of(text.getText()) + around.getLeft() + around.getRight() + 1);
    }

    /**
     * A heading has no value: it may take the whole row; an owner's name needs more than others.
     * Half a number says something else: a long value has the room that its name does not need.
     */
    @Override
    protected void layoutChildren() {
      super.layoutChildren();
      if (getItem() instanceof InspectorRow.Heading && !getChildren().isEmpty()) {
        getChildren().getFirst().resizeRelocate(0, 0, getWidth(), getHeight());
      } else if (getItem() != null && getChildren().size() == 2) {
        Node name = getChildren().getFirst();
        Node value = getChildren().getLast();
        double usual = name.getLayoutBounds().getWidth();
        divide(
            getItem() instanceof InspectorRow.Owner
                ? Math.max(usual, Math.min(wanted(name), OWNER_SHARE * getWidth()))
                : Math.min(usual, Math.max(wantedByText(name), getWidth() - wantedByText(value))));
      }
    }

    private void divide(double names) {
      getChildren().getFirst().resizeRelocate(0, 0, names, getHeight());
      getChildren().getLast().resizeRelocate(names, 0, getWidth() - names, getHeight());
    }
  }

  /** A cell that shows nothing but its row. */
  private abstract static class RowCell extends TableCell<InspectorRow, InspectorRow> {
    @Override
    protected final void updateItem(@Nullable InspectorRow row, boolean empty) {
      super.updateItem(row, empty);
      setGraphic(null);
      setText(null);
      setTooltip(null);
      if (!empty && row != null) {
        show(row);
      }
    }

    protected abstract void show(InspectorRow row);
  }

  /** The name of a row, indented; of an owner a link with its colour. */
  private static final class NameCell extends RowCell {
    private static final double LEFT = 8;
    private static final double STEP = 12;

    private final ObservableValue<OwnerColors> palette;
    private final Consumer<Claim> onOwner;

    NameCell(ObservableValue<OwnerColors> palette, Consumer<Claim> onOwner) {
      this.palette = palette;
      this.onOwner = onOwner;
      getStyleClass().add("inspector-name");
    }

    @Override
    protected void show(InspectorRow row) {
      setPadding(new Insets(0, 4, 0, LEFT + STEP * row.depth()));
      setTooltip(row.name().length() > 12 ? new Tooltip(row.name()) : null);
      if (row instanceof InspectorRow.Owner owner) {
        setGraphic(link(owner.claim()));
      } else {
        setText(row.name());
      }
    }

    private Hyperlink link(Claim claim) {
      Hyperlink link =
          new Hyperlink(
              claim.label(), new Swatch(palette.getValue(), claim.kind(), claim.target()));
      link.setMnemonicParsing(false);
      link.setOnAction(
          event -> {
            link.setVisited(false);
            onOwner.accept(claim);
          });
      return link;
    }
  }

  /** The value of a row; of an address a link to where it leads. */
  private static final class ValueCell extends RowCell {
    private final Consumer<GoTo.Found> onPointer;

    ValueCell(Consumer<GoTo.Found> onPointer) {
      this.onPointer = onPointer;
      getStyleClass().add("inspector-value");
      CellTips.install(this, () -> getItem() == null ? "" : getItem().value());
    }

    @Override
    protected void show(InspectorRow row) {
      if (row instanceof InspectorRow.Pointer pointer) {
        Hyperlink link = new Hyperlink(row.value());
        link.setMnemonicParsing(false);
        link.setOnAction(
            event -> {
              link.setVisited(false);
              onPointer.accept(pointer.target());
            });
        setGraphic(link);
      } else {
        setText(row.value());
      }
    }
  }
}
