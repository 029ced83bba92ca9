package org.kpackworkbench.views.format.kpack;

import javafx.scene.control.ContextMenu;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.spi.ViewContext;

/** What can be done with the selected rows of an archive. */
final class ArchiveMenu {
  private ArchiveMenu() {}

  /** A menu; an action that nobody handles does not stand in it. */
  static ContextMenu of(ViewContext context) {
    return new ActionControls(context.actions())
        .contextMenu(
            ActionId.COPY,
            ActionId.COPY_HEX,
            ActionId.COPY_OFFSET,
            ActionId.COPY_KEY,
            ActionId.COPY_TARGET,
            ActionId.COPY_SIZE,
            ActionId.COPY_ORDINAL,
            ActionId.COPY_ROWS,
            ActionId.COPY_JSON,
            ActionId.COPY_PATH,
            ActionId.COPY_HASH,
            ActionId.COPY_COMMAND,
            ActionId.FIND,
            ActionId.VIEW_FLAT,
            ActionId.VIEW_TREE,
            ActionId.GROUP_BY_BINARY,
            ActionId.GROUP_BY_TARGET,
            ActionId.EXPAND_SUBTREE,
            ActionId.EXPAND_ALL,
            ActionId.TO_PARENT,
            ActionId.EXTRACT,
            ActionId.EXTRACT_ALL);
  }
}
