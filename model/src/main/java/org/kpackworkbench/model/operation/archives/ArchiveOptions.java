package org.kpackworkbench.model.operation.archives;

import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.LoaderLimits;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.WriteOptions;

/**
 * How device code is put into archives, whatever it comes from.
 *
 * @param filter the targets to keep
 * @param scheme {@code NONE} or {@code ZSTD_PER_KERNEL}
 * @param level zstd's level, 1 to 22
 * @param keys how binaries are called
 * @param threads number of threads, from 1; the output does not depend on it
 * @param refuseUnreferenced whether a file is refused that has a bundle no wrapper points to; such
 *     a bundle is left out otherwise, and reported
 * @param large whether more may be unpacked than is plausible
 */
public record ArchiveOptions(
    TargetFilter filter,
    StorageScheme scheme,
    int level,
    KeyForm keys,
    int threads,
    boolean refuseUnreferenced,
    boolean large) {

  /** All targets, zstd at level 3, indexed keys, as many threads as there are processors. */
  public static final ArchiveOptions DEFAULT =
      new ArchiveOptions(
          TargetFilter.ALL,
          WriteOptions.DEFAULT.scheme(),
          WriteOptions.DEFAULT.level(),
          KeyForm.INDEXED,
          WriteOptions.DEFAULT.threads(),
          false,
          false);

  public ArchiveOptions {
    // Checks the numbers.
    writing(scheme, level, threads, false);
  }

  /** The same, for other targets. */
  public ArchiveOptions withFilter(TargetFilter other) {
    return new ArchiveOptions(other, scheme, level, keys, threads, refuseUnreferenced, large);
  }

  /** The same, stored in another way. */
  public ArchiveOptions withScheme(StorageScheme other) {
    return new ArchiveOptions(filter, other, level, keys, threads, refuseUnreferenced, large);
  }

  /** The same, with zstd's level from 1 to 22. */
  public ArchiveOptions withLevel(int other) {
    return new ArchiveOptions(filter, scheme, other, keys, threads, refuseUnreferenced, large);
  }

  /** The same, with code objects called otherwise. */
  public ArchiveOptions withKeys(KeyForm other) {
    return new ArchiveOptions(filter, scheme, level, other, threads, refuseUnreferenced, large);
  }

  /** The same, with so many threads. */
  public ArchiveOptions withThreads(int other) {
    return new ArchiveOptions(filter, scheme, level, keys, other, refuseUnreferenced, large);
  }

  /** The same, refusing bundles that no wrapper points to or leaving them out. */
  public ArchiveOptions withRefuseUnreferenced(boolean other) {
    return new ArchiveOptions(filter, scheme, level, keys, threads, other, large);
  }

  /** The same, allowed to unpack more than is plausible or not. */
  public ArchiveOptions allowingLarge(boolean yes) {
    return new ArchiveOptions(filter, scheme, level, keys, threads, refuseUnreferenced, yes);
  }

  /** For an archive's writer. */
  public WriteOptions writing(boolean replace) {
    return writing(scheme, level, threads, replace);
  }

  private static WriteOptions writing(
      StorageScheme scheme, int level, int threads, boolean replace) {
    return new WriteOptions(scheme, level, threads, replace, LoaderLimits.SHIPPING);
  }

  /** How a binary's code objects are called in an archive. */
  public enum KeyForm {
    /** {@code name#n}, what today's loaders ask for. */
    INDEXED,
    /** {@code name} for the first wrapper; the others have no plain form. */
    PLAIN;

    /** The key of a wrapper. */
    public BinaryKey key(String kernelName, int wrapper) {
      // A plain name that itself looks indexed would be read as another wrapper's.
      boolean plain = this == PLAIN && wrapper == 0 && !BinaryKey.parse(kernelName).indexed();
      return new BinaryKey(kernelName, wrapper, !plain);
    }
  }
}
