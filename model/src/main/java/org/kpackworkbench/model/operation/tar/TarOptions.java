package org.kpackworkbench.model.operation.tar;

/**
 * How a {@code .tar.zst} is written. The bytes depend on the tree and the level, not on the number
 * of threads.
 *
 * @param level zstd's level, 1 to 22
 * @param threads number of threads that compress, from 1
 * @param replace whether a file that is there already may be replaced
 */
public record TarOptions(int level, int threads, boolean replace) {
  /** Level 3, on all cores, replacing nothing. */
  public static final TarOptions DEFAULT =
      new TarOptions(3, Runtime.getRuntime().availableProcessors(), false);

  public TarOptions {
    if (level < 1 || level > 22) {
      throw new IllegalArgumentException("zstd levels are 1 to 22, not " + level);
    }
    if (threads < 1) {
      throw new IllegalArgumentException("at least one thread is needed, not " + threads);
    }
  }
}
