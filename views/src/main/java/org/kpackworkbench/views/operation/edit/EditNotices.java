package org.kpackworkbench.views.operation.edit;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.SetChangeListener;
import javafx.scene.Node;
import javafx.scene.control.Button;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.operation.edit.Edit;
import org.kpackworkbench.model.operation.edit.EditedDocument;
import org.kpackworkbench.model.operation.edit.RecoveredEdits;
import org.kpackworkbench.views.kit.action.ActionId;
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
  private final List<RecoveryActions.Left> offered = new ArrayList<>();
  private final SetChangeListener<java.nio.file.Path> wanted = change -> recoverWanted();
  private int otherFiles;
  private @Nullable Node offer;
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

  /** What was left behind of this file, and how many other files have such edits. */
  private record Found(List<RecoveryActions.Left> edits, int otherFiles) {}

  private void look() {
    looking.run(
        () -> {
          List<RecoveryActions.Left> found = new ArrayList<>();
          for (RecoveredEdits edits :
              session.journals().leftBehind(session.path(), session.kind().kind())) {
            found.add(new RecoveryActions.Left(edits, edits.state()));
          }
          return new Found(
              found, found.isEmpty() ? 0 : session.journals().otherFiles(session.path()));
        },
        found -> {
          offered.addAll(found.edits());
          otherFiles = found.otherFiles();
          offer();
          recoverWanted();
        },
        failure -> LOG.log(Level.WARNING, "could not search for unsaved edits", failure));
  }

  /** One bar for all that was left behind, however often the program ended. */
  private void offer() {
    if (offer != null) {
      bars.remove(offer);
      offer = null;
    }
    if (offered.isEmpty()) {
      return;
    }
    List<RecoveryActions.Left> all = List.copyOf(offered);
    MessageBar bar =
        new MessageBar(
            Severity.WARNING,
            RecoveryWords.offer(all, otherFiles),
            button(
                "Show Edits",
                "recovery-show",
                () -> context.dialogs().show("Edits That Were Not Saved", RecoveryWords.list(all))),
            button("Recover", "recovery-recover", () -> recover(all)),
            button("Discard", "recovery-discard", () -> discard(all)),
            button("Later", "recovery-later", () -> withdraw(all)));
    if (otherFiles > 0) {
      bar.add(
          button(
              "All Files…",
              "recovery-all-files",
              () -> {
                boolean unused = context.actions().run(ActionId.RECOVER);
              }));
    }
    offer = bar;
    bars.add(bar);
  }

  private void withdraw(List<RecoveryActions.Left> gone) {
    offered.removeAll(gone);
    offer();
  }

  private void recoverWanted() {
    List<RecoveryActions.Left> wantedHere =
        offered.stream()
            .filter(left -> session.journals().wanted().remove(left.edits().journal()))
            .toList();
    if (!wantedHere.isEmpty()) {
      recover(wantedHere);
    }
  }

  private void recover(List<RecoveryActions.Left> all) {
    withdraw(all);
    List<DroppedEdits> results = new ArrayList<>();
    for (RecoveryActions.Left left : all) {
      session.recover(
          left.edits(),
          result -> {
            results.add(result);
            if (results.size() == all.size()) {
              keptOrNot("Edits were recovered.", DroppedEdits.together(results));
            }
          });
    }
  }

  private void discard(List<RecoveryActions.Left> all) {
    context
        .background()
        .run(
            () -> {
              for (RecoveryActions.Left left : all) {
                left.edits().discard();
              }
              return all;
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
