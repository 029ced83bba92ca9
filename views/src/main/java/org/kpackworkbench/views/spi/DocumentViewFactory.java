package org.kpackworkbench.views.spi;

import java.util.List;

/** Makes the views for one kind of document. */
public interface DocumentViewFactory {

  /** Whether this factory has views for a file; several factories may. Cheap. */
  boolean handles(OpenedFile file);

  /**
   * The views in the order of their tabs. UI thread: creates objects, reads nothing; nodes are
   * created on first use.
   */
  List<DocumentView> create(OpenedFile file, ViewContext context);
}
