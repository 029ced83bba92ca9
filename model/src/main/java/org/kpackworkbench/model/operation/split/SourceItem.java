package org.kpackworkbench.model.operation.split;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * Something in an artifact.
 *
 * @param item where it is; its path is that in the artifact
 * @param prefix the stage prefix that it lies in; empty for folders above prefixes
 * @param architecture of a database's file or link the architecture that it is for; null where it
 *     stays generic
 */
record SourceItem(TreeItem item, String prefix, @Nullable GpuTarget architecture) {
  /** Its path in the artifact, which is also what archives call a binary. */
  String path() {
    return item.path();
  }

  /** A search path from its folder to something in its own prefix. */
  String toPrefix(String name) {
    String within = path().substring(prefix.length() + 1);
    return "../".repeat((int) within.chars().filter(c -> c == '/').count()) + name;
  }
}
