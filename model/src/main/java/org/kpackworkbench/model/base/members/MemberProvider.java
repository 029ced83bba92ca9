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
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.NotLinkException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the members of one file system. */
final class MemberProvider extends FileSystemProvider {
  private final MemberFileSystem system;
  private final KeptMembers kept = new KeptMembers();

  MemberProvider(MemberFileSystem system) {
    this.system = system;
  }

  private Member member(Path path, LinkOption... options) throws IOException {
    return system.existing(
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
    return MemberFileSystem.SCHEME;
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
    for (String child : system.names(member)) {
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
    if (!(other instanceof MemberPath path) || path.getFileSystem() != system) {
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
    MemberAttributes attributes =
        new MemberAttributes(member, system.absoluteName() + "/" + member.path());
    if (!type.isInstance(attributes)) {
      throw new UnsupportedOperationException(type.getName());
    }
    return type.cast(attributes);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
      throws IOException {
    Member member = member(path, options);
    PosixFileAttributes known =
        new MemberAttributes(member, system.absoluteName() + "/" + member.path());
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
    all.put("dev", MemberFileSystem.SCHEME);
    MemberFileSystem.Names shared = system.links(member);
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
    return system.getPath(member.linkTarget());
  }
}
