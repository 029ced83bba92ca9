package org.kpackworkbench.views.analysis.search;

import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.spi.FollowingPane;
import org.kpackworkbench.views.spi.LatePane;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.spi.WindowActions;

/** Find in Code Objects, for the active file or folder. One for each window. */
public final class CodeSearchAction implements WindowActions {
  private @Nullable LatePane<CodeSearchPane> pane;

  /** Makes the window's pane of what is found. */
  public FollowingPane pane(ViewContext context) {
    LatePane<CodeSearchPane> made =
        new LatePane<>(CodeSearchPane.TITLE, () -> new CodeSearchPane(context));
    pane = made;
    return made;
  }

  @Override
  public void install(
      ActionHandlers window, ViewContext context, ObservableValue<@Nullable OpenedFile> file) {
    LatePane<CodeSearchPane> shown = pane;
    if (shown != null) {
      window.unless(
          ActionId.FIND_IN_CODE,
          file.map(CodeSearchAction::reason).orElse("no file is open"),
          () -> shown.get().focusField());
    }
  }

  /** Why there is nothing to search; empty if there may be something. */
  private static String reason(OpenedFile file) {
    boolean possible =
        file.isFolder()
            || file.as(Document.class)
                .filter(document -> document.mayHoldCodeObjects() || document.saysCodeIsElsewhere())
                .isPresent();
    return possible ? "" : "it has no device code";
  }
}
