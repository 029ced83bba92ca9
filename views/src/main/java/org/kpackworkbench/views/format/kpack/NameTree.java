package org.kpackworkbench.views.format.kpack;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
  private final Folders folders;

  /** By folder the one around it, how deep it is, a name in it, and how much of that it is. */
  private static final class Folders {
    private int[] parent = new int[16];
    private int[] level = new int[16];
    private int[] sample = new int[16];
    private int[] length = new int[16];
    private int count;

    int add(int inFolder, int name, int pathLength) {
      if (count == parent.length) {
        parent = Arrays.copyOf(parent, 2 * count);
        level = Arrays.copyOf(level, 2 * count);
        sample = Arrays.copyOf(sample, 2 * count);
        length = Arrays.copyOf(length, 2 * count);
      }
      parent[count] = inFolder;
      level[count] = inFolder == TOP ? 0 : level[inFolder] + 1;
      sample[count] = name;
      length[count] = pathLength;
      return count++;
    }

    /** The folder at a level among those around one, itself included. */
    int at(int folder, int wanted) {
      int found = folder;
      while (level[found] > wanted) {
        found = parent[found];
      }
      return found;
    }
  }

  private NameTree(List<String> names, int[] folderOf, int[] rank, Folders folders) {
    this.names = names;
    this.folderOf = folderOf;
    this.rank = rank;
    this.folders = folders;
  }

  /**
   * The tree of some names.
   *
   * @param names the names by number
   * @param ranks by name where it is in the order of all names
   */
  static NameTree of(List<String> names, int[] ranks) {
    int[] ordered = new int[ranks.length];
    for (int name = 0; name < ranks.length; name++) {
      ordered[ranks[name]] = name;
    }
    Folders folders = new Folders();
    int[] folderOf = new int[ranks.length];
    Map<Part, Integer> known = new HashMap<>();
    for (int name : ordered) {
      folderOf[name] = folder(names.get(name), name, folders, known);
    }
    return new NameTree(names, folderOf, ranks(ordered, folderOf, folders), folders);
  }

  private record Part(int folder, String name) {}

  private static int folder(String text, int name, Folders folders, Map<Part, Integer> known) {
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
        number = folders.add(folder, name, slash + 1);
        known.put(part, number);
      }
      folder = number;
      at = slash + 1;
    }
    return folder;
  }

  /**
   * Where names are in the order of the tree: what is in one folder comes together, at the place of
   * its first name. The order of all names alone may tear folders apart.
   */
  private static int[] ranks(int[] ordered, int[] folderOf, Folders folders) {
    int[] size = new int[folders.count];
    for (int name : ordered) {
      for (int folder = folderOf[name]; folder != TOP; folder = folders.parent[folder]) {
        size[folder]++;
      }
    }
    int[] next = new int[folders.count];
    Arrays.fill(next, -1);
    int nextAtTop = 0;
    int[] rank = new int[ordered.length];
    for (int name : ordered) {
      int inner = folderOf[name];
      for (int level = 0; inner != TOP && level <= folders.level[inner]; level++) {
        int folder = folders.at(inner, level);
        if (next[folder] >= 0) {
          continue;
        }
        int around = folders.parent[folder];
        next[folder] = around == TOP ? nextAtTop : next[around];
        if (around == TOP) {
          nextAtTop += size[folder];
        } else {
          next[around] += size[folder];
        }
      }
      rank[name] = inner == TOP ? nextAtTop++ : next[inner]++;
    }
    return rank;
  }

  /** Where a name is in the order of the tree. */
  int rank(int name) {
    return rank[name];
  }

  /** How many folders a name is in. */
  int levels(int name) {
    return folderOf[name] == TOP ? 0 : folders.level[folderOf[name]] + 1;
  }

  /** The folder at a level, from 0, among those that a name is in. */
  int folder(int name, int level) {
    return folders.at(folderOf[name], level);
  }

  /** The folder with a path among those that a name is in; {@link #TOP} where none has it. */
  int folder(int name, String path) {
    int folder = folderOf[name];
    while (folder != TOP && folders.length[folder] > path.length()) {
      folder = folders.parent[folder];
    }
    return folder != TOP && path(folder).equals(path) ? folder : TOP;
  }

  /** How many folders a folder is in. */
  int level(int folder) {
    return folders.level[folder];
  }

  /** The path of a folder, with a slash at its end. */
  String path(int folder) {
    return names.get(folders.sample[folder]).substring(0, folders.length[folder]);
  }

  /** The last part of a folder's path, with a slash at its end. */
  String lastPart(int folder) {
    int around = folders.parent[folder];
    return path(folder).substring(around == TOP ? 0 : folders.length[around]);
  }

  /** Returns the part of a name that is not its folder. */
  String lastPartOfName(int name) {
    int folder = folderOf[name];
    return names.get(name).substring(folder == TOP ? 0 : folders.length[folder]);
  }
}
