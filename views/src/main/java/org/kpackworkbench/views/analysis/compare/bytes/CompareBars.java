package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.List;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.GoToParser;
import org.kpackworkbench.views.kit.action.ChoiceButtons;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.hex.FindModel;
import org.kpackworkbench.views.kit.hex.GoToBar;
import org.kpackworkbench.views.kit.hex.HexBars;
import org.kpackworkbench.views.kit.hex.HexModel;
import org.kpackworkbench.views.kit.hex.HexSide;
import org.kpackworkbench.views.kit.job.Background;

/** The lines for finding and going somewhere in one of the sides, and the choice of the side. */
final class CompareBars extends BorderPane {
  private final ByteCompareModel model;
  private final HexBars bars;
  private final HBox chooser = Controls.styled(new HBox(), "tool-line", "side-choice");
  private List<SideSearch> searches = List.of();

  CompareBars(ByteCompareModel model, Background background, Runnable onClose) {
    this.model = model;
    bars = new HexBars(this::find, () -> goTo(background), onClose);
    int sides = model.alignment().sides();
    ChoiceButtons<Number> choices =
        new ChoiceButtons<>(model.sideProperty(), side -> choose(side.intValue()));
    for (int side = 0; side < sides; side++) {
      String name = AlignedBytesWords.name(side, sides);
      String words = "Search in the side  " + name;
      choices.add(side, "in-side-" + side, name, words).setAccessibleText(words);
    }
    chooser.getChildren().setAll(choices);
    setCenter(bars);
    bars.centerProperty().subscribe(bar -> setLeft(bar == null ? null : chooser));
    model.sideProperty().subscribe(bars::follow);
  }

  /** The searches of the sides, in the order in which these are shown. */
  void setSearches(List<SideSearch> newSearches) {
    searches = newSearches;
    bars.follow();
  }

  HexBars bars() {
    return bars;
  }

  private FindModel find() {
    return searches.get(model.side()).find();
  }

  private void choose(int side) {
    FindModel before = find();
    before.close();
    FindModel now = searches.get(side).find();
    now.modeProperty().set(before.modeProperty().get());
    now.matchCaseProperty().set(before.matchCaseProperty().get());
    now.textProperty().set(before.textProperty().get());
    model.setSide(side);
    // Also where it was that side before: the button has taken the focus.
    bars.follow();
  }

  private GoToBar goTo(Background background) {
    int side = model.side();
    return new GoToBar(
        background,
        () -> new GoToParser(model.alignment().size(side)),
        () -> model.alignment().offsetFrom(side, model.caret()),
        found -> {
          model.select(side, found.range());
          bars.close();
        },
        bars::close);
  }

  /**
   * Finding in one side, from the caret on: the search of the hex view, on a model of that side
   * alone that follows the comparison's caret and that the comparison follows. UI thread.
   */
  static final class SideSearch {
    private final ByteCompareModel model;
    private final HexModel bytes = new HexModel();
    private final FindModel find;
    private int side;
    private boolean following;

    SideSearch(ByteCompareModel model, int side, HexSide sideBytes, Background background) {
      this.model = model;
      this.side = side;
      bytes.viewProperty().set(sideBytes.view());
      find = new FindModel(bytes, background);
      bytes.selectionProperty().subscribe(this::found);
      model.caretProperty().subscribe(this::follow);
      model.sideProperty().subscribe(this::follow);
    }

    FindModel find() {
      return find;
    }

    /** The caret of its side moved. */
    void setSide(int newSide) {
      side = newSide;
    }

    private void follow() {
      if (!following && model.alignment().size(side) > 0) {
        following = true;
        long offset = model.alignment().offsetFrom(side, model.caretProperty().get());
        bytes.moveCaret(offset, false);
        following = false;
      }
    }

    private void found() {
      ByteRange selected = bytes.selectionProperty().get();
      if (!following && !selected.isEmpty()) {
        following = true;
        model.select(side, selected);
        following = false;
      }
    }
  }
}
