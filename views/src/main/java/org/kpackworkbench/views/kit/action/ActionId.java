package org.kpackworkbench.views.kit.action;

import static org.kpackworkbench.views.kit.action.ActionTrait.choice;
import static org.kpackworkbench.views.kit.action.ActionTrait.icon;
import static org.kpackworkbench.views.kit.action.ActionTrait.inSubmenu;
import static org.kpackworkbench.views.kit.action.ActionTrait.key;
import static org.kpackworkbench.views.kit.action.ActionTrait.toggle;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.scene.input.KeyCombination;
import org.kpackworkbench.icons.KpackIcon;

/**
 * All actions of the user. Menus, tool bar, context menus and the command palette are all made from
 * this list.
 *
 * <p>An action without a handler is not shown anywhere; {@link ActionHandlers} says who handles it.
 */
public enum ActionId {
  OPEN(
      ActionMenu.FILE,
      0,
      "Open…",
      "Open files; their kind is detected from their content",
      key("Shortcut+O"),
      icon(KpackIcon.OPEN)),
  OPEN_FOLDER(
      ActionMenu.FILE,
      0,
      "Open Folder…",
      "Open an artifact, a shard or a tree as a whole, or every file of another folder",
      key("Shortcut+Shift+O"),
      icon(KpackIcon.FOLDER)),
  OPEN_SAMPLE(
      ActionMenu.FILE,
      0,
      "Open the Sample Workspace",
      "Open example files that come with the program"),
  SAVE(
      ActionMenu.FILE,
      1,
      "Save",
      "Write the changes to the file, completely or not at all",
      key("Shortcut+S"),
      icon(KpackIcon.SAVE)),
  SAVE_AS(
      ActionMenu.FILE,
      1,
      "Save As…",
      "Write the current content to another file, and continue in that file",
      key("Shortcut+Shift+S"),
      icon(KpackIcon.SAVE)),
  RECOVER(
      ActionMenu.FILE,
      1,
      "Recover Edits…",
      "Show edits of a session that ended before they were saved"),
  RELOAD(
      ActionMenu.FILE,
      1,
      "Reload",
      "Read the file again from disk",
      key("F5"),
      icon(KpackIcon.RELOAD)),
  PROPERTIES(
      ActionMenu.FILE,
      1,
      "Properties",
      "Show the file's kind, its size and when it was changed",
      key("Alt+Enter"),
      icon(KpackIcon.INFO)),
  SAVE_PICTURE(
      ActionMenu.FILE,
      1,
      "Save View as Picture…",
      "Save what the view shows as a PNG file",
      icon(KpackIcon.SAVE)),
  REOPEN_TABS(
      ActionMenu.FILE,
      2,
      "Reopen Last Tabs",
      "Open the files that were open when the window was last closed, each on its side"),
  CLOSE_TAB(
      ActionMenu.FILE, 2, "Close", "Close the file", key("Shortcut+W"), icon(KpackIcon.CLOSE)),
  CLOSE_OTHERS(ActionMenu.FILE, 2, "Close Others", "Close every file but the active one"),
  CLOSE_ALL(ActionMenu.FILE, 2, "Close All", "Close every file", key("Shortcut+Shift+W")),
  QUIT(ActionMenu.FILE, 3, "Quit", "Close the window and end the program", key("Shortcut+Q")),

