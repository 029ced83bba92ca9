package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.kpackworkbench.model.base.place.PathRules;

/**
 * Where paths lead, by the rules of a POSIX system's calls or of Windows', below the root of some
 * process. Each name is looked up once, so that all results are consistent. Paths are {@link
 * SystemText}s as seen from here, absolute. Safe for use by many threads.
 */
public final class PathLookup {
  private static final boolean ON_WINDOWS = java.io.File.separatorChar == '\\';
  private static final int MOST_LINKS = 40;
  private static final int LONGEST_PATH_BYTES = 4095;
  private static final int LONGEST_NAME_BYTES = 255;

  private final FileSystem system;
  private final PathRules rules;
  private boolean foreign;
  private final boolean own;
  private final String root;
  private final String working;
  private final List<List<String>> overlaid;
  private final ConcurrentMap<String, Node> nodes = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, Boolean> searchable = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, Map<String, String>> spellings = new ConcurrentHashMap<>();

  /** The kinds of targets of a path. */
  public enum Kind {
    /** A regular file. */
    REGULAR,
    /** A folder. */
    FOLDER,
    /** A device, a pipe, a socket. */
    OTHER,
    /** Nothing has the name, or something on the way is no folder. */
    MISSING,
    /** Its links lead in a circle. */
    CIRCLE,
    /** A folder on the way may not be searched. */
    DENIED,
    /** The path or a name is longer than systems allow. */
    TOO_LONG,
    /** The system fails in another way. */
    UNREADABLE;

    /** Whether something is there. */
    public boolean exists() {
      return this == REGULAR || this == FOLDER || this == OTHER;
    }
  }

  /**
   * Where a path leads.
   *
   * @param real the path without links, {@code .} and {@code ..}; empty if there is nothing
   */
  public record Result(Kind kind, String real) {
    /** Whether following it fails otherwise than by finding nothing. */
    public boolean fails() {
      return !kind.exists() && kind != Kind.MISSING;
    }

    private static Result not(Kind kind) {
      return new Result(kind, "");
    }
  }

  /**
   * A name in a folder.
   *
   * @param target what a link says; empty for others
   * @param at where it is
   */
  private record Node(Kind kind, String target, String at) {
    static Node not(Kind kind) {
      return new Node(kind, "", "");
    }
  }

  /**
   * Looks below a root.
   *
   * @param root what a process takes for the root of all files, absolute
   * @param workingFolder its working folder, as seen from here, absolute
   */
  public PathLookup(Path root, Path workingFolder) {
    this(root, workingFolder, List.of(), PathRules.LINUX);
  }

  /**
   * Likewise, with folders that are seen as if they were laid over each other: what is not in one
   * of them is looked for in the others of the same list. A folder of another one appears in each;
   * a file's real path says where it is.
   *
   * @param overlaid lists of such folders, real paths as seen from here
   * @param rules how the process reads paths
   */
  public PathLookup(Path root, Path workingFolder, List<List<Path>> overlaid, PathRules rules) {
    this.rules = rules;
    this.overlaid =
        overlaid.stream()
            .map(folders -> folders.stream().map(folder -> SystemText.of(folder)).toList())
            .toList();
    system = root.getFileSystem();
    own = root.getParent() == null && system.equals(FileSystems.getDefault());
    String top = SystemText.of(root);
    // Without the last slash: "" is the root of all files.
    this.root = top.endsWith("/") ? top.substring(0, top.length() - 1) : top;
    working = SystemText.of(workingFolder);
    // A process holds its working folder, even if the names of its parent folders have changed.
    hold(working);
  }

  private void hold(String folder) {
    for (int at = folder.length(); at > root.length(); at = folder.lastIndexOf('/', at - 1)) {
      nodes.put(folder.substring(0, at), new Node(Kind.FOLDER, "", folder.substring(0, at)));
    }
  }

  /** Looks as this program does. */
  public static PathLookup own() {
    return at(Path.of(""), PathRules.LINUX);
  }

  /**
   * Looks as this program does, where something is: in a package, from the package's top.
   *
   * @param rules how paths are read
   */
  public static PathLookup at(Path something, PathRules rules) {
    Path here = something.toAbsolutePath();
    Path root = Objects.requireNonNull(here.getRoot());
    boolean packed = !something.getFileSystem().equals(FileSystems.getDefault());
    Path working = packed ? root : Path.of("").toAbsolutePath();
    return new PathLookup(root, working, List.of(), rules);
  }

