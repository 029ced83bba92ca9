package org.kpackworkbench.model.analysis.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Found;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Outcome;
import org.kpackworkbench.model.analysis.doctor.DoctorReport.Result;

/**
 * MIOpen's libraries with Composable Kernel's kernels, one for each architecture: {@code
 * libMIOpenCKGroupedConv_gfx942.so}. For one thread.
 */
final class MiopenCkSearch {
  static final String LIBRARY_PATH = "MIOPEN_CK_LIB_PATH";

  private static final Pattern FILE =
      Pattern.compile(
          "(?<name>(?:lib)?MIOpenCK.*)_(?<arch>gfx[^.]*)\\.(?<ending>so|dll)(?:\\..*)?");

  private final Search search;
  private final List<Path> folders = new ArrayList<>();

  private MiopenCkSearch(Search search) {
    this.search = search;
  }

  static Result of(Search search) throws IOException {
    return new MiopenCkSearch(search).result();
  }

  /** Whether MIOpen is built to look for such libraries, as far as files beside it say it. */
  static boolean concerns(Path miopen, Examination run) throws IOException {
    if (run.environment().containsKey(LIBRARY_PATH)) {
      return true;
    }
    Path folder = miopen.toRealPath().getParent();
    if (folder == null) {
      return false;
    }
    return Search.children(folder).stream()
        .anyMatch(each -> FILE.matcher(each.getFileName().toString()).matches());
  }

  private Result result() throws IOException {
    search.named(LIBRARY_PATH).ifPresent(folders::add);
    folders.add(search.folder());
    folders.addAll(search.run().libraryPath());
    Set<String> names = new LinkedHashSet<>();
    for (Path folder : folders) {
      for (Path each : Search.children(folder)) {
        Matcher file = FILE.matcher(each.getFileName().toString());
        if (file.matches()) {
          names.add(
              "%s_%s.%s"
                  .formatted(file.group("name"), search.gpu().processor(), file.group("ending")));
          if (!file.group("arch").equals(search.gpu().processor())) {
            search.hasFor(file.group("arch"));
          }
        }
      }
    }
    if (names.isEmpty()) {
      names.add("libMIOpenCKGroupedConv_%s.so".formatted(search.gpu().processor()));
    }
    int found = 0;
    List<String> damage = new ArrayList<>();
    for (String name : names) {
      found += isFound(name, damage) ? 1 : 0;
    }
    if (found == names.size() && damage.isEmpty()) {
      return search.done(Outcome.FOUND);
    }
    return search.done(
        found > 0 ? Outcome.PARTLY : Outcome.MISSING,
        Search.sentences(damage),
        "MIOpen works without the convolutions of Composable Kernel.",
        search.install(
            "%s beside %s".formatted(String.join(", ", names), search.file().getFileName()),
            LIBRARY_PATH,
            "a folder that has it",
            "it is beside MIOpen"));
  }

  /** Loads the first library of a name that can be read. */
  private boolean isFound(String name, List<String> damage) throws IOException {
    for (Path folder : folders) {
      Path file = folder.resolve(name);
      Found none = folder.equals(folders.getLast()) ? Found.MISSING : Found.NOT_THERE;
      if (!search.step("library of kernels", file, Found.USED, none)) {
        continue;
      }
      if (Files.size(file) == 0) {
        search.useless(Found.DAMAGED);
        damage.add("%s is an empty file.".formatted(file));
        continue;
      }
      String lacking = search.run().binaries().lacking(file, search.gpu().target(), search.steps());
      if (!lacking.isEmpty()) {
        damage.add(lacking);
      }
      return lacking.isEmpty();
    }
    return false;
  }
}
