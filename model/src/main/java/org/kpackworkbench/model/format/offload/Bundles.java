package org.kpackworkbench.model.format.offload;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;

/**
 * Bundles of a host binary or of a file of bundles. Of compressed ones only the beginning is
 * decompressed, for the table inside.
 *
 * @param view what the bundles' ranges count in
 */
public record Bundles(ByteView view, List<StoredBundle> bundles) {

  /** The list {@code bundles}, and a table of them. */
  public void describe(Report report) {
    report.facts().list("bundles", bundles, this::bundle);
    report.section("Bundles", "bundles", "index", "offset", "size", "kind", "wrappers", "targets");
  }

  private void bundle(StoredBundle bundle, Facts facts) {
    BundleTable table = table(bundle.content());
    facts
        .number("index", bundle.index())
        .text("kind", kind(bundle.content()))
        .shown(words(bundle.content()))
        .offset("offset", view.fileOffset(bundle.range().start()))
        .number("size", bundle.range().length())
        .numbers("wrappers", bundle.wrappers());
    if (bundle.wrappers().isEmpty()) {
      facts.shown("none");
    }
    if (bundle.content() instanceof CompressedBundle compressed) {
      facts
          .number("version", compressed.version())
          .text("method", compressed.method().words())
          .number("uncompressedSize", compressed.uncompressedSizeBytes())
          .address("hash", compressed.hash());
    }
    facts
        .aside("targets", targets(table))
        .list("entries", table == null ? List.of() : table.entries(), Bundles::entry);
  }

  private static void entry(BundleEntry entry, Facts facts) {
    facts
        .text("id", entry.id().text())
        .text("target", entry.target() == null ? null : entry.target().toString())
        .number("offset", entry.offset())
        .number("size", entry.sizeBytes());
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

  private static String targets(@Nullable BundleTable table) {
    return table == null
        ? ""
        : table.entries().stream()
            .filter(BundleEntry::isDevice)
            .map(entry -> entry.target() == null ? entry.id().text() : entry.target().toString())
            .collect(Collectors.joining(" "));
  }

  /** The table of a bundle; null if there is none that can be read, which is a problem. */
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
