package org.kpackworkbench.views.window.search;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.collections.ListChangeListener;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.controlsfx.control.PopOver;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.place.PlaceWords;
import org.kpackworkbench.views.kit.text.FieldHint;
import org.kpackworkbench.views.kit.text.FieldPopOver;

/** The field for offsets, addresses and names, with what was found in a list below it. */
public final class FindField extends TextField {
  private static final double LIST_EMS = 52;
  private static final int MOST_ROWS_SHOWN = 8;
  private static final double ROW_EMS = 3.4;

  private final PlaceSearch model;
  private final Consumer<Place> go;
  private final Consumer<String> searchBytes;
  private final FieldPopOver popOver;
  private final ListView<PlaceSearch.Hit> list;

  /** Whether Enter came before the answer: what is listed is what an older text found. */
  private boolean entered;

  private final Label state = Controls.label("", "muted", "find-state");
  private final Hyperlink inBytes = Controls.named(new Hyperlink(), "find-in-bytes");

  /**
   * A field.
   *
   * @param searchBytes looks for a text in the bytes that are shown
   */
  public FindField(PlaceSearch model, Consumer<Place> go, Consumer<String> searchBytes) {
    this.model = model;
    this.go = go;
    this.searchBytes = searchBytes;
    Controls.named(this, "find-field", "find-field");
    FieldHint.show(
        this,
        List.of("Name, 0x offset, @address", "Name, offset, address", "Name or offset", "Name"));
    setAccessibleText("Find or go to an offset, an address or a name");
    setTooltip(
        new Tooltip(
            "A file offset (0xc53000), an address (@0xc53000), a range (0x100+32), or a name"));
    list = new ListView<>(model.hits());
    list.setId("find-list");
    list.setCellFactory(view -> new HitCell());
    list.setAccessibleText("What was found");
    inBytes.setFocusTraversable(false);
    inBytes.setOnAction(event -> inBytes());
    HBox line = Controls.styled(new HBox(state, inBytes), "find-line");
    popOver = new FieldPopOver(this, list, this::show, this::goToSelected, line);
    popOver.setArrowLocation(PopOver.ArrowLocation.TOP_RIGHT);
    textProperty().subscribe(this::typed);
    // After the list's own listener, which drops the selection when the hits change.
    model
        .hits()
        .addListener(
            (ListChangeListener<PlaceSearch.Hit>)
                change -> {
                  list.getSelectionModel().selectFirst();
                  show();
                });
    model
        .searchingProperty()
        .subscribe(
            searching -> {
              show();
              if (!searching && entered) {
                goToSelected();
              }
            });
    model.totalProperty().subscribe(total -> show());
  }

  /** Find, go to, next and previous; views with a search of their own come first. */
  public void install(ActionHandlers handlers) {
    var some = Bindings.isNotEmpty(model.hits());
    handlers
        .on(ActionId.FIND, this::focus)
        .on(ActionId.GO_TO, this::focus)
        .on(ActionId.FIND_NEXT, some, () -> step(1))
        .on(ActionId.FIND_PREVIOUS, some, () -> step(-1));
  }

  private void focus() {
    requestFocus();
    selectAll();
  }

  private void step(int by) {
    Place place = model.step(by);
    if (place != null) {
      go.accept(place);
    }
  }

  private void typed(String text) {
    entered = false;
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
      state.setText(places(count, model.totalProperty().get()));
    }
    state.setTooltip(problem.isEmpty() ? null : new Tooltip(problem));
    inBytes.setText("Search the bytes for “" + PlaceWords.cut(getText().strip(), 24) + "”");
    inBytes.setMinWidth(Region.USE_PREF_SIZE);
    list.setVisible(count > 0);
    list.setManaged(count > 0);
    if (getText().isBlank() || !isFocused() || getScene() == null) {
      popOver.hide();
    } else {
      popOver.show(LIST_EMS, Math.min(count, MOST_ROWS_SHOWN) * ROW_EMS + 0.3);
    }
  }

  /** How many of how many places are in the list. */
  static String places(int shown, int total) {
    if (shown == 0) {
      return "No name, key or offset found.";
    }
    String places = " " + CountText.word(total, "place");
    return total == shown
        ? shown + places
        : total > PlaceSearch.MOST_COUNTED
            ? shown + " of more than " + PlaceSearch.MOST_COUNTED + " places; type more of the name"
            : shown + " of " + total + places + "; type more of the name";
  }

  private void inBytes() {
    String text = getText().strip();
    popOver.hide();
    searchBytes.accept(text);
  }

  private void goToSelected() {
    entered = model.searchingProperty().get();
    if (entered) {
      return;
    }
    PlaceSearch.Hit selected = list.getSelectionModel().getSelectedItem();
    PlaceSearch.Hit hit =
        selected == null && !model.hits().isEmpty() ? model.hits().getFirst() : selected;
    if (hit == null && !getText().isBlank()) {
      inBytes();
    } else if (hit != null) {
      popOver.hide();
      model.at(hit);
      go.accept(hit.found().place());
    }
  }

  /** One result: its name, cut in the middle where it is long; below it where, and what it is. */
  private static final class HitCell extends ListCell<PlaceSearch.Hit> {
    @Override
    protected void updateItem(PlaceSearch.@Nullable Hit hit, boolean empty) {
      super.updateItem(hit, empty);
      if (empty || hit == null) {
        setGraphic(null);
        setTooltip(null);
        setAccessibleText(null);
        return;
      }
      Label name = new Label(hit.found().text());
      name.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      String where =
          Stream.of(hit.found().detail(), hit.file(), hit.title())
              .filter(part -> !part.isEmpty())
              .collect(Collectors.joining(" · "));
      Label detail = Controls.label(where, "muted");
      detail.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
      VBox lines = Controls.styled(new VBox(name, detail), "find-hit");
      lines.setPrefWidth(1);
      setGraphic(lines);
      setTooltip(tip(hit.found().text() + "\n" + where));
      setAccessibleText(hit.title() + ": " + hit.found().text() + ", " + where);
    }

    private static Tooltip tip(String text) {
      Tooltip tip = new Tooltip(text);
      tip.setWrapText(true);
      tip.setMaxWidth(640);
      return tip;
    }
  }
}
