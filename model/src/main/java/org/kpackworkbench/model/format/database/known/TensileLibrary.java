package org.kpackworkbench.model.format.database.known;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.DatabaseRecogniser;

/**
 * {@code NAME/library/} with kernels and their tables, in one folder or in one for each GPU. What a
 * file's name says comes before the folder: a folder of one architecture also holds files for that
 * architecture with features.
 */
public abstract sealed class TensileLibrary implements DatabaseRecogniser {
  private static final String LIBRARY = "library";

  /** Debian's packages have a folder for each version. */
  private static final Pattern VERSION = Pattern.compile("[0-9]+(?:\\.[0-9]+)*");

  private static final List<String> ENDINGS = List.of(".co", ".hsaco", ".dat", ".dat.zlib");

  private final String name;

  private TensileLibrary(String name) {
    this.name = name;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Optional<DatabaseFile> recognise(String path) {
    List<String> parts = below(path);
    if (parts.isEmpty()) {
      return Optional.empty();
    }
    String file = parts.getLast();
    @Nullable GpuTarget folder = null;
    for (String above : parts.subList(0, parts.size() - 1)) {
      GpuTarget named = Architectures.whole(above);
      folder = named == null ? folder : named;
    }
    boolean kernels = isKernels(file);
    @Nullable GpuTarget named = Architectures.within(file);
    boolean ours = folder != null || (kernels && (named != null || parts.size() == 1));
    return ours
        ? Optional.of(new DatabaseFile(name, named == null ? folder : named))
        : Optional.empty();
  }

  @Override
  public final boolean covers(String path) {
    // Kernels in a folder of another name, as of a newer library, are not left without a word.
    return !below(path).isEmpty() || (isKernels(path) && folders(path).contains(name));
  }

  /** Whether it is the name of a folder between the two, as in {@code rocblas/2.47.0/library}. */
  public static boolean isVersion(String folder) {
    return VERSION.matcher(folder).matches();
  }

  private static boolean isKernels(String path) {
    return ENDINGS.stream().anyMatch(path::endsWith);
  }

  private static List<String> folders(String path) {
    List<String> parts = List.of(path.split("/", -1));
    return parts.subList(0, parts.size() - 1);
  }

  /** The parts of a path behind {@code NAME/library}; none if it is elsewhere. */
  private List<String> below(String path) {
    List<String> parts = List.of(path.split("/", -1));
    for (int i = 0; i + 2 < parts.size(); i++) {
      int library = isVersion(parts.get(i + 1)) ? i + 2 : i + 1;
      if (parts.get(i).equals(name) && parts.get(library).equals(LIBRARY)) {
        return parts.subList(library + 1, parts.size());
      }
    }
    return List.of();
  }

  /** rocBLAS's kernels. */
  public static final class Rocblas extends TensileLibrary {
    public Rocblas() {
      super("rocblas");
    }
  }

  /** hipBLASLt's kernels. */
  public static final class Hipblaslt extends TensileLibrary {
    public Hipblaslt() {
      super("hipblaslt");
    }
  }

  /** hipSPARSELt's kernels. */
  public static final class Hipsparselt extends TensileLibrary {
    public Hipsparselt() {
      super("hipsparselt");
    }
  }
}
