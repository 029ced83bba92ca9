package org.kpackworkbench.views.kit.hex;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javafx.geometry.Side;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.kpackworkbench.model.base.place.GoTo;
import org.kpackworkbench.model.base.place.GoToParser;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.job.Background;

/** The line in which an offset, an address or a name to go to is typed. */
public final class GoToBar extends HBox {
  private static final int MOST_SUGGESTIONS = 12;

  private final Supplier<GoToParser> parser;
  private final LongSupplier caret;
  private final Consumer<GoTo.Found> goTo;
  private final Background background;
  private final Background.Latest suggesting;
  private final TextField field =
      Controls.named(Controls.spoken(new TextField(), "Go to"), "go-to-field");
  private final Label message = Controls.named(Controls.wide(new Label()), "go-to-message");
  private final ContextMenu suggestions = new ContextMenu();

  private record Answer(GoTo result, List<GoTo.Found> suggestions) {}

  /**
   * A bar.
   *
   * @param background where names are looked up
   * @param parser what understands the text, for the file that is shown now
   * @param caret where relative offsets start
   * @param goTo what to do with a place that was found
   * @param onClose what to do when the user has had enough of it
   */
  public GoToBar(
      Background background,
      Supplier<GoToParser> parser,
      LongSupplier caret,
      Consumer<GoTo.Found> goTo,
      Runnable onClose) {
    this.background = background;
    this.suggesting = background.latest();
    this.parser = parser;
    this.caret = caret;
    this.goTo = goTo;
    getStyleClass().addAll("tool-line", "go-to-bar");
    field.setPromptText("0x1000, 4096, +16, 50%, addr:0xc53000");
    field.setPrefColumnCount(28);
    field.textProperty().subscribe(this::typed);
    field.setOnAction(event -> go());
    message.setMaxWidth(Double.MAX_VALUE);
    message.setMinWidth(60);
    Label title = Controls.whole(new Label("Go to"));
    title.setLabelFor(field);
    Button close = Controls.named(Controls.tip(new Button("✕"), "Close (Esc)"), "go-to-close");
    close.setAccessibleText("Close (Esc)");
    close.setMinWidth(Region.USE_PREF_SIZE);
    close.setOnAction(event -> onClose.run());
    getChildren().addAll(title, field, message, close);
    addEventHandler(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (event.getCode() == KeyCode.ESCAPE) {
            suggestions.hide();
            onClose.run();
            event.consume();
          }
        });
  }

  /** Puts the focus into the field, all of it selected. */
  public void start() {
    field.requestFocus();
    field.selectAll();
  }

  private void typed() {
    String text = field.getText();
    GoToParser using = parser.get();
    long from = caret.getAsLong();
    suggesting.run(
        () -> new Answer(using.parse(text, from), using.suggestions(text, MOST_SUGGESTIONS)),
        answer -> show(text, answer),
        failure -> say(ByteRowsView.reason(failure), true));
  }

  private void show(String text, Answer answer) {
    switch (answer.result) {
      case GoTo.Found found -> say(found.words(), false);
      case GoTo.Refused refused -> say(text.isBlank() ? "" : refused.reason(), !text.isBlank());
    }
    suggestions.getItems().setAll(answer.suggestions.stream().map(this::item).toList());
    if (answer.suggestions.isEmpty() || !field.isFocused()) {
      suggestions.hide();
    } else if (!suggestions.isShowing()) {
      suggestions.show(field, Side.BOTTOM, 0, 0);
    }
  }

  private MenuItem item(GoTo.Found found) {
    MenuItem item = new MenuItem(found.words());
    item.setMnemonicParsing(false);
    item.setOnAction(event -> goTo.accept(found));
    return item;
  }

  private void go() {
    String text = field.getText();
    GoToParser using = parser.get();
    long from = caret.getAsLong();
    suggesting.forget();
    suggestions.hide();
    background.run(
        () -> using.parse(text, from),
        result -> {
          switch (result) {
            case GoTo.Found found -> {
              say(found.words(), false);
              goTo.accept(found);
            }
            case GoTo.Refused refused -> say(refused.reason(), true);
          }
        },
        failure -> say(ByteRowsView.reason(failure), true));
  }

  private void say(String words, boolean failed) {
    message.setText(failed ? "⚠ " + words : words);
    message.setTooltip(words.isEmpty() ? null : new Tooltip(words));
    message.getStyleClass().remove("danger");
    if (failed) {
      message.getStyleClass().add("danger");
    }
  }
}
