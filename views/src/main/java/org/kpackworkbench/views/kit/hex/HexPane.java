package org.kpackworkbench.views.kit.hex;

import java.util.function.Supplier;
import javafx.beans.property.BooleanProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Label;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.GoToParser;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/** A hex view with the lines for finding and for going somewhere, which open above it. */
public final class HexPane extends BorderPane {
  private final HexView hex;
  private final FindModel find;
  private final HexBars bars;
  private final Minimap minimap;
  private Supplier<GoToParser> parser = this::offsetsOnly;

  /**
   * A pane without bytes.
   *
   * @param background where bytes are read and searched
   * @param palette colours of owners
   */
  public HexPane(Background background, ObservableValue<OwnerColors> palette) {
    hex = new HexView(background, palette);
    find = new FindModel(hex.model(), background);
    GoToBar goTo =
        new GoToBar(
            background,
            () -> parser.get(),
            () -> hex.model().caretProperty().get(),
            found -> {
              hex.model().select(found.range());
              bars().close();
            },
            () -> bars().close());
    bars = new HexBars(() -> find, () -> goTo, this::closed);
    getStyleClass().add("hex-pane");
    setCenter(hex);
    minimap = new Minimap(hex.model(), background, palette);
    setRight(minimap);
    hex.setOnMessage(this::say);
    setTop(bars);
    addEventHandler(KeyEvent.KEY_PRESSED, bars::pressed);
    // F3 may have something to say while the line is closed.
    find.outcomeProperty().subscribe(bars::said);
    bars.install(hex.copyActions(new ActionHandlers())).attachTo(this);
  }

  /** The bytes. */
  public HexView hex() {
    return hex;
  }

  /** Returns the model of the pane: bytes, selection, owners. */
  public HexModel model() {
    return hex.model();
  }

  /** Whether the strip with all bytes is shown beside those that are many. */
  public BooleanProperty minimapWantedProperty() {
    return minimap.wantedProperty();
  }

  /** Returns the model of the search in the bytes. */
  public FindModel find() {
    return find;
  }

  /**
   * Sets the parser of targets other than offsets: addresses and names. Offsets are those of the
   * view.
   *
   * @param newParser called each time, for a parser that fits the shown file
   */
  public void setGoToParser(Supplier<GoToParser> newParser) {
    parser = newParser;
  }

  private GoToParser offsetsOnly() {
    ByteView view = model().viewProperty().get();
    return new GoToParser(view == null ? 0 : view.size());
  }

  private HexBars bars() {
    return bars;
  }

  /** Opens the line for finding. */
  public void openFind() {
    bars.openFind();
  }

  /** Opens the line for finding with a text in it, and goes to where that is next. */
  public void find(String text) {
    find.modeProperty().set(FindMode.of(text));
    find.textProperty().set(text);
    openFind();
    find.next();
  }

  private void closed() {
    setTop(bars);
    hex.requestFocus();
  }

  private void say(String words) {
    HBox line = new HBox(Controls.named(new Label("⚠ " + words), "hex-message", "danger"));
    line.getStyleClass().add("tool-line");
    setTop(new VBox(bars, line));
  }

  @Override
  public String getUserAgentStylesheet() {
    return Controls.sheet(HexPane.class, "hex.css");
  }
}
