package org.kpackworkbench.model.operation.pack;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdCompressCtx;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Bundles;
import org.kpackworkbench.model.fixtures.Ccobs;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.prune.Prune;
import org.kpackworkbench.model.operation.prune.PruneRequest;
import org.kpackworkbench.model.operation.restore.Restore;
import org.kpackworkbench.model.operation.restore.RestoreRequest;

/**
 * A DLL whose section of bundles is as large as what the compiler made of them, which looked
 * further back for what occurs again than compression at the usual level does.
 */
class TightDllTest {
  private static final int CODE_BYTES = 5 << 20;

  @TempDir private Path folder;
  private Path dll;

  @BeforeEach
  void link() throws IOException {
    byte[] random = new byte[CODE_BYTES];
    new Random(1).nextBytes(random);
    Map<String, byte[]> code = new LinkedHashMap<>();
    code.put("gfx942", code("kinds-gfx942.hsaco", random));
    code.put("gfx1030", code("kinds-gfx1030-wave64.hsaco", random));
    byte[] small = Files.readAllBytes(Fixtures.path("axpy-gfx1100.hsaco"));
    dll = folder.resolve("tight.dll");
    try (FatDll file = new FatDll(dll, 2)) {
      file.startBundle();
      file.write(ByteBuffer.wrap(compressed(Bundles.forTargets(code))));
      file.startBundle();
      file.write(ByteBuffer.wrap(compressed(Bundles.forTargets(Map.of("gfx1100", small)))));
    }
  }

  private static byte[] code(String fixture, byte[] behind) throws IOException {
    byte[] own = Files.readAllBytes(Fixtures.path(fixture));
    byte[] all = Arrays.copyOf(own, own.length + behind.length);
    System.arraycopy(behind, 0, all, own.length, behind.length);
    return all;
  }

  private static byte[] compressed(byte[] bundle) {
    try (ZstdCompressCtx context = new ZstdCompressCtx()) {
      byte[] payload = context.setLong(27).compress(bundle);
      return Ccobs.raw(
          3,
          Ccobs.Method.ZSTD.ordinal(),
          Ccobs.headerBytes(3) + (long) payload.length,
          bundle.length,
          Ccobs.hash(bundle),
          payload);
    }
  }

  @Test
  void isRestored() throws Exception {
    Path host = Files.createDirectory(folder.resolve("host")).resolve("tight.dll");
    new Convert(
            ConvertRequest.keeping(
                dll, host, "tight.dll", List.of("@GFXARCH@.kpack"), host.getParent()))
        .run(Progress.NONE);
    Path back = folder.resolve("back.dll");
    new Restore(RestoreRequest.of(host, back)).run(Progress.NONE);
    assertThat(WayBackTest.code(back)).isEqualTo(WayBackTest.code(dll));
    assertThat(back).hasSize(Files.size(dll));
  }

  /** Only code of the other bundle goes. */
  @Test
  void isPruned() throws Exception {
    Path pruned = folder.resolve("pruned.dll");
    new Prune(PruneRequest.keeping(dll, pruned, TargetFilter.of(List.of("gfx942", "gfx1030"))))
        .run(Progress.NONE);
    assertThat(WayBackTest.code(pruned).getFirst()).isEqualTo(WayBackTest.code(dll).getFirst());
    assertThat(WayBackTest.code(pruned).getLast()).noneMatch(each -> each.contains("gfx1100"));
  }
}
