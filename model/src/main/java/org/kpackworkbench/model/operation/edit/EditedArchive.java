package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.run.Verifier;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.ArchiveInfo;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.LoaderLimits;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.WrittenArchive;

/**
 * An archive that is edited. The file stays as it is, and open, until the document is closed, so
 * that what was deleted can come back after saving, too.
 *
 * <p>Added code objects, and archives that rows were taken from, are read when saving.
 */
public final class EditedArchive extends EditedDocument<ArchiveEdit> {
  private final KpackArchive original;
  private final ArchiveSources sources;
  private final ArchiveState state;
  private Map<Integer, Slot> saved = Map.of();
  private @Nullable RowColumns columns;
  private @Nullable EditedRows rows;
  private LoaderLimits limits;

  private EditedArchive(KpackArchive original, FileStamp stamp) throws FormatException {
    super(stamp);
    this.original = original;
    this.sources = new ArchiveSources(original.budget());
    this.state = new ArchiveState(original);
    this.limits = limitsFor(original);
  }

  /** What no loader opened before may stay so; nothing else may become so. */
  private static LoaderLimits limitsFor(KpackArchive original) {
    LoaderLimits limits = LoaderLimits.SHIPPING;
    ByteRange area = original.blobArea();
    boolean beyond =
        limits.beyondFrames(original.blobCount()) != null
            || (area != null && limits.beyondArea(area.length()) != null);
    return beyond ? LoaderLimits.NONE : limits;
  }

  /** Lets the archive become larger than what loaders open. */
  public void allowBeyondLoaders() {
    limits = LoaderLimits.NONE;
  }

  /**
   * Lets {@code gfx_arches} be set to any list, as also to one that lacks targets of rows.
   *
   * <p>Otherwise such a list is refused, since no loader would ask for those rows.
   */
  public void allowAnyList() {
    state.allowAnyList();
  }

  /**
   * Opens an archive for editing.
   *
   * @throws FormatException where it is none, or so broken that writing it anew would lose
   *     something
   */
  public static EditedArchive open(Path path) throws IOException {
    return open(path, false);
  }

  /**
   * The same, for an archive that may be large.
   *
   * @param allowLarge whether more may be unpacked than is plausible
   */
  public static EditedArchive open(Path path, boolean allowLarge) throws IOException {
    FileStamp stamp = FileStamp.of(path);
    KpackArchive archive = KpackArchive.open(path, UnpackBudget.operation(allowLarge));
    try {
      FormatException refusal =
          archive.problems().isEmpty() ? archive.refusal() : archive.problems().getFirst();
      if (refusal != null) {
        throw refusal;
      }
      FormatException damage = archive.blobs(Progress.NONE).damage();
      if (damage != null) {
        throw damage;
      }
      stamp.require("Open it again.");
      return new EditedArchive(archive, stamp);
    } catch (IOException | RuntimeException failure) {
      archive.close();
      throw failure;
    }
  }

  /** The archive as it was opened. */
  public KpackArchive original() {
    return original;
  }

  @Override
  Step perform(ArchiveEdit edit) throws IOException {
    return ArchiveEditor.apply(state, sources, edit);
  }

  /** Reads the code objects that an edit adds, exchanges or files under another target. */
  @Override
  public List<Finding> errorsOf(ArchiveEdit edit, Path file, Progress progress) throws IOException {
    ArchiveChanges changes = ArchiveEditor.apply(state, sources, edit);
    try {
      List<Finding> errors = new ArrayList<>();
      for (Map.Entry<Integer, @Nullable Slot> touched : changes.touched().entrySet()) {
        int id = touched.getKey();
        if (state.rows().live(id)) {
          progress.step(0);
          errors.addAll(addedErrors(state.rows().row(id), before(id, touched.getValue())));
        }
      }
      return errors;
    } finally {
      changes.back();
    }
  }

  private Slot.@Nullable Row before(int id, @Nullable Slot slot) throws FormatException {
    return switch (slot) {
      case Slot.Row row -> row;
      case Slot.Gone gone -> null;
      case null -> Slot.Row.of(original, id);
    };
  }

  private List<Finding> addedErrors(Slot.Row row, Slot.@Nullable Row before) throws IOException {
    if (before != null
        && before.blob().equals(row.blob())
        && before.target().equals(row.target())) {
      return List.of();
    }
    return newErrors(
        before != null && before.blob().equals(row.blob()) ? findings(before) : List.of(),
        findings(row));
  }

