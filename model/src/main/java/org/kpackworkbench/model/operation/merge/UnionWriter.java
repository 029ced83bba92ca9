package org.kpackworkbench.model.operation.merge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.files.LostAttributes;
import org.kpackworkbench.model.base.files.SameTree;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.files.TreeCopy;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;

/**
 * Puts a tree on the disk: what was brought with its modes and times, and files that are made.
 * These have the time of the newest file they were made from, so that two runs give the same.
 */
public final class UnionWriter {
  private final SortedMap<String, Made> made = new TreeMap<>();
  private final LostAttributes lost = new LostAttributes();

  /**
   * A file that no artifact has.
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

  /** The extended attributes that {@link #write} could not copy. */
  public LostAttributes lost() {
    return lost;
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
   * Whether a folder has just what {@link #write} would put into it: names, kinds, modes, links and
   * every byte. Times do not count.
   *
   * @param progress checked for cancellation
   */
  public boolean isAt(Path root, Collection<UnionTree.Slot> slots, Progress progress)
      throws IOException {
    if (!Files.isDirectory(root)) {
      return false;
    }
    SortedMap<String, TreeItem> there = new TreeMap<>();
    TreeItem.below(root.toRealPath(), progress.cancelOnly())
        .forEach(item -> there.put(item.path(), item));
    for (var each : made.entrySet()) {
      TreeItem item = there.remove(each.getKey());
      if (item == null
          || item.kind() != TreeItem.Kind.FILE
          || item.sizeBytes() != each.getValue().bytes().length
          || !Arrays.equals(Files.readAllBytes(item.source()), each.getValue().bytes())) {
        return false;
      }
    }
    for (UnionTree.Slot slot : slots) {
      progress.step(0);
      TreeItem item = there.remove(slot.item().path());
      boolean counts = slot.item().kind() != TreeItem.Kind.SPECIAL && !makes(slot.item().path());
      if (counts && (item == null || !same(slot.item(), item, progress))) {
        return false;
      }
    }
    // Folders that are made for files belong to no artifact.
    there.values().removeIf(item -> isAbove(item));
    return there.isEmpty();
  }

  private static boolean same(TreeItem wanted, TreeItem there, Progress progress)
      throws IOException {
    return wanted.source().equals(there.source()) || SameTree.same(wanted, there, progress);
  }

  private boolean isAbove(TreeItem item) {
    String start = item.path() + "/";
    SortedMap<String, Made> from = made.tailMap(start);
    return item.kind() == TreeItem.Kind.FOLDER
        && !from.isEmpty()
        && from.firstKey().startsWith(start);
  }

  /**
   * Writes.
   *
   * @param root an empty folder
   * @param kept the sources whose files are hard-linked, if the disk supports it, and not copied:
   *     files that were there before; empty for none
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
   * @param written receives each path that was written
   */
  public void write(
      Path root,
      Collection<UnionTree.Slot> slots,
      String kept,
      Progress progress,
      Consumer<UnionTree.Slot> written)
      throws IOException {
    TreeCopy copy = new TreeCopy(root, progress, lost);
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
    SequencedMap<Path, FileTime> folders = new LinkedHashMap<>();
    for (var each : made.entrySet()) {
      Path file = SystemText.below(root, each.getKey());
      folders(file.getParent(), each.getValue().time(), folders);
      NamedChannel.write(file, each.getValue().bytes());
      Files.setLastModifiedTime(file, each.getValue().time());
      progress.step(each.getValue().bytes().length);
    }
    for (Map.Entry<Path, FileTime> folder : folders.reversed().entrySet()) {
      Files.setLastModifiedTime(folder.getKey(), folder.getValue());
    }
    copy.finish();
  }

  /** Makes the folders of a made file; they get its time, so that two runs give the same. */
  private static void folders(@Nullable Path folder, FileTime time, Map<Path, FileTime> made)
      throws IOException {
    if (folder != null && !Files.isDirectory(folder)) {
      folders(folder.getParent(), time, made);
      Files.createDirectory(folder);
      made.put(folder, time);
    }
  }
}
