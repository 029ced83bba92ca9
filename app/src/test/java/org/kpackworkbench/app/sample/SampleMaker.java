package org.kpackworkbench.app.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.WrittenArchive;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDiskCheck;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.ManifestWriter;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;

/** Makes the sample workspace from compiled fixtures with the program's own writers. */
final class SampleMaker {
  private static final String GROUP = "kpackfix";
  private static final List<String> ARCHITECTURES =
      List.of("gfx1030", "gfx1100", "gfx90a", "gfx942");

  private final Path fixtures;
  private final Path folder;

  SampleMaker(Path fixtures, Path folder) {
    this.fixtures = fixtures;
    this.folder = folder;
  }

  /** Makes everything but the text for people. */
  void make() throws IOException {
    for (String library : List.of("libmany.so", "libmixed.so", "libhostonly.so")) {
      copy(library, "lib/" + library);
    }
    copy("kinds-gfx942.hsaco", "kernels/kinds-gfx942.hsaco");
    Files.createDirectories(folder.resolve(".kpack"));
    List<ManifestRow> rows = new ArrayList<>();
    for (String architecture : ARCHITECTURES) {
      rows.add(archive(architecture));
    }
    Files.write(
        folder.resolve(".kpack/kpackfix.kpm"),
        ManifestWriter.write(Manifest.of(GROUP, "sample/kpackfix/stage", rows)));
  }

  private void copy(String fixture, String name) throws IOException {
    Path target = folder.resolve(name);
    Files.createDirectories(target.getParent());
    Files.write(target, Files.readAllBytes(fixtures.resolve(fixture)));
  }

  private ManifestRow archive(String architecture) throws IOException {
    Path file = folder.resolve(".kpack/" + GROUP + "_" + architecture + ".kpack");
    Map<String, String> libraries = new LinkedHashMap<>();
    libraries.put("lib/libmany.so", "libmany.so");
    libraries.put("lib/libmixed.so", "libmixed.so");
    // What the host-only library needs: units that libmixed.so has, stored once for both.
    libraries.put("lib/libhostonly.so", "libmixed.so");
    WriteOptions options = WriteOptions.DEFAULT.withThreads(1).withReplace(true);
    List<String> targets = targets(architecture);
    WrittenArchive written;
    try (ArchiveWriter writer =
        ArchiveWriter.create(
            file, new TableHead(GROUP, architecture, targets), options, Progress.NONE)) {
      List<Document> open = new ArrayList<>();
      for (Map.Entry<String, String> library : libraries.entrySet()) {
        Document document =
            StandardFormats.all().open(fixtures.resolve(library.getValue()), Progress.NONE);
        open.add(document);
        int most = library.getKey().endsWith("hostonly.so") ? 3 : Integer.MAX_VALUE;
        add(writer, library.getKey(), document.codeObjects(), architecture, most);
      }
      written = writer.finish();
      open.forEach(Document::close);
    }
    return new ManifestRow(
        architecture,
        file.getFileName().toString(),
        written.sizeBytes(),
        written.entries(),
        ManifestDiskCheck.sha256(file, Progress.NONE));
  }

  /** The targets of an architecture that the libraries have code for. */
  private static List<String> targets(String architecture) {
    return architecture.equals("gfx90a")
        ? List.of("gfx90a", "gfx90a:xnack+", "gfx90a:xnack-")
        : List.of(architecture);
  }

  private static void add(
      ArchiveWriter writer, String binary, CodeObjects source, String architecture, int most)
      throws IOException {
    for (int number = 0; number < source.size(); number++) {
      CodeObjectRow row = source.row(number);
      if (row.target().processor().equals(architecture) && row.index() < most) {
        writer.add(
            NewEntry.of(new BinaryKey(binary, row.index(), true), row.targetText()),
            source.load(number, Progress.NONE));
      }
    }
  }
}
