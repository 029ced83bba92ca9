package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.files.FileCopy;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.packages.WheelRecord;
import org.kpackworkbench.model.format.registry.CodeStore;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.prune.Planned.Work;
import org.kpackworkbench.model.operation.prune.Planned.Written;
import org.kpackworkbench.model.operation.prune.PruneReport.Outcome;

/**
 * Installed wheels: each has a folder {@code NAME-VERSION.dist-info} beside its files, whose RECORD
 * lists them with digests and sizes.
 */
final class InstalledWheels {
  private InstalledWheels() {}

  /**
   * RECORD of an installed wheel, which follows the wheel's files.
   *
   * @param changed the paths in the tree of files that change, by the numbers of their lines
   */
  private record Listing(PrunePlan plan, WheelRecord record, Map<Integer, String> changed)
      implements Work {
    @Override
    public Outcome outcome() {
      return Outcome.UPDATED;
    }

    @Override
    public int turn() {
      return Planned.LAST_TURN;
    }

    @Override
    public boolean lists(TreeItem item, Set<String> paths) {
      return changed.values().stream().anyMatch(paths::contains);
    }

    @Override
    public void write(TreeItem item, Path place, Written written, CodeStore.Writing writing)
        throws IOException {
      byte[] bytes =
          record.with(
              (number, row) -> {
                String path = changed.get(number);
                Planned planned = path == null ? null : plan.changes().get(path);
                if (path == null || planned == null) {
                  return row;
                }
                Path now = written.of(path);
                if (now == null || !Files.exists(now)) {
                  return null;
                }
                try (InputStream in = Files.newInputStream(now)) {
                  return row.of(
                      FileCopy.digest(in, row.digester(), writing.progress()), Files.size(now));
                }
              });
      NamedChannel.write(place, bytes);
    }
  }

  /** Plans RECORDs that follow files of their wheels. */
  static void plan(List<TreeItem> records, PrunePlan plan) throws IOException {
    Set<Path> files = new HashSet<>();
    plan.items().stream().map(TreeItem::source).forEach(files::add);
    Map<Path, String> changed = new HashMap<>();
    plan.changes().forEach((path, planned) -> changed.put(planned.item().source(), path));
    for (TreeItem item : records) {
      plan.quiet().step(0);
      try {
        WheelRecord record = WheelRecord.read(item.source());
        Path folder =
            Objects.requireNonNull(Objects.requireNonNull(item.source().getParent()).getParent());
        Map<Integer, String> lines = new HashMap<>();
        List<WheelRecord.Row> rows = record.rows();
        for (int number = 0; number < rows.size(); number++) {
          Path file = file(folder, rows.get(number).path());
          String path = file == null ? null : changed.get(files.contains(file) ? file : real(file));
          if (path != null) {
            lines.put(number, path);
          }
        }
        if (!lines.isEmpty()) {
          Work work = new Listing(plan, record, lines);
          plan.change(new Planned(item, work, item.sizeBytes(), new TreeSet<>()));
        }
      } catch (FormatException failure) {
        plan.refused(item, failure);
      }
    }
  }

  /**
   * The file of a line of RECORD; null if its path is none of this system.
   *
   * @param folder the one that the wheel is installed to
   * @param path as the line has it
   */
  private static @Nullable Path file(Path folder, String path) {
    try {
      return folder.resolve(path).normalize();
    } catch (InvalidPathException foreign) {
      return null;
    }
  }

  /** Where a file is, without links; the same path if there is none. */
  private static Path real(Path file) throws IOException {
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
              OperationNote.warning(
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
