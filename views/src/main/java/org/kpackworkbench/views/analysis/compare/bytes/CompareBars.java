package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.GoToParser;
import org.kpackworkbench.views.kit.action.ChoiceButtons;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.hex.FindBar;
import org.kpackworkbench.views.kit.hex.FindModel;
import org.kpackworkbench.views.kit.hex.GoToBar;
import org.kpackworkbench.views.kit.hex.HexModel;
import org.kpackworkbench.views.kit.hex.HexSide;
import org.kpackworkbench.views.kit.job.Background;

/** The lines for finding and going somewhere in one of the sides, and the choice of the side. */
final class CompareBars extends BorderPane {
  private final ByteCompareModel model;
  private final Background background;
  private final Runnable onClose;
  private final HBox chooser = Controls.styled(new HBox(), "tool-line", "side-choice");
  private List<SideSearch> searches = List.of();
  private boolean finding;
  private boolean goingTo;

  CompareBars(ByteCompareModel model, Background background, Runnable onClose) {
    this.model = model;
    this.background = background;
    this.onClose = onClose;
    int sides = model.alignment().sides();
    ChoiceButtons<Number> choices =
        new ChoiceButtons<>(model.sideProperty(), side -> choose(side.intValue()));
    for (int side = 0; side < sides; side++) {
      String name = AlignedBytesWords.name(side, sides);
      String words = "Search in the side  " + name;
      choices.add(side, "in-side-" + side, name, words).setAccessibleText(words);
    }
    chooser.getChildren().setAll(choices);
    model.sideProperty().subscribe(this::sideChanged);
  }

  /** The searches of the sides, in the order in which these are shown. */
  void setSearches(List<SideSearch> newSearches) {
    searches = newSearches;
    sideChanged();
  }

  private FindModel find() {
    return searches.get(model.sideProperty().get()).find();
  }

  private void choose(int side) {
    FindModel before = find();
    model.setSide(side);
    FindModel now = find();
    now.modeProperty().set(before.modeProperty().get());
    now.matchCaseProperty().set(before.matchCaseProperty().get());
    now.textProperty().set(before.textProperty().get());
    sideChanged();
  }

  private void sideChanged() {
    if (finding) {
      openFind();
    } else if (goingTo) {
      openGoTo();
    }
  }

  void openFind() {
    FindBar bar = new FindBar(find(), onClose);
    show(bar);
    finding = true;
    find().open();
    bar.start();
  }

  void openGoTo() {
    int side = model.sideProperty().get();
    GoToBar bar =
        new GoToBar(
            background,
            () -> new GoToParser(model.alignment().size(side)),
            () -> model.alignment().offsetFrom(side, model.caretProperty().get()),
            found -> {
              model.select(side, found.range());
              onClose.run();
            },
            onClose);
    show(bar);
    goingTo = true;
    bar.start();
  }

  private void show(Node bar) {
    close();
    setLeft(chooser);
    setCenter(bar);
  }

  /** Finds the next one, or opens the line where there is nothing to find yet. */
  void findNext(boolean forward) {
    boolean some = find().go(forward);
    // It may have something to say while the line is closed.
    if (!some || (!finding && !find().outcomeProperty().get().words().isEmpty())) {
      openFind();
    }
  }

  boolean isOpen() {
    return getCenter() != null;
  }

  /** Takes the lines away; what was typed stays. */
  void close() {
    finding = false;
    goingTo = false;
    searches.forEach(search -> search.find().close());
    setLeft(null);
    setCenter(null);
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
