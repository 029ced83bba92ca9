package org.kpackworkbench.model.format.offload;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Cells;
import org.kpackworkbench.model.base.output.JsonOut;
import org.kpackworkbench.model.base.output.TextColumns;
import org.kpackworkbench.model.base.output.TextOut;

/**
 * Bundles of a host binary or of a file of bundles. Of compressed ones only the beginning is
 * decompressed, for the table inside.
 *
 * @param view what the bundles' ranges count in
 */
public record Bundles(ByteView view, List<StoredBundle> bundles) {

  /** The field {@code bundles}. */
  public void json(JsonOut out) {
    out.list("bundles");
    for (StoredBundle bundle : bundles) {
      out.object()
          .field("index", bundle.index())
          .field("kind", kind(bundle.content()))
          .field("offset", view.fileOffset(bundle.range().start()))
          .field("size", bundle.range().length())
          .list("wrappers");
      bundle.wrappers().forEach(out::value);
      out.endList();
      if (bundle.content() instanceof CompressedBundle compressed) {
        out.field("version", compressed.version())
            .field("method", compressed.method().words())
            .field("uncompressedSize", compressed.uncompressedSizeBytes())
            .address("hash", compressed.hash());
      }
      entries(out, table(bundle.content()));
      out.endObject();
    }
    out.endList();
  }

  private static void entries(JsonOut out, @Nullable BundleTable table) {
    out.list("entries");
    for (BundleEntry entry : table == null ? List.<BundleEntry>of() : table.entries()) {
      out.object()
          .field("id", entry.id().text())
          .field("target", entry.target() == null ? null : entry.target().toString())
          .field("offset", entry.offset())
          .field("size", entry.sizeBytes())
          .endObject();
    }
    out.endList();
  }

  /** A table of bundles. */
  public void text(TextOut out) throws IOException {
    if (bundles.isEmpty()) {
      return;
    }
    out.line().line("Bundles");
    TextColumns table = new TextColumns(">#", ">offset", ">size", "kind", "wrappers", "targets");
    for (StoredBundle bundle : bundles) {
      table.row(
          Integer.toString(bundle.index()),
          Cells.hex(view.fileOffset(bundle.range().start())),
          Long.toString(bundle.range().length()),
          words(bundle.content()),
          bundle.wrappers().isEmpty() ? "none" : Cells.numbers(bundle.wrappers()),
          targets(bundle.content()));
    }
    table.print(out, "  ");
  }

  private static String kind(BundleContent content) {
    return switch (content) {
      case OffloadBundle plain -> "bundle";
      case CompressedBundle compressed -> "compressed";
      case BareCodeObject bare -> "code-object";
      case BrokenBundle broken -> "broken";
    };
  }

  private static String words(BundleContent content) {
    return switch (content) {
      case OffloadBundle plain -> "plain";
      case CompressedBundle compressed ->
          "CCOB version %d, %s".formatted(compressed.version(), compressed.method().words());
      case BareCodeObject bare -> "code object";
      case BrokenBundle broken -> "broken";
    };
  }

  private static String targets(BundleContent content) {
    BundleTable table = table(content);
    return table == null
        ? ""
        : table.entries().stream()
            .filter(BundleEntry::isDevice)
            .map(entry -> entry.target() == null ? entry.id().text() : entry.target().toString())
            .collect(Collectors.joining(" "));
  }

  /** The table of a bundle; null where there is none that can be read, which is a problem. */
  private static @Nullable BundleTable table(BundleContent content) {
    return switch (content) {
      case OffloadBundle plain -> plain.table();
      case CompressedBundle compressed -> {
        try {
          yield compressed.readTable();
        } catch (FormatException unreadable) {
          yield null;
        }
      }
      case BareCodeObject bare -> null;
      case BrokenBundle broken -> null;
    };
  }
}
