package org.kpackworkbench.model.analysis.doctor;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.job.Progress;

/**
 * Data that all searches of a tree share. For one thread.
 *
 * @param tree the install tree
 * @param environment the variables that are set
 * @param contents the files that were read
 * @param libraries the libraries of Tensile that were read
 * @param binaries the loader for code in binaries
 */
record Examination(
    Path tree,
    Map<String, String> environment,
    KernelFiles contents,
    OpenLibraries libraries,
    DeviceBinaries binaries,
    Progress progress) {
  /** A path in a variable. */
  Path path(String value) {
    return Path.of(value);
  }

  /** The folders of {@code LD_LIBRARY_PATH}; an empty part is the working folder. */
  List<Path> libraryPath() {
    String value = environment.getOrDefault(DoctorSettings.LIBRARY_PATH, "");
    return value.isEmpty()
        ? List.of()
        : Arrays.stream(value.split(Pattern.quote(File.pathSeparator), -1))
            .map(each -> path(each).toAbsolutePath().normalize())
            .toList();
  }
}