  UNDO(ActionMenu.EDIT, 0, "Undo", "Undo the last change", key("Shortcut+Z"), icon(KpackIcon.UNDO)),
  REDO(
      ActionMenu.EDIT,
      0,
      "Redo",
      "Redo the change that was undone last",
      key("Shortcut+Y"),
      key("Shortcut+Shift+Z"),
      icon(KpackIcon.REDO)),
  ADD(ActionMenu.EDIT, 0, "Add…", "Add code objects from files", key("Alt+A"), icon(KpackIcon.ADD)),
  REPLACE(
      ActionMenu.EDIT,
      0,
      "Replace…",
      "Replace the code object of the selected row with one from a file"),
  RENAME(
      ActionMenu.EDIT, 0, "Rename…", "Rename the selected item", key("F2"), icon(KpackIcon.RENAME)),
  MOVE_TARGET(
      ActionMenu.EDIT,
      0,
      "Move to Architecture…",
      "File the selected code objects under another GPU target"),
  METADATA(
      ActionMenu.EDIT, 0, "Metadata…", "Edit what the selected row states about its code object"),
  DELETE(
      ActionMenu.EDIT,
      0,
      "Delete",
      "Remove the selected items; the file changes when it is saved",
      key("Delete"),
      icon(KpackIcon.DELETE)),
  NEW_ROW(ActionMenu.EDIT, 0, "New Row…", "Add a row by hand"),
  DUPLICATE(ActionMenu.EDIT, 0, "Duplicate…", "Add a copy of the selected item", key("Alt+D")),
  MOVE_UP(ActionMenu.EDIT, 0, "Move Up", "Move the selected item up", key("Alt+Shift+Up")),
  MOVE_DOWN(ActionMenu.EDIT, 0, "Move Down", "Move the selected item down", key("Alt+Shift+Down")),
  UPDATE_FROM_DISK(
      ActionMenu.EDIT,
      0,
      "Update from Disk…",
      "Update the manifest from the archives in its folder; the changes are shown first",
      icon(KpackIcon.RELOAD)),
  COPY(ActionMenu.EDIT, 0, "Copy", "Copy the selection", key("Shortcut+C"), icon(KpackIcon.COPY)),
  COPY_CELL(
      ActionMenu.EDIT,
      0,
      "Copy Cell",
      "Copy the cell under the pointer, or the one that has the focus, of a table",
      key("Shortcut+Shift+C")),
  PASTE(
      ActionMenu.EDIT,
      0,
      "Paste",
      "Add code objects copied from another archive, or copied files",
      key("Shortcut+V")),
  COPY_BYTES(ActionMenu.EDIT, 0, "Text", "Copy the selected bytes as text", inSubmenu("Copy As")),
  COPY_HEX(
      ActionMenu.EDIT,
      0,
      "Hex",
      "Copy the selected bytes as hexadecimal digits",
      inSubmenu("Copy As")),
  COPY_C_ARRAY(
      ActionMenu.EDIT, 0, "C Array", "Copy the selected bytes as a C array", inSubmenu("Copy As")),
  COPY_OFFSET(ActionMenu.EDIT, 0, "Offset", "Copy the offset in the file", inSubmenu("Copy As")),
  COPY_KEY(
      ActionMenu.EDIT,
      0,
      "Key",
      "Copy the name: binary, index and target, section or symbol",
      inSubmenu("Copy As")),
  COPY_TARGET(ActionMenu.EDIT, 0, "Target", "Copy the GPU target", inSubmenu("Copy As")),
  COPY_SIZE(ActionMenu.EDIT, 0, "Size", "Copy the size in bytes, unpacked", inSubmenu("Copy As")),
  COPY_ORDINAL(
      ActionMenu.EDIT,
      0,
      "Ordinal",
      "Copy the number under which the archive stores it",
      inSubmenu("Copy As")),
  COPY_ROWS(
      ActionMenu.EDIT,
      0,
      "Rows as Table",
      "Copy the selected rows with tabs between the columns",
      inSubmenu("Copy As")),
  COPY_TEXT(
      ActionMenu.EDIT,
      0,
      "Copy as Text",
      "Copy the selected findings as text: what is wrong, where, and what to do"),
  COPY_JSON(
      ActionMenu.EDIT,
      0,
      "Rows as JSON",
      "Copy the selected rows as JSON, as the list command prints them",
      inSubmenu("Copy As")),
  COPY_PATH(ActionMenu.EDIT, 0, "Path", "Copy the file's path", inSubmenu("Copy As")),
  COPY_HASH(
      ActionMenu.EDIT,
      0,
      "SHA-256",
      "Copy the SHA-256 of the selected bytes",
      inSubmenu("Copy As")),
  COPY_COMMAND(
      ActionMenu.EDIT,
      0,
      "Command Line",
      "Copy the command that shows or extracts the same thing",
      inSubmenu("Copy As")),
  FIND(
      ActionMenu.EDIT,
      1,
      "Find…",
      "Find a name, text or bytes",
      key("Shortcut+F"),
      icon(KpackIcon.FIND)),
  FIND_NEXT(ActionMenu.EDIT, 1, "Find Next", "Go to the next match", key("F3")),
  FIND_PREVIOUS(ActionMenu.EDIT, 1, "Find Previous", "Go to the previous match", key("Shift+F3")),
  FIND_IN_CODE(
      ActionMenu.EDIT,
      1,
      "Find in Code Objects…",
      "Find text, a regular expression or bytes in all code objects of the file or folder",
      key("Shortcut+Shift+F")),
  SETTINGS(
      ActionMenu.EDIT,
      2,
      "Settings…",
      "Theme, size of text, threads, tools, names of extracted files, and where files are kept",
      key("Shortcut+Comma")),

