package org.kpackworkbench.model.artifact.merge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Collection;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.kpackworkbench.model.bytes.NamedChannel;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.tree.TreeCopy;

/**
 * Puts a tree on the disk: what was brought with its modes and times, and files that are made.
 * These have the time of the newest file they were made from, so that two runs give the same.
 */
public final class UnionWriter {
  private final SortedMap<String, Made> made = new TreeMap<>();

  /**
   * A file that nobody brought.
   *
   * @param bytes what is in it
   * @param time when it was last changed
   */
  private record Made(byte[] bytes, FileTime time) {}

  /** Adds a file that is made; it takes the place of one that was brought. */
  public void make(String path, byte[] bytes, FileTime time) {
    made.put(path, new Made(bytes.clone(), time));
  }

  /** The size of all files that are made. */
  public long madeBytes() {
    return made.values().stream().mapToLong(file -> file.bytes().length).sum();
  }

  /** Number of files that are made. */
  public int madeFiles() {
    return made.size();
  }

  /** Whether a file is made. */
  public boolean makes(String path) {
    return made.containsKey(path);
  }

  /** The later one. */
  public static FileTime later(FileTime one, FileTime other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  /** When something was last changed; links are not followed. */
  public static FileTime timeOf(Path path) throws IOException {
    return Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Writes.
   *
   * @param root an empty folder
   * @param kept who brought what is not copied but, where the disk can, linked: files that were
   *     there before; empty for nobody
   * @param progress is advanced by the bytes that are written
   */
  public void write(Path root, Collection<UnionTree.Slot> slots, String kept, Progress progress)
      throws IOException {
    write(root, slots, kept, progress, slot -> {});
  }

  /**
   * Writes.
   *
   * @param root an empty folder
   * @param kept as above
   * @param progress is advanced by the bytes that are written
   * @param written is told of each that was brought, once it is there
   */
  public void write(
      Path root,
      Collection<UnionTree.Slot> slots,
      String kept,
      Progress progress,
      Consumer<UnionTree.Slot> written)
      throws IOException {
    TreeCopy copy = new TreeCopy(root, progress);
    for (UnionTree.Slot slot : slots) {
      progress.step(0);
      switch (slot.item().kind()) {
        case FOLDER -> copy.folder(slot.item());
        case LINK -> copy.link(slot.item());
        case SPECIAL -> {}
        case FILE -> {
          if (!made.containsKey(slot.item().path())) {
            if (slot.from().equals(kept)) {
              copy.same(slot.item());
            } else {
              copy.file(slot.item());
            }
          }
        }
      }
      written.accept(slot);
    }
    for (var each : made.entrySet()) {
      Path file = root.resolve(each.getKey());
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      NamedChannel.write(file, each.getValue().bytes());
      Files.setLastModifiedTime(file, each.getValue().time());
      progress.step(each.getValue().bytes().length);
    }
    copy.finish();
  }
}
