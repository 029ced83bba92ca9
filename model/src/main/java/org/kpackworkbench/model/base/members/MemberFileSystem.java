package org.kpackworkbench.model.base.members;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileSystems;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.members.MemberPath.Start;

/**
 * The members of one file, or of several taken together, as a read-only file system.
 *
 * <p>Links are followed inside it and cannot leave it. Immutable but for members that were unpacked
 * and are kept for a while; safe for use by many threads. It needs no closing: what is open ends
 * with the last path that leads into it.
 */
public final class MemberFileSystem extends FileSystem {
  static final String SCHEME = "members";

  private static final int MOST_LINKS = 40;
  private static final Set<String> VIEWS = Set.of("basic", "posix", "unix", TreeItem.MEMBERS_VIEW);

  private final String name;
  private final String absoluteName;
  private final String shortName;

  /** The file of several that has a member; the name of all of them for what many have. */
  private final Map<String, Path> owners = new HashMap<>();

  /** Where a file of several that is a folder of its own has its members. */
  private final Map<Path, String> folders = new HashMap<>();

  /** How texts of paths from the top begin. */
  private final Map<String, Top> tops = new LinkedHashMap<>();

  private final TreeMap<String, Member> members = new TreeMap<>();
  private final Map<String, List<String>> children = new HashMap<>();
  private final Map<Member.Content, Names> names = new IdentityHashMap<>();
  private final MemberProvider provider = new MemberProvider(this);

  /**
   * The names of one file: hard links share their content.
   *
   * @param number the file's own
   */
  record Names(int number, int count) {}

  /**
   * The beginning of a path's text.
   *
   * @param below the path from the top that it means
   */
  private record Top(Start start, String below) {}

  private MemberFileSystem(String name, String absoluteName, String shortName) {
    this.name = name;
    this.absoluteName = absoluteName;
    this.shortName = shortName;
    tops.put(name, new Top(Start.NAMED, ""));
    tops.putIfAbsent(absoluteName, new Top(Start.ABSOLUTE, ""));
  }

  private void addTop(Path file) {
    String below = folders.getOrDefault(file, "");
    tops.putIfAbsent(file.toString(), new Top(Start.NAMED, below));
    tops.putIfAbsent(absolute(file), new Top(Start.ABSOLUTE, below));
  }

  /**
   * Makes one.
   *
   * @param file the file that holds the members, which is also the name of their top
   * @param all the members, in any order; folders may be missing
   * @throws FormatException {@code DUPLICATE_KEY} where a path is there twice; {@code UNSAFE_PATH}
   *     where something is below a file or a link
   */
  public static MemberFileSystem of(Path file, List<Member> all) throws FormatException {
    return of(
        new MemberFileSystem(file.toString(), absolute(file), String.valueOf(file.getFileName())),
        all);
  }

  /**
   * Makes one file system of several files. Its top is named by all of them, with commas between,
   * and paths below by the file that has them, so that both can be opened again; its file name is
   * that of the first file and the number of further ones.
   *
   * @param owners the file that has a member, by the member's path
   */
  public static MemberFileSystem of(
      Collection<Path> files, Map<String, Path> owners, List<Member> all) throws FormatException {
    Path first = files.iterator().next();
    if (files.size() == 1) {
      return of(first, all);
    }
    MemberFileSystem system =
        new MemberFileSystem(
            files.stream().map(Path::toString).collect(Collectors.joining(",")),
            files.stream().map(MemberFileSystem::absolute).collect(Collectors.joining(",")),
            "{%s and %d more}".formatted(first.getFileName(), files.size() - 1));
    system.owners.putAll(owners);
    Path top = first.resolveSibling(system.shortName);
    system.owners.put("", top);
    Stream.concat(Stream.of(top), files.stream()).forEach(system::addTop);
    return of(system, all);
  }