  THEME_SYSTEM(
      ActionMenu.VIEW,
      0,
      "Like the System",
      "Use the desktop's theme: light, dark or high contrast",
      inSubmenu("Theme"),
      choice()),
  THEME_LIGHT(
      ActionMenu.VIEW,
      0,
      "Light",
      "Dark text on a light background",
      inSubmenu("Theme"),
      choice(),
      icon(KpackIcon.THEME_LIGHT)),
  THEME_DARK(
      ActionMenu.VIEW,
      0,
      "Dark",
      "Light text on a dark background",
      inSubmenu("Theme"),
      choice(),
      icon(KpackIcon.THEME_DARK)),
  THEME_HIGH_CONTRAST(
      ActionMenu.VIEW,
      0,
      "High Contrast",
      "Strong contrast and clear borders",
      inSubmenu("Theme"),
      choice()),
  LEGEND(
      ActionMenu.VIEW, 0, "Legend", "What the colours and patterns mean", icon(KpackIcon.LEGEND)),
  ZOOM_IN(
      ActionMenu.VIEW,
      1,
      "Zoom In",
      "Draw everything larger",
      key("Shortcut+Plus"),
      key("Shortcut+Equals"),
      key("Shortcut+Shift+Equals"),
      key("Shortcut+Add"),
      icon(KpackIcon.ZOOM_IN)),
  ZOOM_OUT(
      ActionMenu.VIEW,
      1,
      "Zoom Out",
      "Draw everything smaller",
      key("Shortcut+Minus"),
      key("Shortcut+Subtract"),
      icon(KpackIcon.ZOOM_OUT)),
  ZOOM_RESET(
      ActionMenu.VIEW,
      1,
      "Normal Size",
      "Draw everything in its normal size",
      key("Shortcut+0"),
      key("Shortcut+Numpad 0")),
  SHOW_WORKSPACE(
      ActionMenu.VIEW,
      2,
      "Workspace",
      "Show or hide the tree of open files",
      toggle(),
      icon(KpackIcon.TREE_VIEW)),
  SHOW_BYTES(
      ActionMenu.VIEW,
      2,
      "Bytes",
      "Show or hide the bytes below the views",
      toggle(),
      icon(KpackIcon.HEX)),
  SHOW_MINIMAP(
      ActionMenu.VIEW,
      2,
      "Minimap of Bytes",
      "Show or hide the strip beside the bytes that shows all of them",
      key("Shortcut+Shift+B"),
      toggle()),
  SHOW_INSPECTOR(
      ActionMenu.VIEW,
      2,
      "Inspector",
      "Show or hide the inspector",
      toggle(),
      icon(KpackIcon.INSPECTOR)),
  SHOW_DOCK(
      ActionMenu.VIEW,
      2,
      "Findings and Jobs",
      "Show or hide the panels at the bottom",
      toggle(),
      icon(KpackIcon.FINDINGS)),
  VIEW_FLAT(
      ActionMenu.VIEW,
      3,
      "As Flat List",
      "Show the same items as one list",
      key("Shortcut+1"),
      icon(KpackIcon.FLAT_VIEW)),
  VIEW_TREE(
      ActionMenu.VIEW,
      3,
      "As Tree",
      "Show the same items as a tree",
      key("Shortcut+2"),
      icon(KpackIcon.TREE_VIEW)),
  GROUP_BY_BINARY(
      ActionMenu.VIEW,
      3,
      "Binary First",
      "Show targets below binaries",
      inSubmenu("Tree Order"),
      choice()),
  GROUP_BY_TARGET(
      ActionMenu.VIEW,
      3,
      "Target First",
      "Show binaries below targets",
      inSubmenu("Tree Order"),
      choice()),
  EXPAND_SUBTREE(
      ActionMenu.VIEW,
      3,
      "Expand Subtree",
      "Expand the selected row and all rows below it",
      key("Shift+Right")),
  EXPAND_ALL(ActionMenu.VIEW, 3, "Expand All", "Expand all rows", key("Shortcut+Right")),
  TO_PARENT(
      ActionMenu.VIEW,
      3,
      "To Parent",
      "Select the parent of the selected row",
      key("Backspace"),
      icon(KpackIcon.UP)),
  PIN_VIEW(
      ActionMenu.VIEW,
      4,
      "Pin This View",
      "A pinned view stays where it is when you go elsewhere",
      toggle(),
      icon(KpackIcon.PIN)),
  MOVE_TO_OTHER_SIDE(
      ActionMenu.VIEW,
      4,
      "Move Tab to Other Side",
      "Move the tab to the other half of the window, or back",
      key("Shortcut+Back Slash")),
  FULL_SCREEN(ActionMenu.VIEW, 5, "Full Screen", "Use the whole screen", key("F11"), toggle()),

