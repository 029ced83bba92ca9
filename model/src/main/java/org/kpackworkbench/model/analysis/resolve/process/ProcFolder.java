package org.kpackworkbench.model.analysis.resolve.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.analysis.resolve.process.MemoryMap.Mapping;
import org.kpackworkbench.model.analysis.resolve.process.RunningProcess.MappedBinary;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.job.Progress;

/**
 * The folder in which Linux shows its processes. Safe for use by many threads.
 *
 * @param folder {@code /proc}, or one that looks like it
 */
public record ProcFolder(Path folder) {
  private static final Path SYSTEM = Path.of("/proc");
  private static final String KERNEL_THREAD = "";

  /** This machine's. */
  public static ProcFolder ofSystem() {
    return new ProcFolder(SYSTEM);
  }

  /**
   * The processes that the user may read, the newest first, and the number of others.
   *
   * @param processes by number, falling
   * @param hidden how many are other users'
   */
  public record Listing(List<ProcessEntry> processes, int hidden) {
    public Listing {
      processes = List.copyOf(processes);
    }
  }

  /**
   * Lists processes; what ends meanwhile is left out, and so are threads of the kernel.
   *
   * @throws IOException if there is no such folder
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public Listing list(Progress progress) throws IOException {
    List<ProcessEntry> found = new ArrayList<>();
    int hidden = 0;
    for (Path child : FolderList.of(folder, "[0-9]*")) {
      progress.step(0);
      try {
        ProcessEntry entry = entry(child);
        if (entry != null) {
          found.add(entry);
        }
      } catch (AccessDeniedException denied) {
        hidden++;
      } catch (FileSystemException gone) {
        // It ended after the folder was listed.
        progress.step(0);
      } catch (IOException unreadable) {
        // Reading of a process that is just ending fails in other ways, too.
        hidden++;
      }
    }
    found.sort(Comparator.comparingLong(ProcessEntry::pid).reversed());
    return new Listing(found, hidden);
  }

  private @Nullable ProcessEntry entry(Path process) throws IOException {
    String name = process.getFileName().toString();
    if (!name.matches("[0-9]{1,18}")) {
      return null;
    }
    MemoryMap memory = MemoryMap.parse(text(process.resolve("maps")));
    String command = command(process);
    if (memory.mappings().isEmpty() || command.equals(KERNEL_THREAD)) {
      return null;
    }
    return new ProcessEntry(Long.parseLong(name), command, files(process, memory));
  }

  /** The words of its command line; of one that has none its name. */
  private static String command(Path process) throws IOException {
    String words = text(process.resolve("cmdline")).replace('\0', ' ').strip();
    return words.isEmpty() ? text(process.resolve("comm")).strip() : words;
  }

  /**
   * Reads a process.
   *
   * @throws NoSuchFileException if there is none
   * @throws AccessDeniedException if it is another user's
   */
  public RunningProcess process(long pid) throws IOException {
    Path process = folder.resolve(Long.toString(pid));
    if (!Files.isDirectory(process)) {
      throw new NoSuchFileException(
          process.toString(),
          null,
          Files.isDirectory(folder)
              ? "there is no process %d; it may have ended".formatted(pid)
              : "there is no /proc on this system, which only Linux has");
    }
    try {
      MemoryMap memory = MemoryMap.parse(text(process.resolve("maps")));
      Map<String, String> variables = variables(text(process.resolve("environ")));
      return new RunningProcess(
          pid, command(process), memory, variables, loaderFiles(process), files(process, memory));
    } catch (NoSuchFileException gone) {
      throw (IOException)
          new NoSuchFileException(
                  process.toString(), null, "process %d ended meanwhile".formatted(pid))
              .initCause(gone);
    } catch (AccessDeniedException denied) {
      throw (IOException)
          new AccessDeniedException(
                  process.toString(),
                  null,
                  ("process %d is another user's, or protected: its memory and variables cannot be"
                          + " examined")
                      .formatted(pid))
              .initCause(denied);
    }
  }

  /** Returns the files that the process has mapped, by their paths as seen from here. */
  private List<MappedBinary> files(Path process, MemoryMap memory) {
    Path root = root(process);
    List<MappedBinary> files = new ArrayList<>();
    memory
        .files()
        .forEach(
            (path, mapping) ->
                files.add(
                    new MappedBinary(
                        path,
                        LoaderFiles.below(root, Path.of(path)),
                        mapping.kind() == Mapping.Kind.DELETED_FILE)));
    return files;
  }

  private LoaderFiles loaderFiles(Path process) {
    Path root = root(process);
    Path working;
    try {
      working = LoaderFiles.below(root, Files.readSymbolicLink(process.resolve("cwd")));
    } catch (IOException hidden) {
      // Only relative paths in variables need it.
      working = root;
    }
    return new LoaderFiles(root, working);
  }

  /**
   * Where its root folder is, as seen from here. What the link says counts from the process's own
   * mounts, so of a process in a container it says nothing but {@code /}.
   */
  private Path root(Path process) {
    Path own = process.resolve("root");
    try {
      boolean changed = !Files.readSymbolicLink(own).equals(Path.of("/"));
      boolean container =
          !Files.readSymbolicLink(process.resolve("ns/mnt"))
              .equals(Files.readSymbolicLink(folder.resolve("self/ns/mnt")));
      return changed || container ? own : Path.of("/");
    } catch (IOException | UnsupportedOperationException hidden) {
      return Path.of("/");
    }
  }

  private static String text(Path file) throws IOException {
    // Paths and variables are bytes; those that are no text would stop a strict decoder.
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  /** Takes the text of an {@code environ} file apart; of a variable that occurs twice the first. */
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

  /**
   * A process in a list. Immutable.
   *
   * @param pid its number
   * @param command its command line, arguments between spaces
   * @param files the files that it has mapped
   */
  public record ProcessEntry(long pid, String command, List<MappedBinary> files) {
    public ProcessEntry {
      files = List.copyOf(files);
    }
  }
}
