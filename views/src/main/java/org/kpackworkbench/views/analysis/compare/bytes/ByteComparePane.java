package org.kpackworkbench.views.analysis.compare.bytes;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Separator;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.AlignedBytes;
import org.kpackworkbench.model.analysis.diff.ByteAligner;
import org.kpackworkbench.model.analysis.diff.ByteComparison;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.views.analysis.compare.bytes.CompareBars.SideSearch;
import org.kpackworkbench.views.analysis.compare.bytes.DifferenceWalk.AlignmentRun;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.SignButton;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.hex.ByteRowsMouse;
import org.kpackworkbench.views.kit.hex.HexSide;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/**
 * Aligned bytes with everything to find one's way in them: differences, find, go to, folds.
 *
 * <p>It compares in the background, from the first byte to the last, and goes to the first
 * difference unless the user goes elsewhere before. The comparison stays the caller's, who closes
 * it after {@link #dispose}. UI thread only.
 */
public final class ByteComparePane implements LevelPane {
  private final Background background;
  private final ByteCompareModel model;
  private final ByteCompareView view;
  private final DifferenceWalk walk;
  private final CaretLine caretLine;
  private final DifferenceTools tools;
  private final CompareBars bars;
  private final HandAlignment hand;
  private final BorderPane root = Controls.styled(new BorderPane(), "byte-compare");
  private final VBox above = new VBox();
  private List<SideSearch> searches = new ArrayList<>();
  private ByteComparison comparison;
  private AlignmentRun run;
  private boolean swapped;
  private Runnable onSwap = this::swap;

  /**
   * A pane that begins to compare.
   *
   * @param comparison two sides or more
   * @param labels what the sides are called, in their order
   * @param background where bytes are read and compared
   * @param palette colours of owners
   */
  public ByteComparePane(
      ByteComparison comparison,
      List<String> labels,
      Background background,
      ObservableValue<OwnerColors> palette,
      Formats formats) {
    this.comparison = comparison;
    this.background = background;
    ByteAligner aligner = new ByteAligner(comparison);
    model = new ByteCompareModel(aligner.known());
    List<HexSide> sides = new ArrayList<>();
    for (int side = 0; side < labels.size(); side++) {
      ByteView bytes = Objects.requireNonNull(comparison.sides().get(side).bytes());
      HexSide made = new HexSide(labels.get(side), background, this::arrived);
      made.show(bytes, null);
      sides.add(made);
      searches.add(new SideSearch(model, side, made, background));
    }
    hand = new HandAlignment(model, this::align);
    view = new ByteCompareView(model, sides, hand, background, palette);
    view.setOnMessage(this::say);
    walk = new DifferenceWalk(model, () -> this.comparison, background);
    caretLine = new CaretLine("caret-side-", sides.size(), false);
    model.caretProperty().subscribe(this::showCaret);
    model.knownProperty().subscribe(this::showCaret);
    showCaret();
    bars = new CompareBars(model, background, () -> view.requestFocus());
    bars.setSearches(searches);
    tools = tools(labels.size() == 2);
    walk.wordsProperty().subscribe(tools::say);
    new ByteRowsMouse(view, model, view.surface(), this::selectDifference);
    above.getChildren().setAll(tools, bars);
    root.getStylesheets().add(Controls.sheet(ByteComparePane.class, "byte-compare.css"));
    root.setTop(above);
    root.setCenter(view);
    root.setBottom(caretLine);
    root.addEventHandler(KeyEvent.KEY_PRESSED, this::pressed);
    handlers().attachTo(root);
    if (!comparison.remarks().isEmpty()) {
      String words = String.join(" ", comparison.remarks());
      showMessage(new MessageBar(MessageBar.Severity.INFO, words));
    }
    run = begin(aligner);
    walk.waitForFirst();
    run.start();
    findOwners(sides, formats);
  }

  private void findOwners(List<HexSide> sides, Formats formats) {
    for (int side = 0; side < sides.size(); side++) {
      HexSide shown = sides.get(side);
      Side of = comparison.sides().get(side);
      background.run(
          () -> owners(of, formats),
          owners ->
              owners
                  .filter(found -> shown.ownership() == null)
                  .ifPresent(found -> ownedBy(shown, found)),
          // Rows that cannot be read say so themselves.
          failure -> arrived());
    }
  }

