package org.kpackworkbench.model.analysis.resolve.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.format.host.HostImages;
import org.kpackworkbench.model.format.offload.FatSections;

/**
 * A process of this machine as its loader sees it. Immutable.
 *
 * @param pid its number
 * @param command its command line
 * @param memory what it has mapped
 * @param variables its environment when it started; what it changed since is not known
 * @param where where its paths lead, as seen from here
 * @param mapped the files that it has mapped, in the order of addresses
 */
public record RunningProcess(
    long pid,
    String command,
    MemoryMap memory,
    Map<String, String> variables,
    LoaderFiles where,
    List<MappedBinary> mapped) {
  public RunningProcess {
    variables = Map.copyOf(variables);
    mapped = List.copyOf(mapped);
  }

  /**
   * Reads a process of this machine; Linux only.
   *
   * @throws NoSuchFileException if there is no such process
   * @throws java.nio.file.AccessDeniedException if it is another user's
   */
  public static RunningProcess of(long pid) throws IOException {
    return ProcFolder.ofSystem().process(pid);
  }

  /** The files that it has mapped and that are still there, in the order of addresses. */
  public List<Path> files() {
    return mapped.stream()
        .filter(file -> !file.deleted() && Files.isRegularFile(file.path()))
        .map(MappedBinary::path)
        .toList();
  }

  /** The binaries that were deleted or replaced since they were mapped: what it runs is gone. */
  public List<FolderWalk.Unreadable> replaced() {
    List<FolderWalk.Unreadable> replaced = new ArrayList<>();
    for (MappedBinary file : mapped) {
      if (file.deleted() && file.isLibrary()) {
        String why = "was deleted or replaced since process %d mapped it".formatted(pid);
        replaced.add(
            new FolderWalk.Unreadable(
                file.path(), new NoSuchFileException(file.name(), null, why)));
      }
    }
    return replaced;
  }

  /** Whether its files are seen through another root folder: it runs in a container, mostly. */
  public boolean inContainer() {
    return !where.root().equals(Path.of("/"));
  }

  /**
   * A file that a process has mapped. Immutable.
   *
   * @param name its path as the process names it
   * @param path its path as seen from here; in {@code /proc/PID/root} for a process in a container
   * @param deleted whether it was deleted or replaced since: what lies under its path now, if
   *     anything, is not what runs
   */
  public record MappedBinary(String name, Path path, boolean deleted) {

    /** Whether its name is that of a library. */
    public boolean isLibrary() {
      return name.endsWith(".so")
          || name.contains(".so.")
          || name.toLowerCase(Locale.ROOT).endsWith(".dll");
    }
  }

  /**
   * Determines which of the files that processes have mapped have device code or a marker for it.
   * It remembers what it has examined: hundreds of processes map the same libraries. Safe for use
   * by many threads.
   */
  public static final class DeviceBinaries {
    private final ConcurrentMap<Path, Boolean> known = new ConcurrentHashMap<>();

    /** Those that have some and are still there. */
    public List<MappedBinary> in(List<MappedBinary> mapped) {
      return mapped.stream()
          .filter(
              file -> !file.deleted() && known.computeIfAbsent(file.path(), DeviceBinaries::has))
          .toList();
    }

    private static boolean has(Path path) {
      if (!Files.isRegularFile(path)) {
        return false;
      }
      try (OpenFile file = OpenFile.open(path)) {
        ByteView view = file.view();
        return HostImages.isImage(view)
            && HostImages.read(view).sections().stream()
                .anyMatch(each -> FatSections.isWrappers(each) || FatSections.isMarker(each));
      } catch (IOException unreadable) {
        // What cannot be read cannot be resolved; the process's own list says more about it.
        return false;
      }
    }
  }
}
