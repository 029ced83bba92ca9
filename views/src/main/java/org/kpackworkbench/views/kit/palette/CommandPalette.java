package org.kpackworkbench.views.kit.palette;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.action.ActionModel;
import org.kpackworkbench.views.kit.action.Actions;
import org.kpackworkbench.views.kit.action.KeyText;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.place.PlaceWords;

/**
 * A field over the window in which any action, view or tab can be found by a few letters of its
 * name.
 */
public final class CommandPalette {
  private static final int MOST_ROWS_SHOWN = 14;
  private static final double ROW_EMS = 2;
  private static final int LONGEST_NAME = 60;

  private final Actions actions;
  private final Supplier<List<Entry>> elsewhere;
  private final StackPane window;
  private @Nullable StackPane veil;
  private @Nullable Node focusedBefore;

  /**
   * Entry that can be found and chosen.
   *
   * @param text its name, with what it is: {@code View: Sections}
   * @param description more about it, muted; what is typed may be in it, too
   * @param key the key that does the same; empty for none
   * @param run what choosing it does, once the palette is closed
   */
  public record Entry(String text, String description, String key, Runnable run) {
    static Entry of(ActionModel action) {
      return new Entry(
          action.id().fullText(),
          action.id().description(),
          action.id().accelerator().map(KeyText::of).orElse(""),
          action::run);
    }

    /** Returns the entry with something that is done after it. */
    public Entry then(Runnable next) {
      return new Entry(
          text,
          description,
          key,
          () -> {
            run.run();
            next.run();
          });
    }
  }

  /**
   * A palette that opens over {@code window}.
   *
   * @param elsewhere what can be found beside actions: views, tabs, places
   * @param window the pane that fills the scene
   */
  public CommandPalette(Actions actions, Supplier<List<Entry>> elsewhere, StackPane window) {
    this.actions = actions;
    this.elsewhere = elsewhere;
    this.window = window;
  }

  /** Opens it, or closes it where it is open. */
  public void toggle() {
    if (veil == null) {
      open();
    } else {
      close();
    }
  }

  private void open() {
    focusedBefore = window.getScene() == null ? null : window.getScene().getFocusOwner();
    actions.freeze(true);
    PaletteModel model =
        new PaletteModel(
            Stream.concat(
                    actions
                        .offered()
                        // Those that cannot run now are left out.
                        .filter(action -> action.enabledProperty().get())
                        .map(Entry::of),
                    elsewhere.get().stream())
                .toList());
    ListView<Entry> list =
        Controls.named(new ListView<>(model.shown()), "palette-list", "dense", "edge-to-edge");
    list.setFocusTraversable(false);
    list.setCellFactory(view -> new EntryCell());
    list.setAccessibleText("Matching actions, views and tabs");
    Label none = Controls.label("No action, view or tab has that name.", "empty-state", "muted");
    list.setPlaceholder(none);
    list.getSelectionModel().selectFirst();
    TextField field = Controls.named(new TextField(), "palette-field");
    field.setPromptText("Find an action, a view or a tab");
    field.setAccessibleText("Find an action, a view or a tab by its name");
    field
        .textProperty()
        .subscribe(
            text -> {
              model.query(text);
              list.getSelectionModel().selectFirst();
              list.scrollTo(0);
            });
    VBox box = Controls.styled(new VBox(field, list), "palette");
    box.setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
    // As high as what it lists, and no higher than fits comfortably.
    model.shown().subscribe(() -> fit(list));
    fit(list);
    StackPane pane = Controls.styled(new StackPane(box), "veil");
    StackPane.setAlignment(box, Pos.TOP_CENTER);
    pane.addEventFilter(KeyEvent.KEY_PRESSED, event -> key(event, list));
    pane.setOnMousePressed(event -> close());
    box.setOnMousePressed(MouseEvent::consume);
    list.setOnMouseClicked(event -> runSelected(list));
    veil = pane;
    window.getChildren().add(pane);
    field.requestFocus();
  }