  private static Optional<Ownership> owners(Side side, Formats formats) throws FormatException {
    ByteView bytes = side.bytes();
    // The document ends with the comparison, whose bytes these are.
    return bytes == null || !formats.detect(bytes).isRead()
        ? Optional.empty()
        : Optional.of(formats.read(side.place(), bytes, Progress.NONE).ownership());
  }

  private void ownedBy(HexSide side, @Nullable Ownership ownership) {
    side.show(side.view(), ownership);
    view.changed();
  }

  private AlignmentRun begin(ByteAligner aligner) {
    AlignmentRun made = new AlignmentRun(aligner, background, this::known);
    made.runningProperty().subscribe(() -> progressed(made));
    made.fractionProperty().subscribe(() -> progressed(made));
    made.failureProperty().subscribe(failure -> failed(failure));
    walk.follow(made);
    return made;
  }

  @Override
  public Node node() {
    return root;
  }

  @Override
  public ObservableValue<@Nullable Place> place() {
    return new ReadOnlyObjectWrapper<>(comparison.sides().getFirst().place());
  }

  @Override
  public void focus() {
    view.requestFocus();
  }

  /**
   * Sets what the button and the key for swapping do instead of {@link #swap}, for a window in
   * which more than this is swapped.
   */
  public void setOnSwap(Runnable action) {
    onSwap = action;
  }

  /** Sets the end of the context menu, which is made again each time that it is shown. */
  public void setMenuItems(Supplier<List<MenuItem>> items) {
    view.setExtraMenuItems(items);
  }

  /**
   * The selected bytes of a side, or else those where the user is.
   *
   * @param side counted as the sides are shown now
   * @return empty if the side has none there
   */
  public ByteRange selectedBytes(int side) {
    return model.selected(side);
  }

  @Override
  public @Nullable Cell selected(int side) {
    return side < comparison.sides().size()
        ? LevelPane.cell(comparison, side, selectedBytes(side))
        : null;
  }

  /**
   * Selects bytes of a side.
   *
   * @param side counted as the sides are shown now
   */
  public void goTo(int side, ByteRange bytes) {
    model.select(side, bytes);
  }

  /** Goes to the next difference, or waits for it where it is not known yet. */
  public void nextDifference() {
    walk.next();
  }

  /** Goes to the previous difference. */
  public void previousDifference() {
    walk.previous();
  }

  @Override
  public void install(ActionHandlers page) {
    page.on(ActionId.NEXT_DIFFERENCE, walk::next)
        .on(ActionId.PREVIOUS_DIFFERENCE, walk::previous)
        .on(ActionId.FIND, this::openFind)
        .on(ActionId.GO_TO, this::openGoTo);
  }

  /** Shows the sides the other way round, where there are two; caret and selection stay. */
  public void swap() {
    if (model.alignment().sides() == 2) {
      comparison = (ByteComparison) comparison.swapped();
      swapped = !swapped;
      searches = searches.reversed();
      for (int side = 0; side < 2; side++) {
        searches.get(side).setSide(side);
      }
      view.setSides(view.sides().reversed());
      model.swap(model.known().swapped());
      hand.swap();
      bars.setSearches(searches);
      showCaret();
    }
  }

  /** Opens the line for finding text or bytes in one of the sides. */
  public void openFind() {
    bars.bars().openFind();
  }

  /** Opens the line for going to an offset of one of the sides. */
  public void openGoTo() {
    bars.bars().openGoTo();
  }

  @Override
  public void dispose() {
    run.dispose();
    walk.stopSearching();
    searches.forEach(search -> search.find().close());
  }

  private void known(AlignedBytes known) {
    model.show(swapped ? known.swapped() : known);
    walk.known();
  }

