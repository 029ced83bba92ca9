package org.kpackworkbench.model.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.analysis.diff.Comparison;
import org.kpackworkbench.model.analysis.diff.run.Compare;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.ManifestWriter;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.edit.ArchiveEdit;
import org.kpackworkbench.model.operation.edit.EditJournal;
import org.kpackworkbench.model.operation.edit.EditedArchive;
import org.kpackworkbench.model.operation.edit.EditedManifest;

/** What is opened, examined and closed, each of which has to give back all that it took. */
final class OpenClose {
  /** Opens, looks and closes. */
  interface Cycle {
    void run() throws IOException;
  }

  private final Path folder;

  /**
   * @param folder for what is made
   */
  OpenClose(Path folder) {
    this.folder = folder;
  }

  /** All kinds, by name. */
  Map<String, Cycle> cycles() throws IOException {
    CrashData data = CrashData.make(folder.resolve("data"), false, 300_000);
    Path manifest = folder.resolve("m.kpm");
    Files.write(
        manifest,
        ManifestWriter.write(
            Manifest.of(
                "crash",
                "kpack",
                List.of(new ManifestRow("gfx906", "a.kpack", 0, 7, new Checksum(new byte[32]))))));
    Path text = Files.writeString(folder.resolve("a.txt"), "some text\n".repeat(1000));
    Path cut = folder.resolve("cut.kpack");
    Files.write(cut, java.util.Arrays.copyOf(Files.readAllBytes(data.archive()), 5_000));
    Map<String, Cycle> cycles = new LinkedHashMap<>();
    cycles.put("archive", document(data.archive()));
    cycles.put("archive that is cut off", document(cut));
    cycles.put("fat binary", document(Fixtures.path("libone.so")));
    cycles.put("fat binary, compressed", document(Fixtures.path("libcompressed.so")));
    cycles.put("host-only binary", document(data.hostOnly()));
    cycles.put("bundle", document(Fixtures.path("bundle.co")));
    cycles.put("compressed bundle", document(Fixtures.path("compressed.co")));
    cycles.put("code object", document(Fixtures.path("kinds-gfx942.hsaco")));
    cycles.put("static library", document(Fixtures.path("libstatic.a")));
    cycles.put("Windows binary", document(Fixtures.path("windows.dll")));
    cycles.put("manifest", document(manifest));
    cycles.put("text", document(text));
    cycles.put("edited archive with its journal", () -> edit(data.archive()));
    cycles.put("edited manifest", () -> EditedManifest.open(manifest).close());
    cycles.put("comparison of archives", () -> compare(data));
    return cycles;
  }

  private static Cycle document(Path path) {
    return () -> {
      try (Document document = StandardFormats.all().open(path, Progress.NONE)) {
        document.ownership();
        for (int row = 0; row < Math.min(1, document.codeObjects().size()); row++) {
          document.codeObjects().row(row);
          document.codeObjects().load(row, Progress.NONE);
        }
      } catch (FormatException broken) {
        if (!path.toString().contains("cut")) {
          throw broken;
        }
      }
    };
  }

  private void edit(Path path) throws IOException {
    try (EditedArchive archive = EditedArchive.open(path);
        EditJournal journal = EditJournal.of(archive, folder.resolve("journals"))) {
      archive.apply(new ArchiveEdit.SetGroup("other"));
      archive.rows();
      if (journal.failure() != null) {
        throw journal.failure();
      }
    }
  }

  private static void compare(CrashData data) throws IOException {
    List<Path> sides = List.of(data.archive(), data.archives().resolve("gfx942.kpack"));
    try (Comparison comparison = Compare.open(sides, UnpackBudget.operation(), Progress.NONE)) {
      comparison.sides();
    }
  }
}
