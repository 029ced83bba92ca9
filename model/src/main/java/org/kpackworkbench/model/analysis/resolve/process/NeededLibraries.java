package org.kpackworkbench.model.analysis.resolve.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderFiles;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.text.SafeText;
import org.kpackworkbench.model.format.elf.DynamicEntry;
import org.kpackworkbench.model.format.elf.DynamicEntry.DynamicTag;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfMachine;
import org.kpackworkbench.model.format.host.HostImages;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;

/**
 * The libraries that a program needs, and those that they need, as the dynamic linker of Linux
 * finds them: {@code RPATH}, {@code LD_LIBRARY_PATH}, {@code RUNPATH}, {@code /etc/ld.so.cache},
 * the usual folders. It does not search again for a name that a loaded library has, be it the one
 * it was found by or its {@code SONAME}. Where there is no cache that can be read, the folders of
 * {@code /etc/ld.so.conf} count in its place, as if {@code ldconfig} had been run. What a program
 * opens by itself when it runs is not known. Immutable.
 *
 * <p>Relative and empty paths count from the folder in which the program is started: here the
 * current one, or the root folder where the current one is not below it. Below each folder those of
 * {@link LinkerCache#LEVELS} come first, as on a processor that has them all. {@code $LIB} is
 * {@code lib/x86_64-linux-gnu} where the root folder has such a folder, as Debian's, else {@code
 * lib64}; {@code $PLATFORM} is {@code x86_64}.
 *
 * @param files the program and its libraries, in the order in which they are found, each once
 * @param missing libraries that were not found, by the paths that a message names; a damaged cache
 *     of the linker is one of them
 * @param startedIn the folder in which the program is supposed to be started; empty if no path that
 *     was followed is relative
 */
