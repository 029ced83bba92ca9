package org.kpackworkbench.model.analysis.verify.run;

import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TestArchive;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDiskCheck;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.ManifestWriter;
import org.kpackworkbench.model.operation.hostonly.HostOnlyCopy;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;

/** Files in which no rule finds anything, for breaking. */
final class GoodFiles {
  private GoodFiles() {}

  static byte[] code(String fixture) {
    try {
      return Files.readAllBytes(Fixtures.path(fixture));
    } catch (IOException missing) {
      throw new java.io.UncheckedIOException(missing);
    }
  }

  static byte[] gfx1100() {
    return code("axpy-gfx1100.hsaco");
  }

  static byte[] gfx942() {
    return code("kinds-gfx942.hsaco");
  }

  /** Two binaries, two targets, compressed. */
  static TestArchive archive() {
    return complete(TestArchive.zstd(gfx1100(), gfx942()));
  }

  /** The same without compression. */
  static TestArchive plainArchive() {
    return complete(TestArchive.plain(gfx1100(), gfx942()));
  }

  private static TestArchive complete(TestArchive archive) {
    archive.architectures = List.of("gfx1100", "gfx942");
    return archive.toc(
        map(
            "lib/one.so#0",
            map("gfx1100", TestArchive.entry(0, gfx1100().length)),
            "lib/two.so#0",
            map("gfx942", TestArchive.entry(1, gfx942().length))));
  }

  /** With the free keys of hip-kernel-provider, which have no index. */
  static TestArchive freeKeys() {
    TestArchive archive = TestArchive.plain(gfx942());
    archive.architectures = List.of("gfx942");
    return archive.toc(
        map(
            "pointwise_add_f32",
            map("gfx942", TestArchive.entry(0, gfx942().length)),
            "fmha_v3_fwd/MI300/fwd_hd128_bf16_rtne.co",
            map("gfx942", TestArchive.entry(0, gfx942().length))));
  }

  static Path write(Path folder, TestArchive archive) throws IOException {
    return Files.write(folder.resolve("test.kpack"), archive.bytes());
  }

  /** A host-only library without archives. */
  static Path converted(Path folder, String fixture) throws IOException {
    Path output = folder.resolve(fixture);
    HostOnlyCopy.make(
        new HostOnlyRequest(
            Fixtures.path(fixture),
            output,
            false,
            "lib/" + fixture,
            List.of(".kpack/test-@GFXARCH@.kpack")));
    return output;
  }

  /** A host-only library with one wrapper beside its archive. */
  static Path withArchive(Path folder) throws IOException {
    Path library = converted(folder, "libone.so");
    archiveFor(folder, "lib/libone.so#0");
    return library;
  }

  /** Writes the archive for gfx1100 that a host-only library looks for. */
  static Path archiveFor(Path folder, String... keys) throws IOException {
    return archiveUnder("gfx1100", folder, keys);
  }

  /** Writes an archive with that code filed under a target. */
  static Path archiveUnder(String target, Path folder, String... keys) throws IOException {
    TestArchive archive = TestArchive.zstd(gfx1100());
    archive.architectures = List.of(target);
    var toc = map();
    for (String key : keys) {
      toc.put(key, map(target, TestArchive.entry(0, gfx1100().length)));
    }
    archive.toc(toc);
    Path hidden = Files.createDirectories(folder.resolve(".kpack"));
    return Files.write(hidden.resolve("test-%s.kpack".formatted(target)), archive.bytes());
  }

  /** A manifest that is true of the archive beside it. */
  static Path manifest(Path folder) throws IOException {
    Path archive = write(folder, archive());
    try (KpackArchive opened = KpackArchive.open(archive)) {
      ManifestRow row =
          new ManifestRow(
              "gfx1100",
              "test.kpack",
              Files.size(archive),
              opened.entryCount(),
              ManifestDiskCheck.sha256(archive, Progress.NONE));
      Manifest manifest = Manifest.of("test", "lib/test/stage", List.of(row));
      return Files.write(folder.resolve("test.kpm"), ManifestWriter.write(manifest));
    }
  }
}
