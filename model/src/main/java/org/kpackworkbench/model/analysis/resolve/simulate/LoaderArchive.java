package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderTable.Blob;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.ArchiveIndex;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.LoaderLimits;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.StoredBlobs;
import org.kpackworkbench.model.operation.prune.Loads;

/**
 * An archive as loaders read it, which is less than {@link
 * org.kpackworkbench.model.format.kpack.KpackArchive} can show, and sometimes more: a scheme that
 * is not known is none, of repeated keys the first counts, in {@code toc} the last, and any wrong
 * type where a number should be spoils the whole archive. Names are {@link SystemText}s. Safe for
 * use by many threads.
 */
final class LoaderArchive implements AutoCloseable {
  private final OpenFile open;
  private final ByteView view;
  private final long tableStart;
  private final List<String> architectures = new ArrayList<>();

  /** Null while an index is used in its place. */
  private @Nullable LoaderTable table;

  /** Leads to rows in place of a table that is read; null if the table was. */
  private volatile @Nullable ArchiveIndex index;

  private final UnpackBudget budget;
  private final LoaderBlobs blobs;

  /** Reads an experimental scheme, as it is planned; null where loaders read all there is. */
  private @Nullable KpackArchive experimental;

  private final boolean ownSchemes;

  /** The rows that a plan leaves; null if there is no plan. */
  private Loads.@Nullable Left kept;

  private boolean zstd;

  /**
   * An archive's answer for a key and an architecture.
   *
   * @param why what is wrong; null if nothing is, or the key is just not there
   * @param undefined whether loaders use a value that nothing has set
   * @param sizeBytes of the code object; -1 if there is none
   * @param stored where it is stored as it is; null if it is compressed, or there is none
   * @param bytes the code object, where it was wanted
   */
  record Answer(
      LoaderError error,
      @Nullable String why,
      boolean undefined,
      long sizeBytes,
      @Nullable ByteRange stored,
      @Nullable ByteView bytes) {
    static Answer miss(LoaderError error, @Nullable String why) {
      return new Answer(error, why, false, -1, null, null);
    }

    static Answer undefined(String why) {
      return new Answer(LoaderError.KERNEL_NOT_FOUND, why, true, -1, null, null);
    }

    boolean found() {
      return error == LoaderError.SUCCESS;
    }
  }

  private LoaderArchive(OpenFile open, UnpackBudget budget, boolean ownSchemes, boolean indexed)
      throws FormatException, Refused {
    this.open = open;
    this.budget = budget;
    view = open.view();
    blobs = new LoaderBlobs(view, budget);
    tableStart = LoaderTable.start(view);
    this.ownSchemes = ownSchemes;
    index = indexed ? index() : null;
    if (index == null) {
      read();
    }
  }

  private void read() throws FormatException, Refused {
    LoaderTable read = LoaderTable.read(view, tableStart);
    table = read;
    zstd = read.zstd();
    architectures.addAll(read.architectures());
    if (ownSchemes && read.scheme().isExperimental()) {
      experimental = KpackArchive.read(view, new Place.File(open.path()), budget);
    }
  }

  /** The index beside the archive, where loaders can read the archive that it is of. */
  private @Nullable ArchiveIndex index() {
    ArchiveIndex found = ArchiveIndex.beside(open.path(), view).index();
    if (found == null || !found.isAscii() || found.isBeyond(LoaderLimits.SHIPPING)) {
      return null;
    }
    zstd = found.scheme() == StorageScheme.ZSTD_PER_KERNEL;
    architectures.addAll(found.architectures());
    return found;
  }

  /**
   * Opens a regular file.
   *
   * @param budget what may be unpacked of it
   * @param ownSchemes whether experimental schemes are read, which no loader does
   * @param indexed whether an index may be used in place of its table
   * @throws Refused if loaders do not open it
   */
  static LoaderArchive open(Path path, UnpackBudget budget, boolean ownSchemes, boolean indexed)
      throws Refused {
    try {
      if (Files.size(path) == 0) {
        throw new Refused(LoaderError.IO_ERROR, "the file is empty", "Install it again.");
      }
      OpenFile open = OpenFile.open(path);
      try {
        return new LoaderArchive(open, budget, ownSchemes, indexed);
      } catch (IOException | Refused | RuntimeException failure) {
        open.close();
        throw failure;
      }
    } catch (NoSuchFileException gone) {
      throw new Refused(LoaderError.FILE_NOT_FOUND, "it is gone");
    } catch (AccessDeniedException denied) {
      throw new Refused(LoaderError.IO_ERROR, Step.DENIED);
    } catch (FormatException changed) {
      throw new Refused(LoaderError.IO_ERROR, changed.words());
    } catch (IOException unreadable) {
      throw new Refused(LoaderError.IO_ERROR, String.valueOf(unreadable.getMessage()));
    }
  }