  BACK(
      ActionMenu.GO,
      0,
      "Back",
      "Go back to the previous place",
      key("Alt+Left"),
      icon(KpackIcon.BACK)),
  FORWARD(
      ActionMenu.GO,
      0,
      "Forward",
      "Go forward again after going back",
      key("Alt+Right"),
      icon(KpackIcon.FORWARD)),
  GO_TO(
      ActionMenu.GO,
      1,
      "Go To…",
      "Go to a file offset, an address, an ordinal or a name",
      key("Shortcut+G"),
      icon(KpackIcon.GO_TO)),
  OPEN_SELECTED(
      ActionMenu.GO,
      1,
      "Open",
      "Open the selected item: the views of a code object, or the file of a row"),
  BOOKMARK(
      ActionMenu.GO,
      1,
      "Bookmark",
      "Add a bookmark for the current place, or remove it",
      key("Shortcut+K")),
  NEXT_BOOKMARK(
      ActionMenu.GO, 1, "Next Bookmark", "Go to the next bookmark, in any file", key("Alt+K")),
  PREVIOUS_BOOKMARK(
      ActionMenu.GO,
      1,
      "Previous Bookmark",
      "Go to the previous bookmark, in any file",
      key("Alt+Shift+K")),
  NEXT_FILE(ActionMenu.GO, 2, "Next File", "Activate the next open file", key("Alt+Page Down")),
  PREVIOUS_FILE(
      ActionMenu.GO, 2, "Previous File", "Activate the previous open file", key("Alt+Page Up")),
  NEXT_PANE(
      ActionMenu.GO,
      2,
      "Next Pane",
      "Move the focus to the next pane: workspace, views, bytes, inspector, findings and jobs",
      key("F6")),
  PREVIOUS_PANE(
      ActionMenu.GO, 2, "Previous Pane", "Move the focus to the previous pane", key("Shift+F6")),
  FIRST_DIFFERENCE(
      ActionMenu.GO,
      3,
      "First Difference",
      "Go to the first difference; with several manifests, to the first one in which something"
          + " changed",
      key("Alt+Home")),
  SHOW_PROBLEMS(
      ActionMenu.GO,
      3,
      "Problems of This File",
      "List what is wrong with the file: what was verified last, or else what reading it found",
      key("Shortcut+Shift+M")),
  NEXT_FINDING(
      ActionMenu.GO,
      3,
      "Next Finding",
      "Go to the next finding of the last verification, from anywhere in the window",
      key("F8")),
  PREVIOUS_FINDING(
      ActionMenu.GO,
      3,
      "Previous Finding",
      "Go to the previous finding of the last verification",
      key("Shift+F8")),
  NEXT_DIFFERENCE(
      ActionMenu.GO, 3, "Next Difference", "Go to the next difference", key("Alt+Down")),
  PREVIOUS_DIFFERENCE(
      ActionMenu.GO, 3, "Previous Difference", "Go to the previous difference", key("Alt+Up")),
  SHOW_LEFT(ActionMenu.GO, 3, "Show in Left File", "Show the selected item in the left file"),
  SHOW_RIGHT(ActionMenu.GO, 3, "Show in Right File", "Show the selected item in the right file"),

