package org.kpackworkbench.model.format.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.format.registry.CodeBeside;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.SelectedCodeObjects;

/** The code objects in files beside a database, which rows of it name. For one thread. */
final class KernelFiles extends CodeBeside {
  /** The table whose rows name files. */
  static final String TABLE = "kernels";

  /** The column of a table that names them, by which the table is known. */
  static final String PATH = "kernel_path";

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

    /** The file; empty if it is not there, or not below the database's folder. */
    Optional<Path> file(Path database) {
      try {
        Path at = database.toAbsolutePath().normalize();
        return Optional.of(at.resolveSibling(path).normalize())
            .filter(file -> !file.equals(at) && file.startsWith(at.resolveSibling("")))
            .filter(Files::isRegularFile);
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
    return Closing.ifFails(
        new KernelFiles(),
        files -> {
          List<CodeObjects> parts = new ArrayList<>();
          for (Row row : rows) {
            opening.progress().step(0);
            Path file = row.file(database).orElse(null);
            if (file == null) {
              files.missing(row.path());
            } else if (wanted.test(file)) {
              parts.add(of(files.open(file, opening).codeObjects(), row));
            } else {
              files.unwanted();
            }
          }
          files.select(parts);
          if (!parts.isEmpty() && !files.missing().isEmpty()) {
            files.problem(
                FormatException.in(database.toString(), "table " + TABLE, PATH, Reason.NOT_FOUND)
                    .expected("files in the database's folder")
                    .found("none called " + ListText.some(files.missing()))
                    .advice("Get them from the build of this database.")
                    .build());
          }
          return files;
        });
  }

  @Override
  public String whyNone() {
    return missing().isEmpty()
        ? "its kernels are in files beside it, and these have no code objects"
        : "its kernels are in files beside it, and none exists: expected "
            + String.join(", ", missing().stream().limit(4).toList());
  }

  private static CodeObjects of(CodeObjects all, Row row) {
    return new SelectedCodeObjects(all) {
      @Override
      public Map<String, MsgValue> metadata(int number) throws FormatException {
        Map<String, MsgValue> metadata = new LinkedHashMap<>();
        row.parameters().forEach((name, value) -> metadata.put(name, new MsgValue.Text(value)));
        metadata.putAll(super.metadata(number));
        return metadata;
      }
    };
  }
}