  private void progressed(AlignmentRun of) {
    boolean left = !model.known().isAllCompared() && !model.known().isComplete();
    boolean running = of.isRunning();
    double fraction = of.fractionProperty().get();
    String percent = "%d %%".formatted((int) (100 * fraction));
    String words = running ? percent : left ? "stopped at " + percent : "";
    tools.detail(words, words);
    tools.progress(running, fraction);
    tools.stopButton(
        running || left,
        running ? "Stop" : "Continue",
        running ? "Stop comparing; known results are kept" : "Compare the rest",
        this::stopOrGoOn);
  }

  private DifferenceTools tools(boolean canSwap) {
    ToggleButton fold = new ToggleButton();
    fold.selectedProperty().bindBidirectional(model.foldingProperty());
    SignButton.set(fold, "fold-equal", "Fold equal", "Hide bytes that are the same", () -> {});
    Button swap =
        SignButton.of("swap-sides", "⇄ Swap", "Swap the sides (Alt+\\)", this::requestSwap);
    swap.setDisable(!canSwap);
    return new DifferenceTools(
        "align",
        "align-words",
        walk::previous,
        walk::next,
        fold,
        swap,
        new Separator(Orientation.VERTICAL),
        SignButton.of("open-find", "Find", "Find text or bytes (Ctrl+F)", this::openFind),
        SignButton.of("open-go-to", "Go to", "Go to an offset (Ctrl+G)", this::openGoTo));
  }

  private void requestSwap() {
    onSwap.run();
  }

  private void stopOrGoOn() {
    if (run.isRunning()) {
      run.stop();
    } else {
      showMessage(null);
      run.start();
    }
  }

  /** New bytes have come. */
  private void arrived() {
    view.changed();
    showCaret();
  }

  private void showCaret() {
    caretLine.show(AlignedBytesWords.atCaret(model, view.sides()));
  }

  /** Bytes that the user aligned by hand; null for none. */
  private void align(long @Nullable [] together) {
    run.dispose();
    walk.stopSearching();
    ByteAligner aligner =
        together == null ? new ByteAligner(comparison) : new ByteAligner(comparison, together);
    swapped = false;
    model.show(aligner.known());
    run = begin(aligner);
    run.start();
  }

  private void failed(@Nullable Throwable failure) {
    if (failure != null) {
      String words = Objects.requireNonNullElse(failure.getMessage(), failure.toString());
      showMessage(
          new MessageBar(
              MessageBar.Severity.ERROR,
              "Not all could be compared. " + words,
              SignButton.of("try-again", "Try Again", "Continue comparing", this::stopOrGoOn)));
    }
  }

  private void say(String words) {
    showMessage(new MessageBar(MessageBar.Severity.WARNING, words));
  }

  private void showMessage(@Nullable MessageBar bar) {
    if (bar == null) {
      above.getChildren().setAll(tools, bars);
    } else {
      bar.setId("compare-message");
      above.getChildren().setAll(tools, bars, bar);
    }
  }

  private void pressed(KeyEvent event) {
    boolean shortcut = event.isShortcutDown() && !event.isAltDown() && !event.isShiftDown();
    boolean alt = event.isAltDown() && !event.isShortcutDown() && !event.isShiftDown();
    KeyCode code = event.getCode();
    if (alt && (code == KeyCode.DOWN || code == KeyCode.KP_DOWN)) {
      walk.next();
    } else if (alt && (code == KeyCode.UP || code == KeyCode.KP_UP)) {
      walk.previous();
    } else if (alt && code == KeyCode.BACK_SLASH) {
      requestSwap();
    } else if (shortcut && code == KeyCode.C && view.isFocused()) {
      view.copy();
    } else if (code == KeyCode.ESCAPE && !bars.bars().isOpen() && above.getChildren().size() > 2) {
      showMessage(null);
    } else {
      bars.bars().pressed(event);
      return;
    }
    event.consume();
  }

  private ActionHandlers handlers() {
    ActionHandlers handlers = view.copyActions(new ActionHandlers());
    install(handlers);
    return bars.bars().install(handlers).on(ActionId.SWAP_SIDES, this::requestSwap);
  }

  private void selectDifference(long position) {
    AlignedBytes known = model.known();
    if (known.differs(position)) {
      model.select(known.difference(known.lastFrom(position)));
    }
  }
}
