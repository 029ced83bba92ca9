package org.kpackworkbench.model.format.hostonly;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.kpack.KpackArchive;

/**
 * Origin of a code object in a bundle, from the metadata of an archive's row: enough to make that
 * bundle again from the rows of all its entries.
 *
 * @param entryId the entry's id as stored in the bundle; for a bare code object its target
 * @param sourcePrefix the stage prefix that the binary came from; null if there is none
 * @param index the entry's position in the bundle, the host's entry counted
 * @param bundleIds the ids of all entries of the bundle in their order, the host's included; empty
 *     for a bare code object
 * @param emptyEntries positions of entries for devices that hold no bytes: they have no row, and
 *     are not missing
 * @param form how the bundle was stored
 * @param copy how many bundles before it in the binary had the same bytes
 */
public record BundleOrigin(
    String entryId,
    @Nullable String sourcePrefix,
    int index,
    List<String> bundleIds,
    List<Integer> emptyEntries,
    BundleForm form,
    int copy) {

  /** The entry's id, as other tools write it, too. */
  public static final String TARGET_KEY = "target";

  /** The stage prefix, as other tools write it, too. */
  public static final String SOURCE_PREFIX_KEY = "source_prefix";

  public static final String INDEX_KEY = "bundle_index";
  public static final String IDS_KEY = "bundle_ids";
  public static final String COMPRESSION_KEY = "bundle_compression";
  public static final String EMPTY_KEY = "bundle_empty";
  public static final String COPY_KEY = "bundle_copy";

  private static final String STRUCTURE = "metadata";

  public BundleOrigin {
    bundleIds = List.copyOf(bundleIds);
    emptyEntries = List.copyOf(emptyEntries);
    boolean bare = form.equals(BundleForm.BARE);
    boolean inside =
        bare
            ? index == 0 && bundleIds.isEmpty()
            : index >= 0 && index < bundleIds.size() && bundleIds.get(index).equals(entryId);
    int entries = bundleIds.size();
    if (!inside || !emptyEntries.stream().allMatch(empty -> empty >= 0 && empty < entries)) {
      throw new IllegalArgumentException(
          "%s is not entry %d of %s".formatted(entryId, index, bundleIds));
    }
  }

  /** Of an entry of a bundle whose entries for devices all hold code. */
  public static BundleOrigin of(int index, List<String> bundleIds, BundleForm form) {
    return new BundleOrigin(bundleIds.get(index), null, index, bundleIds, List.of(), form, 0);
  }

  /** Of a code object without a bundle. */
  public static BundleOrigin bare(String target) {
    return new BundleOrigin(target, null, 0, List.of(), List.of(), BundleForm.BARE, 0);
  }

  /** Returns this origin with a stage prefix. */
  public BundleOrigin from(String prefix) {
    return new BundleOrigin(entryId, prefix, index, bundleIds, emptyEntries, form, copy);
  }

  /** Returns this origin in a bundle before which others had the same bytes. */
  public BundleOrigin asCopy(int number) {
    return new BundleOrigin(entryId, sourcePrefix, index, bundleIds, emptyEntries, form, number);
  }

  /**
   * Metadata for {@link org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry}, in a fixed
   * order.
   */
  public Map<String, MsgValue> encode() {
    Map<String, MsgValue> metadata = new LinkedHashMap<>();
    metadata.put(TARGET_KEY, new MsgValue.Text(entryId));
    if (sourcePrefix != null) {
      metadata.put(SOURCE_PREFIX_KEY, new MsgValue.Text(sourcePrefix));
    }
    metadata.put(INDEX_KEY, MsgValue.Int.of(index));
    metadata.put(IDS_KEY, MsgValue.Array.texts(bundleIds));
    metadata.put(COMPRESSION_KEY, new MsgValue.Text(form.text()));
    if (!emptyEntries.isEmpty()) {
      metadata.put(EMPTY_KEY, MsgValue.Array.numbers(emptyEntries));
    }
    if (copy > 0) {
      metadata.put(COPY_KEY, MsgValue.Int.of(copy));
    }
    return metadata;
  }

  /**
   * Reads the origin that a row of an archive states.
   *
   * @return empty if it says nothing of a bundle, as in archives of other tools
   * @throws FormatException if what it says is not what {@link #encode} makes
   */
  public static Optional<BundleOrigin> of(KpackArchive archive, int row) throws FormatException {
    Map<String, MsgValue> metadata = archive.metadata(row);
    return decode(metadata, archive.view().name() + ", row " + row);
  }

  /**
   * Reads metadata.
   *
   * @param name whose metadata it is, for messages
   * @return empty if it has neither index, nor ids, nor compression
   * @throws FormatException if one of them is missing, or has a value that it cannot have
   */
  public static Optional<BundleOrigin> decode(Map<String, MsgValue> metadata, String name)
      throws FormatException {
    if (!metadata.containsKey(INDEX_KEY)
        && !metadata.containsKey(IDS_KEY)
        && !metadata.containsKey(COMPRESSION_KEY)) {
      return Optional.empty();
    }
    String id = text(metadata, TARGET_KEY, name);
    String prefix =
        metadata.containsKey(SOURCE_PREFIX_KEY) ? text(metadata, SOURCE_PREFIX_KEY, name) : null;
    int index = number(metadata.get(INDEX_KEY), INDEX_KEY, name);
    List<String> ids = new ArrayList<>();
    for (MsgValue value : items(metadata, IDS_KEY, name)) {
      ids.add(text(value, IDS_KEY, name));
    }
    List<Integer> empty = new ArrayList<>();
    if (metadata.containsKey(EMPTY_KEY)) {
      for (MsgValue value : items(metadata, EMPTY_KEY, name)) {
        empty.add(number(value, EMPTY_KEY, name));
      }
    }
    MsgValue copy = metadata.getOrDefault(COPY_KEY, MsgValue.Int.of(0));
    String compression = text(metadata, COMPRESSION_KEY, name);
    BundleForm form =
        BundleForm.parse(compression)
            .orElseThrow(
                () ->
                    wrong(
                        name,
                        COMPRESSION_KEY,
                        "none, code-object or ccob-VERSION-METHOD",
                        compression));
    try {
      return Optional.of(
          new BundleOrigin(id, prefix, index, ids, empty, form, number(copy, COPY_KEY, name)));
    } catch (IllegalArgumentException contradiction) {
      throw wrong(
          name,
          INDEX_KEY,
          "the position of %s among %s".formatted(id, ids),
          index + (empty.isEmpty() ? "" : ", empty " + empty));
    }
  }

  private static String text(Map<String, MsgValue> metadata, String key, String name)
      throws FormatException {
    return text(metadata.get(key), key, name);
  }

  private static String text(@Nullable MsgValue value, String key, String name)
      throws FormatException {
    if (value instanceof MsgValue.Text(String text)) {
      return text;
    }
    throw wrong(name, key, "text", found(value));
  }

  private static int number(@Nullable MsgValue value, String key, String name)
      throws FormatException {
    if (value instanceof MsgValue.Int(BigInteger number)
        && number.signum() >= 0
        && number.bitLength() < Integer.SIZE) {
      return number.intValueExact();
    }
    throw wrong(name, key, "a position in the bundle", found(value));
  }

  private static List<MsgValue> items(Map<String, MsgValue> metadata, String key, String name)
      throws FormatException {
    MsgValue value = metadata.get(key);
    if (value instanceof MsgValue.Array(List<MsgValue> items)) {
      return items;
    }
    throw wrong(name, key, "an array", found(value));
  }

  private static String found(@Nullable MsgValue value) {
    return value == null ? "nothing" : value.toString();
  }

  private static FormatException wrong(String name, String key, String expected, String found) {
    return FormatException.in(name, STRUCTURE, key, Reason.BAD_VALUE).mismatch(expected, found);
  }
}
