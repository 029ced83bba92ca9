package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.AddedFile;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.Clash;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;
import org.kpackworkbench.model.operation.edit.EditedArchive.ArchiveChanges;
import org.kpackworkbench.model.operation.edit.EditedArchive.ArchiveState;
import org.kpackworkbench.model.operation.edit.EditedArchive.ArchiveState.Head;
import org.kpackworkbench.model.operation.edit.Slot.Blob;

/** Applies one edit to an archive; what is wrong with it is found here, not when saving. */
final class ArchiveEditor {
  private final ArchiveState state;
  private final RowTable rows;
  private final ArchiveSources sources;
  private final EditChecks checks;
  private final ArchiveChanges changes;

  private ArchiveEditor(ArchiveState state, ArchiveSources sources, EditChecks checks) {
    this.state = state;
    this.rows = state.rows();
    this.sources = sources;
    this.checks = checks;
    this.changes = new ArchiveChanges(state);
  }

  /**
   * Applies an edit.
   *
   * @throws IOException why it cannot be; the state is as before
   */
  static ArchiveChanges apply(ArchiveState state, ArchiveSources sources, ArchiveEdit edit)
      throws IOException {
    EditChecks checks = new EditChecks(state.rows().original().view().name(), edit);
    ArchiveEditor editor = new ArchiveEditor(state, sources, checks);
    try {
      editor.apply(edit);
      editor.checkNames();
      boolean repairs =
          edit instanceof ArchiveEdit.SetStorage && state.rows().original().isUnusual();
      if (editor.changes.isEmpty() && !repairs) {
        throw checks.nothingChanges();
      }
      return editor.changes;
    } catch (IOException | RuntimeException failure) {
      editor.changes.back();
      throw failure;
    }
  }

  private void apply(ArchiveEdit edit) throws IOException {
    Head head = state.head();
    switch (edit) {
      case ArchiveEdit.RenameBinary(String from, String to) -> renameBinary(from, to);
      case ArchiveEdit.RenameKey(String from, String to) -> renameKey(from, to);
      case ArchiveEdit.Retarget(List<RowRef> moved, String target) -> {
        checks.target(target);
        change(moved, row -> row.withTarget(target));
      }
      case ArchiveEdit.Delete(List<RowRef> deleted) -> {
        for (int id : find(deleted)) {
          changes.put(id, Slot.Gone.GONE);
        }
      }
      case ArchiveEdit.AddFiles(List<AddedFile> files, Clash clash) -> {
        for (AddedFile file : files) {
          add(file, clash);
        }
      }
      case ArchiveEdit.AddRows add ->
          new RowImport(rows, changes, checks, add.clash())
              .rows(sources.get(add.source()), add.rows());
      case ArchiveEdit.Merge merge ->
          new RowImport(rows, changes, checks, merge.clash()).all(sources.get(merge.source()));
      case ArchiveEdit.Replace(RowRef row, FileStamp file) -> {
        Blob blob = blob(file);
        change(List.of(row), there -> there.withBlob(blob, file.sizeBytes()));
      }
      case ArchiveEdit.SetMetadata(RowRef row, Map<String, MsgValue> metadata) ->
          change(List.of(row), there -> there.withMetadata(metadata));
      case ArchiveEdit.SetGroup(String name) ->
          changes.head(head.with(name, head.family(), head.architectures()));
      case ArchiveEdit.SetFamily(String name) ->
          changes.head(head.with(head.group(), name, head.architectures()));
      case ArchiveEdit.SetArchitectures(List<String> targets) -> {
        if (!state.anyList()) {
          checkArchitectures(targets);
        }
        changes.head(head.with(head.group(), head.family(), targets));
      }
      case ArchiveEdit.SetStorage storage -> {
        checkStorage(storage);
        changes.head(head.with(storage.over(head.storage()), head.binaryIndex()));
      }
      case ArchiveEdit.SetBinaryIndex(boolean wanted) ->
          changes.head(head.with(head.storage(), wanted));
    }
  }

