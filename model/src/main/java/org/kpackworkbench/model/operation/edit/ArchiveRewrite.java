package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.msgpack.RawPair;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewBlob;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.LoaderLimits;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.StoredBlobs;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.operation.edit.EditedArchive.ArchiveState.Head;
import org.kpackworkbench.model.operation.edit.Slot.Blob;

/**
 * Hands an edited archive over to a writer: first the original's blobs in their order, as they are
 * stored, then new ones in the order of the rows that name them first.
 */
final class ArchiveRewrite implements AutoCloseable {
  /** Files up to this are read at once, so that not all of many have to be open together. */
  private static final long MOST_IN_MEMORY_BYTES = 32L << 20;

  private final ArchivePlan plan;
  private final KpackArchive original;
  private final ArchiveWriter writer;
  private final Progress progress;
  private final Map<Object, NewBlob> blobs = new HashMap<>();
  private final List<OpenFile> open = new ArrayList<>();

  private record Shared(KpackArchive archive, int ordinal) {}

  /**
   * @param progress checked for cancellation
   */
  ArchiveRewrite(ArchivePlan plan, ArchiveWriter writer, Progress progress) {
    this.progress = progress.cancelOnly();
    this.plan = plan;
    this.original = plan.original();
    this.writer = writer;
  }

  void run(Progress progress) throws IOException {
    StoredBlobs stored = original.blobs(Progress.NONE);
    int[] rows = rowsOfBlobs(stored);
    BitSet unnamed = plan.unnamed(stored.count());
    long total = bytes(stored, rows, unnamed);
    if (!plan.copies(original)) {
      original.declareSum(total);
    }
    progress.begin("Writing " + plan.order().length + " rows", total, Unit.BYTES);
    for (int ordinal = 0; ordinal < stored.count(); ordinal++) {
      if (rows[ordinal] >= 0) {
        blob(new Blob.Stored(original, rows[ordinal]));
      } else if (unnamed.get(ordinal)) {
        copyUnnamed(stored.range(ordinal).orElse(null));
      }
    }
    for (int id : plan.order()) {
      Slot.Row row = plan.row(id);
      NewBlob blob = blob(row.blob());
      if (blob.originalSizeBytes() != row.blob().originalSizeBytes()) {
        throw refused(row, "rows of one blob that state different sizes");
      }
      writer.row(plan.entry(row), blob);
    }
  }

  /** For each blob of the original a row that names it still; -1 if there is none. */
  private int[] rowsOfBlobs(StoredBlobs stored) throws FormatException {
    int[] rows = new int[stored.count()];
    Arrays.fill(rows, -1);
    for (int id : plan.order()) {
      check(id);
      int row = id;
      if (plan.overlay().get(id) instanceof Slot.Row edited) {
        row =
            edited.blob() instanceof Blob.Stored kept && kept.archive() == original
                ? kept.row()
                : -1;
      }
      int ordinal = row < 0 ? -1 : original.ordinal(row).orElse(-1);
      if (ordinal >= 0 && rows[ordinal] < 0) {
        rows[ordinal] = row;
      }
    }
    return rows;
  }

  /** Refuses a row with a problem: it is not written again as if nothing were wrong. */
  private void check(int id) throws FormatException {
    Slot slot = plan.overlay().get(id);
    if (slot instanceof Slot.Row row) {
      checkEdited(row);
      return;
    }
    FormatException problem = original.problem(id).orElse(null);
    if (problem != null) {
      throw refused(Slot.Row.of(original, id), problem.getMessage());
    }
  }

  private static void checkEdited(Slot.Row row) throws FormatException {
    Slot.Origin origin = row.origin();
    FormatException problem =
        origin == null ? null : origin.archive().problem(origin.row()).orElse(null);
    if (origin == null || problem == null) {
      return;
    }
    boolean sameBlob = row.blob().equals(new Blob.Stored(origin.archive(), origin.row()));
    boolean cured =
        switch (problem.reason()) {
          // Edits check names; the row has another one since, or is the only one left.
          case UNSAFE_PATH, DUPLICATE_KEY -> true;
          case OUT_OF_BOUNDS, BAD_COMPRESSION -> !sameBlob;
          default -> false;
        };
    if (!cured) {
      throw refused(row, problem.getMessage());
    }
  }

  private static FormatException refused(Slot.Row row, @Nullable String why) {
    return FormatException.in(
            row.key() + " @ " + row.target(), "row to be saved", "", Reason.BAD_VALUE)
        .expected("rows without problems")
        .found(String.valueOf(why))
        .advice("Delete the row, or give it another name or code object.")
        .build();
  }

  private long bytes(StoredBlobs stored, int[] rows, BitSet unnamed) throws IOException {
    long total = 0;
    for (int ordinal = 0; ordinal < rows.length; ordinal++) {
      if (rows[ordinal] >= 0 || unnamed.get(ordinal)) {
        total +=
            plan.copies(original)
                ? stored.sizeBytes(ordinal)
                : new Blob.Stored(original, rows[ordinal]).originalSizeBytes();
      }
    }
    for (int id : plan.order()) {
      if (plan.overlay().get(id) instanceof Slot.Row row
          && !(row.blob() instanceof Blob.Stored kept && kept.archive() == original)) {
        total += row.blob().originalSizeBytes();
      }
    }
    return total;
  }

  private void copyUnnamed(@Nullable ByteRange range) throws IOException {
    if (range != null && range.end() <= original.view().size()) {
      writer.copy(original.view().slice(range.start(), range.length()), 0);
    }
  }

