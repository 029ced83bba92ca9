package org.kpackworkbench.model.operation.prune;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.format.offload.BrokenBundle;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.BundleFile;
import org.kpackworkbench.model.format.offload.BundleTable;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.CompressionMethod;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.format.registry.CodeStore;
import org.kpackworkbench.model.operation.restore.BundleRewrite;

/** A file of bundles, plain or compressed, without a binary around them. */
final class BundleStore implements CodeStore {
  private final ByteView view;
  private final BundledEntries entries;

  BundleStore(ByteView view) throws FormatException {
    this.view = view;
    this.entries = new BundledEntries(groups(view, place(), bundles()));
  }

  private ByteRange place() {
    return new ByteRange(0, view.size());
  }

  private List<StoredBundle> bundles() throws FormatException {
    return BundleFile.read(view).bundles();
  }

  /**
   * The code of one bundle for one programming model: a loader chooses among these.
   *
   * @param stored the bundle in the file
   */
  record Group(StoredBundle stored, List<BundleEntry> entries) {}

  /**
   * Returns the groups to choose from; entries without a target are in none, and stay.
   *
   * @param place where the bundles are, with nothing but zeros between them
   * @throws FormatException if the file cannot be written again as it is
   */
  static List<Group> groups(ByteView view, ByteRange place, List<StoredBundle> bundles)
      throws FormatException {
    List<Group> groups = new ArrayList<>();
    long at = place.start();
    for (StoredBundle stored : bundles) {
      if (stored.range().start() < at) {
        throw unsupported(view, stored.range().start(), "a bundle inside of another one");
      }
      padding(view, at, stored.range().start());
      at = stored.range().end();
      Map<String, List<BundleEntry>> models = new LinkedHashMap<>();
      for (BundleEntry entry : table(view, stored).entries()) {
        FormatException problem = entry.problem();
        if (problem != null) {
          throw problem;
        }
        if (entry.target() != null && entry.isDevice()) {
          models
              .computeIfAbsent(entry.id().programmingModel(), model -> new ArrayList<>())
              .add(entry);
        }
      }
      models.values().forEach(each -> groups.add(new Group(stored, each)));
    }
    padding(view, at, place.end());
    return groups;
  }

  @Override
  public List<StoredCode> entries() {
    return entries.all();
  }

  @Override
  public long sizeWithout(SortedSet<Integer> gone) throws FormatException {
    return end(rewrite(gone).plan());
  }

  @Override
  public void writeWithout(SortedSet<Integer> gone, Path output, Writing writing)
      throws IOException {
    List<ByteRange> unused = rewrite(gone).write(output, writing);
  }

  private BundleRewrite rewrite(SortedSet<Integer> gone) throws FormatException {
    return new BundleRewrite(view, place(), bundles(), entries.byBundle(gone));
  }

  private static void padding(ByteView view, long start, long end) throws FormatException {
    if (start < end && !ZeroScan.isFilled(view, ByteRange.between(start, end), 0)) {
      throw unsupported(view, start, "bytes that belong to no bundle");
    }
  }

  private static BundleTable table(ByteView view, StoredBundle stored) throws FormatException {
    return switch (stored.content()) {
      case OffloadBundle plain -> plain.table();
      case CompressedBundle compressed -> {
        if (compressed.method() == CompressionMethod.OTHER) {
          throw unsupported(view, stored.range().start(), "a compression that is not known");
        }
        yield compressed.readTable();
      }
      case BrokenBundle(FormatException problem) -> throw problem;
      default ->
          throw unsupported(view, stored.range().start(), "a code object beside the bundles");
    };
  }

  private static FormatException unsupported(ByteView view, long at, String found) {
    return FormatException.at(view, at, "offload bundle", "", Reason.UNSUPPORTED)
        .expected("bundles, plain or compressed with zlib or zstd, and zeros between them")
        .found(found)
        .advice("Extract the code objects with extract, and bundle those that are needed.")
        .build();
  }

  /** Where the last one of some bundles ends. */
  static long end(List<ByteRange> bundles) {
    return bundles.isEmpty() ? 0 : bundles.getLast().end();
  }
}
