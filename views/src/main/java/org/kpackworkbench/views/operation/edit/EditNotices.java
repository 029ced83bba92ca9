package org.kpackworkbench.views.operation.edit;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.SetChangeListener;
import javafx.scene.Node;
import javafx.scene.control.Button;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.operation.edit.Edit;
import org.kpackworkbench.model.operation.edit.EditedDocument;
import org.kpackworkbench.model.operation.edit.RecoveredEdits;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.dialog.MessageBar.Severity;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.spi.ViewContext;

/** The bars above the views of a file that is edited: what was recovered, kept, or is at risk. */
final class EditNotices<E extends Edit, D extends EditedDocument<E>, S> {
  private static final System.Logger LOG = System.getLogger(EditNotices.class.getName());

  private final EditSession<E, D, S> session;
  private final ViewContext context;
  private final Background.Latest looking;
  private final ObservableList<Node> bars = FXCollections.observableArrayList();
  private final Map<RecoveredEdits, Node> offers = new HashMap<>();
  private final SetChangeListener<java.nio.file.Path> wanted = change -> recoverWanted();
  private @Nullable Node outcome;
  private @Nullable Node atRisk;

  EditNotices(EditSession<E, D, S> session, ViewContext context) {
    this.session = session;
    this.context = context;
    this.looking = context.background().latest();
    session.notWrittenDownProperty().subscribe(this::notWrittenDown);
    session.journals().wanted().addListener(wanted);
    look();
  }

  /** The bars, the most urgent first. */
  ObservableList<Node> bars() {
    return bars;
  }

  /** Ends them: they are not shown any more. */
  void end() {
    looking.forget();
    session.journals().wanted().removeListener(wanted);
  }

  /** The recovered edits, with the state of the file since then. */
  private record Left(RecoveredEdits edits, RecoveredEdits.State state) {}

  private void look() {
    looking.run(
        () -> {
          List<Left> found = new ArrayList<>();
          for (RecoveredEdits edits :
              session.journals().leftBehind(session.path(), session.kind().kind())) {
            found.add(new Left(edits, edits.state()));
          }
          return found;
        },
        found -> {
          found.forEach(this::offer);
          recoverWanted();
        },
        failure -> LOG.log(Level.WARNING, "could not search for unsaved edits", failure));
  }

  private void offer(Left left) {
    RecoveredEdits edits = left.edits();
    MessageBar bar =
        new MessageBar(
            Severity.WARNING,
            RecoveryWords.offer(edits, left.state()),
            button(
                "Show Edits",
                "recovery-show",
                () ->
                    context.dialogs().show("Edits That Were Not Saved", RecoveryWords.list(edits))),
            button("Recover", "recovery-recover", () -> recover(edits)),
            button("Discard", "recovery-discard", () -> discard(edits)),
            button("Later", "recovery-later", () -> withdraw(edits)));
    offers.put(edits, bar);
    bars.add(bar);
  }

  private void withdraw(RecoveredEdits edits) {
    Node bar = offers.remove(edits);
    if (bar != null) {
      bars.remove(bar);
    }
  }

  private void recoverWanted() {
    for (RecoveredEdits edits : List.copyOf(offers.keySet())) {
      if (session.journals().wanted().remove(edits.journal())) {
        recover(edits);
      }
    }
  }

  private void recover(RecoveredEdits edits) {
    withdraw(edits);
    session.recover(edits, result -> keptOrNot("Edits were recovered.", result));
  }

  private void discard(RecoveredEdits edits) {
    context
        .background()
        .run(
            () -> {
              edits.discard();
              return edits;
            },
            this::withdraw,
            failure -> context.dialogs().showError("The edits could not be discarded", failure));
  }

  /** Reports the result of applying edits again. */
  void keptOrNot(String what, DroppedEdits result) {
    say(null, outcome);
    List<Button> buttons = new ArrayList<>();
    if (!result.lines().isEmpty()) {
      buttons.add(
          button(
              "Show",
              "not-kept-show",
              () ->
                  context
                      .dialogs()
                      .show("Edits That No Longer Apply", RecoveryWords.list(result))));
    }
    List<Node> own = new ArrayList<>();
    buttons.add(button("OK", "not-kept-ok", () -> bars.removeAll(own)));
    MessageBar bar =
        new MessageBar(
            result.lines().isEmpty() ? Severity.INFO : Severity.WARNING,
            what + " " + result.words(),
            buttons.toArray(Button[]::new));
    own.add(bar);
    say(bar, null);
    outcome = bar;
  }

  private void notWrittenDown(@Nullable Throwable why) {
    Node before = atRisk;
    atRisk =
        why == null
            ? null
            : new MessageBar(
                Severity.WARNING,
                "Edits cannot be recorded at the moment: a crash would lose them. "
                    + ErrorText.of(why).inOneLine());
    say(atRisk, before);
  }

  /** Shows a bar, or none, instead of another one. */
  void say(@Nullable Node bar, @Nullable Node instead) {
    if (instead != null) {
      bars.remove(instead);
    }
    if (bar != null) {
      bars.addFirst(bar);
    }
  }

  private static Button button(String text, String id, Runnable action) {
    Button button = new Button(text);
    button.setId(id);
    button.setOnAction(event -> action.run());
    return button;
  }
}
