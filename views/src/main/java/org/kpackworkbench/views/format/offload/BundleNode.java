package org.kpackworkbench.views.format.offload;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.views.kit.rows.RowMark;

/**
 * A row of the tree of bundles.
 *
 * @param name a bundle, the id of an entry, a field of the marker
 * @param target the target of an entry; else empty
 * @param details what there is to know about it
 * @param fileOffset where it starts in the file; -1 if it has no bytes of its own there
 * @param insideOffset where an entry starts in its bundle; -1 for others
 * @param sizeBytes its size, of a compressed bundle as stored; -1 for none
 * @param originalBytes of a compressed bundle the size of what is inside; else -1
 * @param mark its colour, and what is wrong with it
 * @param place where it is
 * @param leadsTo where Enter leads; null for nowhere
 * @param compressed the compressed bundle whose hash can be verified; else null
 * @param children the rows below
 */
public record BundleNode(
    String name,
    String target,
    String details,
    long fileOffset,
    long insideOffset,
    long sizeBytes,
    long originalBytes,
    RowMark mark,
    @Nullable Place place,
    @Nullable Place leadsTo,
    @Nullable CompressedBundle compressed,
    List<BundleNode> children) {

  /** A row that is a name and what there is to say about it. */
  static BundleNode fact(String name, String details, @Nullable Place place) {
    return fact(name, details, place, RowMark.NONE, List.of());
  }

  /** A row that is a name and what there is to say about it, with rows below. */
  static BundleNode fact(
      String name, String details, @Nullable Place place, RowMark mark, List<BundleNode> children) {
    return new BundleNode(
        name, "", details, -1, -1, -1, -1, mark, place, null, null, List.copyOf(children));
  }

  /** Returns the row with the result of verifying its hash. */
  BundleNode checked(String words, String problem) {
    String before = details.replaceAll(" · (hash verified|wrong hash)$", "");
    return new BundleNode(
        name,
        target,
        before + " · " + words,
        fileOffset,
        insideOffset,
        sizeBytes,
        originalBytes,
        mark.problem(problem),
        place,
        leadsTo,
        compressed,
        children);
  }

  /** The name: the text to copy of a row, which also determines the width of its column. */
  @Override
  public String toString() {
    return name;
  }

  /** Stored bytes for each original one in per cent; empty if nothing is compressed. */
  String ratio() {
    return originalBytes <= 0 ? "" : "%.1f %%".formatted(100.0 * sizeBytes / originalBytes);
  }
}
