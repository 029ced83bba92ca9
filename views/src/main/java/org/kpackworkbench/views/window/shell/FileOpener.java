package org.kpackworkbench.views.window.shell;

import java.nio.file.Path;
import java.util.List;

/** Opens files and folders: what menu, drop, recent list and command line all end in. */
@FunctionalInterface
public interface FileOpener {
  /** Opens files, each in its tab, and what can be shown of folders. UI thread; returns at once. */
  void openAll(List<Path> paths);
}
