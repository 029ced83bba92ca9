package org.kpackworkbench.model.operation.edit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.ManifestDialect;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.AddedFile;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.Clash;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.Content;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;
import org.kpackworkbench.model.operation.edit.EditCodec.Writer;

/** Edits as MessagePack values, and back. */
final class EditText {
  private EditText() {}

  static MsgValue value(Edit edit) {
    return switch (edit) {
      case ArchiveEdit archive -> writer(archive).value();
      case ManifestEdit manifest -> writer(manifest).value();
      case MarkerEdit.SetKernelName(String name) -> new Writer("name").text("name", name).value();
      case MarkerEdit.SetSearchPaths(List<String> paths) ->
          new Writer("paths").texts("paths", paths).value();
    };
  }

  private static Writer writer(ArchiveEdit edit) {
    return switch (edit) {
      case ArchiveEdit.RenameBinary(String from, String to) ->
          new Writer("rename").text("from", from).text("to", to);
      case ArchiveEdit.RenameKey(String from, String to) ->
          new Writer("rename-key").text("from", from).text("to", to);
      case ArchiveEdit.Retarget(List<RowRef> rows, String target) ->
          new Writer("retarget").list("rows", rows, EditCodec::row).text("target", target);
      case ArchiveEdit.Delete(List<RowRef> rows) ->
          new Writer("delete").list("rows", rows, EditCodec::row);
      case ArchiveEdit.AddFiles(List<AddedFile> files, Clash clash) ->
          new Writer("add").list("files", files, EditText::added).text("clash", clash.name());
      case ArchiveEdit.AddRows(FileStamp source, List<RowRef> rows, Clash clash) ->
          new Writer("paste")
              .file("source", source)
              .list("rows", rows, EditCodec::row)
              .text("clash", clash.name());
      case ArchiveEdit.Merge(FileStamp source, Clash clash) ->
          new Writer("merge").file("source", source).text("clash", clash.name());
      case ArchiveEdit.Replace(RowRef row, Content content) ->
          content(new Writer("replace").put("row", EditCodec.row(row)), content);
      case ArchiveEdit.SetMetadata(RowRef row, Map<String, MsgValue> metadata) -> {
        List<MsgValue.Pair> pairs = new ArrayList<>();
        metadata.forEach(
            (key, value) -> pairs.add(new MsgValue.Pair(new MsgValue.Text(key), value)));
        yield new Writer("metadata")
            .put("row", EditCodec.row(row))
            .put("metadata", new MsgValue.Mapping(pairs));
      }
      case ArchiveEdit.SetGroup(String name) -> new Writer("group").text("name", name);
      case ArchiveEdit.SetFamily(String name) -> new Writer("family").text("name", name);
      case ArchiveEdit.SetArchitectures(List<String> targets) ->
          new Writer("architectures").texts("targets", targets);
      case ArchiveEdit.SetStorage(StorageScheme scheme, Integer level) -> {
        Writer storage = new Writer("storage").text("scheme", scheme.name());
        yield level == null ? storage : storage.number("level", level);
      }
    };
  }

  private static MsgValue added(AddedFile added) {
    return new Writer()
        .file("file", added.file())
        .text("key", added.key())
        .text("target", added.target())
        .text("type", added.type())
        .value();
  }

  private static Writer content(Writer writer, Content content) {
    return switch (content) {
      case Content.OfFile(FileStamp file) -> writer.file("file", file);
      case Content.OfRow(FileStamp archive, RowRef row) ->
          writer.file("archive", archive).put("source", EditCodec.row(row));
    };
  }

  private static Writer writer(ManifestEdit edit) {
    return switch (edit) {
      case ManifestEdit.AddRow(ManifestEdit.Row row) -> new Writer("add").put("row", row(row));
      case ManifestEdit.SetRow(String target, ManifestEdit.Row row) ->
          new Writer("set").text("target", target).put("row", row(row));
      case ManifestEdit.RemoveRows(List<String> targets) ->
          new Writer("remove").texts("targets", targets);
      case ManifestEdit.MoveRow(String target, String before) ->
          new Writer("move").text("target", target).text("before", before);
      case ManifestEdit.SetComponent(String name) -> new Writer("component").text("name", name);
      case ManifestEdit.SetPrefix(String prefix) -> new Writer("prefix").text("prefix", prefix);
      case ManifestEdit.SetDialect(ManifestDialect dialect) ->
          new Writer("dialect").text("dialect", dialect.name());
      case ManifestEdit.UpdateFromDisk update ->
          new Writer("update")
              .list("changed", update.changed(), EditText::row)
              .list("added", update.added(), EditText::row)
              .texts("removed", update.removed());
    };
  }

