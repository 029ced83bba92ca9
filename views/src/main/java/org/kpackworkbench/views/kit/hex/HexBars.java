package org.kpackworkbench.views.kit.hex;

import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;

/** The lines for finding and for going somewhere above bytes, one at a time. UI thread only. */
public final class HexBars extends BorderPane {
  private final Supplier<FindModel> find;
  private final Supplier<GoToBar> goTo;
  private final Runnable onClose;
  private Runnable again = () -> {};

  /**
   * No line yet.
   *
   * @param find the search in the bytes of the caret
   * @param goTo makes the line for going somewhere in them
   * @param onClose run when the user has closed a line
   */
  public HexBars(Supplier<FindModel> find, Supplier<GoToBar> goTo, Runnable onClose) {
    this.find = find;
    this.goTo = goTo;
    this.onClose = onClose;
  }

  /** Opens the line for finding. */
  public void openFind() {
    showFind();
    find.get().open();
  }

  private void showFind() {
    FindBar bar = new FindBar(find.get(), this::close);
    show(bar, this::openFind);
    bar.start();
  }

  /** Opens the line for going somewhere. */
  public void openGoTo() {
    GoToBar bar = goTo.get();
    show(bar, this::openGoTo);
    bar.start();
  }

  private void show(Node bar, Runnable opening) {
    setCenter(bar);
    again = opening;
  }

  /** Finds the next one, or opens the line where there is nothing to find yet. */
  public void findNext(boolean forward) {
    if (!find.get().go(forward)) {
      openFind();
    }
  }

  /** Shows what the search has to say while its line is closed. */
  public void said() {
    if (!isOpen() && !find.get().outcomeProperty().get().words().isEmpty()) {
      setCenter(new FindBar(find.get(), this::close));
    }
  }

  /** Makes the line that is open for other bytes. */
  public void follow() {
    if (isOpen()) {
      again.run();
    }
  }

  /** Whether a line is open. */
  public boolean isOpen() {
    return getCenter() != null;
  }

  /** Takes the line away; what was typed stays. */
  public void close() {
    find.get().close();
    setCenter(null);
    onClose.run();
  }

  /** Does what a key says and consumes the event, or leaves it alone. */
  public void pressed(KeyEvent event) {
    boolean shift = event.isShiftDown();
    boolean shortcut = event.isShortcutDown() && !event.isAltDown() && !shift;
    if (shortcut && event.getCode() == KeyCode.F) {
      openFind();
    } else if (shortcut && event.getCode() == KeyCode.G) {
      openGoTo();
    } else if (event.getCode() == KeyCode.F3) {
      findNext(!shift);
    } else if (event.getCode() == KeyCode.ESCAPE && isOpen()) {
      close();
    } else {
      return;
    }
    event.consume();
  }

  /** Handles the actions of finding and going. */
  public ActionHandlers install(ActionHandlers handlers) {
    return handlers
        .on(ActionId.FIND, this::openFind)
        .on(ActionId.FIND_NEXT, () -> findNext(true))
        .on(ActionId.FIND_PREVIOUS, () -> findNext(false))
        .on(ActionId.GO_TO, this::openGoTo);
  }
}
