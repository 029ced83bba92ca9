package org.kpackworkbench.views.extend;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.place.Place;

/** Says what stands below a file in the workspace tree, level by level. */
public interface WorkspaceNodeProvider {

  /** Whether this provider has rows for a file. Cheap. */
  boolean handles(OpenedFile file);

  /**
   * The rows below {@code parent}, which is the file's place or that of one of these rows. Called
   * on a background thread when the row is opened.
   */
  List<WorkspaceNode> children(OpenedFile file, Place parent) throws IOException;
}
