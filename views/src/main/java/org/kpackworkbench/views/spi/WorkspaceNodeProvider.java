package org.kpackworkbench.views.spi;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.place.Place;

/** Provides the nodes below a file in the workspace tree, level by level. */
public interface WorkspaceNodeProvider {

  /** Whether this provider has rows for a file. Cheap. */
  boolean handles(OpenedFile file);

  /**
   * The rows below {@code parent}, which is the file's place or that of one of these rows. Called
   * on a background thread when the row is opened.
   */
  List<WorkspaceNode> children(OpenedFile file, Place parent) throws IOException;

  /**
   * The rows that lead to a place, from the file down to it; what is no row is left out of account.
   * Other than {@link Place#path} where the tree is arranged in another way than the file. Cheap.
   */
  default List<Place> way(OpenedFile file, Place place) {
    return place.path();
  }
}
