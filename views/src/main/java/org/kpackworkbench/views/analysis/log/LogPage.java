package org.kpackworkbench.views.analysis.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import javafx.animation.PauseTransition;
import javafx.application.Platform;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextArea;
import javafx.scene.control.Tooltip;
import javafx.scene.input.Clipboard;
import javafx.scene.input.DragEvent;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.util.Duration;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.analysis.resolve.log.DebugLog;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.log.LogMessages;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.text.TabKey;
import org.kpackworkbench.views.kit.theme.KeySplitPane;
import org.kpackworkbench.views.spi.NamedPage;
import org.kpackworkbench.views.spi.ViewContext;

/** A log that is pasted, typed or dropped, read while that is done. UI thread only. */
final class LogPage extends NamedPage {
  static final String ID = "log";

  private static final Duration WAIT = Duration.millis(200);

  /** An area of text becomes slow above this; a longer log opens as a file. */
  private static final long MOST_BYTES = 4L << 20;

  private static final String EMPTY =
      "Paste the output of a loader with ROCM_KPACK_DEBUG=1, including unrelated lines, or only the HIP error that a program shows.";

  private final ViewContext context;
  private final TextArea area =
      Controls.named(
          Controls.spoken(new TextArea(), "The log"), "log-text", "log-text", "edge-to-edge");
  private final LogPane pane;
  private final SplitPane split;
  private final BorderPane root = Controls.styled(new BorderPane(), "log-page");
  private final PauseTransition pause = new PauseTransition(WAIT);
  private final Background.Latest reading;

  LogPage(ViewContext context) {
    super(ID, "Loader log", KpackIcon.TEXT_FILE);
    this.context = context;
    this.reading = context.background().latest();
    this.pane = new LogPane(context, (line, byUser) -> showLine(line, byUser));
    area.setPromptText("Paste or drop a log here");
    TabKey.leaves(area);
    area.textProperty().subscribe((before, now) -> pause.playFromStart());
    area.caretPositionProperty().subscribe((before, now) -> lineChosen(now.intValue()));
    area.addEventFilter(DragEvent.DRAG_OVER, this::dragOver);
    area.addEventFilter(DragEvent.DRAG_DROPPED, this::dropped);
    pause.setOnFinished(event -> read());
    split = new KeySplitPane(area, pane);
    split.setOrientation(Orientation.VERTICAL);
    split.setDividerPositions(0.3);
    root.getStylesheets().add(Controls.sheet(LogPage.class, "log.css"));
    root.setTop(tools());
    root.setCenter(split);
    // The text takes the key itself while it has the focus.
    new ActionHandlers().on(ActionId.PASTE, this::paste).attachTo(root);
    pane.showEmpty(EMPTY);
    Platform.runLater(area::requestFocus);
    Clipboard clipboard = Clipboard.getSystemClipboard();
    String copied = clipboard.hasString() ? clipboard.getString() : "";
    if (copied.contains(LogMessages.PREFIX)) {
      replace(copied);
    }
  }

  private HBox tools() {
    Button paste = button("log-paste", "Paste");
    paste.setOnAction(event -> paste());
    Button open = button("log-open", "Open File…");
    open.setOnAction(event -> open(context.dialogs().chooseFiles("Open Loader Log")));
    Button clear = button("log-clear", "Clear");
    clear.setOnAction(event -> replace(""));
    Label words = new Label("What a loader wrote with ROCM_KPACK_DEBUG, or a HIP error");
    words.setTooltip(new Tooltip(words.getText()));
    words.setMinWidth(0);
    return Controls.styled(new HBox(paste, open, clear, words), "log-tools");
  }

  private void paste() {
    String copied = Clipboard.getSystemClipboard().getString();
    if (copied != null) {
      replace(copied);
    }
  }

  private static Button button(String id, String words) {
    return Controls.named(Controls.whole(new Button(words)), id, "small");
  }

  private void replace(String text) {
    area.setText(text);
    read();
  }

  private void read() {
    pause.stop();
    String text = area.getText();
    if (text.isBlank()) {
      reading.forget();
      pane.showEmpty(EMPTY);
      return;
    }
    reading.run(
        () -> DebugLog.read(text),
        pane::show,
        failure -> {
          if (!(failure instanceof CancellationException)) {
            context.dialogs().showError("The log could not be read", failure);
          }
        });
  }

  /** The user chose a step: its line is selected in the text. */
  private void showLine(int line, boolean byUser) {
    if (!byUser) {
      // The caret stays where text is being typed.
      return;
    }
    String text = area.getText();
    int start = 0;
    for (int i = 1; i < line; i++) {
      int end = text.indexOf('\n', start);
      if (end < 0) {
        return;
      }
      start = end + 1;
    }
    int end = text.indexOf('\n', start);
    area.selectRange(end < 0 ? text.length() : end, start);
  }

  private void lineChosen(int caret) {
    if (!area.isFocused()) {
      return;
    }
    long before = area.getText().chars().limit(caret).filter(c -> c == '\n').count();
    pane.selectLine((int) before + 1);
  }

  private void dragOver(DragEvent event) {
    if (event.getDragboard().hasFiles() || event.getDragboard().hasString()) {
      event.acceptTransferModes(TransferMode.COPY);
      event.consume();
    }
  }

  private void dropped(DragEvent event) {
    if (event.getDragboard().hasFiles()) {
      open(event.getDragboard().getFiles().stream().map(java.io.File::toPath).toList());
    } else if (event.getDragboard().hasString()) {
      replace(event.getDragboard().getString());
    }
    event.setDropCompleted(true);
    event.consume();
  }

  /** Short logs come into the text, so that lines of others can be pasted to them. */
  private void open(List<Path> files) {
    for (Path file : files) {
      context.run(
          () -> text(file),
          text -> {
            if (text.isEmpty()) {
              context.navigator().go(new Place.File(file));
            } else {
              replace(text);
            }
          },
          "The log could not be read");
    }
  }

  /** The text of a short log in any encoding; empty for a long one, or one that has none. */
  private static String text(Path file) throws IOException {
    if (Files.isDirectory(file) || Files.size(file) > MOST_BYTES) {
      return "";
    }
    try (OpenFile open = OpenFile.open(file)) {
      DebugLog log = DebugLog.read(open.view(), org.kpackworkbench.model.base.job.Progress.NONE);
      return String.join("\n", log.lines().stream().map(DebugLog.Line::text).toList());
    }
  }

  @Override
  public Node node() {
    return root;
  }

  @Override
  public ObservableValue<String> statusText() {
    return pane.statusProperty();
  }

  @Override
  public void dispose() {
    pause.stop();
    reading.forget();
    pane.dispose();
  }
}