  /**
   * Makes one file system of several files in a folder. Its top is named by the folder, and paths
   * below by the file that has them, so that both can be opened again.
   *
   * @param owners the file that has a member, by the member's path
   * @param folders of files whose members all lie in one folder, that folder's path
   */
  public static MemberFileSystem of(
      Path top, Map<String, Path> owners, Map<Path, String> folders, List<Member> all)
      throws FormatException {
    MemberFileSystem system =
        new MemberFileSystem(top.toString(), absolute(top), String.valueOf(top.getFileName()));
    system.owners.putAll(owners);
    system.owners.put("", top);
    system.folders.putAll(folders);
    owners.values().stream().distinct().forEach(system::addTop);
    return of(system, all);
  }

  private static String absolute(Path file) {
    return SystemText.of(file.toAbsolutePath().normalize());
  }

  private static MemberFileSystem of(MemberFileSystem system, List<Member> all)
      throws FormatException {
    for (Member member : all) {
      Member there = system.members.putIfAbsent(member.path(), member);
      boolean folders =
          there != null
              && there.kind() == Member.Kind.FOLDER
              && member.kind() == Member.Kind.FOLDER;
      if (folders) {
        system.members.put(member.path(), member);
      } else if (there != null) {
        throw system
            .error(Reason.DUPLICATE_KEY)
            .mismatch("each path once", "\"%s\" twice".formatted(member.path()));
      }
    }
    for (Member member : List.copyOf(system.members.values())) {
      system.enter(member.path(), member.modified());
    }
    system.members.putIfAbsent("", Member.folder("", FileTime.fromMillis(0)));
    for (Member member : system.members.values()) {
      if (member.content() instanceof Member.Content content) {
        Names known = system.names.getOrDefault(content, new Names(system.names.size() + 1, 0));
        system.names.put(content, new Names(known.number(), known.count() + 1));
      }
    }
    system.children.values().forEach(names -> names.sort(null));
    return system;
  }

  private void enter(String path, FileTime modified) throws FormatException {
    for (String at = path; !at.isEmpty(); ) {
      int slash = at.lastIndexOf('/');
      String parent = slash < 0 ? "" : at.substring(0, slash);
      Member above = members.get(parent);
      if (above != null && above.kind() != Member.Kind.FOLDER) {
        throw error(Reason.UNSAFE_PATH)
            .mismatch(
                "a folder around \"%s\"".formatted(at), "\"%s\", which is none".formatted(parent));
      }
      children.computeIfAbsent(parent, none -> new ArrayList<>()).add(at.substring(slash + 1));
      if (above != null) {
        return;
      }
      members.put(parent, Member.folder(parent, modified));
      at = parent;
    }
  }

  private FormatException.Builder error(Reason reason) {
    return FormatException.in(name, "members", "", reason);
  }

  /** The folder at the top. */
  public Path root() {
    return new MemberPath(this, Start.NAMED, List.of());
  }

  /** Returns the name of the file, as paths begin. */
  String name() {
    return name;
  }

  /** Returns the name of the file as an absolute path. */
  String absoluteName() {
    return absoluteName;
  }

  String shortName() {
    return shortName;
  }

  /** The names of what is in a folder. */
  List<String> names(Member folder) {
    return children.getOrDefault(folder.path(), List.of());
  }

  /** How many names the content of a member has; a folder or link is nothing else's other name. */
  Names links(Member member) {
    return member.content() instanceof Member.Content content
        ? names.getOrDefault(content, new Names(0, 1))
        : new Names(0, 1);
  }

  /** Returns the text of a path from the top. */
  String text(String inside, boolean absolute) {
    if (inside.isEmpty() || owners.isEmpty()) {
      return (absolute ? absoluteName : name) + (inside.isEmpty() ? "" : "/" + inside);
    }
    Path owner = owners.getOrDefault(inside, Objects.requireNonNull(owners.get("")));
    String below = folders.getOrDefault(owner, "");
    String rest =
        below.isEmpty() || !(inside + "/").startsWith(below + "/")
            ? "/" + inside
            : inside.substring(below.length());
    return (absolute ? absolute(owner) : owner.toString()) + rest;
  }