  /**
   * A path that was followed, or begins with {@link #root}.
   *
   * @throws InvalidPathException if the system can have no such path
   */
  public Path path(String text) {
    return system.equals(FileSystems.getDefault()) ? SystemText.path(text) : system.getPath(text);
  }

  /** The root that absolute paths count from, without a slash at its end. */
  public String root() {
    return root;
  }

  /** How the process reads paths. */
  public PathRules rules() {
    return rules;
  }

  /** Whether a path counts from a root. */
  public boolean isAbsolute(String written) {
    return rules.isAbsolute(written) || (ON_WINDOWS && PathRules.WINDOWS.isAbsolute(written));
  }

  /** A path of the process: an absolute one counts from its root, others from a folder. */
  public String from(String folder, String written) {
    String path = rules.slashed(written);
    if (isAbsolute(written)) {
      return own || rules.isOnDrive(written) ? path : root + path;
    }
    if (!rules.allowsColon() && folder.indexOf(':') >= 0) {
      // The tree of another system lies in a folder of this one.
      hold(folder);
    }
    return named(folder.endsWith("/") ? folder + path : folder + "/" + path);
  }

  /** A path as a call takes it: a relative one counts from the working folder. */
  public String fromWorkingFolder(String written) {
    return from(working, written);
  }

  /**
   * Finds names, too, that the system of the paths cannot have: what lies in a folder of this
   * system can be read here.
   *
   * @return this
   */
  public PathLookup withForeignNames() {
    foreign = true;
    return this;
  }

  /** Follows a path with all links. */
  public Result follow(String path) {
    String text = SystemText.untilNul(path);
    if (text.isEmpty()) {
      return Result.not(Kind.MISSING);
    }
    if (!system.equals(FileSystems.getDefault())) {
      text = belowRoot(text);
    }
    if (!ON_WINDOWS && rules.isOnDrive(text)) {
      return Result.not(Kind.MISSING);
    }
    String top = root.isEmpty() || text.equals(root) || text.startsWith(root + "/") ? root : "";
    String below = text.substring(top.length());
    if (below.length() > LONGEST_PATH_BYTES / 4 && SystemText.length(below) > LONGEST_PATH_BYTES) {
      return Result.not(Kind.TOO_LONG);
    }
    return walk(top, below);
  }

  /** A path in several packages by the name of all of them, whichever it begins with. */
  private String belowRoot(String text) {
    Path path = system.getPath(text);
    Path top = path.getRoot();
    return top == null || path.equals(top) ? text : root + "/" + top.relativize(path);
  }

  /** A path in several packages by the name of the one that has it. */
  private String named(String text) {
    return system.equals(FileSystems.getDefault()) ? text : system.getPath(text).toString();
  }

  private Result walk(String top, String below) {
    Deque<String> left = new ArrayDeque<>();
    push(left, below);
    if (rules == PathRules.WINDOWS) {
      withoutDots(left);
    }
    String at = top;
    Kind kind = Kind.FOLDER;
    int links = 0;
    while (!left.isEmpty()) {
      String name = left.pop();
      if (kind != Kind.FOLDER) {
        return Result.not(Kind.MISSING);
      }
      if (name.isEmpty()) {
        continue;
      }
      boolean up = name.equals("..");
      if ((up || name.equals(".")) && !mayBeSearched(at)) {
        return Result.not(Kind.DENIED);
      }
      if (name.equals(".")) {
        continue;
      }
      if (up) {
        at = at.length() > top.length() ? at.substring(0, at.lastIndexOf('/')) : at;
        continue;
      }
      Node node = node(at + "/" + name, name);
      if (!node.target().isEmpty()) {
        if (++links > MOST_LINKS) {
          return Result.not(Kind.CIRCLE);
        }
        at = isAbsolute(node.target()) ? top : at;
        push(left, rules.slashed(node.target()));
        continue;
      }
      if (!node.kind().exists()) {
        return Result.not(node.kind());
      }
      kind = node.kind();
      // A folder keeps the path by which it was looked up: its names are looked for in all of them.
      at = kind == Kind.FOLDER ? at + "/" + lastName(node.at()) : node.at();
    }
    return new Result(kind, at.isEmpty() ? "/" : named(at));
  }

