package org.kpackworkbench.views.kit.rows;

import javafx.scene.control.ContextMenu;
import org.kpackworkbench.views.kit.action.ActionControls;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.spi.ViewContext;

/** The context menu of rows: what can be done with what is selected. */
public record RowsMenu(ViewContext context) {
  /** A menu; an action without a handler is not in it. */
  public ContextMenu menu() {
    return new ActionControls(context.actions())
        .contextMenu(
            ActionId.OPEN_SELECTED,
            ActionId.COPY,
            ActionId.COPY_CELL,
            ActionId.COPY_BYTES,
            ActionId.COPY_HEX,
            ActionId.COPY_C_ARRAY,
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
            ActionId.EXTRACT,
            ActionId.EXTRACT_ALL,
            ActionId.SAVE_BYTES,
            ActionId.VERIFY_HASH,
            ActionId.EXPAND_SUBTREE,
            ActionId.EXPAND_ALL,
            ActionId.TO_PARENT,
            ActionId.COMPARE_WITH,
            ActionId.SELECT_FOR_COMPARE,
            ActionId.COMPARE_WITH_SELECTED);
  }
}
