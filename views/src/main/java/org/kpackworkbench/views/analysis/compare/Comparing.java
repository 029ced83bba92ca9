package org.kpackworkbench.views.analysis.compare;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javafx.scene.Node;
import org.kpackworkbench.views.spi.Page;
import org.kpackworkbench.views.spi.ViewContext;

/** Opens comparisons in a window, for all rooms. UI thread only. */
public final class Comparing {
  private final ViewContext context;

  public Comparing(ViewContext context) {
    this.context = context;
  }

  /**
   * Compares files with files, folders with folders, or manifests with a folder of archives, in a
   * page of its own; a page that is open already is selected.
   *
   * @param paths at least two; the others are compared with the first
   */
  public void compare(List<Path> paths) {
    compare(CompareCall.of(paths));
  }

  /** Compares what has a place. */
  void compare(CompareCall call) {
    context.pages().show(call.id(), () -> new ComparePage(call, context, this));
  }

  /** Shows the page that asks what to compare. */
  public void choose() {
    choose(List.of());
  }

  /** Shows the page that asks what to compare, with some of it chosen. */
  void choose(List<Path> begin) {
    Page page = context.pages().show(ChooserPage.ID, () -> new ChooserPage(context, this));
    if (page instanceof ChooserPage chooser) {
      chooser.begin(begin);
    }
  }

  /** Files were dropped on a comparison: they are compared, or one more is asked for. */
  void dropped(List<Path> paths) {
    if (paths.size() >= 2) {
      compare(paths);
    } else if (!paths.isEmpty()) {
      choose(paths);
    }
  }

  /** A comparison outside windows, for pictures. */
  public interface Picture {
    /** What it looks like; always the same node. */
    Node node();

    /**
     * Selects the row of that name, and opens what lies below it; where nothing does it is selected
     * only.
     *
     * @return false where there is no such row
     */
    boolean open(String row);

    /** Closes it. */
    void close();
  }

  /** Makes a comparison outside windows. */
  public Picture picture(List<Path> paths) {
    ComparePage page = new ComparePage(CompareCall.of(paths), context, this);
    return new Picture() {
      @Override
      public Node node() {
        return page.node();
      }

      @Override
      public boolean open(String row) {
        return page.openNamed(row);
      }

      @Override
      public void close() {
        page.dispose();
      }
    };
  }

  /** The stylesheet of this package's pages. */
  static String stylesheet() {
    return Objects.requireNonNull(Comparing.class.getResource("compare.css")).toExternalForm();
  }
}
