package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.model.base.target.GroupNames;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.Grouping;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.registry.CodeObjectQuery;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.AddedFile;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.Clash;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.SetStorage;
import org.kpackworkbench.model.operation.edit.EditSettings;
import org.kpackworkbench.model.operation.edit.EditedArchive;
import org.kpackworkbench.model.operation.edit.EditedDocument;
import org.kpackworkbench.model.operation.edit.EditedRows.EditedRow;
import org.kpackworkbench.model.operation.edit.FileStamp;
import org.kpackworkbench.model.operation.output.OperationNote;

/** An archive that a command edits. */
final class ArchiveEditing implements Editing {
  private static final Set<String> FIELDS =
      Set.of("name", "binary", "arch", "target", "type", "index", "size");
  private static final String TYPE = "hsaco";

  private final EditedArchive archive;
  private final Clash clash;
  private final Contents contents;

  /**
   * @param contents which code objects are taken
   * @param large whether more may be unpacked than is plausible
   */
  ArchiveEditing(Path file, Clash clash, Contents contents, boolean large) throws IOException {
    this.archive = EditedArchive.open(file, large);
    this.clash = clash;
    this.contents = contents;
    if (contents.forced()) {
      archive.allowBeyondLoaders();
      archive.allowAnyList();
    }
  }

  private void apply(ArchiveEdit edit) throws IOException, CliException {
    try {
      contents.apply(archive, edit);
    } catch (FormatException refused) {
      if (contents.forced() || !(edit instanceof ArchiveEdit.SetArchitectures)) {
        throw refused;
      }
      throw CliException.failed(
          "%s Nothing was written; %s accepts it as it is."
              .formatted(refused.getMessage(), EditSettings.FORCE_CONTENTS));
    }
  }

  @Override
  public EditedDocument<?> document() {
    return archive;
  }

  @Override
  public void change(EditOption asked, Progress progress) throws IOException, CliException {
    switch (asked.option()) {
      case EditSettings.RENAME -> rename(asked);
      case EditSettings.RETARGET -> {
        EditOption.Pair pair = asked.last('=');
        apply(new ArchiveEdit.Retarget(refs(asked, pair.first()), pair.second()));
      }
      case EditSettings.DELETE -> apply(new ArchiveEdit.Delete(refs(asked, asked.value())));
      case EditSettings.ADD -> add(asked);
      case EditSettings.REPLACE -> replace(asked);
      case EditSettings.MERGE -> {
        ArchiveEdit merge = new ArchiveEdit.Merge(FileStamp.of(Path.of(asked.value())), clash);
        if (adds(Path.of(asked.value()))) {
          apply(merge);
        }
      }
      case EditSettings.SET -> set(asked);
      case EditSettings.SCHEME -> scheme(asked);
      case EditSettings.TOGETHER -> together(asked);
      case EditSettings.LEVEL -> level(asked);
      default -> throw asked.notFor("an archive");
    }
  }

  /** Whether another archive has a row that is not there, or that would be replaced. */
  private boolean adds(Path other) throws IOException {
    try (EditedArchive source = EditedArchive.open(other)) {
      Set<RowRef> there = rows().stream().map(EditedRow::ref).collect(Collectors.toSet());
      for (int row = 0; row < source.rowCount(); row++) {
        if (clash != Clash.KEEP || !there.contains(source.row(row).ref())) {
          return true;
        }
      }
      return false;
    }
  }

  private List<EditedRow> rows() throws IOException {
    List<EditedRow> rows = new ArrayList<>(archive.rowCount());
    for (int row = 0; row < archive.rowCount(); row++) {
      rows.add(archive.row(row));
    }
    return rows;
  }

  /** A name may hold the sign between old and new: the existing rows decide. */
  private void rename(EditOption asked) throws IOException, CliException {
    Set<String> keys = rows().stream().map(row -> row.ref().key()).collect(Collectors.toSet());
    Set<String> binaries =
        keys.stream().map(key -> BinaryKey.parse(key).binary()).collect(Collectors.toSet());
    asked.first('=');
    String value = asked.value();
    for (int at = value.indexOf('='); at > 0; at = value.indexOf('=', at + 1)) {
      String from = value.substring(0, at);
      String to = value.substring(at + 1);
      if (keys.contains(from) && (BinaryKey.parse(to).indexed() || !binaries.contains(from))) {
        apply(new ArchiveEdit.RenameKey(from, to));
        return;
      }
      if (binaries.contains(from)) {
        apply(new ArchiveEdit.RenameBinary(from, to));
        return;
      }
    }
    throw asked.nothing("binary or key");
  }

  private List<RowRef> refs(EditOption asked, String filter) throws IOException, CliException {
    Query query = RowFilter.parse(asked, filter, FIELDS);
    List<RowRef> refs =
        rows().stream().filter(row -> query.matches(new Fields(row))).map(EditedRow::ref).toList();
    if (refs.isEmpty()) {
      throw asked.nothing("row");
    }
    return refs;
  }

