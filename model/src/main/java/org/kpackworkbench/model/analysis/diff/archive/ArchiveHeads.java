package org.kpackworkbench.model.analysis.diff.archive;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.Aligned;
import org.kpackworkbench.model.analysis.diff.ComparisonKind;
import org.kpackworkbench.model.analysis.diff.Draft;
import org.kpackworkbench.model.analysis.diff.ListComparison;
import org.kpackworkbench.model.analysis.diff.Side;
import org.kpackworkbench.model.analysis.diff.Values;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.KpackArchive.TableField;

/** Comparison of archives as a whole, by their tables of contents. */
record ArchiveHeads(List<KpackArchive> archives) {
  static final String GROUP = "archive";

  private static final String VALUE = "value";
  private static final int MOST_SHOWN_BYTES = 64;

  static ListComparison of(List<Side> sides, List<KpackArchive> archives) throws FormatException {
    ArchiveHeads heads = new ArchiveHeads(archives);
    ListComparison.Builder builder = new ListComparison.Builder(ComparisonKind.ARCHIVES, sides);
    builder.add(heads.text("group name", KpackArchive::groupName));
    builder.add(heads.text("family", KpackArchive::family));
    builder.add(heads.text("targets", archive -> String.join(" ", archive.architectures())));
    builder.add(heads.text("scheme", KpackArchive::schemeName).storage(VALUE));
    // What no row names is no content; another number of blobs is another way to store the rows.
    builder.add(heads.text("blobs", archive -> count(archive.blobCount())).storage(VALUE));
    List<List<TableField>> unknown = new ArrayList<>();
    for (KpackArchive archive : archives) {
      unknown.add(archive.fields().stream().filter(field -> !field.known()).toList());
    }
    for (Map.Entry<String, List<@Nullable TableField>> row :
        Aligned.byKey(unknown, TableField::name).entrySet()) {
      builder.add(new Draft(GROUP, row.getKey(), Aligned.map(row.getValue(), heads::unknown)));
    }
    return builder.build();
  }

  private Draft text(String name, Function<KpackArchive, String> text) {
    List<@Nullable Values> values = new ArrayList<>();
    for (KpackArchive archive : archives) {
      String value = text.apply(archive);
      values.add(
          value.isEmpty() && !archive.complete()
              ? Values.unread(tableOf(archive), archive.problems().getFirst())
              : Values.at(tableOf(archive)).with(VALUE, value));
    }
    return new Draft(GROUP, name, values);
  }

  private static String count(OptionalInt blobs) {
    return blobs.isEmpty() ? "" : Integer.toString(blobs.getAsInt());
  }

  private static Place tableOf(KpackArchive archive) {
    return new Place.Part(archive.place(), "table of contents", archive.tableRange());
  }

  private Values unknown(int side, TableField field) throws FormatException {
    KpackArchive archive = archives.get(side);
    Place place = new Place.Part(archive.place(), field.name(), field.value());
    return Values.at(place).with(VALUE, shown(archive, field)).size(field.value().length());
  }

  /** The value's bytes; long ones are distinguished by a checksum. */
  private static String shown(KpackArchive archive, TableField field) throws FormatException {
    long length = field.value().length();
    int count = (int) Math.min(MOST_SHOWN_BYTES, length);
    String hex = HexText.of(archive.view().bytes(field.value().start(), count));
    if (count == length) {
      return hex;
    }
    java.util.zip.CRC32C sum = new java.util.zip.CRC32C();
    byte[] window = new byte[8192];
    for (long at = 0; at < length; at += window.length) {
      int part = (int) Math.min(window.length, length - at);
      archive.view().copyTo(field.value().start() + at, window, 0, part);
      sum.update(window, 0, part);
    }
    return "%s… (%d bytes, CRC-32C %08x)".formatted(hex, length, sum.getValue());
  }
}
