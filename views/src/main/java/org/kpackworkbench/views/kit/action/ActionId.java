package org.kpackworkbench.views.kit.action;

import java.util.List;
import java.util.Optional;
import javafx.scene.input.KeyCombination;
import org.kpackworkbench.icons.KpackIcon;

/**
 * All actions of the user. Menus, tool bar, context menus and the command palette are all made from
 * this list.
 *
 * <p>Texts, keys and icons are in {@code actions.tsv}, a line for each action.
 *
 * <p>An action without a handler is not shown anywhere; {@link ActionHandlers} says who handles it.
 */
public enum ActionId {
  OPEN,
  OPEN_FOLDER,
  OPEN_SAMPLE,
  SAVE,
  SAVE_AS,
  RECOVER,
  RELOAD,
  PROPERTIES,
  SAVE_PICTURE,
  REOPEN_TABS,
  CLOSE_TAB,
  CLOSE_OTHERS,
  CLOSE_ALL,
  QUIT,
  UNDO,
  REDO,
  ADD,
  REPLACE,
  RENAME,
  MOVE_TARGET,
  METADATA,
  DELETE,
  NEW_ROW,
  DUPLICATE,
  MOVE_UP,
  MOVE_DOWN,
  UPDATE_FROM_DISK,
  COPY,
  COPY_CELL,
  PASTE,
  COPY_BYTES,
  COPY_HEX,
  COPY_C_ARRAY,
  COPY_OFFSET,
  COPY_KEY,
  COPY_TARGET,
  COPY_SIZE,
  COPY_ORDINAL,
  COPY_ROWS,
  COPY_TEXT,
  COPY_JSON,
  COPY_PATH,
  COPY_HASH,
  COPY_COMMAND,
  FIND,
  FIND_NEXT,
  FIND_PREVIOUS,
  FIND_IN_CODE,
  SETTINGS,
  THEME_SYSTEM,
  THEME_LIGHT,
  THEME_DARK,
  THEME_HIGH_CONTRAST,
  LEGEND,
  ZOOM_IN,
  ZOOM_OUT,
  ZOOM_RESET,
  SHOW_WORKSPACE,
  SHOW_BYTES,
  SHOW_MINIMAP,
  SHOW_INSPECTOR,
  SHOW_DOCK,
  VIEW_FLAT,
  VIEW_TREE,
  GROUP_BY_BINARY,
  GROUP_BY_TARGET,
  EXPAND_SUBTREE,
  EXPAND_ALL,
  TO_PARENT,
  PIN_VIEW,
  MOVE_TO_OTHER_SIDE,
  FULL_SCREEN,
  BACK,
  FORWARD,
  GO_TO,
  OPEN_SELECTED,
  BOOKMARK,
  NEXT_BOOKMARK,
  PREVIOUS_BOOKMARK,
  NEXT_FILE,
  PREVIOUS_FILE,
  NEXT_PANE,
  PREVIOUS_PANE,
  FIRST_DIFFERENCE,
  SHOW_PROBLEMS,
  NEXT_FINDING,
  PREVIOUS_FINDING,
  NEXT_DIFFERENCE,
  PREVIOUS_DIFFERENCE,
  SHOW_LEFT,
  SHOW_RIGHT,
  EXTRACT,
  EXTRACT_ALL,
  SAVE_BYTES,
  VERIFY,
  EXPORT_REPORT,
  SHOW_IN_FOLDER,
  EXCLUDE_RULE,
  VERIFY_HASH,
  MAKE_HOST_ONLY,
  PRUNE,
  PACK,
  PACK_FOLDER,
  PACK_DATABASE,
  UNPACK_DATABASE,
  RESTORE,
  MERGE_ARCHIVE,
  SPLIT_ARCHIVE,
  CANCEL_JOB,
  CLEAR_JOBS,
  SPLIT,
  SPLIT_WHEEL,
  RECOMBINE,
  PACKAGES,
  OVERLAY,
  WHY_NO_CODE,
  COMMAND_PALETTE,
  COMPARE,
  COMPARE_WITH,
  SELECT_FOR_COMPARE,
  COMPARE_WITH_SELECTED,
  COMPARE_MANIFESTS,
  COMPARE_WITH_DISK,
  SWAP_SIDES,
  ONLY_DIFFERENCES,
  COMPARE_AS_BYTES,
  COMPARE_ORDER,
  MARK_COUNTERPART,
  ALIGN_WITH_MARKED,
  TAKE_FROM_LEFT,
  TAKE_FROM_RIGHT,
  UPDATE_LEFT_FROM_DISK,
  UPDATE_RIGHT_FROM_DISK,
  EXPORT_COMPARISON,
  READ_LOG,
  INSPECT_PROCESS,
  ESTIMATE,
  RESOLVE_NOW,
  WELCOME,
  GUIDES,
  TOUR,
  SHORTCUTS,
  ABOUT;

  private final ActionRow row = ActionRow.of(name());

  /** The menu it is in. */
  public ActionMenu menu() {
    return row.menu();
  }

  /** Actions of one section are together; a line separates sections. */
  public int section() {
    return row.section();
  }

  /** The submenu that holds it, if any. */
  public Optional<String> submenu() {
    return row.submenu();
  }

  /** Returns the text in menus. */
  public String text() {
    return row.text();
  }

  /** Returns the text in lists of actions, where no menu gives the context: {@code Theme: Dark}. */
  public String fullText() {
    return submenu().map(title -> title + ": " + text()).orElse(text());
  }

  /** Returns the description of the action, in a sentence for tooltips and the palette. */
  public String description() {
    return row.description();
  }

  /** The key that menus show. */
  public Optional<KeyCombination> accelerator() {
    return accelerators().stream().findFirst();
  }

  /** All keys: other layouts and the number pad need more than one. */
  public List<KeyCombination> accelerators() {
    return row.keys();
  }

  /** Its icon, if it has one. */
  public Optional<KpackIcon> picture() {
    return row.icon();
  }

  /** Whether it is on or off. */
  public boolean isToggle() {
    return !row.state().isEmpty();
  }

  /** Whether it is one of several of which one is on. */
  public boolean isChoice() {
    return row.state().equals("choice");
  }
}
