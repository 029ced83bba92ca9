package org.kpackworkbench.model.operation.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FileModes;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.codeobject.NamedFacts;

/** Files of one folder that are a code object each. */
final class CodeFiles implements DatabasePart {
  private static final long MOST_IN_MEMORY_BYTES = 1 << 20;

  private final Path root;
  private final String database;
  private final String path;
  private final List<CodeFile> files = new ArrayList<>();
  private final Map<Path, FormatException> problems = new TreeMap<>();

  /** Files of a folder below a root; its path is empty for the root itself. */
  CodeFiles(Path root, String database, String path) {
    this.root = root;
    this.database = database;
    this.path = path;
  }

  /** Whether a file is called as one with a code object is. */
  static boolean isOne(Path file) {
    return file.toString().endsWith(".co") || file.toString().endsWith(".hsaco");
  }

  /** A file, by its name in the folder. */
  private record CodeFile(String name, String type, String target, long sizeBytes) {
    long number() {
      return RowNumber.of("%s\0%s\0%d".formatted(name, target, sizeBytes));
    }
  }

  /**
   * Adds a file.
   *
   * @param type its ending, which is how an archive calls the type
   */
  void add(String name, String type, String target, long sizeBytes) {
    files.add(new CodeFile(name, type, target, sizeBytes));
  }

  @Override
  public String database() {
    return database;
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public int files() {
    return files.size();
  }

  /** A text that tells the folder from another one with its path, by the names and sizes. */
  private String source() {
    return RowNumber.text(files.stream().mapToLong(CodeFile::number).sum());
  }

  @Override
  public void rows(UnpackBudget budget, Progress progress, Taker<DatabaseRow> taker)
      throws IOException {
    try (SelectedBy libraries =
        new SelectedBy(root.resolve(path), database, files.stream().map(CodeFile::name), budget)) {
      rows(libraries, progress, taker);
      problems.putAll(libraries.problems());
    }
  }

  /** Returns the problems of libraries that the rows' metadata was read from. */
  @Override
  public Map<Path, FormatException> problems() {
    return new TreeMap<>(problems);
  }

  private void rows(SelectedBy libraries, Progress progress, Taker<DatabaseRow> taker)
      throws IOException {
    String source = source();
    for (CodeFile file : files) {
      progress.step(0);
      String stem = file.name().substring(0, file.name().length() - file.type().length() - 1);
      taker.take(
          new DatabaseRow(
              database,
              file.target(),
              "%s/%s/%s".formatted(database, DatabaseRow.bare(file.target()), stem),
              file.type(),
              file.sizeBytes(),
              new Source(file, stem, source, libraries, progress)));
    }
  }

  private final class Source implements DatabaseRow.Source {
    private final CodeFile file;
    private final String stem;
    private final String source;
    private final SelectedBy libraries;
    private final Progress progress;
    private @Nullable OpenFile open;

    Source(CodeFile file, String stem, String source, SelectedBy libraries, Progress progress) {
      this.file = file;
      this.stem = stem;
      this.source = source;
      this.libraries = libraries;
      this.progress = progress;
    }

    private String below() {
      return path.isEmpty() ? file.name() : path + "/" + file.name();
    }

    @Override
    public Map<String, MsgValue> metadata() throws IOException {
      Map<String, MsgValue> all = DatabaseRow.metadata(database, below(), source);
      all.putAll(NamedFacts.selection(database, stem));
      // A name is what unpacked files keep: what it says stays as it says it.
      libraries.of(file.name(), stem, progress).forEach(all::putIfAbsent);
      int mode = FileModes.of(root.resolve(below()));
      if (mode != FileModes.NONE && mode != DatabaseRow.USUAL_MODE) {
        all.put(DatabaseRow.MODE, MsgValue.Int.of(mode));
      }
      return all;
    }

    @Override
    public ByteView load() throws IOException {
      Path at = root.resolve(below());
      // Small ones are read: a process may have only so many files mapped.
      if (file.sizeBytes() <= MOST_IN_MEMORY_BYTES) {
        return ByteView.of(at.toString(), Files.readAllBytes(at));
      }
      open = OpenFile.open(at);
      return open.view();
    }

    @Override
    public void release() throws IOException {
      if (open != null) {
        open.close();
        open = null;
      }
    }
  }
}
