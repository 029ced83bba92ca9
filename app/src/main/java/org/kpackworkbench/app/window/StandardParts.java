package org.kpackworkbench.app.window;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.app.ProgramVersion;
import org.kpackworkbench.app.guide.BundledGuides;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.operation.edit.Journals;
import org.kpackworkbench.views.window.guide.GuidePage;
import org.kpackworkbench.views.window.shell.AboutView.AboutText;
import org.kpackworkbench.views.window.shell.WorkbenchParts;
import org.kpackworkbench.views.window.standard.StandardViews;

/** The parts of the program's window: the one list of loaders, views and panes. */
public final class StandardParts {
  private StandardParts() {}

  /**
   * The parts of a new window.
   *
   * @param journals where edits are written down that are not saved
   */
  public static WorkbenchParts make(Journals journals) {
    return StandardViews.parts(journals)
        .about(about())
        .actions(
            (window, context, file) ->
                window.on(
                    ActionId.GUIDES,
                    () ->
                        context
                            .pages()
                            .show(
                                GuidePage.ID, () -> new GuidePage(BundledGuides::read, context))));
  }

  private static AboutText about() {
    return new AboutText(
        version(),
        List.of(
            "Java " + Runtime.version(),
            "JavaFX " + System.getProperty("javafx.runtime.version", "(unknown version)"),
            System.getProperty("os.name") + " " + System.getProperty("os.version")));
  }

  private static String version() {
    try {
      return ProgramVersion.number();
    } catch (IOException missing) {
      return "of unknown version (" + missing.getMessage() + ")";
    }
  }
}
