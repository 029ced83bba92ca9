package org.kpackworkbench.model.format.registry;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;

/**
 * What a file is, in a few words, among many files: a row of a folder.
 *
 * @param format what it is
 * @param group with which files it is counted
 * @param words what matters of it, e.g. {@code archive for gfx942, 12 code objects}
 * @param targets the device code in it that tables state; a target may occur repeatedly
 * @param target the one target that all of it is for; null if there is no such target
 */
public record FileSummary(
    Format format,
    Group group,
    String words,
    List<TargetBytes> targets,
    @Nullable GpuTarget target) {
  public FileSummary {
    targets = List.copyOf(targets);
  }

  /** A file without device code that tables state. */
  public FileSummary(Format format, Group group, String words) {
    this(format, group, words, List.of(), null);
  }

  /**
   * Files that are counted together.
   *
   * @param one what one of them is
   * @param many what several are
   * @param owner the owner of most bytes of such files; a problem where they cannot be used as they
   *     are
   */
  public record Group(String one, String many, OwnerKind owner) {
    /** Kernel databases. */
    public static final Group DATABASE = new Group("database", "databases", OwnerKind.METADATA);

    /** Texts. */
    public static final Group TEXT = new Group("text", "texts", OwnerKind.UNOWNED);

    /** Files that have to be unpacked first. */
    public static final Group PACKED =
        new Group("compressed file", "compressed files", OwnerKind.UNOWNED);

    /** Links, which are not followed. */
    public static final Group LINK = new Group("link", "links", OwnerKind.UNOWNED);

    /** Anything else. */
    public static final Group OTHER = new Group("other file", "other files", OwnerKind.UNOWNED);

    /** Files that cannot be read as what they are. */
    public static final Group UNREADABLE =
        new Group("unreadable file", "unreadable files", OwnerKind.PROBLEM);

    /** The groups of files of no format that is read, in the order in which people read them. */
    public static List<Group> general() {
      return List.of(DATABASE, TEXT, PACKED, LINK, OTHER, UNREADABLE);
    }

    /** So many of them, in words. */
    public String counted(int count) {
      return CountText.of(count, one, many);
    }
  }

  /**
   * Device code for a target.
   *
   * @param codeObjects how many code objects
   * @param sizeBytes their size after decompression
   */
  public record TargetBytes(GpuTarget target, int codeObjects, long sizeBytes) {}
}
