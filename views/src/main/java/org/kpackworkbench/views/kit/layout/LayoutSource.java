package org.kpackworkbench.views.kit.layout;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.views.kit.map.LayoutMapModel;

/** Source for the view of a file's layout. Background threads only. */
public interface LayoutSource {

  /** The map as far as it is known without reading the whole file. */
  LayoutMapModel first() throws IOException;

  /** Whether {@link #whole} would say more. */
  default boolean hasMore() {
    return false;
  }

  /** The whole map; reads the file from end to end, and stops when the progress says so. */
  default LayoutMapModel whole(Progress progress) throws IOException {
    return first();
  }

  /** Sentences about a map that {@link #whole} made. */
  default List<String> sums(LayoutMapModel model) {
    return List.of();
  }
}
