package org.kpackworkbench.model.operation.merge;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.files.SameFiles;
import org.kpackworkbench.model.base.files.TreeItem;
import org.kpackworkbench.model.base.job.Progress;

/**
 * A tree to which several sides bring files. Folders are shared, the same link and the same bytes
 * may come twice, manifests of archives are collected; all else that meets is a {@link Clash}, and
 * what came first stays. Not safe for use by several threads.
 */
public final class UnionTree {
  private final SortedMap<String, Slot> slots = new TreeMap<>();
  private final SortedMap<String, List<Slot>> manifests = new TreeMap<>();
  private final List<Clash> clashes = new ArrayList<>();
  private final Progress progress;

  /**
   * @param progress checked for cancellation
   */
  public UnionTree(Progress progress) {
    this.progress = progress;
  }

  /**
   * Something in the tree.
   *
   * @param item what; its path is the one in the tree
   * @param from the source, for messages
   */
  public record Slot(TreeItem item, String from) {}

  /**
   * Two sides bring different things to one place.
   *
   * @param path where in the tree
   * @param first the first source
   * @param second the second source
   * @param content whether both are files, which differ in their content
   * @param message what they bring, in a sentence
   */
  public record Clash(String path, String first, String second, boolean content, String message) {}

  /** Whether a path is one of a manifest of archives. */
  public static boolean isManifest(String path) {
    return path.endsWith(".kpm") && inArchiveFolder(path);
  }

  /** Whether a path is one of an archive. */
  public static boolean isArchive(String path) {
    return path.endsWith(".kpack") && inArchiveFolder(path);
  }

  private static boolean inArchiveFolder(String path) {
    return path.startsWith(".kpack/") || path.contains("/.kpack/");
  }

  /** Brings something. */
  public void add(TreeItem item, String from) throws IOException {
    progress.step(0);
    Slot slot = new Slot(item, from);
    Slot known = slots.get(item.path());
    boolean file = item.kind() == TreeItem.Kind.FILE;
    if (file && isManifest(item.path()) && (known == null || isFile(known))) {
      manifests.computeIfAbsent(item.path(), path -> new ArrayList<>()).add(slot);
    }
    if (known == null) {
      slots.put(item.path(), slot);
    } else if (known.item().kind() != item.kind()) {
      clash(known, slot, false, "%s, and %s".formatted(words(known), words(slot)));
    } else if (item.kind() == TreeItem.Kind.LINK) {
      String first = known.item().linkTarget();
      String second = item.linkTarget();
      if (!first.equals(second)) {
        clash(known, slot, false, "a link to %s, and one to %s".formatted(first, second));
      }
    } else if (file
        && !isManifest(item.path())
        && !SameFiles.test(known.item().source(), item.source(), progress)) {
      clash(
          known,
          slot,
          true,
          "files with different content, %d and %d bytes"
              .formatted(known.item().sizeBytes(), item.sizeBytes()));
    }
  }

  private static boolean isFile(Slot slot) {
    return slot.item().kind() == TreeItem.Kind.FILE;
  }

  private static String words(Slot slot) {
    return switch (slot.item().kind()) {
      case FOLDER -> "a folder";
      case LINK -> "a link";
      case FILE -> "a file";
      case SPECIAL -> "a device, pipe or socket";
    };
  }

  private void clash(Slot first, Slot second, boolean content, String message) {
    clashes.add(new Clash(first.item().path(), first.from(), second.from(), content, message));
  }

  /** Everything, in the order of paths; folders before what is in them. */
  public Collection<Slot> slots() {
    return slots.values();
  }

  /** Returns the slot at a path; null if there is none. */
  public @Nullable Slot at(String path) {
    return slots.get(path);
  }

  /** The archives, where they are now. */
  public List<Path> archives() {
    return slots.values().stream()
        .filter(slot -> isFile(slot) && isArchive(slot.item().path()))
        .map(slot -> slot.item().source())
        .toList();
  }

  /** The manifests of archives that were brought, by their paths, each with all its sources. */
  public Map<String, List<Slot>> manifests() {
    return manifests;
  }

  /** Returns what does not go together. */
  public List<Clash> clashes() {
    return clashes;
  }

  /**
   * Paths that are one if upper and lower case are not distinguished, each with all its spellings.
   */
  public List<List<String>> sameButForCase() {
    Map<String, List<String>> all = new TreeMap<>();
    for (String path : slots.keySet()) {
      all.computeIfAbsent(path.toLowerCase(Locale.ROOT), key -> new ArrayList<>()).add(path);
    }
    return all.values().stream().filter(paths -> paths.size() > 1).toList();
  }
}
