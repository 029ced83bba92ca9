package org.kpackworkbench.model.analysis.verify.coverage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.kpackworkbench.model.analysis.verify.context.Surroundings;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid.Problem;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.offload.FatBinary;

/**
 * Makes the grid of a folder: reads the tables of binaries and of the archives that were found for
 * them. Nothing is decompressed. For one run on one thread.
 */
public final class CoverageScan {
  /** The grid of the largest real trees has some hundred thousand. */
  static final long MOST_CELLS = 4_000_000;

  private static final int MOST_PROBLEMS = 1000;

  private final Path root;
  private final Progress progress;
  private final RowReader reader;
  private final List<CoverageGrid.Row> rows = new ArrayList<>();
  private final List<GridRow> data = new ArrayList<>();
  private final Set<GpuTarget> columns = new TreeSet<>();
  private final List<Problem> problems = new ArrayList<>();
  private long cells;
  private long leftOut;

  private CoverageScan(Path root, Surroundings around, Progress progress) {
    this.root = root;
    this.progress = progress;
    this.reader = new RowReader(root, around, progress);
  }

  /**
   * Makes the grid of a folder or of one binary.
   *
   * @param root a folder of any kind: an artifact, a shard, an overlaid tree; or a file
   * @throws IOException where it is not there, or cannot be read at all
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static CoverageGrid of(Path root, Progress progress) throws IOException {
    try (Surroundings around = new Surroundings()) {
      return of(root, around, progress);
    }
  }

  /** Likewise, where what lies around has been looked at already. */
  public static CoverageGrid of(Path root, Surroundings around, Progress progress)
      throws IOException {
    return new CoverageScan(root, around, progress).scan();
  }

  private CoverageGrid scan() throws IOException {
    List<Path> files = List.of(root);
    if (Files.isDirectory(root)) {
      FolderWalk walk = FolderWalk.of(root);
      walk.unreadable().forEach(this::problem);
      files = walk.files();
    } else if (!Files.exists(root)) {
      throw new java.nio.file.NoSuchFileException(root.toString());
    }
    progress.begin("Looking for device code in " + root.getFileName(), files.size());
    for (Path file : files) {
      try {
        file(file);
      } catch (IOException unreadable) {
        problem(new FolderWalk.Unreadable(file, unreadable));
      }
      progress.step(1);
    }
    return new CoverageGrid(root, List.copyOf(columns), rows, data, sortedProblems(), leftOut);
  }

  private List<Problem> sortedProblems() {
    problems.sort(Comparator.comparing(Problem::file));
    return problems.stream().distinct().toList();
  }

  private void problem(FolderWalk.Unreadable one) {
    problem(one.path(), String.valueOf(one.failure().getMessage()));
  }

  private void problem(Path file, String message) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(new Problem(file, message));
    }
  }

  private void file(Path path) throws IOException {
    try (MappedFile file = MappedFile.open(path)) {
      ByteView bytes = file.view();
      if (!ElfFile.isElf(bytes) || CodeObject.isCodeObject(bytes)) {
        return;
      }
      FatBinary fat = FatBinary.read(ElfFile.read(bytes), reader.quiet());
      if (!fat.elf().header().isObject()) {
        add(reader.rows(path, new Place.File(path), fat));
      }
    }
  }

  private void add(RowReader.Rows found) {
    found.problems().forEach(each -> problem(each.file(), each.message()));
    for (int i = 0; i < found.rows().size(); i++) {
      GridRow row = found.data().get(i);
      if (cells + row.targets().length >= MOST_CELLS) {
        leftOut++;
        continue;
      }
      cells += row.targets().length + 1;
      columns.addAll(found.targets());
      rows.add(found.rows().get(i));
      data.add(row);
    }
  }
}
