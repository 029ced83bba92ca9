package org.kpackworkbench.views.operation.edit;

import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.collections.SetChangeListener;
import javafx.scene.Node;
import javafx.scene.control.Button;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.operation.edit.Edit;
import org.kpackworkbench.model.operation.edit.EditedDocument;
import org.kpackworkbench.model.operation.edit.RecoveredEdits;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
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
  private final SetChangeListener<Path> wanted = change -> recoverWanted();
  private final ListChangeListener<EditNotices<?, ?, ?>> offers = change -> offer();
  private final Set<Path> otherFiles = new HashSet<>();
  private @Nullable Node offer;
  private @Nullable Node outcome;
  private @Nullable Node atRisk;
  private @Nullable Node warned;

  EditNotices(EditSession<E, D, S> session, ViewContext context) {
    this.session = session;
    this.context = context;
    this.looking = context.background().latest();
    session.notWrittenDownProperty().subscribe(this::notWrittenDown);
    session.warningsProperty().subscribe(this::warn);
    session.journals().wanted().addListener(wanted);
    session.journals().offering().addListener(offers);
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
    session.journals().offering().removeListener(offers);
    boolean unused = session.journals().offering().remove(this);
  }

  private record Found(List<RecoveryActions.Left> edits, Set<Path> otherFiles) {}

  private void look() {
    looking.run(
        () -> {
          List<RecoveryActions.Left> found = new ArrayList<>();
          for (RecoveredEdits edits :
              session.journals().leftBehind(session.path(), session.kind().kind())) {
            found.add(new RecoveryActions.Left(edits, edits.state()));
          }
          return new Found(
              found, found.isEmpty() ? Set.of() : session.journals().otherFiles(session.path()));
        },
        found -> {
          offered.addAll(found.edits());
          otherFiles.addAll(found.otherFiles());
          register();
          recoverWanted();
        },
        failure -> LOG.log(Level.WARNING, "could not search for unsaved edits", failure));
  }

  /** Takes part in the one offer of all open files, or no longer; each then shows its bar again. */
  private void register() {
    List<EditNotices<?, ?, ?>> offering = session.journals().offering();
    boolean changed =
        offered.isEmpty() ? offering.remove(this) : !offering.contains(this) && offering.add(this);
    if (!changed) {
      offer();
    }
  }

  /**
   * One bar for all that was left behind, however often the program ended, and of any open file.
   */
  private void offer() {
    if (offer != null) {
      bars.remove(offer);
      offer = null;
    }
    if (offered.isEmpty()) {
      return;
    }
    List<RecoveryActions.Left> all = List.copyOf(offered);
    List<EditNotices<?, ?, ?>> offering = List.copyOf(session.journals().offering());
    offering.forEach(each -> otherFiles.remove(each.file()));
    int files = offering.size();
    String ofAll = files > 1 ? " All %d".formatted(files) : "";
    MessageBar bar =
        new MessageBar(
            Severity.WARNING,
            RecoveryWords.offer(all, files - 1, otherFiles.size()),
            button(
                "Show Edits",
                "recovery-show",
                () -> context.dialogs().show("Edits That Were Not Saved", RecoveryWords.list(all))),
            button(
                "Recover" + ofAll,
                "recovery-recover",
                () -> offering.forEach(EditNotices::recoverOffered)),
            button(
                "Discard" + ofAll,
                "recovery-discard",
                () -> offering.forEach(EditNotices::discardOffered)),
            button("Later", "recovery-later", () -> offering.forEach(EditNotices::later)));
    if (files > 1 || !otherFiles.isEmpty()) {
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

  private Path file() {
    return session.path().toAbsolutePath().normalize();
  }

  private void recoverOffered() {
    recover(List.copyOf(offered));
  }

  private void discardOffered() {
    discard(List.copyOf(offered));
  }

  private void later() {
    withdraw(List.copyOf(offered));
  }

  /** Edits were discarded elsewhere. */
  void gone(Path journal) {
    withdraw(offered.stream().filter(left -> left.edits().journal().equals(journal)).toList());
  }

  private void withdraw(List<RecoveryActions.Left> gone) {
    if (offered.removeAll(gone)) {
      register();
    }
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
    context.run(
        () -> {
          for (RecoveryActions.Left left : all) {
            left.edits().discard();
          }
          return all;
        },
        this::withdraw,
        "The edits could not be discarded");
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

  private void warn(List<OperationNote> warnings) {
    Node before = warned;
    warned =
        warnings.isEmpty()
            ? null
            : new MessageBar(
                Severity.WARNING,
                warnings.stream()
                    .map(each -> "Saved, but %s. %s".formatted(each.message(), each.advice()))
                    .collect(Collectors.joining("\n")),
                button("OK", "saved-warning-ok", () -> warn(List.of())));
    say(warned, before);
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
    return Controls.button(id, text, action);
  }
}
