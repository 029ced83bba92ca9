package org.kpackworkbench.model.analysis.estimate;

import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.kpack.ArchiveFormat;
import org.kpackworkbench.model.format.kpack.Grouping;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.WriteOptions;

/**
 * A way to store code objects.
 *
 * @param level zstd's level; 0 where nothing is compressed
 * @param grouping what is compressed together, where the scheme does that
 * @param dictionaryBytes the size of a dictionary, where the scheme has one
 * @param isLong whether matches are found far back, in windows of 128 MiB
 * @param arrangement how code objects are arranged before; archives have them as they are
 */
public record Way(
    StorageScheme scheme,
    int level,
    Grouping grouping,
    int dictionaryBytes,
    boolean isLong,
    Arrangement arrangement) {
  private static final int LONG_WINDOW_LOG = 27;

  /** The way of archives today: each code object alone, at the default level. */
  public static final Way TODAY = alone(StorageScheme.ZSTD_PER_KERNEL, ArchiveFormat.DEFAULT_LEVEL);

  static Way alone(StorageScheme scheme, int level) {
    return new Way(scheme, level, Grouping.NONE, 0, false, Arrangement.AS_IS);
  }

  /** Returns the way in words. */
  public String words() {
    return scheme.words()
        + (scheme.isCompressed() ? ", level " + level : "")
        + (detail().isEmpty() ? "" : ", " + detail());
  }

  /** Returns the way beside its scheme and level; may be empty. */
  public String detail() {
    String size = scheme == StorageScheme.ZSTD_DICTIONARY ? SizeText.of(dictionaryBytes) : "";
    if (arrangement != Arrangement.AS_IS) {
      return (size + " " + arrangement.words()).strip();
    }
    return scheme == StorageScheme.ZSTD_SOLID
        ? "by " + grouping.text()
        : isLong ? "long windows" : size;
  }

  /** Returns the options that write an archive this way. */
  WriteOptions options() {
    WriteOptions options =
        WriteOptions.DEFAULT
            .withScheme(scheme)
            .withTuning(
                new WriteOptions.Tuning(
                    grouping, dictionaryBytes, isLong ? LONG_WINDOW_LOG : 0, false));
    return scheme.isCompressed() ? options.withLevel(level) : options;
  }
}
