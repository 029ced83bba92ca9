package org.kpackworkbench.model.crash;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.util.ZstdVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.kpackworkbench.model.ChildJvm;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
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
import org.kpackworkbench.model.operation.database.PackDatabase;
import org.kpackworkbench.model.operation.database.PackDatabaseReport;
import org.kpackworkbench.model.operation.database.PackDatabaseRequest;
import org.kpackworkbench.model.operation.pack.LargeLibrary;
import org.kpackworkbench.model.operation.split.Split;
import org.kpackworkbench.model.operation.split.SplitRequest;

/**
 * What operations work on: one library in every form that one of them reads.
 *
 * @param folder where all of it lies
 */
record CrashData(Path folder) {
  /** Neither that of a library of Linux nor that of a DLL: it is one or the other. */
  static final String LIBRARY = "crash.bin";

  static final List<String> SEARCH = List.of("@GFXARCH@.kpack");

  private static final int WRAPPERS = 12;
  private static final String PACKAGING =
      """
      primary_shard: one
      architecture_groups:
        gfx9: {architectures: ['gfx906:sramecc+:xnack-', 'gfx90a:xnack+', gfx942]}
        gfx1: {architectures: [gfx1030, gfx1100, gfx11-generic]}
      """;

  /**
   * Makes it.
   *
   * @param windows whether the library is a DLL
   */
  static CrashData make(Path folder, boolean windows, long libraryBytes) throws IOException {
    CrashData data = new CrashData(folder);
    Files.createDirectories(data.tree());
    if (windows) {
      LargeLibrary.writeDll(data.library(), WRAPPERS, libraryBytes);
    } else {
      LargeLibrary.write(data.library(), WRAPPERS, libraryBytes);
    }
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
    data.makeWheel();
    data.makeKernels();
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

  /** The library in a wheel. */
  private void makeWheel() throws IOException {
    String info = "crash-1.0.dist-info/";
    Map<String, byte[]> members = new LinkedHashMap<>();
    members.put("crash/lib/" + LIBRARY, Files.readAllBytes(library()));
    members.put(info + "METADATA", utf8("Metadata-Version: 2.1\nName: crash\nVersion: 1.0\n"));
    members.put(
        info + "WHEEL",
        utf8("Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: py3-none-linux_x86_64\n"));
    StringBuilder record = new StringBuilder();
    members.forEach(
        (name, bytes) ->
            record.append("%s,sha256=%s,%d\n".formatted(name, digest(bytes), bytes.length)));
    members.put(info + "RECORD", utf8(record + info + "RECORD,,\n"));
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(wheel()))) {
      for (Map.Entry<String, byte[]> member : members.entrySet()) {
        zip.putNextEntry(new ZipEntry(member.getKey()));
        zip.write(member.getValue());
      }
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String digest(byte[] bytes) {
    MessageDigest sha256 = Digests.sha256();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(sha256.digest(bytes));
  }

  /** The code objects as files of rocBLAS, and archives of those. */
  private void makeKernels() throws IOException {
    Path files = Files.createDirectories(kernels().resolve("lib/rocblas/library"));
    try (Document document = StandardFormats.all().open(library(), Progress.NONE)) {
      CodeObjects all = document.codeObjects();
      for (int row = 0; row < all.size(); row++) {
        try (OutputStream file =
            Files.newOutputStream(
                files.resolve(
                    "Kernels_%d_%s.hsaco"
                        .formatted(all.row(row).index(), all.row(row).target().processor())))) {
          all.extract(row, file, UnpackBudget.one(), Progress.NONE);
        }
      }
    }
    PackDatabaseReport unused =
        new PackDatabase(new PackDatabaseRequest(kernels(), packedKernels(), false))
            .run(Progress.NONE);
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

  Path wheel() {
    return folder.resolve("crash-1.0-py3-none-linux_x86_64.whl");
  }

  Path kernels() {
    return folder.resolve("kernels");
  }

  Path packedKernels() {
    return folder.resolve("packed-kernels");
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