public record NeededLibraries(
    List<Path> files, List<FolderWalk.Unreadable> missing, Optional<Path> startedIn) {
  private static final int MOST_LIBRARIES = 10_000;
  private static final int MOST_INCLUDED = 100;

  /** As many as Linux follows in a path. */
  private static final int MOST_LINKS = 40;

  private static final Pattern TOKEN =
      Pattern.compile("\\$(?:\\{(ORIGIN|LIB|PLATFORM)\\}|(ORIGIN|LIB|PLATFORM))");
  private static final List<String> USUAL =
      List.of(
          "/lib/x86_64-linux-gnu",
          "/usr/lib/x86_64-linux-gnu",
          "/lib64",
          "/usr/lib64",
          "/lib",
          "/usr/lib");

  public NeededLibraries {
    files = List.copyOf(files);
    missing = List.copyOf(missing);
  }

  /**
   * Returns the libraries' dependencies beside the files, in a sentence; empty if there are none.
   */
  public String words() {
    return startedIn
        .map(
            folder ->
                ("Relative search paths are followed from %s; other libraries may be found where"
                        + " the program is started in another folder.")
                    .formatted(folder))
        .orElse("");
  }

  /**
   * Whether the answer for the program alone is the answer: it has device code, or it cannot be
   * said whether it has, and none of its libraries does; or it needs none.
   *
   * @throws IOException if the program cannot be read
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public boolean programIsAll(Progress progress) throws IOException {
    if (files.size() == 1 && missing.isEmpty()) {
      return true;
    }
    if (deviceCode(files.getFirst(), progress) == DeviceCode.NONE) {
      return false;
    }
    for (Path library : files.subList(1, files.size())) {
      try {
        if (deviceCode(library, progress) != DeviceCode.NONE) {
          return false;
        }
      } catch (IOException unreadable) {
        // It was readable when it was found: who resolves all says what is wrong.
        return false;
      }
    }
    return true;
  }

  private static DeviceCode deviceCode(Path file, Progress progress) throws IOException {
    progress.step(0);
    try (OpenFile mapped = OpenFile.open(file)) {
      return FatBinary.read(HostImages.read(mapped.view()), progress).state();
    }
  }

  /**
   * A library with the properties that the linker uses.
   *
   * @param origin the folder that it was found in, before links were followed
   */
  private record Loaded(
      Path file,
      Path origin,
      int machine,
      @Nullable String soname,
      List<String> needed,
      List<String> rpath,
      List<String> runpath) {}

  /** Who needs a library: its own RPATH counts, and those of all that led to it. */
  private record Wanted(String name, Loaded by, List<Loaded> chain) {}

  /**
   * Finds them.
   *
   * @param program the program, or a library
   * @param root the folder that is {@code /} for it
   * @param libraryPath the value of {@code LD_LIBRARY_PATH}; no folder if it is empty
   * @throws IOException if the program cannot be read
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public static NeededLibraries of(Path program, Path root, String libraryPath, Progress progress)
      throws IOException {
    return new Finder(top(root), libraryPath, progress).find(program);
  }

  /**
   * The file that a path leads to in another system, by links that count from its root.
   *
   * @param root the folder that is {@code /} there
   * @param path a path there, or here
   * @return the path itself if it is relative, or nothing is there
   */
  public static Path inSystem(Path root, Path path) {
    Path top = top(root);
    Path below = path.isAbsolute() ? LoaderFiles.below(top, path) : path;
    Path file = below.equals(path) ? null : Finder.followed(top, below);
    return file == null ? path : file;
  }

  /**
   * A root folder without links, so that what is found below it is known as such.
   *
   * @return the absolute path if there is no such folder
   */
  public static Path top(Path root) {
    try {
      return root.toRealPath();
    } catch (IOException none) {
      return root.toAbsolutePath().normalize();
    }
  }

  private static final class Finder {
    private final Path root;
    private final Progress progress;
    private final Path startedIn;
    private final List<String> libraryPath;
    private final List<String> configured;
    private final @Nullable LinkerCache cache;
    private final Set<Path> files = new LinkedHashSet<>();
    private final Set<String> loadedNames = new HashSet<>();
    private final List<FolderWalk.Unreadable> missing = new ArrayList<>();
    private final Set<String> missingNames = new HashSet<>();
    private final Deque<Wanted> wanted = new ArrayDeque<>();
    private boolean relative;

    Finder(Path root, String libraryPath, Progress progress) {
      this.root = root;
      this.progress = progress;
      Path current = top(Path.of(""));
      this.startedIn = current.startsWith(root) ? current : root;
      this.libraryPath = parts(libraryPath, "[:;]");
      this.configured = configured();
      this.cache = cache();
    }

    /** The linker's cache; null if there is none, or none that a linker could use. */
    private @Nullable LinkerCache cache() {
      Path file = followed(root, root.resolve("etc/ld.so.cache"));
      if (file == null || !Files.isRegularFile(file)) {
        return null;
      }
      try (OpenFile open = OpenFile.open(file)) {
        return LinkerCache.read(open.view());
      } catch (IOException damaged) {
        missing.add(new FolderWalk.Unreadable(file, damaged));
        return null;
      }
    }

    NeededLibraries find(Path program) throws IOException {
      Path real = program.toRealPath();
      Loaded first = read(real, real);
      files.add(real);
      named(first);
      want(first, List.of());
      for (Wanted next = wanted.poll(); next != null; next = wanted.poll()) {
        progress.step(0);
        String name = expanded(next.name(), next.by());
        if (loadedNames.contains(name)) {
          continue;
        }
        Loaded found = find(next);
        if (found == null) {
          if (missingNames.add(next.name())) {
            missing.add(
                new FolderWalk.Unreadable(
                    Path.of(next.name()),
                    new NoSuchFileException(next.name(), null, notFound(next))));
          }
        } else if (files.size() < MOST_LIBRARIES) {
          loadedNames.add(name);
          if (files.add(found.file())) {
            named(found);
            want(found, next.chain());
          }
        }
      }
      return new NeededLibraries(
          new ArrayList<>(files), missing, relative ? Optional.of(startedIn) : Optional.empty());
    }

    private void named(Loaded one) {
      if (one.soname() != null) {
        loadedNames.add(one.soname());
      }
    }

    /** That a library was not found, and whether it is only the cache that lacks it. */
    private String notFound(Wanted wanted) {
      String words = "%s needs it, and it was not found".formatted(wanted.by().file());
      Loaded uncached =
          cache == null || wanted.name().indexOf('/') >= 0 ? null : inFolders(configured, wanted);
      return uncached == null
          ? words
          : "%s: %s is in a folder of /etc/ld.so.conf, but not in /etc/ld.so.cache; run ldconfig"
              .formatted(words, uncached.file());
    }

    private void want(Loaded one, List<Loaded> above) {
      List<Loaded> chain = new ArrayList<>();
      chain.add(one);
      chain.addAll(above);
      one.needed().forEach(name -> wanted.add(new Wanted(name, one, chain)));
    }

    /** The first file of that name that is for the same machine. */
    private @Nullable Loaded find(Wanted wanted) {
      if (wanted.name().indexOf('/') >= 0) {
        return at(Path.of(expanded(wanted.name(), wanted.by())), wanted.by());
      }
      List<String> folders = new ArrayList<>();
      if (wanted.by().runpath().isEmpty()) {
        for (Loaded each : wanted.chain()) {
          if (each.runpath().isEmpty()) {
            each.rpath().forEach(path -> folders.add(expanded(path, each)));
          }
        }
      }
      Loaded program = wanted.chain().getLast();
      libraryPath.forEach(path -> folders.add(expanded(path, program)));
      wanted.by().runpath().forEach(path -> folders.add(expanded(path, wanted.by())));
      Loaded found = inFolders(folders, wanted);
      if (found == null && cache != null) {
        for (String path : cache.paths(wanted.name())) {
          found = found == null ? at(Path.of(path), wanted.by()) : found;
        }
      }
      if (found == null && cache == null) {
        found = inFolders(configured, wanted);
      }
      return found == null ? inFolders(USUAL, wanted) : found;
    }

    private @Nullable Loaded inFolders(List<String> folders, Wanted wanted) {
      for (String folder : folders) {
        progress.step(0);
        Path each = Path.of(folder);
        for (String level : LinkerCache.LEVELS) {
          Loaded found = at(each.resolve(level).resolve(wanted.name()), wanted.by());
          if (found != null) {
            return found;
          }
        }
        Loaded found = at(each.resolve(wanted.name()), wanted.by());
        if (found != null) {
          return found;
        }
      }
      return null;
    }

    /** A library at a path of the program's; null if there is none that it can use. */
    private @Nullable Loaded at(Path path, Loaded by) {
      relative |= !path.isAbsolute();
      Path own = Path.of("/").resolve(root.relativize(startedIn)).resolve(path).normalize();
      // What follows from a path that was found is below the root already.
      Path file = own.startsWith(root) ? own : LoaderFiles.below(root, own);
      Path real = followed(root, file);
      if (real == null || !Files.isRegularFile(real)) {
        return null;
      }
      try {
        Loaded found = read(real, file);
        return found.machine() == by.machine() ? found : null;
      } catch (IOException unreadable) {
        // The linker passes over what is no library, and goes on.
        return null;
      }
    }

    /**
     * Follows the links of a path's folders and of its file as a system whose root it is does:
     * absolute ones count from the root, and none leads above it.
     *
     * @return the file without links; null if there is none
     */
    private static @Nullable Path followed(Path root, Path file) {
      Deque<Path> names = new ArrayDeque<>();
      (file.startsWith(root) ? root.relativize(file) : file).forEach(names::add);
      Path at = root;
      int links = 0;
      for (Path name = names.poll(); name != null; name = names.poll()) {
        if (name.toString().equals("..")) {
          at = at.equals(root) ? root : Objects.requireNonNull(at.getParent());
          continue;
        }
        Path next = at.resolve(name).normalize();
        if (!Files.isSymbolicLink(next)) {
          at = next;
          continue;
        }
        links++;
        Path to = links <= MOST_LINKS ? target(next) : null;
        if (to == null) {
          return null;
        }
        at = to.isAbsolute() ? root : at;
        for (int i = to.getNameCount() - 1; i >= 0; i--) {
          names.push(to.getName(i));
        }
      }
      return Files.exists(at, LinkOption.NOFOLLOW_LINKS) ? at : null;
    }

    private static @Nullable Path target(Path link) {
      try {
        return Files.readSymbolicLink(link);
      } catch (IOException unreadable) {
        return null;
      }
    }

    private static Loaded read(Path file, Path foundAs) throws IOException {
      try (OpenFile mapped = OpenFile.open(file)) {
        if (!(HostImages.read(mapped.view()) instanceof ElfFile elf)) {
          // The libraries of a Windows program are found by rules of that system alone.
          return new Loaded(
              file,
              Objects.requireNonNull(foundAs.getParent()),
              ElfMachine.X86_64,
              null,
              List.of(),
              List.of(),
              List.of());
        }
        String soname = null;
        List<String> needed = new ArrayList<>();
        List<String> rpath = new ArrayList<>();
        List<String> runpath = new ArrayList<>();
        for (DynamicEntry entry : elf.dynamic()) {
          String text = entry.text();
          if (text == null) {
            continue;
          }
          if (entry.tag() == DynamicTag.NEEDED) {
            needed.add(text);
          } else if (entry.tag() == DynamicTag.SONAME) {
            soname = text;
          } else if (entry.tag() == DynamicTag.RPATH) {
            rpath.addAll(parts(text, ":"));
          } else if (entry.tag() == DynamicTag.RUNPATH) {
            runpath.addAll(parts(text, ":"));
          }
        }
        return new Loaded(
            file,
            Objects.requireNonNull(foundAs.getParent()),
            elf.header().machine(),
            soname,
            needed,
            rpath,
            runpath);
      }
    }

    /**
     * {@code $ORIGIN} is the folder that the file with the path was found in. Only of the program
     * itself it is the folder that links lead to: the linker learns its path from the kernel.
     */
    private String expanded(String path, Loaded by) {
      if (path.indexOf('$') < 0) {
        return path;
      }
      String architecture = by.machine() == ElfMachine.AARCH64 ? "aarch64" : "x86_64";
      String debian = "lib/" + architecture + "-linux-gnu";
      boolean isDebian =
          Files.isDirectory(root.resolve(debian))
              || Files.isDirectory(root.resolve("usr").resolve(debian));
      return replaced(
          Map.of(
              "ORIGIN",
              by.origin().toString(),
              "LIB",
              isDebian ? debian : "lib64",
              "PLATFORM",
              architecture),
          path);
    }

    private static String replaced(Map<String, String> tokens, String path) {
      return TOKEN
          .matcher(path)
          .replaceAll(
              match ->
                  Matcher.quoteReplacement(
                      tokens.getOrDefault(
                          match.group(1) == null ? match.group(2) : match.group(1), "")));
    }

    private static List<String> parts(String paths, String separator) {
      return paths.isEmpty() ? List.of() : List.of(paths.split(separator, -1));
    }

    /** The folders of {@code /etc/ld.so.conf} and of what it includes. */
    private List<String> configured() {
      List<String> folders = new ArrayList<>();
      configured(root.resolve("etc/ld.so.conf"), folders, new HashSet<>());
      return folders;
    }

    private void configured(Path file, List<String> folders, Set<Path> seen) {
      Path real = followed(root, file);
      if (real == null
          || !Files.isRegularFile(real)
          || seen.size() >= MOST_INCLUDED
          || !seen.add(file)) {
        return;
      }
      try {
        for (String line : SystemText.of(Files.readAllBytes(real)).split("\n", -1)) {
          String text = line.replaceFirst("#.*", "").strip();
          try {
            if (text.startsWith("include ") || text.startsWith("include\t")) {
              for (String pattern : text.substring("include".length()).strip().split("\\s+", -1)) {
                included(file, Path.of(pattern), folders, seen);
              }
            } else if (text.startsWith("/")) {
              folders.add(Path.of(text).toString());
            }
          } catch (InvalidPathException | PatternSyntaxException none) {
            // The linker passes over it; what it was to be may be missing.
            missing.add(
                new FolderWalk.Unreadable(
                    file,
                    new IOException(
                        "%s: expected folders and patterns of files, found \"%s\""
                            .formatted(file, SafeText.of(text)))));
          }
        }
      } catch (IOException unreadable) {
        // Then the usual folders count alone, as without the file.
        return;
      }
    }

    /** Relative patterns count from the folder of the file that has them. */
    private void included(Path by, Path pattern, List<String> folders, Set<Path> seen)
        throws IOException {
      Path all =
          pattern.isAbsolute() ? LoaderFiles.below(root, pattern) : by.resolveSibling(pattern);
      Path name = all.getFileName();
      Path parent = all.getParent();
      Path folder = parent == null ? null : followed(root, parent);
      if (name == null || folder == null || !Files.isDirectory(folder)) {
        return;
      }
      List<Path> sorted = FolderList.of(folder, name.toString());
      sorted.forEach(each -> configured(each, folders, seen));
    }
  }
}
