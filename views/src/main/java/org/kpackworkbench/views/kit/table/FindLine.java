package org.kpackworkbench.views.kit.table;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.SignButton;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.text.FieldHint;

/** A line for finding text in numbered lines that are shown in a node. UI thread only. */
public final class FindLine extends HBox {
  /** Who looks for what is in every line wants the next one, and no longer list. */
  private static final int MOST_MATCHES = 10_000;

  private final Background.Latest latest;
  private final Supplier<Lines> lines;
  private final IntSupplier current;
  private final IntConsumer goTo;
  private final ClearableField field;
  private final Label outcome = Controls.label("", "muted");
  private @Nullable Matches matches;
  private boolean stays;

  /**
   * Lines as they are now.
   *
   * @param text of a line by its number; called in the background
   */
  public record Lines(int count, IntFunction<String> text) {}

  /**
   * A line that is closed.
   *
   * @param id what the ids of its parts begin with
   * @param prompt what can be found
   * @param lines gives the lines to search
   * @param current the line where the user is; -1 for none
   * @param goTo shows a line
   */
  public FindLine(
      String id,
      String prompt,
      String clears,
      Background.Latest latest,
      Node shown,
      Supplier<Lines> lines,
      IntSupplier current,
      IntConsumer goTo) {
    this.latest = latest;
    this.lines = lines;
    this.current = current;
    this.goTo = goTo;
    getStyleClass().add("tool-line");
    field = new ClearableField(id + "-field", prompt, clears);
    field.setPrefColumnCount(28);
    field.textProperty().subscribe(text -> forget());
    outcome.setId(id + "-outcome");
    Button previous =
        SignButton.of(id + "-previous", "▲", "Find the previous one (Shift+F3)", () -> go(false));
    Button next = SignButton.of(id + "-next", "▼", "Find the next one (F3)", () -> go(true));
    previous.getStyleClass().add("small");
    next.getStyleClass().add("small");
    getChildren().setAll(new Label("Find"), field, previous, next, outcome);
    managedProperty().bind(visibleProperty());
    setVisible(false);
    addEventFilter(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ENTER) {
            go(!event.isShiftDown());
            event.consume();
          } else if (event.getCode() == KeyCode.ESCAPE && !stays) {
            setVisible(false);
            shown.requestFocus();
            event.consume();
          }
        });
  }

  /**
   * Returns this line, which is always open, and goes to the first match while the user types.
   *
   * @param hints what can be found, with ever fewer words
   */
  public FindLine staying(List<String> hints) {
    stays = true;
    getStyleClass().remove("tool-line");
    FieldHint.show(Controls.wide(field), hints);
    field.textProperty().subscribe((before, now) -> typed());
    // The hint says it.
    getChildren().removeFirst();
    setVisible(true);
    return this;
  }

  private void typed() {
    if (!field.getText().isBlank()) {
      go(true, -1);
    }
  }

  /** Opens the line, with its text selected. */
  public void open() {
    setVisible(true);
    field.requestFocus();
    field.selectAll();
  }

  /** Forgets matches: text or lines are others. */
  public void forget() {
    latest.forget();
    matches = null;
    outcome.setText("");
  }

  /** Handles the actions that go from match to match. */
  public ActionHandlers install(ActionHandlers handlers) {
    return handlers
        .on(ActionId.FIND_NEXT, () -> go(true))
        .on(ActionId.FIND_PREVIOUS, () -> go(false));
  }

  private void go(boolean onward) {
    if (field.getText().isBlank()) {
      open();
    } else {
      go(onward, current.getAsInt());
    }
  }

  private void go(boolean onward, int from) {
    Matches known = matches;
    if (known != null) {
      go(known, onward, from);
      return;
    }
    String text = field.getText().strip();
    Lines all = lines.get();
    outcome.setText("…");
    latest.run(
        () -> Matches.of(all, text),
        found -> {
          matches = found;
          go(found, onward, from);
        },
        failure -> outcome.setText(String.valueOf(failure.getMessage())));
  }

  private void go(Matches all, boolean onward, int from) {
    if (all.lines().length == 0) {
      outcome.setText("not found");
      return;
    }
    int at = all.next(from, onward);
    goTo.accept(all.lines()[at]);
    outcome.setText(
        "%,d of %,d%s".formatted(at + 1, all.lines().length, all.complete() ? "" : " or more"));
  }

  /**
   * Where a text is.
   *
   * @param lines the numbers of the lines, in order
   * @param complete whether these are all
   */
  private record Matches(int[] lines, boolean complete) {
    /** Looks for a text in any case; in the background. */
    static Matches of(Lines all, String text) {
      String wanted = text.toLowerCase(Locale.ROOT);
      int[] found =
          IntStream.range(0, all.count())
              .filter(line -> all.text().apply(line).toLowerCase(Locale.ROOT).contains(wanted))
              .limit(MOST_MATCHES + 1L)
              .toArray();
      return found.length > MOST_MATCHES
          ? new Matches(Arrays.copyOf(found, MOST_MATCHES), false)
          : new Matches(found, true);
    }

    /** The match behind or before a line; from the end it goes on at the other. */
    int next(int line, boolean onward) {
      int at = Arrays.binarySearch(lines, line);
      int following = at >= 0 ? at + 1 : -at - 1;
      int preceding = (at >= 0 ? at : -at - 1) - 1;
      return Math.floorMod(onward ? following : preceding, lines.length);
    }
  }
}
