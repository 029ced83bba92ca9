package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.packages.WheelRecord;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * Installed wheels: each has a folder {@code NAME-VERSION.dist-info} beside its files, whose RECORD
 * lists them with digests and sizes.
 */
final class InstalledWheels {
  private InstalledWheels() {}

  /**
   * The file of a line of RECORD; null if its path is none of this system.
   *
   * @param folder the one that the wheel is installed to
   * @param path as the line has it
   */
  static @Nullable Path file(Path folder, String path) {
    try {
      return folder.resolve(path).normalize();
    } catch (InvalidPathException foreign) {
      return null;
    }
  }

  /** Where a file is, without links; the same path if there is none. */
  static Path real(Path file) throws IOException {
    return Files.exists(file) ? file.toRealPath() : file;
  }

  /**
   * Names what wheels that are installed above some files list of them: their RECORDs are outside
   * of what is pruned.
   *
   * @param input what is pruned, without links
   * @param files those that change
   */
  static List<OperationNote> notes(Path input, List<Path> files) throws IOException {
    List<OperationNote> notes = new ArrayList<>();
    Set<Path> changed = new HashSet<>(files);
    for (Path folder = input.getParent(); folder != null; folder = folder.getParent()) {
      for (Path record : records(folder)) {
        Set<String> listed = new TreeSet<>();
        for (WheelRecord.Row row : WheelRecord.read(record).rows()) {
          Path file = file(folder, row.path());
          if (file != null && changed.contains(file)) {
            listed.add(row.path());
          }
        }
        if (!listed.isEmpty()) {
          notes.add(
              new OperationNote(
                  Severity.WARNING,
                  "record-outside",
                  record,
                  "it has digests and sizes of files that change, and is not updated: "
                      + ListText.some(List.copyOf(listed)),
                  "Prune the folder %s instead: then it is updated, too.".formatted(folder)));
        }
      }
    }
    return notes;
  }

  private static Set<Path> records(Path folder) throws IOException {
    Set<Path> records = new TreeSet<>();
    try {
      for (Path info : FolderList.of(folder, "*.dist-info")) {
        Path record = info.resolve(WheelRecord.NAME);
        if (Files.isRegularFile(record)) {
          records.add(record);
        }
      }
    } catch (AccessDeniedException unreadable) {
      // Of a folder that is only passed through it is not known what is in it.
      return Set.of();
    }
    return records;
  }
}
