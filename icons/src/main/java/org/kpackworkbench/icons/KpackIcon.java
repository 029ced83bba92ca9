package org.kpackworkbench.icons;

import java.util.Locale;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;

/**
 * The program's icons. Each is drawn in one colour on a grid of 16 by 16, from filled paths only,
 * and lies beside this class as {@code svg/name-of-the-constant.svg}.
 */
public enum KpackIcon {
  /** A kpack archive. */
  ARCHIVE("Kpack archive"),
  /** A shared library. */
  ELF_LIBRARY("Shared library"),
  /** A program. */
  EXECUTABLE("Executable"),
  /** Device code for one GPU target. */
  CODE_OBJECT("Code object"),
  /** A function that runs on the GPU. */
  KERNEL("Kernel"),
  /** An offload bundle. */
  BUNDLE("Offload bundle"),
  /** One entry of an offload bundle. */
  BUNDLE_ENTRY("Bundle entry"),
  /** A wrapper that points to a bundle or to a marker. */
  WRAPPER("Wrapper"),
  /** The marker in a host-only binary. */
  MARKER("Marker"),
  /** A manifest of archives. */
  MANIFEST("Manifest"),
  /** A section of a binary. */
  SECTION("Section"),
  /** A segment of a binary. */
  SEGMENT("Segment"),
  /** A symbol. */
  SYMBOL("Symbol"),
  /** A relocation. */
  RELOCATION("Relocation"),
  /** A note. */
  NOTE("Note"),
  /** A static library. */
  STATIC_LIBRARY("Static library"),
  /** An object file. */
  OBJECT_FILE("Object file"),
  /** A folder. */
  FOLDER("Folder"),
  /** An artifact of a build. */
  ARTIFACT("Artifact"),
  /** A database of kernels. */
  DATABASE("Kernel database"),
  /** A file of text. */
  TEXT_FILE("Text"),
  /** Which binary has code for which architecture. */
  COVERAGE("Coverage"),
  /** A file of no known kind. */
  UNKNOWN_FILE("Unknown file"),
  /** Open a file. */
  OPEN("Open"),
  /** Save a file. */
  SAVE("Save"),
  /** Write one thing to a file of its own. */
  EXPORT("Extract"),
  /** Write everything to files of their own. */
  EXPORT_ALL("Extract all"),
  /** Search. */
  FIND("Find"),
  /** Show only what matches. */
  FILTER("Filter"),
  /** Go to an offset, an address or a name. */
  GO_TO("Go to"),
  /** To the place before. */
  BACK("Back"),
  /** To the place after. */
  FORWARD("Forward"),
  /** To the parent. */
  UP("Up"),
  /** Copy. */
  COPY("Copy"),
  /** Read the file again. */
  RELOAD("Reload"),
  /** Close a tab or panel. */
  CLOSE("Close"),
  /** Settings. */
  SETTINGS("Settings"),
  /** The light theme. */
  THEME_LIGHT("Light theme"),
  /** The dark theme. */
  THEME_DARK("Dark theme"),
  /** Help. */
  HELP("Help"),
  /** The command palette. */
  PALETTE("Command palette"),
  /** Contents as a tree. */
  TREE_VIEW("Tree"),
  /** Contents as a flat list. */
  FLAT_VIEW("Flat list"),
  /** Sizes as nested rectangles. */
  TREEMAP("Treemap"),
  /** The file and the address space, drawn to scale. */
  LAYOUT_MAP("Layout map"),
  /** Bytes. */
  HEX("Bytes"),
  /** The values at the cursor. */
  INSPECTOR("Inspector"),
  /** Findings of the verifier. */
  FINDINGS("Findings"),
  /** Work in progress. */
  JOBS("Jobs"),
  /** Stop work. */
  CANCEL("Cancel"),
  /** Something is wrong. */
  ERROR("Error"),
  /** Something may be wrong. */
  WARNING("Warning"),
  /** Something worth knowing. */
  INFO("Information"),
  /** All is well. */
  OK("OK"),
  /** Keep a view as it is. */
  PIN("Pin"),
  /** Meaning of colours and patterns. */
  LEGEND("Legend"),
  /** Machine instructions. */
  DISASSEMBLY("Disassembly"),
  /** Take the last edit back. */
  UNDO("Undo"),
  /** Make the edit again. */
  REDO("Redo"),
  /** Add something. */
  ADD("Add"),
  /** Delete something. */
  DELETE("Delete"),
  /** Give another name. */
  RENAME("Rename"),
  /** Check everything. */
  VERIFY("Verify"),
  /** Put into an archive. */
  PACK("Pack"),
  /** Part a fat binary into host and device code. */
  SPLIT("Split"),
  /** Compare. */
  DIFF("Compare"),
  /** Larger. */
  ZOOM_IN("Zoom in"),
  /** Smaller. */
  ZOOM_OUT("Zoom out"),
  /** The program, in one colour; {@link AppIcon} has it in all. */
  APP("Kpack Workbench");

  private final String accessibleText;

  /** Read at the first use: a window shows few of the icons at once. Reading twice does no harm. */
  private volatile @Nullable String pathData;

  KpackIcon(String accessibleText) {
    this.accessibleText = accessibleText;
  }

  /** Returns the text for a screen reader, which can also start a tool tip. */
  public String accessibleText() {
    return accessibleText;
  }

  /** The outline as SVG path data on the grid of 16 by 16, filled by the non-zero rule. */
  public String pathData() {
    String data = pathData;
    if (data == null) {
      data = SvgDrawing.read("svg/" + resourceName() + ".svg").pathData();
      pathData = data;
    }
    return data;
  }

  private String resourceName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A new node for rows, menus and small buttons. */
  public Node node() {
    return node(IconSize.SMALL);
  }

  /** A new node of one of the usual sizes. */
  public Node node(IconSize size) {
    Node node = node(size.pixels());
    node.getStyleClass().add(size.styleClass());
    return node;
  }

  /**
   * A new node of its own size.
   *
   * <p>It has the style class {@value IconNode#STYLE_CLASS}; style sheets colour it with {@code
   * -kpack-icon-color}, which by default is the theme's text colour.
   *
   * @param size the edge in device-independent pixels
   */
  public Node node(double size) {
    return new IconNode(this, size);
  }
}
