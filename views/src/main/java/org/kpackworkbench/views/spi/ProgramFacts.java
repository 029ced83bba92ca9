package org.kpackworkbench.views.spi;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Facts about the program around the window that views may know.
 *
 * @param version the program's version; empty if it is not known
 * @param folderOpener shows a folder on the desktop; null if there is no desktop
 */
public record ProgramFacts(String version, @Nullable Consumer<Path> folderOpener) {
  /** Outside a program. */
  public static final ProgramFacts NONE = new ProgramFacts("", null);
}
