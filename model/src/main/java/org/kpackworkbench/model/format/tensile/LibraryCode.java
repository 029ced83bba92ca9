package org.kpackworkbench.model.format.tensile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.registry.CodeBeside;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Opening;

/**
 * The code objects of a library: files beside it with its name, or with the name of a file that it
 * loads. Libraries try them also with the setting of XNACK behind their names. For one thread.
 */
final class LibraryCode extends CodeBeside {
  private static final List<String> SETTINGS = List.of("", "-xnack-", "-xnack+");

  private final List<String> expected;

  private LibraryCode(List<String> expected) {
    this.expected = List.copyOf(expected);
  }

  /**
   * The names that they may have.
   *
   * @param stems names of libraries without their endings
   * @param architecture what fallbacks have behind their names; may be empty
   */
  static Set<String> names(Set<String> stems, String architecture) {
    return names(stems, architecture, SETTINGS);
  }

  /**
   * Returns the possible names for a GPU, on which code for the other setting of XNACK is not
   * loaded.
   */
  static Set<String> names(Set<String> stems, GpuTarget gpu) {
    List<String> loaded =
        SETTINGS.stream()
            .filter(setting -> GpuTarget.parse(gpu.processor() + setting).agrees(gpu))
            .toList();
    return names(stems, gpu.processor(), loaded);
  }

  private static Set<String> names(Set<String> stems, String architecture, List<String> settings) {
    Set<String> names = new LinkedHashSet<>();
    // The usual names first, which messages list.
    for (String setting : settings) {
      for (String stem : stems) {
        names.add(stem + setting + ".co");
        names.add(stem + setting + ".hsaco");
        if (!architecture.isEmpty() && stem.contains("fallback")) {
          names.add(stem + "_" + architecture + setting + ".hsaco");
        }
      }
    }
    return names;
  }

  /** The name of a file of code objects without its ending and the setting of XNACK. */
  static String stem(String name) {
    int dot = name.lastIndexOf('.');
    String stem = dot < 0 ? name : name.substring(0, dot);
    for (String setting : SETTINGS) {
      if (!setting.isEmpty() && stem.endsWith(setting)) {
        return stem.substring(0, stem.length() - setting.length());
      }
    }
    return stem;
  }

  /**
   * Opens those of some names that are there.
   *
   * @param folders where they may be
   * @param wanted which of the files that are found
   */
  static LibraryCode of(
      List<Path> folders, Set<String> names, Predicate<Path> wanted, Opening opening)
      throws IOException {
    return Closing.ifFails(
        new LibraryCode(List.copyOf(names)),
        code -> {
          List<CodeObjects> parts = new ArrayList<>();
          for (String name : names) {
            opening.progress().step(0);
            for (Path folder : folders) {
              Path file = folder.resolve(name);
              if (!Files.isRegularFile(file)) {
                continue;
              }
              if (wanted.test(file)) {
                parts.add(code.open(file, opening).codeObjects());
              } else {
                code.unwanted();
              }
            }
          }
          code.select(parts);
          return code;
        });
  }

  @Override
  public String whyNone() {
    String names = String.join(", ", expected.subList(0, Math.min(4, expected.size())));
    return files().isEmpty()
        ? "its kernels are in files beside it, and none exists: expected " + names
        : "its kernels are in files beside it, and these have no code objects: " + names;
  }
}
