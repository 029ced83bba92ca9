package org.kpackworkbench.model.format.host;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpm.FoundArchives;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.registry.ArchiveDocument;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Documents;
import org.kpackworkbench.model.format.registry.ElfDocument;
import org.kpackworkbench.model.format.registry.JoinedCodeObjects;

/**
 * The code objects of a host-only binary, in the archives that its marker leads to. Closing it
 * closes the archives.
 */
public final class ArchivedCode implements AutoCloseable {
  private final List<ArchiveDocument> archives = new ArrayList<>();
  private final List<FormatException> problems = new ArrayList<>();
  private final String kernelName;
  private boolean unwanted;
  private CodeObjects codeObjects = CodeObjects.none();

  private ArchivedCode(String kernelName) {
    this.kernelName = kernelName;
  }

  /** Whether a binary's code is in archives, and its marker says which. */
  public static boolean isMeantBy(ElfDocument binary) {
    Marker marker = binary.fat().marker();
    return binary.fat().state() == DeviceCode.HOST_ONLY
        && marker != null
        && marker.kernelName() != null;
  }

  /**
   * Opens the archives.
   *
   * @param wanted which of the archives that are found
   * @throws IllegalArgumentException where {@link #isMeantBy} says no
   */
  public static ArchivedCode of(ElfDocument binary, Predicate<Path> wanted, Progress progress)
      throws IOException {
    Marker marker = binary.fat().marker();
    String name = marker == null ? null : marker.kernelName();
    if (marker == null || name == null) {
      throw new IllegalArgumentException(binary.path() + " names no archives");
    }
    ArchivedCode code = new ArchivedCode(name);
    boolean done = false;
    try {
      for (Path path : FoundArchives.of(binary.path(), marker.searchPaths()).archives()) {
        if (wanted.test(path)) {
          code.open(path, progress);
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

  private void open(Path path, Progress progress) throws IOException {
    Document document = Documents.open(path, progress);
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

  /** What the binary is called in archives. */
  public String kernelName() {
    return kernelName;
  }

  /** The archives that were found and are read. */
  public List<Path> archives() {
    return archives.stream().map(Document::path).toList();
  }

  /** Whether there are none, with those that are not wanted. */
  public boolean isMissing() {
    return !unwanted && codeObjects.size() == 0;
  }

  /** What is wrong with them. */
  public List<FormatException> problems() {
    return List.copyOf(problems);
  }

  /** The binary's own code objects of all archives. The file of a row's place is its archive. */
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
    public int rowOf(Place.CodeObject place) {
      return numbers.getOrDefault(all.rowOf(place), -1);
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
