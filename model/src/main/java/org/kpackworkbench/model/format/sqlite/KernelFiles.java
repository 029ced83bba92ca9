package org.kpackworkbench.model.format.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.JoinedCodeObjects;
import org.kpackworkbench.model.format.registry.Opening;

/**
 * The code objects in files beside a database, which rows of it name. Each file is opened once, and
 * closed with this. For one thread.
 */
final class KernelFiles implements CodeElsewhere {
  /** The table whose rows name files. */
  static final String TABLE = "kernels";

  /** The column of a table that names them, by which the table is known. */
  static final String PATH = "kernel_path";

  private final Map<Path, Document> opened = new LinkedHashMap<>();
  private final Set<String> missing = new LinkedHashSet<>();
  private final List<FormatException> problems = new ArrayList<>();
  private boolean unwanted;
  private CodeObjects codeObjects = CodeObjects.none();

  private KernelFiles() {}

  /**
   * A row.
   *
   * @param number of the row, from 1
   * @param arch the architecture, as it is written
   * @param parameters other columns by their names: what the kernel is selected by
   * @param path the file, from the database's folder
   */
  record Row(long number, String arch, Map<String, String> parameters, String path) {

    /** The place of the row in its database. */
    Place.Part place(Place database) {
      return new Place.Part(database, "kernel " + number, new ByteRange(0, 0));
    }

    /** The file; empty where it is not there. */
    Optional<Path> file(Path database) {
      try {
        return Optional.of(database.toAbsolutePath().normalize().resolveSibling(path))
            .filter(file -> !path.isEmpty() && Files.isRegularFile(file));
      } catch (InvalidPathException noPath) {
        return Optional.empty();
      }
    }
  }

  /**
   * Opens the files of some rows.
   *
   * @param wanted which of the files that are found
   */
  static KernelFiles of(Path database, List<Row> rows, Predicate<Path> wanted, Opening opening)
      throws IOException {
    KernelFiles files = new KernelFiles();
    boolean done = false;
    try {
      List<CodeObjects> parts = new ArrayList<>();
      for (Row row : rows) {
        opening.progress().step(0);
        Path file = row.file(database).orElse(null);
        if (file == null) {
          files.missing.add(row.path());
        } else if (wanted.test(file)) {
          parts.add(new Selected(files.open(file, opening).codeObjects(), row));
        } else {
          files.unwanted = true;
        }
      }
      files.codeObjects = new JoinedCodeObjects(parts);
      done = true;
      return files;
    } finally {
      if (!done) {
        files.close();
      }
    }
  }

  private Document open(Path file, Opening opening) throws IOException {
    Document known = opened.get(file);
    if (known != null) {
      return known;
    }
    Document document = opening.formats().open(file, opening.progress());
    opened.put(file, document);
    problems.addAll(document.problems());
    return document;
  }

  @Override
  public CodeObjects codeObjects() {
    return codeObjects;
  }

  @Override
  public List<Path> files() {
    return List.copyOf(opened.keySet());
  }

  @Override
  public List<FormatException> problems() {
    return List.copyOf(problems);
  }

  @Override
  public boolean isMissing() {
    return !unwanted && codeObjects.size() == 0;
  }

  @Override
  public String whyNone() {
    return missing.isEmpty()
        ? "its kernels are in files beside it, and these have no code objects"
        : "its kernels are in files beside it, and none is there: expected "
            + String.join(", ", missing.stream().limit(4).toList());
  }

  @Override
  public void close() {
    opened.values().forEach(Document::close);
  }

  /** The code objects of a row's file, with what the row has beside. */
  private record Selected(CodeObjects all, Row of) implements CodeObjects {
    @Override
    public int size() {
      return all.size();
    }

    @Override
    public CodeObjectRow row(int row) throws FormatException {
      return all.row(row);
    }

    @Override
    public Map<String, MsgValue> metadata(int row) throws FormatException {
      Map<String, MsgValue> metadata = new LinkedHashMap<>();
      of.parameters().forEach((name, value) -> metadata.put(name, new MsgValue.Text(value)));
      metadata.putAll(all.metadata(row));
      return metadata;
    }

    @Override
    public OptionalInt rowOf(Place.CodeObject place) {
      return all.rowOf(place);
    }

    @Override
    public boolean located() {
      return all.located();
    }

    @Override
    public void locate(Progress progress) throws FormatException {
      all.locate(progress);
    }

    @Override
    public ByteView load(int row, Progress progress) throws IOException {
      return all.load(row, progress);
    }
  }
}
