package org.kpackworkbench.views.operation.edit;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.operation.edit.RecoveredEdits;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.spi.WindowActions;

/** Offers edits that a crash left behind: when the window opens, and on request. */
public record RecoveryActions(Journals journals) implements WindowActions {
  private static final System.Logger LOG = System.getLogger(RecoveryActions.class.getName());

  /** The unsaved edits of one process for one file, and the state of the file. */
  record Left(RecoveredEdits edits, RecoveredEdits.State state) {}

  @Override
  public void install(
      ActionHandlers window, ViewContext context, ObservableValue<@Nullable OpenedFile> file) {
    window.on(ActionId.RECOVER, () -> look(context, true));
    look(context, false);
  }

  private void look(ViewContext context, boolean asked) {
    context
        .background()
        .run(
            () -> {
              List<Left> found = new ArrayList<>();
              for (RecoveredEdits edits : journals.leftBehind().edits()) {
                if (!edits.edits().isEmpty()) {
                  found.add(new Left(edits, edits.state()));
                }
              }
              return found;
            },
            found -> {
              if (asked || !found.isEmpty()) {
                context
                    .dialogs()
                    .show("Edits That Were Not Saved", new RecoveryPane(found, journals, context));
              }
            },
            failure -> {
              LOG.log(Level.WARNING, "could not search for unsaved edits", failure);
              if (asked) {
                context.dialogs().showError("Unsaved edits could not be read", failure);
              }
            });
  }
}
