package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.msgpack.RawPair;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.WrittenArchive;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.DroppedTargets;
import org.kpackworkbench.model.format.kpack.Grouping;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.LoaderLimits;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.OlderLoaders;
import org.kpackworkbench.model.operation.edit.ArchiveEditor.ArchiveSources;
import org.kpackworkbench.model.operation.edit.ArchiveRewrite.ArchivePlan;
import org.kpackworkbench.model.operation.edit.EditedArchive.ArchiveState.Head;
import org.kpackworkbench.model.operation.edit.EditedRows.EditedRow;
import org.kpackworkbench.model.operation.output.ContentCheck;
import org.kpackworkbench.model.operation.output.OperationNote;

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
  private Map<String, String> notes = Map.of();
  private DroppedTargets dropped = DroppedTargets.NONE;
  private final List<Slot.Row> originalRows = new ArrayList<>();
  private @Nullable EditedRows rows;
  private LoaderLimits limits;

  private EditedArchive(KpackArchive original, FileStamp stamp) throws FormatException {
    super(stamp);
    this.original = original;
    this.sources = new ArchiveSources(original.budget());
    this.state = new ArchiveState(original);
    this.limits = limitsFor(original);
  }

  /**
   * Returns the limits: an archive that no loader opened before may stay so; none else may become
   * so.
   */
  private static LoaderLimits limitsFor(KpackArchive original) {
    LoaderLimits limits = LoaderLimits.SHIPPING;
    ByteRange area = original.blobArea().orElse(null);
    boolean beyond =
        limits.beyondFrames(original.blobCount().orElse(0)).isPresent()
            || (area != null && limits.beyondArea(area.length()).isPresent());
    return beyond ? LoaderLimits.NONE : limits;
  }

  /** Lets the archive become larger than what loaders open. */
  public void allowBeyondLoaders() {
    limits = LoaderLimits.NONE;
  }

  /**
   * Lets {@code gfx_arches} be set to any list, as also to one that lacks targets of rows.
   *
   * <p>Otherwise such a list is refused, since no loader would look up those rows.
   */
  public void allowAnyList() {
    state.allowAnyList();
  }

  /** Lets the archive say, once it is saved, which code was removed on purpose. */
  public void noteDropped(DroppedTargets note) {
    dropped = note;
  }

  /**
   * Opens an archive for editing.
   *
   * @throws FormatException if it is none, or so broken that writing it again would lose something
   */
  public static EditedArchive open(Path path) throws IOException {
    return open(path, false);
  }

  /**
   * Opens an archive for editing that may be large.
   *
   * @param allowLarge whether more may be unpacked than is plausible
   */
  public static EditedArchive open(Path path, boolean allowLarge) throws IOException {
    FileStamp stamp = FileStamp.of(path);
    return Closing.ifFails(
        KpackArchive.open(path, UnpackBudget.operation(allowLarge)),
        archive -> {
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
        });
  }

  /** The archive as it was opened. */
  public KpackArchive original() {
    return original;
  }

  @Override
  Step perform(ArchiveEdit edit) throws IOException {
    ArchiveChanges changes = ArchiveEditor.apply(state, sources, edit);
    return new Step(changes::forth, changes::back);
  }

  /** Reads the code objects that an edit adds, exchanges or files under another target. */
  @Override
  public List<Finding> errorsOf(ArchiveEdit edit, Path file, ContentCheck check, Progress progress)
      throws IOException {
    ArchiveChanges changes = ArchiveEditor.apply(state, sources, edit);
    try {
      List<Finding> errors = new ArrayList<>();
      for (Map.Entry<Integer, @Nullable Slot> touched : changes.touched().entrySet()) {
        int id = touched.getKey();
        if (state.rows().live(id)) {
          progress.step(0);
          errors.addAll(addedErrors(state.rows().row(id), before(id, touched.getValue()), check));
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

  private List<Finding> addedErrors(Slot.Row row, Slot.@Nullable Row before, ContentCheck check)
      throws IOException {
    if (before != null
        && before.blob().equals(row.blob())
        && before.target().equals(row.target())) {
      return List.of();
    }
    return newErrors(
        before != null && before.blob().equals(row.blob()) ? findings(before, check) : List.of(),
        findings(row, check));
  }

  private List<Finding> findings(Slot.Row row, ContentCheck check) throws IOException {
    BinaryKey key = BinaryKey.parse(row.key());
    Place place =
        new Place.CodeObject(original.place(), key.binary(), key.index(), row.target(), null, true);
    return row.blob()
        .open(bytes -> check.codeObject(place, bytes, GpuTarget.lenient(row.target())));
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
   * The list of targets. Unless an edit sets it, it follows the rows: a target comes with its first
   * row and is removed with its last.
   */
  public List<String> architectures() throws FormatException {
    return List.copyOf(state.architectures());
  }

  /** How code objects will be stored. */
  public StorageScheme scheme() {
    return state.head().storage().scheme();
  }

  /** The level at which everything is compressed again; null where what is stored stays. */
  public @Nullable Integer level() {
    return state.head().storage().level();
  }

  /** Returns what will be compressed together; null where the scheme has no groups. */
  public @Nullable Grouping grouping() {
    return state.head().storage().together();
  }

  /** Whether the table of contents will say where each binary's rows are in it. */
  public boolean hasBinaryIndex() {
    return state.head().binaryIndex();
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
      for (int row = originalRows.size(); row < original.entryCount(); row++) {
        originalRows.add(Slot.Row.of(original, row));
      }
      known =
          new EditedRows(
              originalRows,
              state.rows().order(),
              state.rows().overlay(),
              saved,
              state.rows().ambiguous());
      rows = known;
    }
    return known;
  }

  @Override
  void derivedChanged(@Nullable DocumentSave<ArchiveEdit> saving) {
    rows = null;
    if (saving instanceof ArchiveSave done) {
      saved = done.plan().overlay();
      notes = Optional.ofNullable(done.written()).map(WrittenArchive::notes).orElse(Map.of());
    }
  }

  /** How the saved file stores code objects: clauses, by the names of notes. */
  public Map<String, String> notes() {
    return notes;
  }

  /** Returns what is below {@code metadata} in a row. */
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

  @Override
  public ArchiveSave saving() throws FormatException {
    return new ArchiveSave(plan(), stamp().path(), true, stamp());
  }

  @Override
  public ArchiveSave savingAs(Path target, boolean replace) throws FormatException {
    return new ArchiveSave(plan(), target, replace, null);
  }

  /**
   * Writes one archive for each target, all of them or none.
   *
   * @param pattern the files' names, with {@value GpuTarget#PLACEHOLDER} for the target
   */
  public ArchiveSplit splitting(Path folder, String pattern) throws FormatException {
    return new ArchiveSplit(plan(), folder, pattern);
  }

  /**
   * Writes some rows as they are now as an archive of their own, so that they can be used before
   * the archive is saved. It goes on being edited as if that had not been.
   *
   * @param ids the {@linkplain EditedRow#id numbers} of the rows
   * @param target a file that is not there
   * @throws FormatException {@code BAD_VALUE} where a row has a problem that would be written again
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public void writeRows(Set<Integer> ids, Path target, Progress progress) throws IOException {
    new ArchiveSave(plan().only(ids), target, false, null).rewrite(progress);
  }

  @Override
  public List<OperationNote> warnings(Path target) throws IOException {
    if (scheme().isExperimental()) {
      // Then keys and targets do not matter to loaders.
      return List.of(ArchiveOptions.experimental(scheme(), target));
    }
    OlderLoaders.FiledRows written =
        new OlderLoaders.FiledRows(target, groupName(), architectures());
    for (int at = 0; at < rowCount(); at++) {
      written.add(row(at).key(), row(at).ref().target());
    }
    return OlderLoaders.planned(List.of(written), List.of());
  }

  private ArchivePlan plan() throws FormatException {
    return new ArchivePlan(
        original,
        state.rows().order(),
        state.rows().overlay(),
        state.head(),
        new TableHead(groupName(), family(), architectures(), fields())
            .withBinaryIndex(hasBinaryIndex()),
        history().done(),
        limits,
        true);
  }

  private List<RawPair> fields() throws FormatException {
    List<RawPair> fields = TableHead.of(original).fields();
    return dropped.targets().isEmpty() ? fields : dropped.addTo(fields);
  }

  @Override
  public void close() throws IOException {
    sources.close();
    original.close();
  }

  /** Changes of one edit to an archive: collected while it is done, then undone and redone. */
  static final class ArchiveChanges {
    private final ArchiveState state;
    private final List<Change> changes = new ArrayList<>();
    private final Head headBefore;
    private final int nextBefore;
    private Head headAfter;
    private int nextAfter;

    private record Change(int id, @Nullable Slot before, @Nullable Slot after) {}

    ArchiveChanges(ArchiveState state) {
      this.state = state;
      this.headBefore = state.head();
      this.headAfter = headBefore;
      this.nextBefore = state.rows().next();
      this.nextAfter = nextBefore;
    }

    void put(int id, Slot slot) {
      Slot before = state.rows().slot(id);
      changes.add(new Change(id, before, slot));
      state.rows().put(id, slot);
    }

    void add(Slot.Row row) {
      int id = nextAfter++;
      state.rows().next(nextAfter);
      changes.add(new Change(id, Slot.Gone.GONE, row));
      state.rows().put(id, row);
    }

    void head(Head head) {
      headAfter = head;
      state.head(head);
    }

    boolean isEmpty() {
      return changes.isEmpty() && headAfter.equals(headBefore);
    }

    /** The rows that were touched, with what was in their place; null for the original's. */
    Map<Integer, @Nullable Slot> touched() {
      Map<Integer, @Nullable Slot> first = new LinkedHashMap<>();
      changes.reversed().forEach(change -> first.put(change.id(), change.before()));
      return first;
    }

    void forth() {
      state.rows().next(nextAfter);
      changes.forEach(change -> state.rows().put(change.id(), change.after()));
      state.head(headAfter);
    }

    void back() {
      for (Change change : changes.reversed()) {
        boolean added = change.id() >= nextBefore;
        state.rows().put(change.id(), added ? null : change.before());
      }
      state.rows().next(nextBefore);
      state.head(headBefore);
    }
  }

  /** State that is derived from an archive and its edits. For one thread. */
  static final class ArchiveState {
    private final RowTable rows;
    private boolean anyList;
    private Head head;

    ArchiveState(KpackArchive original) throws FormatException {
      this.rows = new RowTable(original);
      this.head = Head.of(original);
    }

    RowTable rows() {
      return rows;
    }

    Head head() {
      return head;
    }

    void head(Head other) {
      head = other;
    }

    /** Whether a list of targets that was set stays as it is, whatever targets rows have. */
    boolean anyList() {
      return anyList;
    }

    void allowAnyList() {
      anyList = true;
    }

    /**
     * The list of targets: the one that was set or read; targets for which edits added the first
     * row come behind, and of a list that was read those go that lost their last one.
     */
    List<String> architectures() throws FormatException {
      Map<String, Integer> before = rows.originalTargets();
      Map<String, Integer> now = rows.targets();
      List<String> set = head.architectures();
      List<String> listed = new ArrayList<>(set == null ? rows.original().architectures() : set);
      if (set == null) {
        listed.removeIf(target -> before.containsKey(target) && !now.containsKey(target));
      }
      for (String target : set != null && anyList ? List.<String>of() : now.keySet()) {
        if ((set != null || !before.containsKey(target)) && !listed.contains(target)) {
          listed.add(target);
        }
      }
      return listed;
    }

    /**
     * Facts of an edited archive as a whole.
     *
     * @param architectures the list where an edit has set it; null: the original's, following the
     *     rows
     */
    record Head(
        String group,
        String family,
        @Nullable List<String> architectures,
        ArchiveEdit.SetStorage storage,
        boolean binaryIndex) {

      Head with(String name, String targets, @Nullable List<String> listed) {
        return new Head(name, targets, listed, storage, binaryIndex);
      }

      Head with(ArchiveEdit.SetStorage other, boolean indexed) {
        return new Head(group, family, architectures, other, indexed);
      }

      static Head of(KpackArchive archive) throws FormatException {
        return new Head(
            archive.groupName(),
            archive.family(),
            null,
            new ArchiveEdit.SetStorage(
                archive.scheme(), archive.level(), Grouping.of(archive).orElse(null)),
            TableHead.of(archive).hasBinaryIndex());
      }
    }
  }
}
