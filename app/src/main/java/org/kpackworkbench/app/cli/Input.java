package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.CodeObjectUri;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.format.registry.Opening;

/** The file that a command reads, and what is wrong with it. */
final class Input {
  private static final int MOST_SHOWN = 20;

  private Input() {}

  /**
   * Opens a file, or the bytes of one that a URI names.
   *
   * @param budget how much the command may unpack
   * @param key the key of the only code objects that are wanted; null for all
   */
  static Document open(Path file, UnpackBudget budget, @Nullable String key, Console console)
      throws IOException {
    Optional<CodeObjectUri> part = CodeObjectUri.of(file);
    Formats formats = StandardFormats.all();
    return formats.open(
        part.isPresent() ? part.get().open() : file,
        new Opening(formats, console.progress(), true, budget, key));
  }

  /** Prints problems on standard error; returns the exit status. */
  static int report(List<FormatException> problems, Console console) {
    problems.stream().limit(MOST_SHOWN).map(Throwable::getMessage).forEach(console::error);
    if (problems.size() > MOST_SHOWN) {
      console.error("… and %d more problems".formatted(problems.size() - MOST_SHOWN));
    }
    return problems.isEmpty() ? ExitStatus.DONE : ExitStatus.FAILED;
  }
}