  EXTRACT(
      ActionMenu.ACTIONS,
      0,
      "Extract…",
      "Write the selected code objects to files",
      key("Shortcut+E"),
      icon(KpackIcon.EXPORT)),
  EXTRACT_ALL(
      ActionMenu.ACTIONS,
      0,
      "Extract All…",
      "Write all code objects of the file, or those that the filter shows, to a folder",
      key("Shortcut+Shift+E"),
      icon(KpackIcon.EXPORT_ALL)),
  SAVE_BYTES(
      ActionMenu.ACTIONS,
      0,
      "Save Bytes…",
      "Write the selected bytes, or those of the current place, to a file"),
  VERIFY(
      ActionMenu.ACTIONS,
      0,
      "Verify",
      "Check the whole file, every byte of it, and list the problems",
      key("Alt+T"),
      icon(KpackIcon.VERIFY)),
  EXPORT_REPORT(
      ActionMenu.ACTIONS,
      0,
      "Export Report…",
      "Write the findings of verification as HTML, Markdown, JSON, text, SARIF or JUnit XML"),
  SHOW_IN_FOLDER(
      ActionMenu.ACTIONS,
      0,
      "Show in Folder",
      "Show the folder of the selected finding's file on the desktop",
      icon(KpackIcon.FOLDER)),
  EXCLUDE_RULE(
      ActionMenu.ACTIONS,
      0,
      "Exclude This Rule",
      "Exclude all findings of the selected finding's rule, also from reports"),
  VERIFY_HASH(
      ActionMenu.ACTIONS,
      0,
      "Verify Hash",
      "Decompress the selected bundles and compare their hashes with the declared ones"),
  MAKE_HOST_ONLY(
      ActionMenu.ACTIONS,
      1,
      "Make Host-Only…",
      "Move the device code of the binary into archives",
      icon(KpackIcon.SPLIT)),
  PRUNE(
      ActionMenu.ACTIONS,
      1,
      "Keep Only My GPUs…",
      "Remove the code that other GPUs need: from the file, or from all files in the folder",
      icon(KpackIcon.CODE_OBJECT)),
  PACK(
      ActionMenu.ACTIONS,
      1,
      "Pack…",
      "Create a folder with the host-only binary and an archive of its device code",
      icon(KpackIcon.PACK)),
  PACK_FOLDER(
      ActionMenu.ACTIONS,
      1,
      "Pack Folder…",
      "Make a copy of an install tree with host-only binaries and one archive",
      icon(KpackIcon.FOLDER)),
  PACK_DATABASE(
      ActionMenu.ACTIONS,
      1,
      "Pack Database…",
      "Write the code objects of a kernel database to archives, one for each architecture",
      icon(KpackIcon.PACK)),
  UNPACK_DATABASE(
      ActionMenu.ACTIONS,
      1,
      "Unpack Database…",
      "Restore a kernel database from the archives that Pack Database wrote",
      icon(KpackIcon.UNDO)),
  RESTORE(
      ActionMenu.ACTIONS,
      1,
      "Restore…",
      "Put the device code of a host-only binary back into it, from its archives",
      icon(KpackIcon.UNDO)),
  MERGE_ARCHIVE(
      ActionMenu.ACTIONS,
      1,
      "Merge…",
      "Add all code objects of another archive",
      icon(KpackIcon.PACK)),
  SPLIT_ARCHIVE(
      ActionMenu.ACTIONS,
      1,
      "Split by Architecture…",
      "Write one archive for each GPU target",
      icon(KpackIcon.SPLIT)),
  CANCEL_JOB(
      ActionMenu.ACTIONS,
      2,
      "Cancel",
      "Stop the newest running job",
      key("Esc"),
      icon(KpackIcon.CANCEL)),
  CLEAR_JOBS(
      ActionMenu.ACTIONS,
      2,
      "Clear Finished Jobs",
      "Remove finished jobs from the list",
      icon(KpackIcon.JOBS)),