  private static void fit(ListView<Entry> list) {
    int rows = Math.clamp(list.getItems().size(), 2, MOST_ROWS_SHOWN);
    list.setStyle(String.format(Locale.ROOT, "-fx-pref-height: %.1fem;", rows * ROW_EMS + 0.3));
  }

  private void close() {
    window.getChildren().remove(veil);
    veil = null;
    Node before = focusedBefore;
    if (before != null) {
      before.requestFocus();
    }
    actions.freeze(false);
  }

  private void key(KeyEvent event, ListView<Entry> list) {
    int selected = list.getSelectionModel().getSelectedIndex();
    switch (event.getCode()) {
      case ESCAPE -> close();
      case ENTER -> runSelected(list);
      case DOWN -> select(list, selected + 1);
      case UP -> select(list, selected - 1);
      case PAGE_DOWN -> select(list, selected + 8);
      case PAGE_UP -> select(list, selected - 8);
      default -> {
        // Everything else is for the field; keys of other actions rest while it is open.
        if (event.isShortcutDown() && event.getCode() == KeyCode.P) {
          close();
          event.consume();
        }
        return;
      }
    }
    event.consume();
  }

  private static void select(ListView<Entry> list, int index) {
    if (!list.getItems().isEmpty()) {
      int inside = Math.clamp(index, 0, list.getItems().size() - 1);
      list.getSelectionModel().clearAndSelect(inside);
      list.scrollTo(Math.max(0, inside - 4));
    }
  }

  private void runSelected(ListView<Entry> list) {
    Entry chosen = list.getSelectionModel().getSelectedItem();
    if (chosen != null) {
      close();
      chosen.run().run();
    }
  }

  /** One entry: name, what it does, its key. */
  private static final class EntryCell extends ListCell<Entry> {
    @Override
    protected void updateItem(@Nullable Entry entry, boolean empty) {
      super.updateItem(entry, empty);
      if (empty || entry == null) {
        setGraphic(null);
        setAccessibleText(null);
        return;
      }
      Label name = Controls.whole(new Label(PlaceWords.cut(entry.text(), LONGEST_NAME)));
      Label description = Controls.wide(Controls.label(entry.description(), "muted"));
      description.setMaxWidth(Double.MAX_VALUE);
      Label key = Controls.whole(Controls.label(entry.key(), "key"));
      key.setVisible(!key.getText().isEmpty());
      HBox line = Controls.styled(new HBox(name, description, key), "palette-row");
      line.setPrefWidth(1);
      setGraphic(line);
      setAccessibleText(String.join(", ", List.of(entry.text(), description.getText())));
    }
  }

  /** Model of the command palette: the entries that fit what was typed. */
  private static final class PaletteModel {
    private final List<Entry> all;
    private final ObservableList<Entry> shown = FXCollections.observableArrayList();

    PaletteModel(List<Entry> entries) {
      all = entries;
      shown.setAll(all);
    }

    /** Returns the entries that fit, the best first. */
    ObservableList<Entry> shown() {
      return shown;
    }

    /** Something was typed. */
    void query(String text) {
      if (text.isBlank()) {
        shown.setAll(all);
        return;
      }
      shown.setAll(
          all.stream()
              .filter(entry -> score(text, entry) > Integer.MIN_VALUE)
              .sorted(Comparator.comparingInt((Entry entry) -> score(text, entry)).reversed())
              .toList());
    }

    private static int score(String text, Entry entry) {
      int byName = FuzzyMatch.score(text, entry.text());
      // A description is long enough for any few letters to be somewhere in it: whole words only.
      boolean described =
          entry
              .description()
              .toLowerCase(Locale.ROOT)
              .contains(text.strip().toLowerCase(Locale.ROOT));
      return byName > Integer.MIN_VALUE ? byName : described ? -100_000 : Integer.MIN_VALUE;
    }
  }
}
