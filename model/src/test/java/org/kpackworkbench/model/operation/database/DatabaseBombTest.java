package org.kpackworkbench.model.operation.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.KernelDatabases;

/** Databases of which each part is plausible, and all together are not. */
class DatabaseBombTest {
  private static final int PARTS = 70;
  private static final int PART_BYTES = 8 << 20;

  @TempDir private Path folder;
  private Path table;

  @BeforeEach
  void makeTable() throws Exception {
    byte[] code =
        ByteBuffer.allocate(PART_BYTES)
            .put(Files.readAllBytes(Fixtures.path("kinds-gfx942.hsaco")))
            .array();
    byte[] packed = KernelDatabases.bzip2(code, 9);
    String md5 = HexFormat.of().formatHex(Digests.md5().digest(code));
    table = folder.resolve("gfx942130.kdb");
    try (KernelDatabases kernels = KernelDatabases.miopen(table)) {
      for (int i = 0; i < PARTS; i++) {
        kernels.miopen("k" + i, " -mcpu=gfx942", packed, md5, code.length);
      }
    }
  }

  private static List<String> verified(Path path) {
    return Verify.run(List.of(path), VerifyRequest.everything(), Progress.NONE).findings().stream()
        .map(Finding::message)
        .filter(message -> message.contains("for the whole operation"))
        .toList();
  }

  @Test
  void kernelsOfATableAreRefusedByWhatItsRowsState() {
    String found = "found %d bytes".formatted((long) PARTS * PART_BYTES);
    assertThat(verified(table)).singleElement().asString().contains(found);
    Path output = folder.resolve("out");
    assertThatThrownBy(
            () ->
                new PackDatabase(new PackDatabaseRequest(table, output, false)).run(Progress.NONE))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining(found);
    assertThat(output).doesNotExist();
  }

  /** Each file unpacks to little less than is always allowed. */
  @Test
  void librariesOfATreeAreRefusedTogether() throws IOException {
    byte[] head =
        "\u0082\u00a9solutions\u0090\u00a3pad\u00c6".getBytes(StandardCharsets.ISO_8859_1);
    ByteBuffer content = ByteBuffer.allocate(head.length + 4 + PART_BYTES);
    content.put(head).putInt(PART_BYTES);
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(packed)) {
      out.write(content.array());
    }
    Path library = Files.createDirectories(folder.resolve("tree/lib/rocblas/library"));
    for (int i = 0; i < PARTS; i++) {
      Files.write(
          library.resolve("TensileLibrary_%d_gfx942.dat.zlib".formatted(i)), packed.toByteArray());
    }
    assertThat(verified(folder.resolve("tree"))).isNotEmpty();
  }
}