  private List<Finding> findings(Slot.Row row) throws IOException {
    BinaryKey key = BinaryKey.parse(row.key());
    Place place =
        new Place.CodeObject(original.place(), key.binary(), key.index(), row.target(), null, true);
    return row.blob()
        .open(bytes -> Verifier.codeObject(place, bytes, GpuTarget.lenient(row.target())));
  }

  /** The group's name, as edits leave it. */
  public String groupName() {
    return state.head().group();
  }

  /** The family of architectures, as edits leave it. */
  public String family() {
    return state.head().family();
  }

  /**
   * The list of targets. Where nobody has set it, it follows the rows: a target comes with its
   * first row and goes with its last.
   */
  public List<String> architectures() throws FormatException {
    return List.copyOf(state.architectures());
  }

  /** How code objects will be stored. */
  public StorageScheme scheme() {
    return state.head().scheme();
  }

  /** The level at which everything is compressed anew; null where what is stored stays. */
  public @Nullable Integer level() {
    return state.head().level();
  }

  /** Number of rows. */
  public int rowCount() throws FormatException {
    return state.rows().order().length;
  }

  /** A row, by its position, from 0. */
  public EditedRow row(int position) throws IOException {
    return rows().row(position);
  }

  /** All rows as they are now. Takes time for the first call, when the whole table is read. */
  public EditedRows rows() throws FormatException {
    EditedRows known = rows;
    if (known == null) {
      RowColumns original = columns == null ? new RowColumns(this.original) : columns;
      columns = original;
      known =
          new EditedRows(
              original,
              state.rows().order(),
              state.rows().overlay(),
              saved,
              state.rows().ambiguous());
      rows = known;
    }
    return known;
  }

  @Override
  void derivedChanged(@Nullable DocumentSaving<ArchiveEdit> saving) {
    rows = null;
    if (saving instanceof ArchiveSaving done) {
      saved = done.plan().overlay();
    }
  }

  /** What stands below {@code metadata} in a row. */
  public Map<String, MsgValue> metadata(int position) throws FormatException {
    Slot.Row row = state.rows().row(id(position));
    Map<String, MsgValue> edited = row.metadata();
    Slot.Origin origin = row.origin();
    return edited != null
        ? edited
        : origin == null ? Map.of() : origin.archive().metadata(origin.row());
  }

  /** How many rows have something laid over them, for tests of what an edit costs. */
  int overlaid() {
    return state.rows().overlay().size();
  }

  private int id(int position) throws FormatException {
    int[] order = state.rows().order();
    return order[Objects.checkIndex(position, order.length)];
  }

  /**
   * Saves to the file that was opened.
   *
   * @throws FormatException {@code FILE_CHANGED} where somebody else has written it meanwhile;
   *     {@link #rebaseOnto} keeps the edits. Also what {@link DocumentSaving#run} throws
   */
  public WrittenArchive save(Progress progress) throws IOException {
    return finish(saving(), progress);
  }

  /**
   * Saves to another file, which is edited from then on.
   *
   * @throws java.nio.file.FileAlreadyExistsException where it is there and may not be replaced
   */
  public WrittenArchive saveAs(Path target, boolean replace, Progress progress) throws IOException {
    return finish(savingAs(target, replace), progress);
  }

  private WrittenArchive finish(ArchiveSaving saving, Progress progress) throws IOException {
    saving.run(progress);
    saved(saving);
    return saving.written();
  }

  @Override
  public ArchiveSaving saving() throws FormatException {
    return new ArchiveSaving(plan(), stamp().path(), true, stamp());
  }

  @Override
  public ArchiveSaving savingAs(Path target, boolean replace) throws FormatException {
    return new ArchiveSaving(plan(), target, replace, null);
  }

  /**
   * Writes one archive for each target, all of them or none.
   *
   * @param pattern the files' names, with {@value ArchiveSplit#PLACEHOLDER} for the target
   */
  public ArchiveSplit splitting(Path folder, String pattern) throws FormatException {
    return new ArchiveSplit(plan(), folder, pattern);
  }

  private ArchivePlan plan() throws FormatException {
    return new ArchivePlan(
        original,
        state.rows().order(),
        state.rows().overlay(),
        state.head(),
        new ArchiveInfo(groupName(), family(), architectures(), ArchiveInfo.of(original).fields()),
        history().done(),
        limits,
        true);
  }

  @Override
  public void close() throws IOException {
    sources.close();
    original.close();
  }
}
