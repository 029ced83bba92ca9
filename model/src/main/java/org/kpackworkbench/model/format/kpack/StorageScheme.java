package org.kpackworkbench.model.format.kpack;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How an archive stores its code objects: the list that readers, writers, rules and options follow.
 */
public enum StorageScheme {
  /** As they are, one behind the other. */
  NONE("none", "none", Form.LIST, Set.of()),
  /** Each in one zstd frame, in a chain of frames with their sizes. */
  ZSTD_PER_KERNEL("zstd-per-kernel", "zstd, each code object alone", Form.CHAIN, Set.of()),
  /** A chain of frames that refer to dictionaries in the archive. No loader reads it. */
  ZSTD_DICTIONARY(
      "zstd-dictionary",
      "zstd, with a dictionary",
      Form.CHAIN,
      Set.of(ArchiveFormat.DICTIONARIES, ArchiveFormat.LEVEL),
      ArchiveFormat.FRAME),
  /** Several in one zstd frame, in groups of what is alike. No loader reads it. */
  ZSTD_SOLID(
      "zstd-solid",
      "zstd, several code objects together",
      Form.GROUPS,
      Set.of(ArchiveFormat.GROUPS, ArchiveFormat.LEVEL),
      ArchiveFormat.FRAME,
      ArchiveFormat.GROUP,
      ArchiveFormat.OFFSET_IN_GROUP),
  /** Another scheme, or none that could be read: the table can be shown, nothing extracted. */
  UNKNOWN("unknown", "", Form.NOWHERE, Set.of());

  static final String FIRST_NONE = "NoOp";
  static final String FIRST_ZSTD = "ZstdPerKernel";
  private static final String EXPERIMENTAL = " (experimental)";

  private final String text;
  private final String title;
  private final Form form;
  private final Set<String> tableKeys;
  private final List<String> rowKeys;

  /** Where blobs are found. */
  private enum Form {
    LIST,
    CHAIN,
    GROUPS,
    NOWHERE
  }

  StorageScheme(String text, String title, Form form, Set<String> tableKeys, String... rowKeys) {
    this.text = text;
    this.title = title;
    this.form = form;
    this.tableKeys = tableKeys;
    this.rowKeys = List.of(rowKeys);
  }

  /** The scheme's name as the table of contents spells it. */
  public String text() {
    return text;
  }

  /** The scheme's name for people, which says where no loader reads it. */
  public String words() {
    return isExperimental() ? text + EXPERIMENTAL : text;
  }

  /**
   * The scheme's name for people, and how it is used.
   *
   * @param level zstd's level; null where it is not known or does not matter
   * @param grouping what is compressed together; null where nothing is
   */
  public String words(@Nullable Integer level, @Nullable Grouping grouping) {
    return words()
        + (level == null ? "" : ", level " + level)
        + (grouping == null ? "" : ", by " + grouping.text());
  }

  /** Returns a clause about how the scheme stores code. */
  public String does() {
    return title;
  }

  /** Returns the scheme in words, for a choice. */
  public String title() {
    return isExperimental() ? title + EXPERIMENTAL : title;
  }

  /** Whether code objects are compressed. */
  public boolean isCompressed() {
    return form == Form.CHAIN || form == Form.GROUPS;
  }

  /** Whether blobs are a chain of frames, each behind its size. */
  public boolean isChain() {
    return form == Form.CHAIN;
  }

  /** Whether the table lists each blob with offset and size. */
  public boolean isList() {
    return form == Form.LIST;
  }

  /** Whether it is one of this program's own, which no loader in the field reads. */
  public boolean isExperimental() {
    return !rowKeys.isEmpty();
  }

  /** Whether loaders in the field read it. */
  public boolean isLoaded() {
    return this != UNKNOWN && !isExperimental();
  }

  /** Whether a blob means the same in another archive of the scheme, so that it can be copied. */
  public boolean isCopied() {
    return isLoaded();
  }

  /** Keys of the table that only this scheme has. */
  Set<String> tableKeys() {
    return tableKeys;
  }

  /** Keys of a row that only this scheme has. */
  List<String> rowKeys() {
    return rowKeys;
  }

  /** Whether a row's key says where its code object is stored, as only this scheme has it. */
  public boolean isPlace(String rowKey) {
    return rowKeys.contains(rowKey);
  }

  /**
   * The schemes that archives can be written in, the default one first, those that no loader reads
   * last.
   */
  public static List<StorageScheme> writable() {
    return List.of(ZSTD_PER_KERNEL, NONE, ZSTD_DICTIONARY, ZSTD_SOLID);
  }

  /** The scheme of a name, or of the short name {@code zstd}, that can be written. */
  public static Optional<StorageScheme> ofName(String text) {
    return text.equals("zstd")
        ? Optional.of(ZSTD_PER_KERNEL)
        : writable().stream().filter(scheme -> scheme.text.equals(text)).findFirst();
  }

  /** The scheme of that name; {@link #UNKNOWN} where it has none of those that are read. */
  public static StorageScheme named(String text) {
    return writable().stream()
        .filter(scheme -> scheme.text.equals(text))
        .findFirst()
        .orElse(UNKNOWN);
  }
}
