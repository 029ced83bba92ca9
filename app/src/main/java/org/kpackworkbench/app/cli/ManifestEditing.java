package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDialect;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.operation.edit.DialectChange;
import org.kpackworkbench.model.operation.edit.DiskUpdate;
import org.kpackworkbench.model.operation.edit.EditSettings;
import org.kpackworkbench.model.operation.edit.EditedDocument;
import org.kpackworkbench.model.operation.edit.EditedManifest;
import org.kpackworkbench.model.operation.edit.ManifestEdit;
import org.kpackworkbench.model.operation.output.OperationNote;

/** A manifest that a command edits. */
final class ManifestEditing implements Editing {
  private static final Set<String> FIELDS =
      Set.of("arch", "target", "file", "name", "size", "kernels");

  private final Path file;
  private final EditedManifest manifest;
  private final Set<DiskUpdate.Option> options;
  private final Contents contents;
  private final List<OperationNote> findings = new ArrayList<>();

  /**
   * @param options what an update from the disk does beside measuring
   * @param contents which rows are taken
   */
  ManifestEditing(Path file, Set<DiskUpdate.Option> options, Contents contents) throws IOException {
    this.contents = contents;
    this.file = file;
    this.options =
        options.isEmpty() ? EnumSet.noneOf(DiskUpdate.Option.class) : EnumSet.copyOf(options);
    this.manifest = EditedManifest.open(file);
  }

  private void apply(ManifestEdit edit) throws IOException, CliException {
    contents.apply(manifest, edit);
  }

  @Override
  public EditedDocument<?> document() {
    return manifest;
  }

  @Override
  public void change(EditOption asked, Progress progress) throws IOException, CliException {
    switch (asked.option()) {
      case EditSettings.RENAME -> rename(asked);
      case EditSettings.RETARGET -> retarget(asked);
      case EditSettings.DELETE ->
          apply(
              new ManifestEdit.RemoveRows(
                  rows(asked, asked.value()).stream().map(ManifestRow::targetText).toList()));
      case EditSettings.ADD -> add(asked, progress);
      case EditSettings.SET -> set(asked);
      case EditSettings.UPDATE -> update(progress);
      default -> throw asked.notFor("a manifest");
    }
  }

  private List<ManifestRow> rows(EditOption asked, String filter) throws CliException {
    Query query = RowFilter.parse(asked, filter, FIELDS);
    List<ManifestRow> rows =
        manifest.manifest().rows().stream().filter(row -> query.matches(new Fields(row))).toList();
    if (rows.isEmpty()) {
      throw asked.nothing("row");
    }
    return rows;
  }

  private void rename(EditOption asked) throws IOException, CliException {
    EditOption.Pair pair = asked.first('=');
    List<ManifestRow> rows =
        manifest.manifest().rows().stream().filter(row -> row.file().equals(pair.first())).toList();
    if (rows.isEmpty()) {
      throw asked.nothing("file");
    }
    for (ManifestRow row : rows) {
      apply(
          new ManifestEdit.SetRow(
              row.targetText(),
              new ManifestEdit.Row(
                  row.targetText(),
                  pair.second(),
                  row.sizeBytes(),
                  row.kernelCount(),
                  row.sha256())));
    }
  }

  private void retarget(EditOption asked) throws IOException, CliException {
    EditOption.Pair pair = asked.last('=');
    List<ManifestRow> rows = rows(asked, pair.first());
    if (rows.size() > 1) {
      throw asked.wrong("one row, since each target has one; %d match".formatted(rows.size()));
    }
    ManifestRow row = rows.getFirst();
    apply(
        new ManifestEdit.SetRow(
            row.targetText(),
            new ManifestEdit.Row(
                pair.second(), row.file(), row.sizeBytes(), row.kernelCount(), row.sha256())));
  }

  private void add(EditOption asked, Progress progress) throws IOException, CliException {
    Path archive = Path.of(asked.value()).toAbsolutePath();
    Path folder = file.toAbsolutePath().getParent();
    Path own = archive.getParent();
    if (folder == null || own == null || !Files.isSameFile(folder, own)) {
      throw asked.wrong("an archive in the manifest's own folder, " + folder);
    }
    ManifestEdit.Row row = DiskUpdate.row(archive, manifest.manifest().dialect(), progress);
    if (row == null) {
      throw asked.wrong("an archive that can be read and has one target");
    }
    apply(new ManifestEdit.AddRow(row));
  }

  private void set(EditOption asked) throws IOException, CliException {
    EditOption.Pair pair = asked.first('=');
    Manifest now = manifest.manifest();
    switch (pair.first()) {
      case "component" -> {
        if (!pair.second().equals(now.component())) {
          apply(new ManifestEdit.SetComponent(pair.second()));
        }
      }
      case "prefix" -> {
        String prefix = pair.second().isEmpty() ? null : pair.second();
        if (!Objects.equals(prefix, now.prefix())) {
          apply(new ManifestEdit.SetPrefix(prefix));
        }
      }
      case "dialect" -> dialect(asked, pair.second());
      default -> throw asked.wrong("component=, prefix= or dialect=");
    }
  }

  private void dialect(EditOption asked, String name) throws IOException, CliException {
    ManifestDialect dialect =
        switch (name) {
          case "by-architecture" -> ManifestDialect.BY_ARCHITECTURE;
          case "by-list" -> ManifestDialect.BY_LIST;
          default -> throw asked.wrong("dialect=by-architecture or dialect=by-list");
        };
    if (dialect == manifest.manifest().dialect()) {
      return;
    }
    DialectChange change = DialectChange.of(manifest.manifest(), dialect);
    if (!change.lost().isEmpty()) {
      findings.add(
          OperationNote.note(
              "dialect",
              file,
              "the dialect %s cannot store %s"
                  .formatted(dialect.words(), String.join(", ", change.lost()))));
    }
    apply(new ManifestEdit.SetDialect(dialect));
  }

  private void update(Progress progress) throws IOException, CliException {
    DiskUpdate update = DiskUpdate.of(file, manifest.manifest(), options, progress);
    ManifestEdit.UpdateFromDisk edit = update.edit();
    if (edit != null) {
      apply(edit);
    }
    update.missing().forEach(row -> found("%s: the archive does not exist", row.file()));
    update.unreadable().forEach(row -> found("%s: cannot be read as an archive", row.file()));
    boolean add = options.contains(DiskUpdate.Option.ADD_UNNAMED);
    for (Path archive : update.notAdded()) {
      found(
          add
              ? "%s: cannot become a row: it has no target of its own, or cannot be read"
              : "%s: no manifest names it; --add-unnamed adds a row",
          String.valueOf(archive.getFileName()));
    }
  }

  private void found(String format, String archive) {
    findings.add(OperationNote.error("disk", file, format.formatted(archive)));
  }

  @Override
  public List<OperationNote> findings() {
    return List.copyOf(findings);
  }

  private record Fields(ManifestRow row) implements Query.Row {
    @Override
    public @Nullable String text(String field) {
      return switch (field) {
        case "arch", "target" -> row.targetText();
        case "file", "name" -> row.file();
        default -> null;
      };
    }

    @Override
    public double number(String field) {
      long number =
          switch (field) {
            case "size" -> row.sizeBytes();
            case "kernels" -> row.kernelCount();
            default -> -1;
          };
      return number < 0 ? Double.NaN : number;
    }
  }
}
