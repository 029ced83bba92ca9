package org.kpackworkbench.model.format.kpm;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.files.PathLookup;
import org.kpackworkbench.model.base.files.PathLookup.Result;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.kpack.BinaryKey;

/**
 * Where a marker's search paths lead: first resolved, then expanded, as loaders do.
 *
 * <p>A path is resolved as C++'s {@code std::filesystem::weakly_canonical} does: the longest
 * leading part that exists with its links, the rest as text. In the result, {@link
 * GpuTarget#PLACEHOLDER} represents a target. A loader knows its targets ({@link Resolved#with});
 * everything else looks for the files of whatever target ({@link #candidates}). Texts of paths are
 * {@link SystemText}s. Safe for use by many threads.
 */
public final class SearchPaths {
  /** How the names of manifests end. */
  public static final String MANIFEST = ".kpm";

  /** A search path leads to no more files than this; the others are left out. */
  public static final int MOST_FILES = 10_000;

  private final PathLookup lookup;
  private final ConcurrentMap<Written, Resolved> resolved = new ConcurrentHashMap<>();

  private record Written(String folder, String path) {}

  /** Search paths of a process. */
  public SearchPaths(PathLookup lookup) {
    this.lookup = lookup;
  }

  /**
   * The search paths of binaries that lie on this system, or in a package.
   *
   * @param something a binary, or anything that is where it is
   * @param rules how its system reads paths
   */
  public static SearchPaths at(Path something, PathRules rules) {
    return new SearchPaths(PathLookup.at(something, rules));
  }

  /** Likewise, to read existing files: with names, too, that the binary's system cannot have. */
  public static SearchPaths readable(Path something, PathRules rules) {
    return new SearchPaths(PathLookup.at(something, rules).withForeignNames());
  }

  /** Where the paths are looked up. */
  public PathLookup lookup() {
    return lookup;
  }

  /** The kinds of targets of a search path. */
  public enum State {
    /** A regular file. */
    FILE,
    /** Nothing, or nothing that can be reached. */
    MISSING,
    /** A folder without permission hides whether the file is there. */
    DENIED,
    /** A folder, a device or the like. */
    NO_FILE,
    /** The text is no path of this system, or a manifest's that leads out of its folder. */
    NO_PATH
  }

  /**
   * One path that a search path represents.
   *
   * @param path where it leads, without links; as much as is known of it where nothing is there
   * @param target what the placeholder represents; empty if there is none
   */
  public record Candidate(Path path, String target, State state) {
    /** How large the file is; 0 if there is none. */
    public long sizeBytes() {
      try {
        return state == State.FILE ? java.nio.file.Files.size(path) : 0;
      } catch (IOException gone) {
        return 0;
      }
    }

    /** Whether a loader may look it up: it looks up targets of GPUs only. */
    public boolean isForGpu() {
      return target.isEmpty() || target.startsWith("gfx");
    }
  }

  /**
   * A path of a marker that was resolved.
   *
   * @param path the path, absolute
   * @param placeholder where its first placeholder is; -1 if it has none
   * @param failure why it could not be resolved, so that it counts from the working folder; null if
   *     it could
   */
  public record Resolved(String path, int placeholder, PathLookup.@Nullable Kind failure) {
    /** Whether it represents several paths. */
    public boolean isPattern() {
      return placeholder >= 0;
    }

    /** The path with an architecture in place of the first placeholder, and only of that. */
    public String with(String architecture) {
      return path.substring(0, placeholder)
          + architecture
          + path.substring(placeholder + GpuTarget.PLACEHOLDER.length());
    }

    /**
     * @param from where the path's own text begins, behind what says from where it counts
     */
    private static Resolved of(String path, int from, PathLookup.@Nullable Kind failure) {
      return new Resolved(path, path.indexOf(GpuTarget.PLACEHOLDER, from), failure);
    }
  }

  /**
   * The files that some search paths of a binary lead to, each once, with those that manifests
   * list.
   *
   * @param binary the binary's file, which need not be there yet
   */
  public List<Path> files(Path binary, List<String> searchPaths) throws IOException {
    Set<Path> files = new LinkedHashSet<>();
    Path folder = folderOf(binary);
    for (String searchPath : searchPaths) {
      files.addAll(filesOf(candidates(folder, searchPath)));
    }
    return List.copyOf(files);
  }

