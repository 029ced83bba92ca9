package org.kpackworkbench.views.format.kpm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgEncoder;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.msgpack.RawPair;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDialect;
import org.kpackworkbench.model.format.kpm.ManifestDiskCheck;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.ManifestWriter;

/** Manifests with archives beside them, right and wrong, for tests. */
public final class ManifestFiles {
  private ManifestFiles() {}

  /** An archive of so many rows for one target. */
  static Path archive(Path folder, String target, int kernels) throws IOException {
    Path file = folder.resolve("rand_lib_" + target.replace(':', '-') + ".kpack");
    TableHead info = new TableHead("rand_lib", "gfx9X", List.of(target));
    try (ArchiveWriter writer =
        ArchiveWriter.create(file, info, WriteOptions.DEFAULT.withReplace(true), Progress.NONE)) {
      for (int index = 0; index < kernels; index++) {
        byte[] bytes = new byte[100 + index];
        bytes[0] = (byte) index;
        writer.add(
            NewEntry.of(new BinaryKey("lib/librand.so", index, true), target),
            ByteView.of("k", bytes));
      }
      writer.finish();
    }
    return file;
  }

  /** A row for an archive as it is. */
  static ManifestRow right(Path archive, String target, int kernels, boolean checksum)
      throws IOException {
    Checksum sha256 = checksum ? ManifestDiskCheck.sha256(archive, Progress.NONE) : null;
    return row(archive.getFileName().toString(), target, Files.size(archive), kernels, sha256);
  }

  static ManifestRow row(
      String file, String target, long size, long kernels, @Nullable Checksum sha256) {
    return new ManifestRow(target, file, size, kernels, sha256);
  }

  /** Writes a manifest by architecture. */
  static Path byArchitecture(Path folder, List<ManifestRow> rows) throws IOException {
    Manifest manifest = Manifest.of("rand_lib", "math-libs/rocRAND/stage", rows);
    return Files.write(folder.resolve("rand_lib.kpm"), ManifestWriter.write(manifest));
  }

  /** Writes a manifest by list, with an unknown key. */
  static Path byList(Path folder, List<ManifestRow> rows) throws IOException {
    RawPair unknown =
        new RawPair(
            "built_by",
            MsgEncoder.text("built_by"),
            MsgEncoder.value(new MsgValue.Text("someone")));
    Manifest manifest =
        new Manifest(ManifestDialect.BY_LIST, "rand_lib", null, rows, List.of(unknown));
    return Files.write(folder.resolve("rand_list.kpm"), ManifestWriter.write(manifest));
  }

  /**
   * A folder with a manifest in which one row is right and each other one is wrong in its own way,
   * and with an archive that it does not name.
   */
  public static Path mixed(Path folder) throws IOException {
    Path right = archive(folder, "gfx906", 3);
    Path size = archive(folder, "gfx908", 2);
    Path kernels = archive(folder, "gfx90a:xnack+", 4);
    Path checksum = archive(folder, "gfx942", 2);
    archive(folder, "gfx1030", 1);
    Path broken = Files.write(folder.resolve("rand_lib_gfx1100.kpack"), new byte[10]);
    return byArchitecture(
        folder,
        List.of(
            right(right, "gfx906", 3, true),
            row("rand_lib_gfx908.kpack", "gfx908", Files.size(size) + 5, 2, null),
            row(kernels.getFileName().toString(), "gfx90a:xnack+", Files.size(kernels), 5, null),
            row(
                checksum.getFileName().toString(),
                "gfx942",
                Files.size(checksum),
                2,
                new Checksum(new byte[32])),
            row("rand_lib_gfx950.kpack", "gfx950", 1000, 2, null),
            row(broken.getFileName().toString(), "gfx1100", 10, 1, null)));
  }
}
