package org.kpackworkbench.views.shell;

import java.util.Locale;
import java.util.function.Consumer;
import javafx.collections.ListChangeListener;
import javafx.geometry.Bounds;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.Popup;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.place.Place;

/** The field for offsets, addresses and names, with what was found in a list below it. */
final class FindField extends TextField {
  private static final double LIST_WIDTH = 460;
  private static final int MOST_ROWS_SHOWN = 12;
  private static final double ROW_EMS = 2;

  private final FindModel model;
  private final Consumer<Place> go;
  private final Popup popup = new Popup();
  private final ListView<FindModel.Hit> list;
  private final Label state = new Label();

  FindField(FindModel model, Consumer<Place> go) {
    this.model = model;
    this.go = go;
    setId("find-field");
    getStyleClass().add("find-field");
    setPromptText("Find or go to");
    setAccessibleText("Find or go to an offset, an address or a name");
    setTooltip(
        new Tooltip(
            "A file offset (0xc53000), an address (@0xc53000), a range (0x100+32), or a name"));
    list = new ListView<>(model.hits());
    list.setId("find-list");
    list.setFocusTraversable(false);
    list.getStyleClass().addAll("dense", "edge-to-edge");
    list.setCellFactory(view -> new HitCell());
    list.setAccessibleText("What was found");
    list.setOnMouseClicked(event -> goToSelected());
    state.getStyleClass().addAll("muted", "find-state");
    VBox box = new VBox(list, state);
    box.getStyleClass().addAll("find-popup", "root");
    box.setPrefWidth(LIST_WIDTH);
    popup.getContent().add(box);
    popup.setAutoHide(true);
    popup.setHideOnEscape(false);
    textProperty().subscribe(this::typed);
    // After the list's own listener, which drops the selection when the hits change.
    model
        .hits()
        .addListener(
            (ListChangeListener<FindModel.Hit>)
                change -> {
                  list.getSelectionModel().selectFirst();
                  show();
                });
    model.searchingProperty().subscribe(searching -> show());
    focusedProperty()
        .subscribe(
            focused -> {
              if (!focused) {
                popup.hide();
              }
            });
    addEventFilter(KeyEvent.KEY_PRESSED, this::key);
  }

  private void typed(String text) {
    model.query(text);
    show();
  }

  private void show() {
    String problem = model.problemProperty().get();
    int count = model.hits().size();
    if (model.searchingProperty().get()) {
      state.setText("Searching…");
    } else if (!problem.isEmpty()) {
      state.setText("⚠ " + problem);
    } else {
      state.setText(count == 0 ? "Nothing found" : count + (count == 1 ? " place" : " places"));
    }
    list.setVisible(count > 0);
    list.setManaged(count > 0);
    list.setStyle(
        String.format(
            Locale.ROOT,
            "-fx-pref-height: %.1fem;",
            Math.min(count, MOST_ROWS_SHOWN) * ROW_EMS + 0.3));
    if (getText().isBlank() || !isFocused() || getScene() == null) {
      popup.hide();
    } else if (!popup.isShowing()) {
      Bounds below = localToScreen(getBoundsInLocal());
      if (below != null) {
        popup.show(this, below.getMaxX() - LIST_WIDTH, below.getMaxY() + 2);
      }
    }
  }

  private void key(KeyEvent event) {
    int selected = list.getSelectionModel().getSelectedIndex();
    switch (event.getCode()) {
      case DOWN -> select(selected + 1);
      case UP -> select(selected - 1);
      case ENTER -> goToSelected();
      case ESCAPE -> {
        if (getText().isEmpty() && !popup.isShowing()) {
          return;
        }
        popup.hide();
        clear();
      }
      default -> {
        return;
      }
    }
    event.consume();
  }

  private void select(int index) {
    if (!model.hits().isEmpty()) {
      int inside = Math.clamp(index, 0, model.hits().size() - 1);
      list.getSelectionModel().clearAndSelect(inside);
      list.scrollTo(Math.max(0, inside - 3));
    }
  }

  private void goToSelected() {
    FindModel.Hit selected = list.getSelectionModel().getSelectedItem();
    FindModel.Hit hit =
        selected == null && !model.hits().isEmpty() ? model.hits().getFirst() : selected;
    if (hit != null) {
      popup.hide();
      model.at(hit);
      go.accept(hit.found().place());
    }
  }

  /** One result: name, what it is, and where. */
  private static final class HitCell extends ListCell<FindModel.Hit> {
    @Override
    protected void updateItem(FindModel.@Nullable Hit hit, boolean empty) {
      super.updateItem(hit, empty);
      if (empty || hit == null) {
        setGraphic(null);
        setAccessibleText(null);
        return;
      }
      Label name = new Label(hit.found().text());
      name.setMinWidth(60);
      HBox.setHgrow(name, Priority.SOMETIMES);
      Label detail = new Label(join(hit.found().detail(), hit.file()));
      detail.getStyleClass().add("muted");
      HBox.setHgrow(detail, Priority.ALWAYS);
      Label title = new Label(hit.title());
      title.getStyleClass().add("muted");
      title.setMinWidth(Region.USE_PREF_SIZE);
      Region space = new Region();
      HBox.setHgrow(space, Priority.ALWAYS);
      HBox line = new HBox(name, detail, space, title);
      line.getStyleClass().add("palette-row");
      line.setPrefWidth(1);
      setGraphic(line);
      setAccessibleText(hit.title() + ": " + hit.found().text() + ", " + detail.getText());
    }

    private static String join(String first, String second) {
      return first.isEmpty() || second.isEmpty() ? first + second : first + " · " + second;
    }
  }
}
