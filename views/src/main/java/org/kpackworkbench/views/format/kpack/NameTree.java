package org.kpackworkbench.views.format.kpack;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The folders of names without an index, such as {@code fmha_v3_fwd/MI300/fwd_hd128.co}: folders
 * and names in it have numbers. Immutable; safe for use by many threads.
 *
 * <p>A name that ends with a slash, or has two of them, is no folder without a name: from there on
 * all of it is the last part.
 */
final class NameTree {
  /** No folder: the top. */
  static final int TOP = -1;

  /** Names come from files: what has more levels stays together in the last part. */
  static final int MOST_LEVELS = 32;

  private final List<String> names;
  private final int[] folderOf;
  private final int[] rank;
  private final List<Folder> folders = new ArrayList<>();

  /** A folder: the one around it, how deep it is, a name in it, and how much of that it is. */
  private record Folder(int parent, int level, int sample, int length) {}

  /**
   * The tree of some names.
   *
   * @param names the names by number
   * @param ranks by name where it is in the order of all names
   */
  NameTree(List<String> names, int[] ranks) {
    this.names = names;
    int[] ordered = order(ranks);
    folderOf = new int[ranks.length];
    Map<Part, Integer> known = new HashMap<>();
    for (int name : ordered) {
      folderOf[name] = folder(names.get(name), name, known);
    }
    rank = order(sorted(ordered, ranks));
  }

  /** The numbers by their places: the inverse of an order. */
  private static int[] order(int[] places) {
    int[] order = new int[places.length];
    for (int i = 0; i < places.length; i++) {
      order[places[i]] = i;
    }
    return order;
  }

  private record Part(int folder, String name) {}

  private int folder(String text, int name, Map<Part, Integer> known) {
    int folder = TOP;
    int at = 0;
    for (int level = 0; level < MOST_LEVELS; level++) {
      int slash = text.indexOf('/', at);
      if (slash <= at || slash + 1 == text.length()) {
        break;
      }
      Part part = new Part(folder, text.substring(at, slash));
      Integer number = known.get(part);
      if (number == null) {
        number = folders.size();
        int inside = folder == TOP ? 0 : folders.get(folder).level() + 1;
        folders.add(new Folder(folder, inside, name, slash + 1));
        known.put(part, number);
      }
      folder = number;
      at = slash + 1;
    }
    return folder;
  }

  /**
   * Sorts names in the order of the tree: what is in one folder comes together, at the place of its
   * first name. The order of all names alone may tear folders apart.
   */
  private int[] sorted(int[] ordered, int[] ranks) {
    return ArchiveRows.sorted(
        IntStream.of(ordered),
        (a, b) -> {
          int level = 0;
          while (level < levels(a) && level < levels(b) && folder(a, level) == folder(b, level)) {
            level++;
          }
          return Integer.compare(ranks[first(a, level)], ranks[first(b, level)]);
        });
  }

  /** The first name of the folder at a level, or the name itself where it is in no more folder. */
  private int first(int name, int level) {
    return level < levels(name) ? folders.get(folder(name, level)).sample() : name;
  }

  /** Where a name is in the order of the tree. */
  int rank(int name) {
    return rank[name];
  }

  /** How many folders a name is in. */
  int levels(int name) {
    return folderOf[name] == TOP ? 0 : folders.get(folderOf[name]).level() + 1;
  }

  /** The folder at a level, from 0, among those that a name is in. */
  int folder(int name, int level) {
    int found = folderOf[name];
    while (folders.get(found).level() > level) {
      found = folders.get(found).parent();
    }
    return found;
  }

  /** The folder with a path among those that a name is in; {@link #TOP} where none has it. */
  int folder(int name, String path) {
    int folder = folderOf[name];
    while (folder != TOP && folders.get(folder).length() > path.length()) {
      folder = folders.get(folder).parent();
    }
    return folder != TOP && path(folder).equals(path) ? folder : TOP;
  }

  /** How many folders a folder is in. */
  int level(int folder) {
    return folders.get(folder).level();
  }

  /** The path of a folder, with a slash at its end. */
  String path(int folder) {
    return names.get(folders.get(folder).sample()).substring(0, folders.get(folder).length());
  }

  /** The last part of a folder's path, with a slash at its end. */
  String lastPart(int folder) {
    int around = folders.get(folder).parent();
    return path(folder).substring(around == TOP ? 0 : folders.get(around).length());
  }

  /** Returns the part of a name that is not its folder. */
  String lastPartOfName(int name) {
    int folder = folderOf[name];
    return names.get(name).substring(folder == TOP ? 0 : folders.get(folder).length());
  }
}
