package org.kpackworkbench.views.format.text;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import javafx.animation.PauseTransition;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.util.Duration;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.dialog.MessageBar.Severity;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.spi.EditingView;

/** A text that is being changed: whether that is saved, and what is wrong with it. UI thread. */
final class TextModel {
  private static final Duration WAIT = Duration.millis(250);

  private final Path file;
  private final TextContent content;
  private final TextKind kind;
  private final Background.Latest checking;
  private final PauseTransition pause = new PauseTransition(WAIT);
  private final ReadOnlyBooleanWrapper unsaved = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<List<TextProblem>> problems =
      new ReadOnlyObjectWrapper<>(List.of());
  private String saved;
  private String text;

  TextModel(Path file, TextContent content, Background background) {
    this.file = file;
    this.content = content;
    this.kind = TextKind.of(file, content.text());
    this.checking = background.latest();
    this.saved = content.text();
    this.text = content.text();
    pause.setOnFinished(event -> check());
    check();
  }

  TextContent content() {
    return content;
  }

  TextKind kind() {
    return kind;
  }

  ReadOnlyBooleanProperty unsavedProperty() {
    return unsaved.getReadOnlyProperty();
  }

  /** Returns the problems found so far. */
  ReadOnlyObjectProperty<List<TextProblem>> problemsProperty() {
    return problems.getReadOnlyProperty();
  }

  /** The text is this now; it is checked a moment after the last change. */
  void changed(String now) {
    text = now;
    unsaved.set(!now.equals(saved));
    pause.playFromStart();
  }

  EditingView.Draft draft() {
    String now = text;
    ByteBuffer bytes = content.encode(now);
    return new EditingView.Draft() {
      @Override
      public void write(Progress progress) throws IOException {
        try (ReplacingFile out = ReplacingFile.create(file, true)) {
          while (bytes.hasRemaining()) {
            out.channel().write(bytes);
          }
          out.commit();
        }
      }

      @Override
      public void written(Runnable noted) {
        saved = now;
        unsaved.set(!text.equals(saved));
        noted.run();
      }
    };
  }

  /** Ends it: it is not shown any more. */
  void dispose() {
    pause.stop();
    checking.forget();
  }

  private void check() {
    if (!kind.checked()) {
      return;
    }
    String now = text;
    checking.run(
        () -> kind.check(file, now),
        problems::set,
        failure -> {
          if (!(failure instanceof CancellationException)) {
            problems.set(
                List.of(
                    new TextProblem(
                        Severity.ERROR, 1, 1, "", ErrorText.of(failure).inOneLine(), "")));
          }
        });
  }
}