  private int[] find(List<RowRef> refs) throws FormatException {
    int[] ids = new int[refs.size()];
    for (int i = 0; i < ids.length; i++) {
      RowRef ref = refs.get(i);
      List<Integer> found = rows.ids(new Slot.Name(ref.key(), ref.target()));
      if (ref.nth() >= found.size()) {
        throw checks.missing(ref.words());
      }
      ids[i] = found.get(ref.nth());
    }
    return ids;
  }

  private void change(List<RowRef> refs, UnaryOperator<Slot.Row> how) throws FormatException {
    for (int id : find(refs)) {
      change(id, how);
    }
  }

  private void change(int id, UnaryOperator<Slot.Row> how) throws FormatException {
    Slot.Row before = rows.row(id);
    Slot.Row after = how.apply(before);
    if (!after.equals(before)) {
      changes.put(id, after);
    }
  }

  private void renameBinary(String from, String to) throws FormatException {
    checks.key(to);
    if (!new BinaryKey(to, 0, false).equals(BinaryKey.parse(to))) {
      throw checks
          .error("binary", Reason.BAD_VALUE)
          .expected("a name without an index")
          .found("\"" + to + "\"")
          .advice("Rename the key itself to change its index.")
          .build();
    }
    boolean found = false;
    for (int id : rows.order()) {
      BinaryKey key = BinaryKey.parse(rows.keyText(id));
      if (key.binary().equals(from)) {
        found = true;
        String text = new BinaryKey(to, key.index(), key.indexed()).text();
        change(id, row -> row.withKey(text));
      }
    }
    if (!found) {
      throw checks.missing("rows of " + from);
    }
  }

  private void renameKey(String from, String to) throws FormatException {
    checks.key(to);
    List<Integer> ids = rows.idsOfKey(from);
    if (ids.isEmpty()) {
      throw checks.missing("rows of " + from);
    }
    for (int id : ids) {
      change(id, row -> row.withKey(to));
    }
  }

  private void add(AddedFile added, Clash clash) throws IOException {
    checks.key(added.key());
    checks.target(added.target());
    checks.type(added.type());
    Blob blob = blob(added.file());
    long sizeBytes = added.file().sizeBytes();
    List<Integer> there = rows.ids(new Slot.Name(added.key(), added.target()));
    if (there.isEmpty() || clash == Clash.REFUSE) {
      changes.add(
          new Slot.Row(added.key(), added.target(), added.type(), blob, sizeBytes, null, null));
    } else if (clash == Clash.REPLACE) {
      change(there.getFirst(), row -> row.withBlob(blob, sizeBytes));
    }
  }

  private static Blob blob(FileStamp file) throws IOException {
    file.require("Add the file as it is now.");
    if (!Files.isRegularFile(file.path())) {
      throw FormatException.in(file.path().toString(), "code object", "", Reason.UNSUPPORTED)
          .mismatch("a regular file", "something else");
    }
    return new Blob.OfFile(file);
  }

  private void checkArchitectures(List<String> targets) throws FormatException {
    for (String target : targets) {
      checks.target(target);
    }
    if (new HashSet<>(targets).size() < targets.size()) {
      throw checks
          .error("gfx_arches", Reason.DUPLICATE_KEY)
          .mismatch("each target once", String.join(", ", targets));
    }
    for (Map.Entry<String, Integer> used : rows.targets().entrySet()) {
      if (!targets.contains(used.getKey())) {
        throw checks
            .error("gfx_arches", Reason.BAD_VALUE)
            .expected("\"%s\", which %d rows have".formatted(used.getKey(), used.getValue()))
            .found(String.join(", ", targets))
            .advice("Loaders check that list first and never look up targets that it lacks.")
            .build();
      }
    }
  }

  private void checkStorage(ArchiveEdit.SetStorage storage) throws FormatException {
    Integer level = storage.level();
    boolean levels = storage.scheme().isCompressed();
    if (storage.scheme() == StorageScheme.UNKNOWN
        || (level != null && (!levels || level < 1 || level > 22))) {
      throw checks
          .error("compression", Reason.BAD_VALUE)
          .mismatch("none, or zstd-per-kernel with a level from 1 to 22", storage.words());
    }
    if (storage.grouping() != null && storage.scheme() != StorageScheme.ZSTD_SOLID) {
      throw checks
          .error("groups", Reason.BAD_VALUE)
          .expected("scheme %s, which has groups".formatted(StorageScheme.ZSTD_SOLID.words()))
          .found(
              "scheme %s, which stores each code object alone".formatted(storage.scheme().text()))
          .advice("Set that scheme, too, or leave the groups out.")
          .build();
    }
  }

