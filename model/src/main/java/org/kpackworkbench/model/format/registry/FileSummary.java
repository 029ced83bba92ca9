package org.kpackworkbench.model.format.registry;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;

/**
 * Summary of a file in a few words, among many files: a row of a folder.
 *
 * @param format what it is
 * @param group with which files it is counted
 * @param words what matters of it, e.g. {@code archive for gfx942, 12 code objects}
 * @param targets the device code in it; empty unless it was counted
 * @param target the one target that all of it is for; null if there is no such target
 * @param problem why it could be read in part only, in a sentence; empty if all could be read
 */
public record FileSummary(
    Format format,
    Group group,
    String words,
    List<TargetBytes> targets,
    @Nullable GpuTarget target,
    String problem) {
  public FileSummary {
    targets = List.copyOf(targets);
  }

  /** A file whose device code is not counted. */
  public FileSummary(Format format, Group group, String words) {
    this(format, group, words, null);
  }

  /** A file for one target, or for none, whose device code is not counted. */
  public FileSummary(Format format, Group group, String words, @Nullable GpuTarget target) {
    this(format, group, words, List.of(), target, "");
  }

  /**
   * The summary of a document with its device code, which is counted as lists of code objects have
   * it: of compressed bundles, too.
   */
  public static FileSummary counting(Document document) throws FormatException {
    FileSummary summary = document.summary();
    List<TargetBytes> targets = List.of();
    FormatException problem = document.problems().isEmpty() ? null : document.problems().getFirst();
    try {
      CodeObjects objects = document.codeObjects();
      targets = TargetBytes.of(objects);
      for (int row = 0; row < objects.size() && problem == null; row++) {
        problem = objects.problem(row).orElse(null);
      }
    } catch (FormatException unreadable) {
      problem = unreadable;
    }
    return new FileSummary(
        summary.format(),
        summary.group(),
        summary.words(),
        targets,
        summary.target(),
        problem == null ? "" : problem.words());
  }

  /** Returns this summary in another group. */
  public FileSummary in(Group other, String otherWords) {
    return new FileSummary(format, other, otherWords, targets, target, problem);
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
  public record TargetBytes(GpuTarget target, int codeObjects, long sizeBytes) {

    /** A code object that several wrappers share counts once. */
    private record Identity(@Nullable Place parent, String target) {}

    /** Adds up code objects by target, in the order of the targets. */
    public static List<TargetBytes> of(CodeObjects objects) throws FormatException {
      Map<GpuTarget, TargetBytes> sums = new TreeMap<>();
      Set<Identity> seen = new HashSet<>();
      for (int i = 0; i < objects.size(); i++) {
        CodeObjectRow row = objects.row(i);
        boolean bundled = row.place().parent() instanceof Place.Bundle;
        if (!bundled || seen.add(new Identity(row.place().parent(), row.targetText()))) {
          TargetBytes one = new TargetBytes(row.target(), 1, Math.max(0, row.originalSizeBytes()));
          sums.merge(row.target(), one, TargetBytes::plus);
        }
      }
      return List.copyOf(sums.values());
    }

    /** The sum with other code for the same target. */
    public TargetBytes plus(TargetBytes other) {
      return new TargetBytes(target, codeObjects + other.codeObjects, sizeBytes + other.sizeBytes);
    }
  }
}
