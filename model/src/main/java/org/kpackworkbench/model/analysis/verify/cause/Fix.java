package org.kpackworkbench.model.analysis.verify.cause;

import java.nio.file.Path;
import java.util.Map;

/** A change that removes a cause of findings, and that the program can make. */
public sealed interface Fix {

  /** Returns a short imperative, for a button. */
  String words();

  /**
   * Gives binaries in an archive their names again.
   *
   * @param names the present names, each with the right one
   */
  record RenameBinaries(Path archive, Map<String, String> names) implements Fix {
    public RenameBinaries {
      names = Map.copyOf(names);
    }

    @Override
    public String words() {
      return names.size() == 1 ? "Rename the Key Back" : "Rename the Keys Back";
    }
  }

  /** Measures the archives again that a manifest describes. */
  record UpdateManifest(Path manifest) implements Fix {
    @Override
    public String words() {
      return "Update %s from Disk…".formatted(manifest.getFileName());
    }
  }

  /** Gives each of two files the other's name and folder. */
  record ExchangeNames(Path one, Path two) implements Fix {
    @Override
    public String words() {
      return "Exchange the Names…";
    }
  }
}
