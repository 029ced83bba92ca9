package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.Optional;
import org.kpackworkbench.model.base.bytes.FinalNames;

/**
 * A folder that is filled under another name beside its place and takes its name as a whole.
 *
 * <p>Until {@link #commit} whatever has the name is as it was. A process that is killed leaves the
 * half-filled folder behind under a name that says whose it is ({@code
 * .NAME.kpack-workbench-PID-ID.part}); the next one removes it. Where two folders cannot change
 * names in one step, a process that is killed at the very moment when an old folder makes room for
 * the new one leaves none, and the old one is put back by the next.
 */
public final class StagedTree implements AutoCloseable {
  private static final String NEW = ".part";
  static final String OLD = ".old";

  private final Path target;
  private final Path staging;
  private final boolean replace;
  private final NewFolders parents;
  private boolean committed;

  private StagedTree(Path target, String mark, boolean replace, NewFolders parents) {
    this.target = target;
    this.staging = target.resolveSibling(mark + NEW);
    this.replace = replace;
    this.parents = parents;
  }

  /** Why a folder cannot be made there; nothing if it can. */
  public static void checkFree(Path target, boolean replace) throws IOException {
    if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isDirectory(target)) {
      throw new FileSystemException(target.toString(), null, "it exists and is not a folder");
    }
    if (!replace && !FolderList.of(target).isEmpty()) {
      throw new FileAlreadyExistsException(target.toString());
    }
  }

  /** Whether there is a file, or a folder with something in it. */
  public static boolean hasContent(Path place) throws IOException {
    return Files.isDirectory(place) ? !FolderList.of(place).isEmpty() : Files.isRegularFile(place);
  }

  /** Whether there are places, and {@linkplain #hasContent something} in each. */
  public static boolean haveContent(Collection<Path> places) throws IOException {
    for (Path place : places) {
      if (!hasContent(place)) {
        return false;
      }
    }
    return !places.isEmpty();
  }

  /**
   * Starts one.
   *
   * @param target its place; a link to a folder is followed, unless it may be replaced: then the
   *     link itself is
   */
  public static StagedTree create(Path target, boolean replace) throws IOException {
    boolean link = replace && Files.isSymbolicLink(target);
    Path real =
        Files.exists(target) && !link ? target.toRealPath() : target.toAbsolutePath().normalize();
    Path name = real.getFileName();
    if (name == null) {
      throw new FileSystemException(target.toString(), null, "it cannot be replaced");
    }
    recover(real);
    checkFree(real, replace);
    NewFolders parents = new NewFolders();
    boolean made = false;
    try {
      parents.make(real.getParent());
      StagedTree tree = new StagedTree(real, WorkName.start(name.toString()), replace, parents);
      Files.createDirectory(tree.staging);
      made = true;
      return tree;
    } catch (FileSystemException failure) {
      throw FinalNames.in(failure, real);
    } finally {
      if (!made) {
        parents.close();
      }
    }
  }

  /** The folder to fill. */
  public Path folder() {
    return staging;
  }

  /** Gives the folder its name. */
  public void commit() throws IOException {
    checkFree(target, replace);
    Path aside = PlacedFolders.move(staging, target);
    committed = true;
    parents.keep();
    if (aside != null) {
      TreeDeletion.delete(aside);
    }
  }

  @Override
  public void close() throws IOException {
    if (!committed) {
      TreeDeletion.delete(staging);
      parents.close();
    }
  }

  /** Removes what processes that are gone have left, or puts it back. */
  static void recover(Path target) throws IOException {
    Path parent = target.getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      return;
    }
    String called = String.valueOf(target.getFileName());
    for (Path sibling : FolderList.of(parent, ".*")) {
      WorkName name = WorkName.of(sibling).orElse(null);
      if (name == null || !name.left() || !name.of().equals(called)) {
        continue;
      }
      if (name.ending().equals(OLD) && !Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
        Files.move(sibling, target, StandardCopyOption.ATOMIC_MOVE);
      } else if (name.ending().equals(OLD) || name.ending().equals(NEW)) {
        TreeDeletion.delete(sibling);
      }
    }
  }

  /**
   * Lets two files or folders of one disk change names in one step, so that at no moment one of the
   * names is missing. Linux can do that with most file systems ({@code renameat2} with {@code
   * RENAME_EXCHANGE}); elsewhere the caller has to set one aside first.
   */
  static final class NameSwap {
    private static final int CURRENT_FOLDER = -100;
    private static final int EXCHANGE = 2;

    private NameSwap() {}

    /**
     * Swaps.
     *
     * @return whether they were; if not, both are unchanged, and a move will fail with the reason
     */
    static boolean swap(Path one, Path other) {
      if (!one.getFileSystem().equals(FileSystems.getDefault())) {
        return false;
      }
      Optional<MethodHandle> call = call();
      if (call.isEmpty()) {
        return false;
      }
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment from = arena.allocateFrom(one.toAbsolutePath().toString());
        MemorySegment to = arena.allocateFrom(other.toAbsolutePath().toString());
        return 0
            == (int) call.get().invokeExact(CURRENT_FOLDER, from, CURRENT_FOLDER, to, EXCHANGE);
      } catch (RuntimeException | Error failure) {
        throw failure;
      } catch (Throwable impossible) {
        throw new IllegalStateException(impossible);
      }
    }

    @SuppressWarnings("restricted")
    private static Optional<MethodHandle> call() {
      if (!System.getProperty("os.name", "").equals("Linux")
          || !NameSwap.class.getModule().isNativeAccessEnabled()) {
        return Optional.empty();
      }
      Linker linker = Linker.nativeLinker();
      return linker
          .defaultLookup()
          .find("renameat2")
          .map(
              address ->
                  linker.downcallHandle(
                      address,
                      FunctionDescriptor.of(
                          ValueLayout.JAVA_INT,
                          ValueLayout.JAVA_INT,
                          ValueLayout.ADDRESS,
                          ValueLayout.JAVA_INT,
                          ValueLayout.ADDRESS,
                          ValueLayout.JAVA_INT)));
    }
  }
}