  /** The archives among candidates that a loader may look up, and those that manifests list. */
  public List<Path> filesOf(List<Candidate> candidates) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Candidate each : candidates) {
      if (each.state() != State.FILE || !each.isForGpu()) {
        continue;
      }
      Path path = each.path();
      for (Candidate archive : isManifest(path) ? listed(path) : List.of(each)) {
        if (archive.state() == State.FILE) {
          files.add(archive.path());
        }
      }
    }
    return files;
  }

  /**
   * The files that a search path leads to.
   *
   * @param problem why it could not be followed; empty if it could
   */
  public record Files(List<Candidate> files, String problem) {}

  /** The files that a search path of a binary leads to, for whatever target. */
  public Files look(Path binary, String searchPath) {
    try {
      List<Candidate> all = candidates(folderOf(binary), searchPath);
      if (all.getFirst().state() == State.NO_PATH) {
        return new Files(List.of(), searchPath.isEmpty() ? "an empty path" : "no path");
      }
      return new Files(all.stream().filter(each -> each.state() == State.FILE).toList(), "");
    } catch (IOException failure) {
      return new Files(List.of(), "cannot be looked up: " + failure.getMessage());
    }
  }

  /** The folder that a binary's search paths count from: links in its path are resolved. */
  public Path folderOf(Path binary) {
    Result whole = lookup.follow(SystemText.of(binary.toAbsolutePath()));
    Path parent = binary.toAbsolutePath().getParent();
    Path root = lookup.path(lookup.root().isEmpty() ? "/" : lookup.root());
    if (whole.kind().exists()) {
      Path real = lookup.path(whole.real()).getParent();
      return real == null ? root : real;
    }
    if (parent == null) {
      return root;
    }
    Result there = lookup.follow(SystemText.of(parent));
    return there.kind().exists() ? lookup.path(there.real()) : parent;
  }

  /**
   * Resolves a search path; null if it is no path.
   *
   * @param folder where the binary really is
   */
  public @Nullable Resolved resolve(Path folder, String searchPath) {
    return searchPath.isEmpty() || searchPath.indexOf('\0') >= 0
        ? null
        : resolve(SystemText.of(folder), searchPath);
  }

  /**
   * Resolves a search path from a folder that need not be there: follows the path by its names
   * only.
   *
   * @param within a path that leaves this folder leads nowhere, and is null
   */
  public @Nullable Resolved resolve(Path folder, String searchPath, Path within) {
    String text = SystemText.of(within);
    String top = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    String written = lookup.rules().slashed(searchPath);
    String path = written.startsWith("/") ? lookup.root() : SystemText.of(folder);
    for (String part : written.split("/", -1)) {
      if (part.equals("..")) {
        if (path.equals(top)) {
          return null;
        }
        path = path.substring(0, Math.max(0, path.lastIndexOf('/')));
      } else if (!part.isEmpty() && !part.equals(".")) {
        path = path + "/" + part;
      }
    }
    return path.startsWith(top + "/") ? Resolved.of(path, 0, null) : null;
  }

  /**
   * Returns the targets of a search path, for whatever GPU target there is a file, by name. Where
   * the placeholder is in the path several times, each represents the same GPU target. Never empty.
   *
   * @param folder where the binary really is
   */
  public List<Candidate> candidates(Path folder, String searchPath) throws IOException {
    Resolved pattern = resolve(folder, searchPath);
    return pattern == null
        ? List.of(new Candidate(folder, "", State.NO_PATH))
        : candidates(folder, pattern);
  }

  /** Likewise for a path that was resolved. */
  public List<Candidate> candidates(Path folder, Resolved pattern) throws IOException {
    String path = pattern.path();
    try {
      if (!pattern.isPattern()) {
        return List.of(candidate(path, ""));
      }
      int start = path.lastIndexOf('/', pattern.placeholder());
      int slash = path.indexOf('/', pattern.placeholder());
      int end = slash < 0 ? path.length() : slash;
      List<Candidate> found = new ArrayList<>();
      for (String target : targets(path.substring(0, start), path.substring(start + 1, end))) {
        String own = path.substring(start).replace(GpuTarget.PLACEHOLDER, target);
        found.add(candidate(path.substring(0, start) + own, target));
      }
      return found.isEmpty()
          ? List.of(new Candidate(lookup.path(path), "", State.MISSING))
          : List.copyOf(found);
    } catch (InvalidPathException unlikeThisSystem) {
      return List.of(new Candidate(folder, "", State.NO_PATH));
    } catch (AccessDeniedException closed) {
      // Loaders cannot list it either, and nothing else says which names to look for.
      return List.of(new Candidate(lookup.path(path), "", State.DENIED));
    }
  }

  private Candidate candidate(String path, String target) {
    Result there = lookup.follow(path);
    String real = there.kind().exists() ? there.real() : path;
    return new Candidate(
        lookup.path(real),
        target,
        switch (there.kind()) {
          case REGULAR -> State.FILE;
          case FOLDER, OTHER -> State.NO_FILE;
          case DENIED -> State.DENIED;
          default -> State.MISSING;
        });
  }

  private List<String> targets(String folder, String part) throws IOException {
    Result there = lookup.follow(folder.isEmpty() ? "/" : folder);
    if (there.kind() == PathLookup.Kind.DENIED) {
      throw new AccessDeniedException(folder);
    }
    if (there.kind() != PathLookup.Kind.FOLDER) {
      return List.of();
    }
    Pattern names = names(part, lookup.rules());
    List<String> targets = new ArrayList<>();
    for (Path child : FolderList.of(lookup.path(there.real()))) {
      Matcher matcher = names.matcher(String.valueOf(child.getFileName()));
      if (matcher.matches() && targets.size() < MOST_FILES) {
        String target = matcher.group(1);
        // Targets are written in small letters: where case does not matter this is the same name.
        targets.add(lookup.rules().ignoresCase() ? target.toLowerCase(Locale.ROOT) : target);
      }
    }
    targets.sort(Comparator.comparing(target -> part.replace(GpuTarget.PLACEHOLDER, target)));
    return targets;
  }

  private static Pattern names(String part, PathRules rules) {
    String[] pieces = part.split(Pattern.quote(GpuTarget.PLACEHOLDER), -1);
    StringBuilder regex = new StringBuilder(Pattern.quote(pieces[0]));
    for (int i = 1; i < pieces.length; i++) {
      regex
          .append(i == 1 ? "(" + GpuTarget.FILE_NAME + ")" : "\\1")
          .append(Pattern.quote(pieces[i]));
    }
    return Pattern.compile(
        regex.toString(),
        rules.ignoresCase() ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0);
  }

  /** Whether a file is a manifest by its name: it represents the archives that it lists. */
  public static boolean isManifest(Path file) {
    return file.toString().endsWith(MANIFEST);
  }

  /** The archives that a manifest lists, in its order, whatever is there. */
  public List<Candidate> listed(Path manifest) throws IOException {
    Path file = manifest.toAbsolutePath();
    String folder = SystemText.of(file.getParent() == null ? file : file.getParent());
    List<Candidate> listed =
        ManifestFile.open(file).manifest().rows().stream()
            .map(
                row ->
                    BinaryKey.unsafe(row.file()).isPresent()
                        ? new Candidate(file, "", State.NO_PATH)
                        : candidate(lookup.from(folder, row.file()), ""))
            .toList();
    return List.copyOf(listed);
  }

  /**
   * Resolves a marker's path.
   *
   * @param folder the folder of the binary's real path
   */
  public Resolved resolve(String folder, String written) {
    return resolved.computeIfAbsent(new Written(folder, written), this::resolve);
  }

  private Resolved resolve(Written path) {
    String joined = lookup.from(path.folder(), path.path());
    if (lookup.isAbsolute(path.path())) {
      return Resolved.of(joined, joined.length() - path.path().length(), null);
    }
    Result whole = lookup.follow(joined);
    if (whole.fails()) {
      String asWritten = lookup.fromWorkingFolder(path.path());
      return Resolved.of(asWritten, asWritten.length() - path.path().length(), whole.kind());
    }
    String found = whole.kind().exists() ? whole.real() : weakly(joined);
    return Resolved.of(
        found, found.startsWith(lookup.root() + "/") ? lookup.root().length() : 0, null);
  }

  private String weakly(String joined) {
    List<String> parts = parts(joined);
    String existing = "";
    String real = "/";
    int count = 0;
    for (String part : parts) {
      String longer = existing + "/" + part;
      Result there = lookup.follow(longer);
      if (!there.kind().exists()) {
        break;
      }
      existing = longer;
      real = there.real();
      count++;
    }
    return normalised(real, parts.subList(count, parts.size()));
  }

  /** The names of an absolute path; the last is empty if the path ends with a slash. */
  private static List<String> parts(String path) {
    List<String> parts = new ArrayList<>();
    for (String part : path.split("/", -1)) {
      if (!part.isEmpty()) {
        parts.add(part);
      }
    }
    if (path.endsWith("/")) {
      parts.add("");
    }
    return parts;
  }

  /** A real path and what follows it, without {@code .} and with {@code ..} taken as text. */
  private String normalised(String real, List<String> rest) {
    int top = real.startsWith(lookup.root() + "/") ? lookup.root().length() : 0;
    String path = real.equals("/") ? "" : real;
    boolean slash = false;
    for (String part : rest) {
      slash = part.isEmpty() || part.equals(".") || part.equals("..");
      if (part.equals("..")) {
        path = path.length() > top ? path.substring(0, path.lastIndexOf('/')) : path;
      } else if (!slash) {
        path = path + "/" + part;
      }
    }
    return path.isEmpty() || slash ? path + "/" : path;
  }
}
