package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests of what is installed; each begins with a tree that has no archive yet. */
public abstract class OnInstalledTree {
  @TempDir protected Path folder;
  protected InstalledTree tree;

  @BeforeEach
  void makeTree() throws IOException {
    tree = new InstalledTree(folder);
  }
}
