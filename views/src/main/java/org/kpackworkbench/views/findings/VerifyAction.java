package org.kpackworkbench.views.findings;

import java.nio.file.Path;
import java.util.List;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.place.Place;
import org.kpackworkbench.model.verify.Severity;
import org.kpackworkbench.model.verify.run.Verifier;
import org.kpackworkbench.model.verify.run.VerifyReport;
import org.kpackworkbench.model.verify.run.VerifyRequest;
import org.kpackworkbench.views.action.ActionHandlers;
import org.kpackworkbench.views.action.ActionId;
import org.kpackworkbench.views.extend.FollowingPane;
import org.kpackworkbench.views.extend.OpenedFile;
import org.kpackworkbench.views.extend.ViewContext;
import org.kpackworkbench.views.extend.WindowActions;
import org.kpackworkbench.views.job.Outcome;

/**
 * Verify, for the file in front, or what is selected of a folder: a job, whose findings the pane
 * lists. One for each window.
 */
public final class VerifyAction implements WindowActions {
  private @Nullable FindingsPane pane;

  /** Makes the window's pane of findings. */
  public FollowingPane pane(ViewContext context) {
    FindingsPane made = new FindingsPane(context);
    pane = made;
    return made;
  }

  @Override
  public void install(
      ActionHandlers window, ViewContext context, ObservableValue<@Nullable OpenedFile> file) {
    ObservableValue<Boolean> somewhere = file.map(opened -> true).orElse(false);
    window.on(
        ActionId.VERIFY,
        somewhere,
        () -> {
          OpenedFile opened = file.getValue();
          if (opened != null) {
            verify(opened, context);
          }
        });
  }

  private void verify(OpenedFile file, ViewContext context) {
    // Of a folder what is selected in it.
    Place what =
        file.isFolder() && context.navigator().current() instanceof Place.Entry entry
            ? entry
            : file.place();
    Path path = what instanceof Place.Entry entry ? entry.target() : file.path();
    context
        .jobs()
        .start(
            "Verify " + what.label(),
            progress -> Verifier.run(List.of(path), VerifyRequest.everything(), progress),
            report -> ended(file, what.label(), report));
  }

  private Outcome ended(OpenedFile file, String name, VerifyReport report) {
    FindingsPane list = pane;
    if (list == null) {
      return Outcome.of(words(name, report));
    }
    if (!report.unreadable().isEmpty()) {
      return Outcome.of(words(name, report));
    }
    list.verified(file, report.findings().stream().map(found -> Finding.of(found, file)).toList());
    list.bringInFront();
    return Outcome.of(words(name, report), "Show", list::bringInFront);
  }

  private static String words(String name, VerifyReport report) {
    if (!report.unreadable().isEmpty()) {
      return name + " could not be read: " + report.unreadable().getFirst().failure().getMessage();
    }
    long errors = report.count(Severity.ERROR);
    long warnings = report.count(Severity.WARNING);
    long notes = report.count(Severity.NOTE);
    if (errors + warnings + notes == 0) {
      return "Verified %s: nothing is wrong.".formatted(name);
    }
    return "Verified %s: %s, %s, %s."
        .formatted(
            name, counted(errors, "error"), counted(warnings, "warning"), counted(notes, "note"));
  }

  private static String counted(long count, String word) {
    return count + " " + word + (count == 1 ? "" : "s");
  }
}
