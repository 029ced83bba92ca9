package org.kpackworkbench.model.operation.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.KernelDatabases;
import org.kpackworkbench.model.format.aotriton.AotritonWriter;

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

  /** A directory of one kernel, as large as one file may always be. */
  @Test
  void directoriesOfKernelsAreRefusedTogether() throws IOException {
    byte[] code = Arrays.copyOf(Files.readAllBytes(Fixtures.path("kinds-gfx942.hsaco")), 60 << 20);
    Path images = Files.createDirectories(folder.resolve("tree/lib/aotriton.images/amd-gfx942"));
    Path first = images.resolve("0.aks2");
    new AotritonWriter(List.of(new AotritonWriter.Kernel("k", 0, 256, 0, code.length)))
        .write(first, (kernel, out) -> out.write(code));
    for (int i = 1; i < 20; i++) {
      Files.copy(first, images.resolve(i + ".aks2"));
    }
    Path output = folder.resolve("out");
    assertThatThrownBy(
            () ->
                new PackDatabase(new PackDatabaseRequest(folder.resolve("tree"), output, false))
                    .run(Progress.NONE))
        .hasMessageContaining("for the whole operation");
    assertThat(output).doesNotExist();
  }

  /** What is refused once is refused from then on: more files to read do not allow more. */
  @Test
  void librariesOfATreeAreRefusedAfterWhatTheFirstUnpackTo() throws IOException {
    int parts = 40;
    libraries(60 << 20, parts);
    List<String> refused = verified(folder.resolve("tree"));
    assertThat(refused)
        .hasSizeGreaterThan(parts / 2)
        .allSatisfy(
            message ->
                assertThat(Long.parseLong(message.replaceAll(".*found (\\d+) bytes.*", "$1")))
                    .isLessThan(UnpackBudget.SURE_SUM_BYTES + (1 << 20)));
  }

  /** Each file unpacks to little less than is always allowed. */
  @Test
  void librariesOfATreeAreRefusedTogether() throws IOException {
    libraries(PART_BYTES, PARTS);
    assertThat(verified(folder.resolve("tree"))).isNotEmpty();
  }

  private void libraries(int bytes, int parts) throws IOException {
    byte[] head =
        "\u0082\u00a9solutions\u0090\u00a3pad\u00c6".getBytes(StandardCharsets.ISO_8859_1);
    ByteBuffer content = ByteBuffer.allocate(head.length + 4 + bytes);
    content.put(head).putInt(bytes);
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(packed)) {
      out.write(content.array());
    }
    Path library = Files.createDirectories(folder.resolve("tree/lib/rocblas/library"));
    for (int i = 0; i < parts; i++) {
      Files.write(
          library.resolve("TensileLibrary_%d_gfx942.dat.zlib".formatted(i)), packed.toByteArray());
    }
  }
}
