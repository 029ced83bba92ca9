package org.kpackworkbench.model.format.kpack;

import org.jspecify.annotations.Nullable;

/**
 * Which scheme a table of contents means: the name that it states, or, where it states none or one
 * of the first tools' names, what its other keys say.
 *
 * @param note what to say of that reading, as a sentence; null where the name is one of today's
 */
record SchemeName(StorageScheme scheme, @Nullable String note) {
  /** What the first tools called {@code none}. */
  private static final String FIRST_NONE = "NoOp";

  /** What they called {@code zstd-per-kernel}. */
  private static final String FIRST_ZSTD = "ZstdPerKernel";

  static SchemeName of(TableReader table) {
    String name = table.scheme;
    if (name == null) {
      return table.complete ? unnamed(table) : new SchemeName(StorageScheme.UNKNOWN, null);
    }
    StorageScheme assumed =
        switch (name) {
          case FIRST_NONE -> StorageScheme.NONE;
          case FIRST_ZSTD -> StorageScheme.ZSTD_PER_KERNEL;
          default -> StorageScheme.UNKNOWN;
        };
    if (assumed == StorageScheme.UNKNOWN) {
      return new SchemeName(StorageScheme.named(name), null);
    }
    StorageScheme scheme = list(table) == chain(table) ? assumed : byKeys(table);
    return new SchemeName(
        scheme,
        "compression_scheme is \"%s\", a name of the first tools; it is read as %s%s."
            .formatted(
                name, scheme.text(), scheme == assumed ? "" : ", which the other keys are for"));
  }

  private static SchemeName unnamed(TableReader table) {
    if (!list(table) && !chain(table)) {
      return new SchemeName(StorageScheme.UNKNOWN, null);
    }
    StorageScheme scheme = byKeys(table);
    return new SchemeName(
        scheme,
        "The table has no compression_scheme; it is read as %s, because it has %s."
            .formatted(
                scheme.text(),
                scheme == StorageScheme.NONE ? "blobs" : "zstd_offset and zstd_size"));
  }

  private static StorageScheme byKeys(TableReader table) {
    return list(table) ? StorageScheme.NONE : StorageScheme.ZSTD_PER_KERNEL;
  }

  private static boolean list(TableReader table) {
    return table.blobs != null;
  }

  private static boolean chain(TableReader table) {
    return table.zstdOffset >= 0 && table.zstdSize >= 0;
  }
}
