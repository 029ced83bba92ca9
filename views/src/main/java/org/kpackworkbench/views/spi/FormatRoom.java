package org.kpackworkbench.views.spi;

import java.util.List;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.format.registry.Format;

/** How the window shows files of one format: a room's entry in the list of all. */
public interface FormatRoom {

  /** The format that it is about. */
  Format format();

  /** The icon of such files. */
  KpackIcon icon();

  /** Returns the factories of views of such files, in the order of their tabs. */
  default List<DocumentViewFactory> views() {
    return List.of();
  }

  /** Rows below such files in the workspace tree. */
  default List<WorkspaceNodeProvider> nodes() {
    return List.of();
  }

  /** Returns the finders that find/go-to uses in such files. */
  default List<PlaceFinder> finders() {
    return List.of();
  }
}