  /** Whether names may be looked up in a folder, its own {@code .} and {@code ..} as well. */
  private boolean mayBeSearched(String folder) {
    return folder.isEmpty()
        || searchable.computeIfAbsent(
            folder,
            text -> {
              try {
                Path there = path(withDrive(text));
                // A working folder is held, also where its name is gone or another's.
                return Files.isExecutable(there) || Files.notExists(there);
              } catch (InvalidPathException unnameable) {
                // A name below it was reached, so it is a folder.
                return true;
              }
            });
  }

  private static void push(Deque<String> left, String path) {
    String[] parts = path.split("/", -1);
    for (int i = parts.length - 1; i >= 0; i--) {
      left.push(parts[i]);
    }
  }

  /** Windows takes dots for text before it looks anything up. */
  private static void withoutDots(Deque<String> names) {
    Deque<String> kept = new ArrayDeque<>();
    for (String name : names) {
      if (name.equals("..")) {
        kept.pollLast();
      } else if (!name.isEmpty() && !name.equals(".")) {
        kept.add(name);
      }
    }
    boolean folder = names.peekLast() instanceof String last && last.isEmpty();
    names.clear();
    names.addAll(kept);
    if (folder) {
      names.add("");
    }
  }

  private static String lastName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private Node node(String path, String name) {
    Node known = nodes.get(path);
    if (known == null) {
      known = spelled(path, name);
      if (known.kind() == Kind.MISSING) {
        known = overlaid(path, name, known);
      }
      nodes.putIfAbsent(path, known);
    }
    return known;
  }

  private Node overlaid(String path, String name, Node missing) {
    for (List<String> folders : overlaid) {
      for (String folder : folders) {
        if (!path.startsWith(folder + "/")) {
          continue;
        }
        for (String other : folders) {
          Node found = spelled(other + path.substring(folder.length()), name);
          if (found.kind() != Kind.MISSING) {
            return found;
          }
        }
      }
    }
    return missing;
  }

  /** A name as it is written, or where case does not matter as it is in its folder. */
  private Node spelled(String path, String name) {
    if (!foreign && !rules.allowsColon() && name.indexOf(':') >= 0 && !ON_WINDOWS) {
      return Node.not(Kind.MISSING);
    }
    Node exact = read(path, name);
    if (exact.kind() != Kind.MISSING || !rules.ignoresCase()) {
      return exact;
    }
    String folder = path.substring(0, path.length() - name.length());
    String other = spellings.computeIfAbsent(folder, this::spellings).get(name);
    return other == null ? exact : read(folder + other, other);
  }

  private Map<String, String> spellings(String folder) {
    Map<String, String> names = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    try {
      for (Path child : FolderList.of(path(withDrive(folder)))) {
        String name = lastName(SystemText.of(child));
        names.putIfAbsent(name, name);
      }
    } catch (IOException | InvalidPathException unlisted) {
      // Only the names as they are written can be looked up.
      return Map.of();
    }
    return names;
  }

  private Node read(String text, String name) {
    if (name.length() > LONGEST_NAME_BYTES / 4 && SystemText.length(name) > LONGEST_NAME_BYTES) {
      return Node.not(Kind.TOO_LONG);
    }
    try {
      Path path = path(withDrive(text));
      BasicFileAttributes found =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (found.isSymbolicLink()) {
        return new Node(Kind.OTHER, SystemText.of(Files.readSymbolicLink(path)), text);
      }
      Kind kind =
          found.isRegularFile() ? Kind.REGULAR : found.isDirectory() ? Kind.FOLDER : Kind.OTHER;
      return new Node(kind, "", text);
    } catch (NoSuchFileException | InvalidPathException nothing) {
      return Node.not(Kind.MISSING);
    } catch (AccessDeniedException denied) {
      return Node.not(Kind.DENIED);
    } catch (IOException failure) {
      // What the call says else is in the language of the system; it fails in any.
      return Node.not(Kind.UNREADABLE);
    }
  }

  /** Paths of Windows begin with a drive, which is a name like others here. */
  private static String withDrive(String text) {
    return ON_WINDOWS && text.startsWith("/") ? text.substring(1) : text;
  }
}