  /** All members but the top, in the order of their paths. */
  public List<Member> members() {
    return members.values().stream().filter(member -> !member.path().isEmpty()).toList();
  }

  /** Whether a path is one of a member that has to be unpacked to be opened. */
  public static boolean isPacked(Path path) {
    try {
      return path instanceof MemberPath inside
          && inside.getFileSystem().existing(inside, true).content() instanceof Member.Content found
          && found.isPacked();
    } catch (IOException missing) {
      return false;
    }
  }

  /** The path of a member. */
  public Path path(String inside) {
    return new MemberPath(
        this, Start.ABSOLUTE, inside.isEmpty() ? List.of() : List.of(inside.split("/")));
  }

  /**
   * The member at a path.
   *
   * @param follow whether a link at its end is followed; links before it always are
   * @throws NoSuchFileException if there is none
   */
  Member existing(MemberPath path, boolean follow) throws IOException {
    List<String> left = new ArrayList<>(((MemberPath) path.toAbsolutePath()).names());
    List<String> at = new ArrayList<>();
    int links = 0;
    while (!left.isEmpty()) {
      String next = left.removeFirst();
      if (next.isEmpty() || next.equals(".")) {
        continue;
      }
      if (next.equals("..")) {
        if (!at.isEmpty()) {
          at.removeLast();
        }
        continue;
      }
      at.add(next);
      Member member = members.get(String.join("/", at));
      if (member == null) {
        throw new NoSuchFileException(path.toString());
      }
      if (member.kind() == Member.Kind.LINK && (follow || !left.isEmpty())) {
        if (++links > MOST_LINKS) {
          throw new FileSystemLoopException(path.toString());
        }
        at.removeLast();
        if (member.linkTarget().startsWith("/")) {
          at.clear();
        }
        left.addAll(0, Arrays.asList(member.linkTarget().split("/")));
      } else if (!left.isEmpty() && member.kind() != Member.Kind.FOLDER) {
        throw new NoSuchFileException(path.toString());
      }
    }
    return Objects.requireNonNull(members.get(String.join("/", at)));
  }

  @Override
  public FileSystemProvider provider() {
    return provider;
  }

  /** Does nothing: paths into it may still be in use. */
  @Override
  public void close() {
    // What is open ends with the last path.
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return true;
  }

  @Override
  public String getSeparator() {
    return "/";
  }

  @Override
  public Iterable<Path> getRootDirectories() {
    return List.of(root());
  }

  @Override
  public Iterable<FileStore> getFileStores() {
    return List.of();
  }

  @Override
  public Set<String> supportedFileAttributeViews() {
    return VIEWS;
  }

  /** A path as it is printed here, one from the top as {@code /usr/lib}, or a relative one. */
  @Override
  public Path getPath(String first, String... more) {
    String text =
        more.length == 0 ? first : String.join("/", first, String.join("/", Arrays.asList(more)));
    Start start = text.startsWith("/") ? Start.ABSOLUTE : Start.RELATIVE;
    String inside = text;
    int longest = -1;
    for (Map.Entry<String, Top> top : tops.entrySet()) {
      int length = top.getKey().length();
      if (length > longest && (text.equals(top.getKey()) || text.startsWith(top.getKey() + "/"))) {
        longest = length;
        start = top.getValue().start();
        inside = top.getValue().below() + text.substring(length);
      }
    }
    List<String> names = new ArrayList<>(Arrays.asList(inside.split("/")));
    names.removeIf(String::isEmpty);
    return new MemberPath(this, start, names);
  }

  @Override
  public PathMatcher getPathMatcher(String syntaxAndPattern) {
    PathMatcher usual = FileSystems.getDefault().getPathMatcher(syntaxAndPattern);
    return path -> usual.matches(Path.of(path.toString()));
  }

  @Override
  public UserPrincipalLookupService getUserPrincipalLookupService() {
    throw new UnsupportedOperationException("members belong to no user of this machine");
  }

  @Override
  public WatchService newWatchService() {
    throw new UnsupportedOperationException("members do not change by themselves");
  }
}