  /**
   * Returns the architectures that {@code gfx_arches} lists; elements that are no texts are
   * skipped.
   */
  List<String> architectures() {
    return architectures;
  }

  /** Leaves out what it is planned to lose. */
  void keep(Loads.Left left) {
    kept = left;
    architectures.removeIf(each -> !left.lists(each));
  }

  /** Whether an index is used in place of the table. */
  boolean isIndexed() {
    return index != null;
  }

  /** Whether code objects are frames. */
  boolean zstd() {
    return zstd || experimental != null;
  }

  /**
   * Looks up a code object.
   *
   * @param unpacks whether its bytes are wanted; else what is wrong with them stays unseen
   */
  Answer ask(String key, String architecture, boolean unpacks) {
    try {
      ArchiveIndex found = index;
      if (found != null) {
        return indexed(found, SystemText.untilNul(key), architecture, unpacks);
      }
      return listed(key, architecture, unpacks);
    } catch (FormatException unreadable) {
      return Answer.miss(LoaderError.IO_ERROR, unreadable.words());
    }
  }

  private static Answer planned(
      KpackArchive reader, String key, String architecture, boolean unpacks)
      throws FormatException {
    int row = reader.findText(key, architecture).orElse(-1);
    if (row < 0) {
      return Answer.miss(LoaderError.KERNEL_NOT_FOUND, null);
    }
    FormatException problem = reader.problem(row).orElse(null);
    if (problem != null) {
      return Answer.miss(LoaderError.KERNEL_NOT_FOUND, problem.words());
    }
    long size = reader.originalSizeBytes(row);
    if (unpacks && size > LoaderBlobs.MOST_LOADED_BYTES) {
      return LoaderBlobs.tooLarge(size);
    }
    try {
      ByteView bytes = unpacks ? reader.loadOne(row, LoaderBlobs.MOST_LOADED_BYTES) : null;
      return new Answer(LoaderError.SUCCESS, null, false, size, null, bytes);
    } catch (FormatException broken) {
      broken.throwIfFileChanged();
      return Answer.miss(LoaderError.DECOMPRESSION_FAILED, broken.words());
    }
  }

  private Answer indexed(ArchiveIndex found, String key, String architecture, boolean unpacks)
      throws FormatException {
    KpackArchive part;
    try {
      part = found.archive(key, new Place.File(open.path()), budget).orElse(null);
    } catch (FormatException damaged) {
      damaged.throwIfFileChanged();
      try {
        readInstead();
        return listed(key, architecture, unpacks);
      } catch (Refused refused) {
        return Answer.miss(refused.error(), refused.why());
      }
    }
    for (int row = 0; part != null && row < part.entryCount(); row++) {
      ArchiveEntry entry = part.entry(row);
      if (entry.targetText().equals(architecture)) {
        ByteRange blob = part.storedRange(row).orElseThrow();
        return zstd
            ? blobs.frame(entry.ordinal(), entry.originalSizeBytes(), blob, unpacks)
            : blobs.plain(entry.ordinal(), new Blob(blob.start(), blob.length()), unpacks);
      }
    }
    return Answer.miss(LoaderError.KERNEL_NOT_FOUND, null);
  }

  /** Reads the table after all, because the index is damaged. */
  private synchronized void readInstead() throws FormatException, Refused {
    if (index != null) {
      architectures.clear();
      read();
      index = null;
    }
  }

  private Answer listed(String key, String architecture, boolean unpacks) throws FormatException {
    String name = SystemText.untilNul(key);
    LoaderTable read = Objects.requireNonNull(table);
    Loads.Left left = kept;
    LoaderRows.Row row =
        left != null && !left.has(name, architecture) ? null : read.rows().find(name, architecture);
    if (row == null) {
      return Answer.miss(LoaderError.KERNEL_NOT_FOUND, null);
    }
    Long number = row.ordinal();
    if (number == null) {
      return Answer.undefined("its row has no ordinal");
    }
    KpackArchive reader = experimental;
    if (reader != null) {
      return planned(reader, SystemText.shown(key), SystemText.shown(architecture), unpacks);
    }
    if (number >= read.blobCount()) {
      return Answer.miss(LoaderError.KERNEL_NOT_FOUND, read.noBlob(number));
    }
    int ordinal = number.intValue();
    StoredBlobs frames = read.frames();
    return frames == null
        ? blobs.plain(ordinal, read.listed().get(ordinal), unpacks)
        : blobs.frame(ordinal, row.size(), frames.range(ordinal).orElseThrow(), unpacks);
  }

  @Override
  public void close() throws IOException {
    blobs.close();
    KpackArchive reader = experimental;
    if (reader != null) {
      reader.close();
    }
    ArchiveIndex used = index;
    if (used != null) {
      used.close();
    }
    open.close();
  }
}