  SPLIT(
      ActionMenu.TOOLS,
      1,
      "Split…",
      "Split an artifact, or all artifacts of a shard: separate generic files from those for one architecture",
      icon(KpackIcon.SPLIT)),
  SPLIT_WHEEL(
      ActionMenu.TOOLS,
      1,
      "Split Wheel…",
      "Write a host wheel, whose binaries are host-only, and one wheel for each GPU",
      icon(KpackIcon.SPLIT)),
  RECOMBINE(
      ActionMenu.TOOLS,
      1,
      "Recombine…",
      "Make the artifacts of packages from shards, according to a packaging configuration",
      icon(KpackIcon.PACK)),
  PACKAGES(
      ActionMenu.TOOLS,
      1,
      "Make Packages…",
      "Make a host package and a package for each GPU from artifacts, according to a configuration",
      icon(KpackIcon.PACK)),
  OVERLAY(
      ActionMenu.TOOLS, 1, "Overlay…", "Combine artifacts in one tree", icon(KpackIcon.ARTIFACT)),
  WHY_NO_CODE(
      ActionMenu.TOOLS,
      2,
      "Why Does This GPU Get No Code?",
      "Simulate a loader for the binary or tree: which archives it opens, and what it finds in them",
      icon(KpackIcon.HELP)),
  COMMAND_PALETTE(
      ActionMenu.TOOLS,
      0,
      "Command Palette…",
      "Find any action, view or tab by its name",
      key("Shortcut+Shift+P"),
      icon(KpackIcon.PALETTE)),
  COMPARE(
      ActionMenu.TOOLS,
      2,
      "Compare…",
      "Compare two or more files or folders with one another",
      key("Shortcut+D"),
      icon(KpackIcon.DIFF)),
  COMPARE_WITH(
      ActionMenu.TOOLS,
      2,
      "Compare With…",
      "Compare what is selected with another file or folder",
      icon(KpackIcon.DIFF)),
  SELECT_FOR_COMPARE(
      ActionMenu.TOOLS,
      2,
      "Select for Compare",
      "Remember the selected item as the left side of a comparison"),
  COMPARE_WITH_SELECTED(
      ActionMenu.TOOLS,
      2,
      "Compare With Selected",
      "Compare the selected item with the remembered left side"),
  COMPARE_MANIFESTS(
      ActionMenu.TOOLS,
      2,
      "Compare Manifests of Folder…",
      "Compare the manifests of one component in a folder and below it, such as those of the last builds"),
  COMPARE_WITH_DISK(
      ActionMenu.TOOLS,
      2,
      "Compare Manifest With Disk",
      "Compare what the manifest states with the archives in its folder"),
  SWAP_SIDES(
      ActionMenu.TOOLS, 2, "Swap Sides", "Swap the left and the right side", key("Alt+Back Slash")),
  ONLY_DIFFERENCES(
      ActionMenu.TOOLS, 2, "Only Differences", "Show only known differences", toggle()),
  COMPARE_AS_BYTES(
      ActionMenu.TOOLS,
      2,
      "Compare as Bytes",
      "Compare machine code as bytes instead of instructions",
      toggle(),
      key("Shortcut+B")),
  COMPARE_ORDER(
      ActionMenu.TOOLS,
      2,
      "Compare Order",
      "Also compare ordinals, offsets and addresses",
      toggle()),
  MARK_COUNTERPART(
      ActionMenu.TOOLS,
      2,
      "Mark for Alignment",
      "Remember the selected row, to align it with another one"),
  ALIGN_WITH_MARKED(
      ActionMenu.TOOLS,
      2,
      "Align With Marked Row",
      "Compare the marked row with the selected one as if they had the same name"),
  TAKE_FROM_LEFT(
      ActionMenu.TOOLS,
      2,
      "Take Row From Left",
      "Change the row of the right manifest to what the left one states, as an edit to be saved"),
  TAKE_FROM_RIGHT(
      ActionMenu.TOOLS,
      2,
      "Take Row From Right",
      "Change the row of the left manifest to what the right one states, as an edit to be saved"),
  UPDATE_LEFT_FROM_DISK(
      ActionMenu.TOOLS,
      2,
      "Update Left Row From Disk",
      "Change the row of the left manifest to what is on its disk, as an edit to be saved"),
  UPDATE_RIGHT_FROM_DISK(
      ActionMenu.TOOLS,
      2,
      "Update Right Row From Disk",
      "Change the row of the right manifest to what is on its disk, as an edit to be saved"),
  EXPORT_COMPARISON(
      ActionMenu.TOOLS,
      2,
      "Export Comparison…",
      "Write the comparison as HTML, Markdown, JSON, text or patch-like text",
      icon(KpackIcon.EXPORT)),
  READ_LOG(
      ActionMenu.TOOLS,
      3,
      "Read Loader Log…",
      "Paste a loader's log (ROCM_KPACK_DEBUG) or a HIP error, and see what it means:"
          + " hipErrorInvalidImage, hipErrorNoBinaryForGpu, hipErrorInvalidDeviceFunction",
      icon(KpackIcon.TEXT_FILE)),
  INSPECT_PROCESS(
      ActionMenu.TOOLS,
      3,
      "Inspect Running Process…",
      "Choose a process and see what code its libraries get on this machine's GPUs",
      icon(KpackIcon.EXECUTABLE)),
  RESOLVE_NOW(
      ActionMenu.TOOLS,
      3,
      "Load Again Now",
      "Load the same code object from the files on this machine, and show it beside the log"),

