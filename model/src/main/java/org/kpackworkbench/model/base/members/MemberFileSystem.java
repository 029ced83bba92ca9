package org.kpackworkbench.model.base.members;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileSystems;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.NotLinkException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.ReadOnlyFileSystemException;
import java.nio.file.StandardOpenOption;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
  private static final long KEPT_BYTES = 128L << 20;
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
  private final Provider provider = new Provider();
  private final Kept kept = new Kept();

  /**
   * The names of one file: hard links share their content.
   *
   * @param number the file's own
   */
  private record Names(int number, int count) {}

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
            .expected("each path once")
            .found("\"%s\" twice".formatted(member.path()))
            .build();
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
            .expected("a folder around \"%s\"".formatted(at))
            .found("\"%s\", which is none".formatted(parent))
            .build();
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

  /** Members that were unpacked into memory, the ones that were read last. */
  private static final class Kept {
    private final Map<String, MemberChannel> channels = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    synchronized boolean has(Member member) {
      return channels.containsKey(member.path());
    }

    MemberChannel open(Member member) throws IOException {
      synchronized (this) {
        MemberChannel there = channels.get(member.path());
        if (there != null) {
          return there.again();
        }
      }
      Member.Content content = member.content();
      if (content == null) {
        throw new AccessDeniedException(member.path());
      }
      MemberChannel made = content.open();
      return made.isInMemory() ? keep(member.path(), made) : made;
    }

    private synchronized MemberChannel keep(String path, MemberChannel made) throws IOException {
      if (channels.put(path, made) == null) {
        bytes += made.size();
      }
      Iterator<MemberChannel> oldest = channels.values().iterator();
      while (bytes > KEPT_BYTES && oldest.hasNext()) {
        MemberChannel old = oldest.next();
        if (old != made) {
          bytes -= old.size();
          oldest.remove();
        }
      }
      return made.again();
    }
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

  private record Attributes(Member member, Object fileKey) implements PosixFileAttributes {
    @Override
    public FileTime lastModifiedTime() {
      return member.modified();
    }

    @Override
    public FileTime lastAccessTime() {
      return lastModifiedTime();
    }

    @Override
    public FileTime creationTime() {
      return lastModifiedTime();
    }

    @Override
    public boolean isRegularFile() {
      return member.kind() == Member.Kind.FILE;
    }

    @Override
    public boolean isDirectory() {
      return member.kind() == Member.Kind.FOLDER;
    }

    @Override
    public boolean isSymbolicLink() {
      return member.kind() == Member.Kind.LINK;
    }

    @Override
    public boolean isOther() {
      return member.kind() == Member.Kind.SPECIAL;
    }

    @Override
    public long size() {
      return member.sizeBytes();
    }

    @Override
    public UserPrincipal owner() {
      return () -> "root";
    }

    @Override
    public GroupPrincipal group() {
      return () -> "root";
    }

    @Override
    public Set<PosixFilePermission> permissions() {
      Set<PosixFilePermission> set = EnumSet.noneOf(PosixFilePermission.class);
      PosixFilePermission[] all = PosixFilePermission.values();
      for (int i = 0; i < all.length; i++) {
        if ((member.mode() & (0400 >> i)) != 0) {
          set.add(all[i]);
        }
      }
      return set;
    }
  }

  private final class Provider extends FileSystemProvider {
    private Member member(Path path, LinkOption... options) throws IOException {
      return existing(
          (MemberPath) path, !Arrays.asList(options).contains(LinkOption.NOFOLLOW_LINKS));
    }

    private MemberChannel open(Path path, Set<? extends OpenOption> options) throws IOException {
      for (OpenOption option : options) {
        if (option == StandardOpenOption.WRITE || option == StandardOpenOption.APPEND) {
          throw new ReadOnlyFileSystemException();
        }
      }
      Member member = member(path);
      if (member.kind() != Member.Kind.FILE) {
        throw new FileSystemException(path.toString(), null, "it is no file");
      }
      return kept.open(member);
    }

    @Override
    public String getScheme() {
      return SCHEME;
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
      throw new UnsupportedOperationException("made from members only");
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
      throw new UnsupportedOperationException("made from members only");
    }

    @Override
    public Path getPath(URI uri) {
      throw new UnsupportedOperationException("made from members only");
    }

    @Override
    public SeekableByteChannel newByteChannel(
        Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
        throws IOException {
      return open(path, options);
    }

    @Override
    public InputStream newInputStream(Path path, OpenOption... options) throws IOException {
      Member member = member(path);
      Member.Content content = member.content();
      return content == null || !content.isPacked() || kept.has(member)
          ? super.newInputStream(path, options)
          : content.stream();
    }

    @Override
    public FileChannel newFileChannel(
        Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
        throws IOException {
      return open(path, options);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(
        Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
      Member member = member(folder);
      if (member.kind() != Member.Kind.FOLDER) {
        throw new NotDirectoryException(folder.toString());
      }
      List<Path> found = new ArrayList<>();
      for (String child : children.getOrDefault(member.path(), List.of())) {
        Path path = folder.resolve(child);
        if (filter.accept(path)) {
          found.add(path);
        }
      }
      return new DirectoryStream<>() {
        @Override
        public Iterator<Path> iterator() {
          return found.iterator();
        }

        @Override
        public void close() {
          // Nothing is open.
        }
      };
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) {
      throw new ReadOnlyFileSystemException();
    }

    @Override
    public void delete(Path path) {
      throw new ReadOnlyFileSystemException();
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) {
      throw new ReadOnlyFileSystemException();
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) {
      throw new ReadOnlyFileSystemException();
    }

    @Override
    public boolean isSameFile(Path one, Path other) throws IOException {
      if (!(other instanceof MemberPath path) || path.getFileSystem() != MemberFileSystem.this) {
        return false;
      }
      Member first = member(one);
      Member second = member(other);
      return first.equals(second)
          || (first.content() != null && first.content().equals(second.content()));
    }

    @Override
    public boolean isHidden(Path path) {
      return String.valueOf(path.getFileName()).startsWith(".");
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
      throw new IOException(path + ": members lie on no disk");
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
      Member member = member(path);
      for (AccessMode mode : modes) {
        boolean executable = member.kind() == Member.Kind.FOLDER || (member.mode() & 0111) != 0;
        if (mode == AccessMode.WRITE || (mode == AccessMode.EXECUTE && !executable)) {
          throw new AccessDeniedException(path.toString());
        }
      }
    }

    @Override
    public <V extends FileAttributeView> @Nullable V getFileAttributeView(
        Path path, Class<V> type, LinkOption... options) {
      return null;
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(
        Path path, Class<A> type, LinkOption... options) throws IOException {
      Member member = member(path, options);
      Attributes attributes = new Attributes(member, absoluteName + "/" + member.path());
      if (!type.isInstance(attributes)) {
        throw new UnsupportedOperationException(type.getName());
      }
      return type.cast(attributes);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
        throws IOException {
      Member member = member(path, options);
      PosixFileAttributes known = new Attributes(member, absoluteName + "/" + member.path());
      Map<String, Object> all = new HashMap<>();
      all.put("size", known.size());
      all.put("isRegularFile", known.isRegularFile());
      all.put("isDirectory", known.isDirectory());
      all.put("isSymbolicLink", known.isSymbolicLink());
      all.put("isOther", known.isOther());
      all.put("lastModifiedTime", known.lastModifiedTime());
      all.put("lastAccessTime", known.lastAccessTime());
      all.put("creationTime", known.creationTime());
      all.put("fileKey", known.fileKey());
      all.put("permissions", known.permissions());
      all.put("mode", member.mode());
      all.put("dev", SCHEME);
      // A folder or link is nothing else's other name.
      Names shared =
          member.content() instanceof Member.Content content
              ? names.getOrDefault(content, new Names(0, 1))
              : new Names(0, 1);
      all.put("nlink", shared.count());
      all.put("ino", (long) shared.number());
      all.put("linkTarget", member.linkTarget());
      if (member.owner() instanceof Member.Owner owner) {
        all.put("uid", (int) owner.user());
        all.put("gid", (int) owner.group());
      }
      String wanted = attributes.substring(attributes.indexOf(':') + 1);
      if (!wanted.equals("*")) {
        all.keySet().retainAll(Arrays.asList(wanted.split(",")));
      }
      return all;
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
      throw new ReadOnlyFileSystemException();
    }

    @Override
    public Path readSymbolicLink(Path link) throws IOException {
      Member member = member(link, LinkOption.NOFOLLOW_LINKS);
      if (member.kind() != Member.Kind.LINK) {
        throw new NotLinkException(link.toString());
      }
      return getPath(member.linkTarget());
    }

    private Path getPath(String text) {
      return MemberFileSystem.this.getPath(text);
    }
  }
}
