package org.kpackworkbench.model.format.kpack;

/**
 * How an archive is written. The bytes depend on scheme and level, not on the number of threads.
 *
 * @param scheme any but {@code UNKNOWN}
 * @param level zstd's level, 1 to 22
 * @param threads number of threads that compress, from 1
 * @param replace whether a file that is there already may be replaced
 * @param limits what a compressed archive may have; one beyond is not written
 * @param tuning settings that only some schemes have
 */
public record WriteOptions(
    StorageScheme scheme,
    int level,
    int threads,
    boolean replace,
    LoaderLimits limits,
    Tuning tuning) {

  /**
   * Settings that only some archives have.
   *
   * @param grouping what {@code zstd-solid} compresses together
   * @param dictionaryBytes how large the dictionary of {@code zstd-dictionary} is
   * @param windowLog the logarithm of a window that reaches far back; 0 for the level's own
   * @param binaryIndex whether the table says where each binary's rows are in it
   */
  public record Tuning(Grouping grouping, int dictionaryBytes, int windowLog, boolean binaryIndex) {
    /** By target, with zstd's own size of dictionaries and windows. */
    public static final Tuning DEFAULT = new Tuning(Grouping.TARGET, 112 << 10, 0, false);

    /** Returns these settings with another grouping. */
    public Tuning withGrouping(Grouping other) {
      return new Tuning(other, dictionaryBytes, windowLog, binaryIndex);
    }

    /** Returns these settings with an index of binaries or without. */
    public Tuning withBinaryIndex(boolean other) {
      return new Tuning(grouping, dictionaryBytes, windowLog, other);
    }
  }

  /** The highest level of zstd. */
  public static final int MOST_LEVEL = 22;

  /** zstd at level 3, on all cores, replacing nothing. */
  public static final WriteOptions DEFAULT =
      new WriteOptions(
          StorageScheme.ZSTD_PER_KERNEL,
          ArchiveFormat.DEFAULT_LEVEL,
          Runtime.getRuntime().availableProcessors(),
          false,
          LoaderLimits.SHIPPING,
          Tuning.DEFAULT);

  public WriteOptions {
    if (scheme == StorageScheme.UNKNOWN) {
      throw new IllegalArgumentException("an archive cannot be written in an unknown scheme");
    }
    if (level < 1 || level > MOST_LEVEL) {
      throw new IllegalArgumentException("zstd levels are 1 to 22, not " + level);
    }
    if (threads < 1) {
      throw new IllegalArgumentException("at least one thread is needed, not " + threads);
    }
  }

  /** Returns these options with another storage scheme. */
  public WriteOptions withScheme(StorageScheme other) {
    return new WriteOptions(other, level, threads, replace, limits, tuning);
  }

  /** Returns these options with another level of zstd, from 1 to 22. */
  public WriteOptions withLevel(int other) {
    return new WriteOptions(scheme, other, threads, replace, limits, tuning);
  }

  /** Returns these options with another number of threads. */
  public WriteOptions withThreads(int other) {
    return new WriteOptions(scheme, level, other, replace, limits, tuning);
  }

  /** Returns these options, replacing a file that is there or not. */
  public WriteOptions withReplace(boolean other) {
    return new WriteOptions(scheme, level, threads, other, limits, tuning);
  }

  /** Returns these options with other limits. */
  public WriteOptions withLimits(LoaderLimits other) {
    return new WriteOptions(scheme, level, threads, replace, other, tuning);
  }

  /** Returns these options with another tuning. */
  public WriteOptions withTuning(Tuning other) {
    return new WriteOptions(scheme, level, threads, replace, limits, other);
  }
}
