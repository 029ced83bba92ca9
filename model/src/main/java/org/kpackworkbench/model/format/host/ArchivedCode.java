package org.kpackworkbench.model.format.host;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Predicate;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.ArchiveDocument;
import org.kpackworkbench.model.format.kpm.SearchPaths;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.JoinedCodeObjects;
import org.kpackworkbench.model.format.registry.Opening;

/**
 * The code objects of a host-only binary, in the archives that its marker leads to. Closing it
 * closes the archives.
 */
final class ArchivedCode implements CodeElsewhere {
  private final List<ArchiveDocument> archives = new ArrayList<>();
  private final List<FormatException> problems = new ArrayList<>();
  private final String kernelName;
  private final List<String> searchPaths;
  private boolean unwanted;
  private CodeObjects codeObjects = CodeObjects.none();

  private ArchivedCode(String kernelName, List<String> searchPaths) {
    this.kernelName = kernelName;
    this.searchPaths = searchPaths;
  }

  /** Whether a binary's code is in archives, and its marker says which. */
  static boolean isMeantBy(FatBinary fat) {
    Marker marker = fat.marker();
    return fat.state() == DeviceCode.HOST_ONLY && marker != null && marker.kernelName() != null;
  }

  /**
   * Opens the archives.
   *
   * @param wanted which of the archives that are found
   * @throws IllegalArgumentException where {@link #isMeantBy} says no
   */
  static ArchivedCode of(ElfDocument binary, Predicate<Path> wanted, Opening opening)
      throws IOException {
    Marker marker = binary.fat().marker();
    String name = marker == null ? null : marker.kernelName();
    if (marker == null || name == null) {
      throw new IllegalArgumentException(binary.path() + " names no archives");
    }
    ArchivedCode code = new ArchivedCode(name, marker.searchPaths());
    boolean done = false;
    try {
      for (Path path : SearchPaths.at(binary.path()).files(binary.path(), marker.searchPaths())) {
        if (wanted.test(path)) {
          code.open(path, opening);
        } else {
          code.unwanted = true;
        }
      }
      code.join();
      done = true;
      return code;
    } finally {
      if (!done) {
        code.close();
      }
    }
  }

  private void open(Path path, Opening opening) throws IOException {
    Document document = opening.formats().open(path, opening.progress());
    if (document instanceof ArchiveDocument archive) {
      archives.add(archive);
      problems.addAll(archive.problems());
    } else {
      problems.addAll(document.problems());
      document.close();
    }
  }

  private void join() throws FormatException {
    List<CodeObjects> parts = new ArrayList<>();
    for (ArchiveDocument archive : archives) {
      parts.add(new OfBinary(archive.codeObjects(), kernelName));
    }
    codeObjects = new JoinedCodeObjects(parts);
  }

  /** The archives that were found and are read. */
  @Override
  public List<Path> files() {
    return archives.stream().map(Document::path).toList();
  }

  @Override
  public String whyNone() {
    return archives.isEmpty()
        ? "its device code is in archives, and none is where its marker says: "
            + String.join(" ", searchPaths)
        : "its device code is in archives, and none of these has any of \"%s\": %s"
            .formatted(
                kernelName, String.join(", ", files().stream().map(Path::toString).toList()));
  }

  /** Whether there are none, with those that are not wanted. */
  @Override
  public boolean isMissing() {
    return !unwanted && codeObjects.size() == 0;
  }

  /** What is wrong with them. */
  @Override
  public List<FormatException> problems() {
    return List.copyOf(problems);
  }

  /** The binary's own code objects of all archives. The file of a row's place is its archive. */
  @Override
  public CodeObjects codeObjects() {
    return codeObjects;
  }

  @Override
  public void close() {
    UncheckedIOException first = null;
    for (ArchiveDocument archive : archives) {
      try {
        archive.close();
      } catch (UncheckedIOException failure) {
        first = first == null ? failure : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }

  /** Those of an archive's code objects that are filed under one name. */
  private static final class OfBinary implements CodeObjects {
    private final CodeObjects all;
    private final List<Integer> rows = new ArrayList<>();
    private final Map<Integer, Integer> numbers = new HashMap<>();

    OfBinary(CodeObjects all, String name) throws FormatException {
      this.all = all;
      for (int row = 0; row < all.size(); row++) {
        if (all.row(row).binary().equals(name)) {
          numbers.put(row, rows.size());
          rows.add(row);
        }
      }
    }

    @Override
    public int size() {
      return rows.size();
    }

    @Override
    public CodeObjectRow row(int row) throws FormatException {
      return all.row(rows.get(row)).numbered(row);
    }

    @Override
    public Map<String, MsgValue> metadata(int row) throws FormatException {
      return all.metadata(rows.get(row));
    }

    @Override
    public OptionalInt rowOf(Place.CodeObject place) {
      OptionalInt row = all.rowOf(place);
      Integer number = row.isEmpty() ? null : numbers.get(row.getAsInt());
      return number == null ? OptionalInt.empty() : OptionalInt.of(number);
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
      return all.load(rows.get(row), progress);
    }

    @Override
    public void extract(int row, OutputStream out, UnpackBudget budget, Progress progress)
        throws IOException {
      all.extract(rows.get(row), out, budget, progress);
    }
  }
}
