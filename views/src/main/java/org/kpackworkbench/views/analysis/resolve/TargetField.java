package org.kpackworkbench.views.analysis.resolve;

import java.util.List;
import javafx.geometry.Bounds;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.Popup;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver.Device;
import org.kpackworkbench.model.format.codeobject.DeviceSuggestions.Suggestion;

/** The field in which GPUs are named, with suggestions below it. UI thread only. */
final class TargetField extends TextField {
  private static final int MOST_SUGGESTED = 9;
  private static final double WIDTH_EMS = 34;

  private final SetUpModel model;
  private final Popup popup = new Popup();
  private final ListView<Suggestion> list = new ListView<>();
  private final VBox box = new VBox(list);

  TargetField(SetUpModel model) {
    this.model = model;
    setId("target-field");
    setPromptText("add a GPU: gfx942, MI300X, gfx110X, or paste what rocminfo prints");
    setAccessibleText("Add a GPU by target, product or family");
    setTooltip(
        new Tooltip(
            "A target (gfx942:sramecc+:xnack-), a product (RX 7900 XTX), a family (gfx110X),\n"
                + "several with commas, or what rocminfo or rocm_agent_enumerator print"));
    list.setId("target-suggestions");
    list.setFocusTraversable(false);
    list.getStyleClass().addAll("dense", "edge-to-edge");
    list.setAccessibleText("GPUs that may be meant");
    list.setCellFactory(view -> new SuggestionCell());
    list.setOnMouseClicked(event -> take());
    box.getStyleClass().addAll("find-popup", "root", "target-popup");
    popup.getContent().add(box);
    popup.setAutoHide(true);
    popup.setHideOnEscape(false);
    textProperty().subscribe((before, now) -> suggest());
    setOnMouseClicked(event -> suggest());
    focusedProperty()
        .subscribe(
            focused -> {
              if (!focused) {
                popup.hide();
              }
            });
    addEventFilter(KeyEvent.KEY_PRESSED, this::key);
  }

  /** Fields have one line; what tools print has many. */
  @Override
  public void paste() {
    String text = Clipboard.getSystemClipboard().getString();
    if (text != null && text.strip().indexOf('\n') >= 0) {
      model.add(text);
    } else {
      super.paste();
    }
  }

  private void suggest() {
    List<Suggestion> found =
        isFocused() ? model.suggestions(getText().strip(), MOST_SUGGESTED) : List.of();
    list.getItems().setAll(found);
    Bounds at = getScene() == null ? null : localToScreen(getBoundsInLocal());
    if (found.isEmpty() || at == null) {
      popup.hide();
      return;
    }
    list.setStyle("-fx-pref-height: %dem;".formatted(2 * found.size() + 1));
    box.setPrefWidth(WIDTH_EMS * getFont().getSize());
    if (!popup.isShowing()) {
      popup.show(this, at.getMinX(), at.getMaxY() + 2);
    }
  }

  private void key(KeyEvent event) {
    int selected = list.getSelectionModel().getSelectedIndex();
    switch (event.getCode()) {
      case DOWN -> {
        if (!popup.isShowing()) {
          suggest();
        }
        select(selected + 1);
      }
      case UP -> select(selected - 1);
      case ENTER -> enter(selected);
      case ESCAPE -> {
        if (getText().isEmpty() && !popup.isShowing()) {
          return;
        }
        popup.hide();
        clear();
      }
      case BACK_SPACE -> {
        if (!getText().isEmpty() || model.devices().isEmpty()) {
          return;
        }
        model.remove(model.devices().getLast());
      }
      default -> {
        return;
      }
    }
    event.consume();
  }

  private void select(int row) {
    if (!list.getItems().isEmpty()) {
      list.getSelectionModel().clearAndSelect(Math.clamp(row, 0, list.getItems().size() - 1));
    }
  }

  /** What was typed counts, unless a suggestion was chosen. */
  private void enter(int selected) {
    if (selected >= 0 && popup.isShowing()) {
      take();
    } else if (model.add(getText())) {
      done();
    }
  }

  private void take() {
    Suggestion chosen = list.getSelectionModel().getSelectedItem();
    if (chosen != null) {
      model.add(chosen.targets().stream().map(Device::of).toList());
      done();
    }
  }

  private void done() {
    clear();
    popup.hide();
  }

  private static final class SuggestionCell extends ListCell<Suggestion> {
    @Override
    protected void updateItem(@Nullable Suggestion each, boolean empty) {
      super.updateItem(each, empty);
      if (empty || each == null) {
        setGraphic(null);
        setAccessibleText(null);
        return;
      }
      Label name = new Label(each.text());
      name.setMinWidth(Region.USE_PREF_SIZE);
      Label detail = new Label(each.detail());
      detail.getStyleClass().add("muted");
      detail.setTextOverrun(OverrunStyle.ELLIPSIS);
      HBox line = new HBox(name, detail);
      line.getStyleClass().add("target-suggestion");
      line.setPrefWidth(1);
      setGraphic(line);
      setAccessibleText(each.text() + ", " + each.detail());
    }
  }
}
