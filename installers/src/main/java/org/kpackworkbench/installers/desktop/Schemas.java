package org.kpackworkbench.installers.desktop;

import java.io.IOException;
import java.nio.file.Path;
import org.kpackworkbench.installers.Trees;

/** JSON Schemas of what commands print, where scripts and editors find them. */
public final class Schemas {
  private static final String OF_THE_PROGRAM =
      "app/src/main/resources/org/kpackworkbench/app/schema";

  private Schemas() {}

  /**
   * Writes them.
   *
   * @param project the checkout
   * @param share the folder that systems call {@code /usr/share}
   */
  public static void write(Path project, Path share) throws IOException {
    Trees.copy(project.resolve(OF_THE_PROGRAM), share.resolve("kpack-workbench/schema"));
  }
}
