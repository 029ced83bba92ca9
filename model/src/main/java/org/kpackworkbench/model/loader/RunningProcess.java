package org.kpackworkbench.model.loader;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.tree.FolderWalk;

/**
 * A process of this machine as its loader sees it, read from {@code /proc}. Immutable.
 *
 * @param pid its number
 * @param memory what it has mapped
 * @param variables its environment when it started; what it changed since is not known
 */
public record RunningProcess(long pid, MemoryMap memory, Map<String, String> variables) {
  public RunningProcess {
    variables = Map.copyOf(variables);
  }

  /**
   * Looks at a process; Linux only.
   *
   * @throws NoSuchFileException where there is no such process
   * @throws java.nio.file.AccessDeniedException where it is another user's
   */
  public static RunningProcess of(long pid) throws IOException {
    Path folder = Path.of("/proc", Long.toString(pid));
    if (!Files.isDirectory(folder)) {
      throw new NoSuchFileException(
          folder.toString(), null, "there is no process " + pid + ", or no /proc on this system");
    }
    byte[] environment = Files.readAllBytes(folder.resolve("environ"));
    return new RunningProcess(
        pid, MemoryMap.ofProcess(pid), variables(new String(environment, StandardCharsets.UTF_8)));
  }

  /** Takes the text of an {@code environ} file apart; of a variable that stands twice the first. */
  static Map<String, String> variables(String environ) {
    Map<String, String> variables = new LinkedHashMap<>();
    for (String one : environ.split("\0", -1)) {
      int equals = one.indexOf('=');
      if (equals > 0) {
        variables.putIfAbsent(one.substring(0, equals), one.substring(equals + 1));
      }
    }
    return variables;
  }

  /** The files that it has mapped and that are still there, in the order of addresses. */
  public List<Path> files() {
    List<Path> files = new ArrayList<>();
    memory
        .files()
        .forEach(
            (path, mapping) -> {
              if (mapping.kind() == Mapping.Kind.FILE && Files.isRegularFile(Path.of(path))) {
                files.add(Path.of(path));
              }
            });
    return files;
  }

  /** The binaries that were deleted or replaced since they were mapped: what it runs is gone. */
  public List<FolderWalk.Unreadable> replaced() {
    List<FolderWalk.Unreadable> replaced = new ArrayList<>();
    memory
        .files()
        .forEach(
            (path, mapping) -> {
              boolean library = path.endsWith(".so") || path.contains(".so.");
              if (mapping.kind() == Mapping.Kind.DELETED_FILE && library) {
                String why = "was deleted or replaced since process %d mapped it".formatted(pid);
                replaced.add(
                    new FolderWalk.Unreadable(
                        Path.of(path), new NoSuchFileException(path, null, why)));
              }
            });
    return replaced;
  }
}