  private void add(EditOption asked) throws IOException, CliException {
    String value = asked.value();
    int sign = value.lastIndexOf('=');
    Path file = Path.of(sign < 0 ? value : value.substring(0, sign));
    String name = sign < 0 ? "" : value.substring(sign + 1);
    int at = name.lastIndexOf('@');
    String key = at < 0 ? name : name.substring(0, at);
    if (sign >= 0 && key.isEmpty()) {
      throw asked.wrong("FILE=KEY[@TARGET]");
    }
    String own = new BinaryKey(String.valueOf(file.getFileName()), 0, true).text();
    String target = at < 0 ? AddedFile.statedTarget(file) : name.substring(at + 1);
    apply(
        new ArchiveEdit.AddFiles(
            List.of(new AddedFile(FileStamp.of(file), key.isEmpty() ? own : key, target, TYPE)),
            Clash.REFUSE));
  }

  private void replace(EditOption asked) throws IOException, CliException {
    EditOption.Pair pair = asked.first('=');
    EditOption.Pair row = new EditOption(asked.option(), pair.first()).last('@');
    RowRef ref = new RowRef(row.first().strip(), row.second().strip());
    if (rows().stream().noneMatch(there -> there.ref().equals(ref))) {
      throw asked.nothing("row");
    }
    apply(new ArchiveEdit.Replace(ref, FileStamp.of(Path.of(pair.second()))));
  }

  private void set(EditOption asked) throws IOException, CliException {
    EditOption.Pair pair = asked.first('=');
    String value = pair.second();
    boolean named = pair.first().equals("group") || pair.first().equals("family");
    if (named && !GroupNames.isBelow(value)) {
      throw asked.wrong("a name that can become part of names of files");
    }
    switch (pair.first()) {
      case "group" -> {
        if (!value.equals(archive.groupName())) {
          apply(new ArchiveEdit.SetGroup(value));
        }
      }
      case "family" -> {
        if (!value.equals(archive.family())) {
          apply(new ArchiveEdit.SetFamily(value));
        }
      }
      case "targets" -> {
        List<String> targets =
            Arrays.stream(value.split("[,;\\s]+")).filter(text -> !text.isEmpty()).toList();
        if (!targets.equals(archive.architectures())) {
          apply(new ArchiveEdit.SetArchitectures(targets));
        }
      }
      case "binary-index" -> {
        if (!value.equals("yes") && !value.equals("no")) {
          throw asked.wrong("binary-index=yes or binary-index=no");
        }
        if (value.equals("yes") != archive.hasBinaryIndex()) {
          apply(new ArchiveEdit.SetBinaryIndex(!archive.hasBinaryIndex()));
        }
      }
      default -> throw asked.wrong("group=, family=, targets= or binary-index=");
    }
  }

  /** Scheme, level and groups are one change, which their options make one after another. */
  private void store(SetStorage storage) throws IOException, CliException {
    List<ArchiveEdit> done = archive.history().done();
    if (!done.isEmpty() && done.getLast() instanceof SetStorage) {
      archive.undo();
    }
    apply(storage);
  }

  private void scheme(EditOption asked) throws IOException, CliException {
    StorageScheme scheme =
        StorageScheme.ofName(asked.value())
            .orElseThrow(() -> asked.wrong("zstd or none, zstd-dictionary or zstd-solid"));
    if (scheme != archive.scheme() || archive.original().isUnusual()) {
      store(new SetStorage(scheme, null));
    }
  }

  private void level(EditOption asked) throws IOException, CliException {
    if (!asked.value().matches("[0-9]{1,2}")) {
      throw asked.wrong("1 to 22");
    }
    Integer level = Integer.valueOf(asked.value());
    store(new SetStorage(archive.scheme(), level, archive.grouping()));
  }

  private void together(EditOption asked) throws IOException, CliException {
    Grouping grouping =
        Grouping.named(asked.value())
            .orElseThrow(() -> asked.wrong("none, target, family, name or all"));
    if (grouping != archive.grouping()) {
      store(new SetStorage(archive.scheme(), archive.level(), grouping));
    }
  }

  @Override
  public List<OperationNote> findings() throws IOException {
    return Stream.concat(
            archive.warnings(contents.file()).stream(),
            archive.notes().entrySet().stream()
                .map(note -> OperationNote.note(note.getKey(), contents.file(), note.getValue())))
        .toList();
  }

  private record Fields(EditedRow row) implements Query.Row {
    @Override
    public @Nullable String text(String field) {
      return switch (field) {
        case "name", "binary" -> row.key().binary();
        case "arch", "target" -> row.ref().target();
        case "type" -> row.type();
        default -> null;
      };
    }

    @Override
    public double number(String field) {
      return switch (field) {
        case "index" -> row.key().index();
        case "size" -> row.originalSizeBytes() < 0 ? Double.NaN : row.originalSizeBytes();
        default -> Double.NaN;
      };
    }

    @Override
    public boolean isWords(String field) {
      return CodeObjectQuery.isWords(field);
    }
  }
}
