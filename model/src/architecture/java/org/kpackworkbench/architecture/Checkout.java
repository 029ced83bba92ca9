package org.kpackworkbench.architecture;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the project's files are while its tests run. */
public final class Checkout {
  private Checkout() {}

  /** The folder that has ARCHITECTURE.md. */
  public static Path folder() {
    Path base = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    return Files.exists(base.resolve("ARCHITECTURE.md")) ? base : base.getParent();
  }
}
