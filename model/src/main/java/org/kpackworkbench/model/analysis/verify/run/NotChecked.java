package org.kpackworkbench.model.analysis.verify.run;

import java.nio.file.Path;
import org.kpackworkbench.model.format.registry.Format;

/**
 * A file, or a part of one, that was not checked.
 *
 * @param format what the file is by its content
 * @param what what was not checked, in words, e.g. {@code ZIP archive}
 * @param advice how to have it checked; empty where there is no way, or nothing to check
 * @param named whether the file was asked for by its name, not found in a folder
 */
public record NotChecked(Path file, Format format, String what, String advice, boolean named) {
  /** What was not checked and how to have it checked, in a line. */
  public String words() {
    return advice.isEmpty() ? what : what + ". " + advice + (advice.endsWith(".") ? "" : ".");
  }

  /** The same of a file whose format is known by now. */
  NotChecked as(Format known, boolean byName) {
    return new NotChecked(file, known, what, advice, byName);
  }

  NotChecked at(Path place) {
    return new NotChecked(place, format, what, advice, named);
  }
}
