package org.kpackworkbench.model.crash;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.util.ZstdVersion;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.ChildJvm;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.pack.LargeLibrary;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitRequest;

/**
 * What operations work on: one library in every form that one of them reads.
 *
 * @param folder where all of it lies
 */
record CrashData(Path folder) {
  static final String LIBRARY = "libcrash.so";
  static final List<String> SEARCH = List.of("@GFXARCH@.kpack");

  private static final int WRAPPERS = 12;
  private static final String PACKAGING =
      """
      primary_shard: one
      architecture_groups:
        gfx9: {architectures: ['gfx906:sramecc+:xnack-', 'gfx90a:xnack+', gfx942]}
        gfx1: {architectures: [gfx1030, gfx1100, gfx11-generic]}
      """;

  /** Makes it. */
  static CrashData make(Path folder, long libraryBytes) throws IOException {
    CrashData data = new CrashData(folder);
    Files.createDirectories(data.tree());
    LargeLibrary.write(data.library(), WRAPPERS, libraryBytes);
    Files.createDirectories(data.hostOnly().getParent());
    new Convert(
            ConvertRequest.keeping(
                data.library(), data.hostOnly(), "crash", SEARCH, data.archives()))
        .run(Progress.NONE);
    Path stage = Files.createDirectories(data.artifact().resolve("crash/stage/lib"));
    Files.createLink(stage.resolve(LIBRARY), data.library());
    Files.write(
        data.artifact().resolve(ArtifactManifest.FILE_NAME),
        ArtifactManifest.of(List.of("crash/stage")).encode());
    new Split(SplitRequest.artifact(data.artifact(), data.shard()), Databases.NONE)
        .run(Progress.NONE);
    Files.writeString(data.packaging(), PACKAGING);
    data.makeArchive();
    data.unpackZstd();
    return data;
  }

  /** All code objects in one archive. */
  private void makeArchive() throws IOException {
    try (Document document = StandardFormats.all().open(library(), Progress.NONE)) {
      CodeObjects all = document.codeObjects();
      List<CodeObjectRow> rows = new ArrayList<>();
      for (int row = 0; row < all.size(); row++) {
        rows.add(all.row(row));
      }
      List<String> targets = rows.stream().map(CodeObjectRow::targetText).distinct().toList();
      try (ArchiveWriter writer =
          ArchiveWriter.create(
              archive(),
              new TableHead("crash", "gfx9", targets),
              WriteOptions.DEFAULT.withScheme(StorageScheme.NONE),
              Progress.NONE)) {
        for (CodeObjectRow row : rows) {
          writer.add(
              NewEntry.of(new BinaryKey("lib/crash.so", row.index(), true), row.targetText()),
              all.load(row.row(), Progress.NONE));
        }
        writer.finish();
      }
    }
  }

  /** Unpacks zstd's own library, which would be the first file that there is no room for. */
  private void unpackZstd() throws IOException {
    Files.createDirectories(libraries());
    String file = System.mapLibraryName("zstd-jni-" + ZstdVersion.VERSION);
    // Modules keep their resources to themselves.
    URI jar = URI.create("jar:" + ChildJvm.locationOf(Zstd.class) + "!/linux/amd64/" + file);
    try (InputStream library = jar.toURL().openStream()) {
      Files.copy(library, libraries().resolve(file));
    }
  }

  Path libraries() {
    return folder.resolve("libraries");
  }

  Path tree() {
    return folder.resolve("tree");
  }

  Path library() {
    return tree().resolve(LIBRARY);
  }

  Path archives() {
    return folder.resolve("host-only");
  }

  Path hostOnly() {
    return archives().resolve(LIBRARY);
  }

  Path archive() {
    return folder.resolve("all.kpack");
  }

  Path artifact() {
    return folder.resolve("crash_lib_gfx9X");
  }

  Path shards() {
    return folder.resolve("shards");
  }

  Path shard() {
    return shards().resolve("one");
  }

  Path packaging() {
    return folder.resolve("packaging.yaml");
  }
}
