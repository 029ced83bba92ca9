package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;

/** The rows of an archive's table of contents. */
public record ArchiveCodeObjects(KpackArchive archive) implements CodeObjects {
  @Override
  public int size() {
    return archive.entryCount();
  }

  @Override
  public CodeObjectRow row(int row) throws FormatException {
    ArchiveEntry entry = archive.entry(row);
    return new CodeObjectRow(
        row,
        entry.binary(),
        entry.index(),
        entry.targetText(),
        entry.target(),
        entry.type(),
        entry.ordinal(),
        archive.storedSizeBytes(row),
        entry.originalSizeBytes(),
        archive.place(entry),
        entry.problem());
  }

  @Override
  public Optional<FormatException> problem(int row) throws FormatException {
    return archive.problem(row);
  }

  @Override
  public boolean unpacked(int row) {
    return archive.scheme().isCompressed();
  }

  @Override
  public Map<String, MsgValue> metadata(int row) throws FormatException {
    return archive.metadata(row);
  }

  @Override
  public Optional<UnindexedKey> unindexedKey(int row) throws FormatException {
    return archive.entry(row).key().indexed()
        ? Optional.empty()
        : Optional.of(archive.hasFreeKeys() ? UnindexedKey.FREE : UnindexedKey.PLAIN);
  }

  @Override
  public List<String> notes() {
    String note = archive.loadersNote();
    Path file = archive.place().file();
    String version = archive.versionNote();
    return Stream.of(
            note == null
                ? ""
                : "%s: no loader finds code in it: %s. %s"
                    .formatted(file, note, KpackArchive.loadersAdvice(file)),
            version == null ? "" : "%s: %s Loaders do not read it.".formatted(file, version))
        .filter(each -> !each.isEmpty())
        .toList();
  }

  @Override
  public OptionalInt rowOf(Place.CodeObject place) {
    if (!archive.place().equals(place.parent())) {
      return OptionalInt.empty();
    }
    try {
      return archive.find(place.binary(), place.index(), place.target());
    } catch (FormatException unreadable) {
      return OptionalInt.empty();
    }
  }

  @Override
  public boolean located() {
    // Where nothing can be extracted there is nothing to look for; why is one of the problems.
    return archive.blobsIfKnown().isPresent() || archive.refusal() != null;
  }

  @Override
  public void locate(Progress progress) throws FormatException {
    if (!located()) {
      archive.blobs(progress);
    }
  }

  @Override
  public void declare(BitSet rows, Progress progress) throws FormatException {
    locate(progress);
    long sum = 0;
    for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
      long size = archive.originalSizeBytes(row);
      long stored = archive.storedSizeBytes(row);
      // A row that claims too much by itself does not spoil the others.
      if (size > 0
          && archive.problem(row).isEmpty()
          && !UnpackBudget.implausible(size, stored < 0 ? archive.view().size() : stored)) {
        sum += Math.min(size, Long.MAX_VALUE - sum);
      }
    }
    archive.declareSum(sum);
  }

  @Override
  public ByteView load(int row, Progress progress) throws FormatException {
    return archive.load(row);
  }

  @Override
  public SpooledBytes open(int row, UnpackBudget budget, Progress progress) throws IOException {
    return archive.unpacked(row, SpooledBytes.IN_MEMORY_BYTES, progress);
  }

  @Override
  public void extract(int row, OutputStream out, UnpackBudget budget, Progress progress)
      throws IOException {
    archive.extract(row, out, progress, CodeObjects.EXTRACT_LIMIT_BYTES, budget);
  }
}
