package org.kpackworkbench.model.format.registry;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.base.bytes.FormatException;

/** The code objects of a file that are in other files. Closing it closes those. */
public interface CodeElsewhere extends AutoCloseable {

  /** All of them. The file of a row's place is the one that holds it. */
  CodeObjects codeObjects();

  /** The files that were found and are read. */
  List<Path> files();

  /** Returns the problems of the files. */
  List<FormatException> problems();

  /** Whether there are no code objects, including those of the files that were not selected. */
  boolean isMissing();

  /** The name by which archives have them; empty where they are in files of their own. */
  default Optional<String> binary() {
    return Optional.empty();
  }

  /** Why there are none, where there are none. */
  String whyNone();

  @Override
  void close();
}
