package org.kpackworkbench.views.kit.dialog;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where choosers of files begin: where the last one of their kind ended, else where the last one of
 * any kind did. A chooser's kind is the first word of its title: Open, Save, Export, Extract, Add.
 * UI thread only.
 *
 * @param remembered what was remembered under a key
 * @param remember remembers a value under a key
 */
public record ChosenFolders(
    Function<String, Optional<String>> remembered, BiConsumer<String, String> remember) {
  private static final String KEY = "folders.";
  private static final String ANY = "last";

  /** The folder in which a chooser begins; null for the desktop's choice. */
  @Nullable File start(String title) {
    File own = folder(kind(title));
    return own == null ? folder(ANY) : own;
  }

  /** A chooser ended in a folder. */
  void ended(String title, @Nullable File folder) {
    if (folder != null) {
      remember.accept(KEY + kind(title), folder.getAbsolutePath());
      remember.accept(KEY + ANY, folder.getAbsolutePath());
    }
  }

  private @Nullable File folder(String kind) {
    try {
      return remembered
          .apply(KEY + kind)
          .map(text -> Path.of(text).toFile())
          .filter(File::isDirectory)
          .orElse(null);
    } catch (InvalidPathException fromElsewhere) {
      // Settings may come from another system.
      return null;
    }
  }

  private static String kind(String title) {
    int end = title.indexOf(' ');
    return (end < 0 ? title : title.substring(0, end)).toLowerCase(Locale.ROOT);
  }
}
