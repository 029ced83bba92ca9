package org.kpackworkbench.model.base.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.kpackworkbench.model.base.bytes.FileModes;

/**
 * Extended attributes that copies do not have: their disk has none, or the user who runs this may
 * not set them. Set-user and set-group bits, too, where a copy has another owner, and files that
 * others may not read. Filled by one thread.
 */
public final class LostAttributes {
  /** The name of the bits of a mode. */
  public static final String SET_ID = "set-user-id";

  /** Follows the name of an attribute that is lost in a packed artifact, which has none. */
  public static final String PACKED = " (packed)";

  /** The name of a mode that does not let others read, as that of an installed file does. */
  public static final String DENIED = "mode";

  /** Follows the name of an attribute that is lost in a package, which has none. */
  public static final String PACKAGED = " (packaged)";

  /** Who may read a file can also run a copy of it. */
  private static final int READ_BY_OTHERS = 044;

  private static final int MOST_NAMED = 10;

  private final SortedMap<String, Lost> byName = new TreeMap<>();

  private static final class Lost {
    private final List<Path> named = new ArrayList<>();
    private int files;
  }

  /** Makes a message about an attribute that was not copied. */
  @FunctionalInterface
  public interface Saying<T> {
    /**
     * Makes a message about an attribute.
     *
     * @param named the first files and folders that have it
     * @param name its name as the system spells it, such as {@code security.capability}
     * @param files how many have it
     */
    T of(List<Path> named, String name, int files);
  }

  /** Notes a file that does not get an attribute, or {@link #SET_ID}. */
  public void add(String name, Path file) {
    Lost lost = byName.computeIfAbsent(name, none -> new Lost());
    lost.files++;
    if (lost.named.size() < MOST_NAMED) {
      lost.named.add(file);
    }
  }

  /**
   * Notes all extended attributes of a file that gets packed.
   *
   * @param shown the path that it gets
   */
  public void addPacked(Path file, Path shown) {
    for (String name : ExtendedAttributes.names(file)) {
      add(name + PACKED, shown);
    }
  }

  /**
   * Notes what a file or folder does not keep in a package, where it has a usual mode.
   *
   * @param installed that mode
   */
  public void addPackaged(Path file, int installed) throws IOException {
    int mode = FileModes.of(file);
    if (mode != FileModes.NONE && (mode & FileModes.SET_ID) != 0 && !Files.isDirectory(file)) {
      add(SET_ID, file);
    }
    if (mode != FileModes.NONE && (installed & ~mode & READ_BY_OTHERS) != 0) {
      add(DENIED, file);
    }
    for (String name : ExtendedAttributes.names(file)) {
      add(name + PACKAGED, file);
    }
  }

  /** Returns a message about each attribute, in the order of their names. */
  public <T> List<T> each(Saying<T> saying) {
    return byName.entrySet().stream()
        .map(
            lost ->
                saying.of(List.copyOf(lost.getValue().named), lost.getKey(), lost.getValue().files))
        .toList();
  }
}