  /** No two rows may have one name, as far as this edit has to do with it. */
  private void checkNames() throws FormatException {
    for (Map.Entry<Integer, @Nullable Slot> touched : changes.touched().entrySet()) {
      int id = touched.getKey();
      if (!rows.live(id)) {
        continue;
      }
      Slot.Name name = rows.row(id).name();
      if (!name.equals(nameBefore(id, touched.getValue())) && rows.ids(name).size() > 1) {
        throw checks
            .error("row", Reason.DUPLICATE_KEY)
            .mismatch(
                "each target once below a key",
                "\"" + name.target() + "\" again below \"" + name.key() + "\"");
      }
    }
  }

  private Slot.@Nullable Name nameBefore(int id, @Nullable Slot before) throws FormatException {
    return switch (before) {
      case Slot.Row row -> row.name();
      case Slot.Gone _ -> null;
      case null -> Slot.Row.of(rows.original(), id).name();
    };
  }

  private record RowImport(RowTable rows, ArchiveChanges changes, EditChecks checks, Clash clash) {
    /** A row of another archive, if it can be used. */
    static Slot.Row find(KpackArchive source, RowRef ref, EditChecks checks)
        throws FormatException {
      int row = ref.nth() == 0 ? source.findText(ref.key(), ref.target()).orElse(-1) : -1;
      if (row < 0) {
        throw checks.missing(ref.words() + " in " + source.view().name());
      }
      return usable(source, row);
    }

    private static Slot.Row usable(KpackArchive source, int row) throws FormatException {
      FormatException problem = source.problem(row).orElse(null);
      if (problem != null) {
        throw problem;
      }
      return Slot.Row.of(source, row);
    }

    void rows(KpackArchive source, List<RowRef> refs) throws IOException {
      for (RowRef ref : refs) {
        add(find(source, ref, checks));
      }
    }

    void all(KpackArchive source) throws IOException {
      for (int row = 0; row < source.entryCount(); row++) {
        add(usable(source, row));
      }
    }

    private void add(Slot.Row row) throws IOException {
      List<Integer> there = rows.ids(row.name());
      if (there.isEmpty()) {
        changes.add(row);
        return;
      }
      int id = there.getFirst();
      switch (clash) {
        case KEEP -> {}
        case REPLACE -> changes.put(id, row);
        case REFUSE -> {
          if (!rows.row(id).blob().sameBytes(row.blob())) {
            throw checks
                .error("row", Reason.DUPLICATE_KEY)
                .expected("rows that are not there yet, or hold the same bytes")
                .found(row.key() + " @ " + row.target() + " with other bytes")
                .advice("Say which of the two to keep.")
                .build();
          }
        }
      }
    }
  }

  /** The other archives from which rows were taken, open until the document is closed. */
  static final class ArchiveSources implements AutoCloseable {
    private final UnpackBudget budget;
    private final Map<FileStamp, KpackArchive> open = new HashMap<>();

    ArchiveSources(UnpackBudget budget) {
      this.budget = budget;
    }

    /**
     * Another archive, whose blobs are found.
     *
     * @throws IOException if it is not the file that it was, or nothing can be taken out of it
     */
    KpackArchive get(FileStamp stamp) throws IOException {
      KpackArchive known = open.get(stamp);
      if (known != null) {
        return known;
      }
      stamp.require("Take the rows from the file as it is now.");
      KpackArchive archive = KpackArchive.open(stamp.path(), budget);
      try {
        FormatException refusal = archive.refusal();
        if (refusal != null) {
          throw refusal;
        }
        archive.blobs(Progress.NONE);
      } catch (IOException | RuntimeException failure) {
        archive.close();
        throw failure;
      }
      open.put(stamp, archive);
      return archive;
    }

    @Override
    public void close() throws IOException {
      for (KpackArchive archive : open.values()) {
        archive.close();
      }
      open.clear();
    }
  }
}