  private static MsgValue row(ManifestEdit.Row row) {
    Writer writer =
        new Writer()
            .text("target", row.target())
            .text("file", row.file())
            .number("size", row.sizeBytes())
            .number("kernels", row.kernelCount());
    Checksum sha256 = row.sha256();
    return (sha256 == null
            ? writer
            : writer.put("sha256", new MsgValue.Binary(sha256.bytes(), null)))
        .value();
  }

  /**
   * An archive's edit.
   *
   * @throws IllegalArgumentException if it is none
   */
  static ArchiveEdit archive(MsgValue value) {
    EditCodec edit = EditCodec.of(value);
    return switch (edit.text(EditCodec.KIND)) {
      case "rename" -> new ArchiveEdit.RenameBinary(edit.text("from"), edit.text("to"));
      case "rename-key" -> new ArchiveEdit.RenameKey(edit.text("from"), edit.text("to"));
      case "retarget" -> new ArchiveEdit.Retarget(edit.rows("rows"), edit.text("target"));
      case "delete" -> new ArchiveEdit.Delete(edit.rows("rows"));
      case "add" ->
          new ArchiveEdit.AddFiles(
              edit.list("files", EditText::added),
              edit.find("clash") == null ? Clash.REFUSE : edit.constant("clash", Clash.class));
      case "paste" ->
          new ArchiveEdit.AddRows(
              edit.file("source"), edit.rows("rows"), edit.constant("clash", Clash.class));
      case "merge" ->
          new ArchiveEdit.Merge(edit.file("source"), edit.constant("clash", Clash.class));
      case "replace" ->
          new ArchiveEdit.Replace(
              edit.row("row"),
              edit.find("archive") == null
                  ? new Content.OfFile(edit.file("file"))
                  : new Content.OfRow(edit.file("archive"), edit.row("source")));
      case "metadata" -> new ArchiveEdit.SetMetadata(edit.row("row"), edit.map("metadata"));
      case "group" -> new ArchiveEdit.SetGroup(edit.text("name"));
      case "family" -> new ArchiveEdit.SetFamily(edit.text("name"));
      case "architectures" -> new ArchiveEdit.SetArchitectures(edit.texts("targets"));
      case "storage" ->
          new ArchiveEdit.SetStorage(
              edit.constant("scheme", StorageScheme.class),
              edit.find("level") == null ? null : edit.smallNumber("level"));
      default -> throw unknown(edit);
    };
  }

  private static AddedFile added(MsgValue value) {
    EditCodec added = EditCodec.of(value);
    return new AddedFile(
        added.file("file"), added.text("key"), added.text("target"), added.text("type"));
  }

  /**
   * A manifest's edit.
   *
   * @throws IllegalArgumentException if it is none
   */
  static ManifestEdit manifest(MsgValue value) {
    EditCodec edit = EditCodec.of(value);
    return switch (edit.text(EditCodec.KIND)) {
      case "add" -> new ManifestEdit.AddRow(manifestRow(edit.get("row")));
      case "set" -> new ManifestEdit.SetRow(edit.text("target"), manifestRow(edit.get("row")));
      case "remove" -> new ManifestEdit.RemoveRows(edit.texts("targets"));
      case "move" -> new ManifestEdit.MoveRow(edit.text("target"), edit.textOrNull("before"));
      case "component" -> new ManifestEdit.SetComponent(edit.text("name"));
      case "prefix" -> new ManifestEdit.SetPrefix(edit.textOrNull("prefix"));
      case "dialect" ->
          new ManifestEdit.SetDialect(edit.constant("dialect", ManifestDialect.class));
      case "update" ->
          new ManifestEdit.UpdateFromDisk(
              edit.list("changed", EditText::manifestRow),
              edit.list("added", EditText::manifestRow),
              edit.texts("removed"));
      default -> throw unknown(edit);
    };
  }

  private static ManifestEdit.Row manifestRow(MsgValue value) {
    EditCodec row = EditCodec.of(value);
    return new ManifestEdit.Row(
        row.text("target"),
        row.text("file"),
        row.number("size"),
        row.number("kernels"),
        row.checksum("sha256"));
  }

  /**
   * A marker's edit.
   *
   * @throws IllegalArgumentException if it is none
   */
  static MarkerEdit marker(MsgValue value) {
    EditCodec edit = EditCodec.of(value);
    return switch (edit.text(EditCodec.KIND)) {
      case "name" -> new MarkerEdit.SetKernelName(edit.text("name"));
      case "paths" -> new MarkerEdit.SetSearchPaths(edit.texts("paths"));
      default -> throw unknown(edit);
    };
  }

  private static IllegalArgumentException unknown(EditCodec edit) {
    return new IllegalArgumentException("unknown edit " + edit.text(EditCodec.KIND));
  }
}
