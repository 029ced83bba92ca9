package org.kpackworkbench.views.operation.edit.kpack;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.run.RulesOfContent;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.EditedArchive;
import org.kpackworkbench.model.operation.output.ContentCheck;
import org.kpackworkbench.views.kit.dialog.Dialogs;
import org.kpackworkbench.views.operation.edit.EditSession;

/** Makes the edits that forms have been filled in for. UI thread. */
record ArchiveEdits(EditSession<ArchiveEdit, EditedArchive, ArchiveShot> session, Dialogs dialogs) {
  private static final ContentCheck RULES = new RulesOfContent();
  private static final int MOST_SHOWN = 3;

  /** Edits that have to be read from files first. */
  interface Made {
    List<ArchiveEdit> make() throws IOException;
  }

  /** Makes an edit. */
  void make(ArchiveEdit edit) {
    make(() -> List.of(edit), why -> {});
  }

  /** Makes the edits of a form, which says itself where they cannot be. */
  void make(EditForm form, Made edits) {
    form.busy(true);
    make(
        edits,
        why -> {
          if (why != null) {
            session.forgetFailure();
          }
          form.ended(why);
        });
  }

  /**
   * Makes edits; if verification would report an error in the added contents, the user must confirm
   * first.
   *
   * @param then receives the reason if they could not be made or were rejected; null if they were
   *     made
   */
  void make(Made edits, Consumer<@Nullable Throwable> then) {
    List<ArchiveEdit> left = new ArrayList<>();
    List<Finding> errors = new ArrayList<>();
    session.change(
        archive -> {
          left.addAll(edits.make());
          while (!left.isEmpty() && errors.isEmpty()) {
            errors.addAll(
                archive.errorsOf(left.getFirst(), archive.stamp().path(), RULES, Progress.NONE));
            if (errors.isEmpty()) {
              archive.apply(left.removeFirst());
            }
          }
        },
        why -> {
          if (why != null || errors.isEmpty()) {
            then.accept(why);
            return;
          }
          boolean replaces = left.getFirst() instanceof ArchiveEdit.Replace;
          String verb = replaces ? "Replace" : "Add";
          String what = replaces ? "a code object by what" : "code objects that";
          if (dialogs.confirm(
              "%s %s verification will reject?".formatted(verb, what),
              words(errors),
              verb + " Anyway")) {
            makeAnyway(left, then);
          } else {
            then.accept(new NotWanted(replaces ? "Not replaced" : "Not added", errors.getFirst()));
          }
        });
  }

  private void makeAnyway(List<ArchiveEdit> edits, Consumer<@Nullable Throwable> then) {
    session.change(
        archive -> {
          for (ArchiveEdit edit : edits) {
            archive.apply(edit);
          }
        },
        then);
  }

  private static String words(List<Finding> errors) {
    StringJoiner text = new StringJoiner("\n\n");
    for (Finding error : errors.subList(0, Math.min(MOST_SHOWN, errors.size()))) {
      text.add("%s: %s %s".formatted(error.placeText(), error.message(), error.advice()).strip());
    }
    if (errors.size() > MOST_SHOWN) {
      text.add("… and %d more errors.".formatted(errors.size() - MOST_SHOWN));
    }
    return text.toString();
  }

  /** The user rejected contents that verification would report as an error. */
  private static final class NotWanted extends IOException {
    private static final long serialVersionUID = 1;

    NotWanted(String what, Finding error) {
      super("%s: %s".formatted(what, error.message()));
    }
  }
}
