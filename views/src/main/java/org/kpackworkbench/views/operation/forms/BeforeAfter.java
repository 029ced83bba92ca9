package org.kpackworkbench.views.operation.forms;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.map.LayoutMapModel;

/**
 * A binary before and after.
 *
 * @param name what it is called
 * @param before the file that it was made from
 * @param beforeBytes its size
 * @param kept the layout before, where that file is there no more; else null
 * @param after the file that came of it
 * @param afterBytes its size
 */
record BeforeAfter(
    String name,
    Path before,
    long beforeBytes,
    @Nullable LayoutMapModel kept,
    Path after,
    long afterBytes) {

  @Override
  public String toString() {
    return name;
  }
}
