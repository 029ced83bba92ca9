package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.kpack.ArchiveEntry;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.TestArchive;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.operation.edit.ArchiveEdit.RowRef;

/** Archives to edit, and what is in them. */
final class EditArchives {
  private EditArchives() {}

  /** What a row holds, apart from its name. */
  record Held(int seed, int size, Map<String, MsgValue> metadata) {
    byte[] bytes() {
      return TestArchive.kernel(seed, size);
    }
  }

  /** Writes an archive with these rows with the product's writer. */
  static Path write(Path path, StorageScheme scheme, int level, Map<RowRef, Held> rows)
      throws IOException {
    TableHead info =
        new TableHead(
            "group", "gfx9", rows.keySet().stream().map(RowRef::target).distinct().toList());
    WriteOptions options =
        WriteOptions.DEFAULT.withScheme(scheme).withLevel(level).withReplace(true);
    try (ArchiveWriter writer = ArchiveWriter.create(path, info, options, Progress.NONE)) {
      for (Map.Entry<RowRef, Held> row : rows.entrySet()) {
        writer.add(
            NewEntry.of(
                BinaryKey.parse(row.getKey().key()),
                row.getKey().target(),
                row.getValue().metadata()),
            ByteView.of("kernel", row.getValue().bytes()));
      }
      writer.finish();
    }
    return path;
  }

  /** Three binaries, two targets; two rows share a code object. */
  static Map<RowRef, Held> rows() {
    Map<RowRef, Held> rows = new LinkedHashMap<>();
    rows.put(new RowRef("lib/a.so#0", "gfx906"), held(1, 700));
    rows.put(new RowRef("lib/a.so#0", "gfx90a:xnack+"), held(2, 800));
    rows.put(new RowRef("lib/a.so#1", "gfx906"), held(3, 900));
    rows.put(
        new RowRef("lib/b.so#0", "gfx906"), new Held(1, 700, Map.of("M", MsgValue.Int.of(16))));
    rows.put(new RowRef("bin/tool", "gfx90a:xnack+"), held(5, 50));
    return rows;
  }

  static Held held(int seed, int size) {
    return new Held(seed, size, Map.of());
  }

  /** A file with a code object in it. */
  static FileStamp file(Path path, Held held) throws IOException {
    return FileStamp.of(Files.write(path, held.bytes()));
  }

  /** The rows of a file, by name, as code objects. */
  static Map<String, String> read(Path path) throws IOException {
    Map<String, String> rows = new LinkedHashMap<>();
    try (KpackArchive archive = KpackArchive.open(path)) {
      for (ArchiveEntry entry : archive.entries()) {
        ByteView bytes = archive.load(entry.row());
        rows.put(
            entry.key().text() + " @ " + entry.targetText(),
            java.util.Arrays.hashCode(bytes.bytes(0, (int) bytes.size()))
                + " "
                + archive.metadata(entry.row()));
      }
    }
    return rows;
  }

  static Map<String, String> expected(Map<RowRef, Held> rows) {
    Map<String, String> expected = new LinkedHashMap<>();
    rows.forEach(
        (ref, held) ->
            expected.put(
                ref.key() + " @ " + ref.target(),
                java.util.Arrays.hashCode(held.bytes()) + " " + held.metadata()));
    return expected;
  }

  /** What the verifier says of a file, leaving out that test data are no code objects. */
  static List<String> findings(Path path) {
    Set<String> code =
        VerifyRequest.everything().rules().stream()
            .map(Rule::name)
            .filter(name -> name.startsWith("code-") || name.startsWith("kernel-"))
            .collect(Collectors.toSet());
    VerifyRequest request = VerifyRequest.everything().without(code).onThreads(2);
    VerifyReport report = Verify.run(List.of(path), request, Progress.NONE);
    List<String> lines = new ArrayList<>();
    report.findings().forEach(finding -> lines.add(finding.line()));
    report.unreadable().forEach(failure -> lines.add(failure.toString()));
    return lines;
  }
}
