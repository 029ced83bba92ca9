package org.kpackworkbench.model.format.codeobject;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyException;

/**
 * Looks for {@code llvm-objdump}: in the folders of {@code PATH}, there also with a version behind
 * its name, and where ROCm and distributions put it.
 *
 * <p>A distribution's plain {@code llvm-objdump} is often too old for current GPUs while a newer
 * one is beside it, so newer ones come first: one whose path does not contain its version, which
 * the user put on the {@code PATH} on purpose; then ROCm's; then the others, newest first.
 */
public final class DisassemblerFinder {
  private static final String NAME = "llvm-objdump";
  private static final Pattern VERSIONED = Pattern.compile("llvm-objdump-(\\d{1,4})(?:\\.exe)?");
  private static final Pattern NUMBERS = Pattern.compile("\\d+");
  private static final Pattern LLVM_VERSION = Pattern.compile("llvm(?:-objdump)?[-/](\\d{1,4})");
  private static final int ROCM = 100_000;
  private static final int UNTOLD = 200_000;

  private final List<Path> onPath;
  private final List<Path> installed;

  /**
   * @param onPath folders to look in for the tool with and without a version
   * @param installed folders that hold installations, such as {@code /opt/rocm/llvm/bin}; a last
   *     but one name that ends in {@code *} represents every such folder
   */
  DisassemblerFinder(List<Path> onPath, List<Path> installed) {
    this.onPath = onPath;
    this.installed = installed;
  }

  /** Looks where this system's environment says. */
  public static DisassemblerFinder ofSystem() {
    return of(System.getenv());
  }

  static DisassemblerFinder of(Map<String, String> environment) {
    List<Path> onPath = new ArrayList<>();
    for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      path(folder).ifPresent(onPath::add);
    }
    List<Path> installed = new ArrayList<>();
    path(environment.getOrDefault("ROCM_PATH", ""))
        .ifPresent(rocm -> installed.add(rocm.resolve("llvm/bin")));
    path(environment.getOrDefault("HIP_PATH", ""))
        .ifPresent(hip -> installed.add(hip.resolve("bin")));
    installed.add(Path.of("/opt/rocm/llvm/bin"));
    installed.addAll(matching(Path.of("/opt"), "rocm-*", "llvm/bin"));
    installed.addAll(matching(Path.of("/usr/lib"), "llvm-*", "bin"));
    return new DisassemblerFinder(onPath, installed);
  }

  /**
   * Finds the tools in the order in which to try them; never empty.
   *
   * @param configured the path that the user chose, which is then the only one; null if none was
   * @throws DisassemblyException if there is none, with what to install
   */
  public List<Path> find(@Nullable Path configured) throws DisassemblyException {
    if (configured != null) {
      if (isProgram(configured)) {
        return List.of(configured);
      }
      throw new DisassemblyException(
          DisassemblyException.Reason.NOT_INSTALLED,
          "%s, which was given as llvm-objdump, is not a program that can be run."
                  .formatted(configured)
              + " Choose another in the settings, or on the command line with --llvm-objdump, or"
              + " none to let it be found.");
    }
    Map<Path, Path> byRealPath = new LinkedHashMap<>();
    Stream.of(plain(onPath), versioned(), plain(installed))
        .flatMap(found -> found)
        .forEach(file -> byRealPath.putIfAbsent(real(file), file));
    List<Path> tools =
        byRealPath.keySet().stream()
            .sorted(Comparator.comparing(DisassemblerFinder::rank).reversed())
            .map(byRealPath::get)
            .toList();
    if (tools.isEmpty()) {
      throw notInstalled();
    }
    return tools;
  }

  private static Stream<Path> plain(List<Path> folders) {
    return folders.stream()
        .flatMap(folder -> Stream.of(folder.resolve(NAME), folder.resolve(NAME + ".exe")))
        .filter(DisassemblerFinder::isProgram);
  }

  private Stream<Path> versioned() {
    return onPath.stream()
        .flatMap(folder -> matching(folder, NAME + "-*", "").stream())
        .filter(file -> VERSIONED.matcher(name(file)).matches())
        .filter(DisassemblerFinder::isProgram);
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }

  private static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException gone) {
      return file;
    }
  }

  /** The version of a tool, if its path contains it; higher is newer. */
  private static int rank(Path tool) {
    String path = tool.toString().replace('\\', '/');
    if (path.contains("/rocm") || path.contains("/ROCm")) {
      return ROCM;
    }
    int version = UNTOLD;
    Matcher matcher = LLVM_VERSION.matcher(path);
    while (matcher.find()) {
      version = Integer.parseInt(matcher.group(1));
    }
    return version;
  }

  /**
   * Returns the matches of a pattern in a folder, newest version first, each with {@code inside}
   * added.
   */
  private static List<Path> matching(Path folder, String pattern, String inside) {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try {
        FolderList.of(folder, pattern).forEach(found::add);
      } catch (IOException unreadable) {
        return List.of();
      }
    }
    found.sort(Comparator.comparing((Path entry) -> version(name(entry))).reversed());
    return found.stream().map(entry -> entry.resolve(inside)).toList();
  }

  /** The numbers in a name, padded so that they compare as numbers. */
  private static String version(String name) {
    StringBuilder version = new StringBuilder();
    Matcher numbers = NUMBERS.matcher(name);
    while (numbers.find()) {
      version.append("0".repeat(Math.max(0, 9 - numbers.group().length()))).append(numbers.group());
    }
    return version.toString();
  }

  private static String name(Path path) {
    Path name = path.getFileName();
    return name == null ? "" : name.toString();
  }

  private static Optional<Path> path(String text) {
    try {
      return text.isBlank() ? Optional.empty() : Optional.of(Path.of(text));
    } catch (InvalidPathException notAPath) {
      return Optional.empty();
    }
  }

  private static DisassemblyException notInstalled() {
    return new DisassemblyException(
        DisassemblyException.Reason.NOT_INSTALLED,
        "llvm-objdump was not found on the PATH, in ROCm or in /usr/lib/llvm-*. Install it, on"
            + " Debian and Ubuntu with \"apt install llvm\", on Fedora with \"dnf install llvm\","
            + " or with ROCm, or choose its path in the settings, or on the command line"
            + " with --llvm-objdump.");
  }
}
