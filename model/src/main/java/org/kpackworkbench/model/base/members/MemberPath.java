package org.kpackworkbench.model.base.members;

import java.io.IOException;
import java.net.URI;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A path in a file that holds files, absolute or not. Immutable. */
final class MemberPath implements Path {
  private final MemberFileSystem system;
  private final Start start;
  private final List<String> names;

  /** Where a path begins, and how it prints. */
  enum Start {
    /** At another path. */
    RELATIVE,
    /** At the top, which prints as the file was named. */
    NAMED,
    /** At the top, which prints as the file's absolute path. */
    ABSOLUTE
  }

  MemberPath(MemberFileSystem system, Start start, List<String> names) {
    this.system = system;
    this.start = start;
    this.names = List.copyOf(names);
  }

  /** Whether it is a path of this file; a file that was opened twice is the same one. */
  private boolean isIn(MemberFileSystem other) {
    return system.absoluteName().equals(other.absoluteName());
  }

  /** The names that it has, one behind another. */
  List<String> names() {
    return names;
  }

  private MemberPath with(List<String> others) {
    return new MemberPath(system, start, others);
  }

  private MemberPath relative(List<String> others) {
    return new MemberPath(system, Start.RELATIVE, others);
  }

  /** A path of this file system; one of the usual file system is read as it is written. */
  private MemberPath own(Path other) {
    if (other instanceof MemberPath path) {
      if (!path.isIn(system) && path.isAbsolute()) {
        throw new ProviderMismatchException(other + " is not in " + system.name());
      }
      return new MemberPath(system, path.start, path.names);
    }
    if (other.isAbsolute()) {
      throw new ProviderMismatchException(other + " is not in " + system.name());
    }
    List<String> written = new ArrayList<>();
    other.forEach(name -> written.add(name.toString()));
    written.removeIf(String::isEmpty);
    return relative(written);
  }

  @Override
  public MemberFileSystem getFileSystem() {
    return system;
  }

  @Override
  public boolean isAbsolute() {
    return start != Start.RELATIVE;
  }

  @Override
  public @Nullable Path getRoot() {
    return isAbsolute() ? with(List.of()) : null;
  }

  /** The last name; of the top, that of the file which holds it all. */
  @Override
  public Path getFileName() {
    return relative(List.of(names.isEmpty() ? system.shortName() : names.getLast()));
  }

  @Override
  public @Nullable Path getParent() {
    return names.isEmpty() || (!isAbsolute() && names.size() == 1)
        ? null
        : with(names.subList(0, names.size() - 1));
  }

  @Override
  public int getNameCount() {
    return names.size();
  }

  @Override
  public Path getName(int index) {
    return relative(List.of(names.get(index)));
  }

  @Override
  public Path subpath(int from, int to) {
    return relative(names.subList(from, to));
  }

  @Override
  public boolean startsWith(Path other) {
    return other instanceof MemberPath path
        && path.isIn(system)
        && path.isAbsolute() == isAbsolute()
        && path.names.size() <= names.size()
        && names.subList(0, path.names.size()).equals(path.names);
  }

  @Override
  public boolean endsWith(Path other) {
    List<String> end = other instanceof MemberPath path ? path.names : namesOf(other);
    int from = names.size() - end.size();
    return other.isAbsolute()
        ? equals(other)
        : from >= 0 && names.subList(from, names.size()).equals(end);
  }

  private static List<String> namesOf(Path other) {
    List<String> written = new ArrayList<>();
    other.forEach(name -> written.add(name.toString()));
    return written;
  }

  @Override
  public Path normalize() {
    List<String> left = new ArrayList<>();
    for (String name : names) {
      if (name.equals("..")
          && (isAbsolute() || (!left.isEmpty() && !left.getLast().equals("..")))) {
        if (!left.isEmpty()) {
          left.removeLast();
        }
      } else if (!name.equals(".") && !name.isEmpty()) {
        left.add(name);
      }
    }
    return with(left);
  }

  @Override
  public Path resolve(Path other) {
    if (other.isAbsolute()) {
      return other;
    }
    List<String> all = new ArrayList<>(names);
    all.addAll(own(other).names);
    return with(all);
  }

  @Override
  public Path relativize(Path other) {
    MemberPath path = own(other);
    if (path.isAbsolute() != isAbsolute()) {
      throw new IllegalArgumentException("one of these is absolute: %s, %s".formatted(this, other));
    }
    int common = 0;
    while (common < Math.min(names.size(), path.names.size())
        && names.get(common).equals(path.names.get(common))) {
      common++;
    }
    List<String> way = new ArrayList<>();
    for (int i = common; i < names.size(); i++) {
      way.add("..");
    }
    way.addAll(path.names.subList(common, path.names.size()));
    return relative(way);
  }

  @Override
  public URI toUri() {
    return URI.create(
        MemberFileSystem.SCHEME
            + ":"
            + Path.of(system.absoluteName()).toUri()
            + "!/"
            + Path.of("/" + String.join("/", names)).toUri().getRawPath().substring(1));
  }

  @Override
  public Path toAbsolutePath() {
    return new MemberPath(system, Start.ABSOLUTE, names);
  }

  @Override
  public Path toRealPath(LinkOption... options) throws IOException {
    return Arrays.asList(options).contains(LinkOption.NOFOLLOW_LINKS)
        ? system.path(system.existing(this, false).path())
        : system.path(system.existing(this, true).path());
  }

  @Override
  public WatchKey register(
      WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
    throw new UnsupportedOperationException("members do not change by themselves");
  }

  @Override
  public int compareTo(Path other) {
    return other instanceof MemberPath path && path.isIn(system)
        ? String.join("/", names).compareTo(String.join("/", path.names))
        : toAbsolutePath().toString().compareTo(other.toAbsolutePath().toString());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof MemberPath path
        && path.isIn(system)
        && path.isAbsolute() == isAbsolute()
        && path.names.equals(names);
  }

  @Override
  public int hashCode() {
    return Objects.hash(system.absoluteName(), isAbsolute(), names);
  }

  @Override
  public String toString() {
    String inside = String.join("/", names);
    if (start == Start.RELATIVE) {
      return inside;
    }
    return system.text(inside, start == Start.ABSOLUTE);
  }
}
