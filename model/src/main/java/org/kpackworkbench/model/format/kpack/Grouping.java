package org.kpackworkbench.model.format.kpack;

import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgCursor;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.kpack.KpackArchive.TableField;

/** Which code objects an archive of scheme {@code zstd-solid} compresses together. */
public enum Grouping {
  /** Each alone. */
  NONE("each code object alone"),
  /** Those of one target. */
  TARGET("code objects of one target"),
  /** Those of one family of targets. */
  FAMILY("code objects of one family"),
  /** Those of one key, for all targets. */
  NAME("one unit's code objects for all targets"),
  /** All of them, in the order of the table, so that one unit's are neighbours. */
  ALL("all code objects");

  private static final long FEW_BYTES = 8L << 20;

  /** Where several give the same groups, as for a single target, the first of these is meant. */
  private static final List<Grouping> LIKELY = List.of(TARGET, FAMILY, NAME, ALL, NONE);

  private final String words;

  Grouping(String words) {
    this.words = words;
  }

  /**
   * Finds what is together in an archive of scheme {@code zstd-solid}, so that it stays so when the
   * archive is written again; all of it where no grouping gives these groups. Empty for one of
   * another scheme, or that cannot be read.
   */
  public static Optional<Grouping> of(KpackArchive archive) throws FormatException {
    if (archive.scheme() != StorageScheme.ZSTD_SOLID || archive.refusal() != null) {
      return Optional.empty();
    }
    StoredBlobs blobs = archive.blobs(Progress.NONE);
    Set<Grouping> possible = EnumSet.allOf(Grouping.class);
    Map<Grouping, Map<String, Long>> groups = new EnumMap<>(Grouping.class);
    Map<Grouping, Map<Long, String>> labels = new EnumMap<>(Grouping.class);
    BitSet seen = new BitSet();
    for (int row = 0; row < archive.entryCount() && !possible.isEmpty(); row++) {
      int ordinal = archive.blobOf(row);
      // Of equal code objects the first is in its group, and the others with it.
      if (ordinal < 0
          || ordinal >= blobs.count()
          || seen.get(ordinal)
          || archive.problem(row).isPresent()) {
        continue;
      }
      seen.set(ordinal);
      ArchiveEntry entry = archive.entry(row);
      long group = group(archive, row);
      long content = blobs.blob(ordinal).content();
      long shared = content > entry.originalSizeBytes() ? content : 0;
      possible.removeIf(
          each -> {
            String label = each.label(entry.key().text(), entry.targetText());
            Long before =
                groups.computeIfAbsent(each, key -> new HashMap<>()).putIfAbsent(label, group);
            String other =
                labels.computeIfAbsent(each, key -> new HashMap<>()).putIfAbsent(group, label);
            return shared > each.frameBytes()
                || (before != null && before != group)
                || (other != null && !other.equals(label));
          });
    }
    return LIKELY.stream().filter(possible::contains).findFirst().or(() -> Optional.of(ALL));
  }

  private static long group(KpackArchive archive, int row) throws FormatException {
    for (TableField field : archive.fields(row)) {
      if (field.name().equals(ArchiveFormat.GROUP)) {
        ByteRange value = field.value();
        return new MsgCursor(archive.view(), value.start(), value.end(), ArchiveFormat.TABLE)
            .size(ArchiveFormat.GROUP);
      }
    }
    return -1;
  }

  /** Returns the grouping in words. */
  public String words() {
    return words;
  }

  /** The name on the command line. */
  public String text() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  /** The grouping of a name on the command line. */
  public static Optional<Grouping> named(String text) {
    return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
  }

  /** Returns the text that the rows of a group have in common. */
  public String label(String key, String target) {
    return switch (this) {
      case NONE -> key + "\0" + target;
      case TARGET -> target;
      case FAMILY -> GpuTarget.lenient(target).family();
      case NAME -> key;
      case ALL -> "";
    };
  }

  /**
   * How many bytes of code are in one frame. Who reads rows in order meets the groups of all
   * targets in turn; their frames have to fit into memory together.
   */
  long frameBytes() {
    return switch (this) {
      case NONE -> 1;
      case TARGET, FAMILY -> FEW_BYTES;
      case NAME, ALL -> SharedFrames.MOST_FRAME_BYTES;
    };
  }
}