  WELCOME(ActionMenu.HELP, 0, "Welcome Page", "Show the welcome page"),
  GUIDES(ActionMenu.HELP, 0, "Guides", "Tasks step by step, in the window and on the command line"),
  TOUR(
      ActionMenu.HELP,
      0,
      "Take the Tour",
      "Three steps through the window, with the sample workspace open"),
  SHORTCUTS(
      ActionMenu.HELP,
      0,
      "Keyboard Shortcuts",
      "List all keyboard shortcuts",
      key("Shortcut+Shift+Slash"),
      key("Shortcut+?"),
      key("F1"),
      icon(KpackIcon.HELP)),
  ABOUT(
      ActionMenu.HELP,
      1,
      "About Kpack Workbench",
      "Version, licence and what the program runs on",
      icon(KpackIcon.APP));

  private final ActionMenu menu;
  private final int section;
  private final String text;
  private final String description;
  private final List<ActionTrait> traits;

  ActionId(ActionMenu menu, int section, String text, String description, ActionTrait... traits) {
    this.menu = menu;
    this.section = section;
    this.text = text;
    this.description = description;
    this.traits = List.of(traits);
  }

  /** The menu it is in. */
  public ActionMenu menu() {
    return menu;
  }

  /** Actions of one section are together; a line separates sections. */
  public int section() {
    return section;
  }

  /** The submenu that holds it, if any. */
  public Optional<String> submenu() {
    return all(ActionTrait.Submenu.class).map(ActionTrait.Submenu::title).findFirst();
  }

  /** Returns the text in menus. */
  public String text() {
    return text;
  }

  /** Returns the text in lists of actions, where no menu gives the context: {@code Theme: Dark}. */
  public String fullText() {
    return submenu().map(title -> title + ": " + text).orElse(text);
  }

  /** Returns the description of the action, in a sentence for tooltips and the palette. */
  public String description() {
    return description;
  }

  /** The key that menus show. */
  public Optional<KeyCombination> accelerator() {
    return accelerators().stream().findFirst();
  }

  /** All keys: other layouts and the number pad need more than one. */
  public List<KeyCombination> accelerators() {
    return all(ActionTrait.Key.class).map(ActionTrait.Key::combination).toList();
  }

  /** Its icon, if it has one. */
  public Optional<KpackIcon> picture() {
    return all(ActionTrait.Icon.class).map(ActionTrait.Icon::icon).findFirst();
  }

  /** Whether it is on or off. */
  public boolean isToggle() {
    return traits.contains(ActionTrait.State.TOGGLE) || isChoice();
  }

  /** Whether it is one of several of which one is on. */
  public boolean isChoice() {
    return traits.contains(ActionTrait.State.CHOICE);
  }

  private <T extends ActionTrait> Stream<T> all(Class<T> type) {
    return traits.stream().filter(type::isInstance).map(type::cast);
  }
}