  private NewBlob blob(Blob blob) throws IOException {
    Object shared =
        switch (blob) {
          case Blob.Stored stored -> new Shared(stored.archive(), stored.ordinal());
          case Blob.OfFile(FileStamp file) -> file;
        };
    NewBlob known = blobs.get(shared);
    if (known == null) {
      known =
          switch (blob) {
            case Blob.Stored stored -> stored(stored);
            case Blob.OfFile(FileStamp file) -> writer.blob(read(file));
          };
      blobs.put(shared, known);
    }
    return known;
  }

  private NewBlob stored(Blob.Stored blob) throws IOException {
    KpackArchive archive = blob.archive();
    if (!plan.copies(archive)) {
      return repacked(archive, blob.row());
    }
    ByteRange range = archive.blobs(Progress.NONE).range(blob.ordinal()).orElse(null);
    if (range == null) {
      throw refused(Slot.Row.of(archive, blob.row()), "a row without a blob");
    }
    return writer.copy(
        archive.view().slice(range.start(), range.length()), blob.originalSizeBytes());
  }

  /** Unpacks one to pack it another way; a large one lies in a file until that is done. */
  private NewBlob repacked(KpackArchive archive, int row) throws IOException {
    try (SpooledBytes code = archive.unpacked(row, MOST_IN_MEMORY_BYTES, progress)) {
      NewBlob blob = writer.blob(code.bytes());
      if (code.file() != null) {
        writer.drain();
      }
      return blob;
    }
  }

  private ByteView read(FileStamp file) throws IOException {
    file.require("Add the file again.");
    if (file.sizeBytes() <= MOST_IN_MEMORY_BYTES) {
      byte[] bytes = Files.readAllBytes(file.path());
      file.require("Add the file again.");
      return ByteView.of(file.path().toString(), bytes);
    }
    OpenFile opened = OpenFile.open(file.path());
    open.add(opened);
    return opened.view();
  }

  /** Closes the files that were read; after the writer. */
  @Override
  public void close() throws IOException {
    for (OpenFile file : open) {
      file.close();
    }
  }

  /**
   * An edited archive at one moment, to be written. Never changes; for any thread.
   *
   * @param order numbers of the rows
   * @param overlay what edits have laid over rows
   * @param edits those that made it
   * @param limits what it may have when it is compressed
   * @param whole whether blobs that no row of the original names are written, too
   */
  record ArchivePlan(
      KpackArchive original,
      int[] order,
      Map<Integer, Slot> overlay,
      Head head,
      TableHead info,
      List<ArchiveEdit> edits,
      LoaderLimits limits,
      boolean whole) {

    Slot.Row row(int id) throws FormatException {
      return overlay.get(id) instanceof Slot.Row row ? row : Slot.Row.of(original, id);
    }

    /** Returns the archive with the rows of one target only. */
    ArchivePlan only(String target) throws FormatException {
      IntStream.Builder ids = IntStream.builder();
      for (int id : order) {
        if (row(id).target().equals(target)) {
          ids.add(id);
        }
      }
      TableHead own =
          new TableHead(info.groupName(), info.family(), List.of(target), info.fields());
      return new ArchivePlan(
          original, ids.build().toArray(), overlay, head, own, edits, limits, false);
    }

    /** Returns the archive with some of its rows only, and their targets. */
    ArchivePlan only(Set<Integer> ids) throws FormatException {
      int[] kept = IntStream.of(order).filter(ids::contains).toArray();
      Set<String> targets = new LinkedHashSet<>();
      for (int id : kept) {
        targets.add(row(id).target());
      }
      TableHead own =
          new TableHead(info.groupName(), info.family(), List.copyOf(targets), info.fields());
      return new ArchivePlan(original, kept, overlay, head, own, edits, limits, false);
    }

    /** Whether blobs of an archive can be written as they are stored there. */
    boolean copies(KpackArchive archive) {
      StorageScheme scheme = head.storage().scheme();
      return head.storage().level() == null && archive.scheme() == scheme && scheme.isCopied();
    }

    /** The ordinals of the original that are written without any row of its own naming them. */
    BitSet unnamed(int blobs) {
      BitSet ordinals = new BitSet();
      if (whole && copies(original)) {
        ordinals.set(0, blobs);
        for (int row = 0; row < original.entryCount(); row++) {
          original.ordinal(row).ifPresent(ordinals::clear);
        }
      }
      return ordinals;
    }

    /** A row with all of its fields, without the code object. */
    NewEntry entry(Slot.Row row) throws FormatException {
      Slot.Origin origin = row.origin();
      List<RawPair> fields =
          origin == null ? List.of() : NewEntry.of(origin.archive(), origin.row()).fields();
      BinaryKey key = BinaryKey.parse(row.key());
      var metadata = row.metadata();
      if (metadata != null) {
        List<RawPair> edited = NewEntry.of(key, row.target(), metadata).fields();
        List<RawPair> merged = new ArrayList<>();
        Set<String> names = Set.of("metadata");
        boolean placed = false;
        for (RawPair field : fields) {
          if (!names.contains(field.name())) {
            merged.add(field);
          } else if (!placed) {
            merged.addAll(edited);
            placed = true;
          }
        }
        if (!placed) {
          merged.addAll(edited);
        }
        fields = merged;
      }
      return new NewEntry(key, row.target(), row.type(), fields);
    }
  }
}
