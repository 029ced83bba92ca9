package org.kpackworkbench.model.analysis.doctor;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.ShellText;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.registry.FileSummary;

/**
 * Points from what loaders do not read to the doctor: kernel databases have no wrappers, and the
 * libraries themselves look for their files.
 */
public final class DoctorPointer {
  /** From {@code lib/rocblas/library/gfx942/TensileLibrary.dat} to the install tree. */
  private static final int MOST_LEVELS = 6;

  /** Where libraries are in an install tree. */
  private static final List<String> FOLDERS = List.of("lib", "lib64", "bin");

  /** The placeholder for an unknown install tree. */
  private static final String ANY_TREE = "TREE";

  private DoctorPointer() {}

  /**
   * Returns advice about a kernel database, with the command to type; empty if it is none.
   *
   * @param subject a file, or a folder with files of a database
   * @param targets the GPUs that were named
   * @throws IOException if it cannot be read
   */
  public static Optional<String> of(Path subject, Collection<?> targets, Progress progress)
      throws IOException {
    if (!isDatabase(subject, progress)) {
      return Optional.empty();
    }
    String gpus =
        targets.isEmpty()
            ? "GPU"
            : targets.stream().map(Object::toString).collect(Collectors.joining(","));
    return Optional.of(
        ("kernels of a database have no wrappers, so no loader looks for them. To see what its"
                + " library finds: kpack-workbench doctor %s --target %s")
            .formatted(
                tree(subject).map(Path::toString).map(ShellText::file).orElse(ANY_TREE),
                ShellText.argument(gpus)));
  }

  private static boolean isDatabase(Path subject, Progress progress) throws IOException {
    if (Files.isDirectory(subject)) {
      Databases databases = Databases.installed();
      return FolderWalk.of(subject, progress.cancelOnly()).files().stream()
          .map(file -> file.toAbsolutePath().normalize().toString().replace('\\', '/'))
          .anyMatch(file -> databases.recognise(file).isPresent());
    }
    if (!Files.isRegularFile(subject)) {
      return false;
    }
    try (OpenFile file = OpenFile.open(subject)) {
      return StandardFormats.all()
          .kind(subject, file.view())
          .groups()
          .contains(FileSummary.Group.DATABASE);
    }
  }

  private static Optional<Path> tree(Path subject) throws IOException {
    if (!subject.getFileSystem().equals(FileSystems.getDefault())) {
      // Commands take the package that it is in.
      return Optional.empty();
    }
    Path at = subject.toAbsolutePath().normalize();
    for (int level = 0; level < MOST_LEVELS && at != null; level++, at = at.getParent()) {
      boolean above = false;
      boolean one = false;
      for (String folder : FOLDERS) {
        above |= hasLibrary(at.resolve(folder));
        one |= at.endsWith(folder);
      }
      if (above || (hasLibrary(at) && !one)) {
        return Optional.of(at);
      }
    }
    return Optional.empty();
  }

  private static boolean hasLibrary(Path folder) throws IOException {
    return Files.isDirectory(folder)
        && FolderList.of(folder).stream()
            .anyMatch(file -> Doctor.isLibrary(file.getFileName().toString()));
  }
}
