package org.kpackworkbench.model.format.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.kpack.ArchiveDocument;
import org.kpackworkbench.model.format.kpm.SearchPaths;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.SelectedCodeObjects;

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
   * @throws IllegalArgumentException if {@link #isMeantBy} says no
   */
  static ArchivedCode of(HostDocument binary, Predicate<Path> wanted, Opening opening)
      throws IOException {
    Marker marker = binary.fat().marker();
    String name = marker == null ? null : marker.kernelName();
    if (marker == null || name == null) {
      throw new IllegalArgumentException(binary.path() + " names no archives");
    }
    return Closing.ifFails(
        new ArchivedCode(name, marker.searchPaths()),
        code -> {
          SearchPaths search = SearchPaths.readable(binary.path(), marker.rules());
          for (Path path : search.files(binary.path(), marker.searchPaths())) {
            if (wanted.test(path)) {
              code.open(path, opening);
            } else {
              code.unwanted = true;
            }
          }
          code.join();
          return code;
        });
  }

  private void open(Path path, Opening opening) throws IOException {
    Document document = opening.file(path);
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
      parts.add(own(archive.codeObjects()));
    }
    codeObjects = new SelectedCodeObjects(parts);
  }

  /** The archives that were found and are read. */
  @Override
  public List<Path> files() {
    return archives.stream().map(Document::path).toList();
  }

  @Override
  public Optional<String> binary() {
    return Optional.of(kernelName);
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

  /** Returns the problems of the archives. */
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

  private CodeObjects own(CodeObjects all) throws FormatException {
    List<Integer> rows = new ArrayList<>();
    for (int row = 0; row < all.size(); row++) {
      if (all.row(row).binary().equals(kernelName)) {
        rows.add(row);
      }
    }
    return new SelectedCodeObjects(all, rows);
  }
}
