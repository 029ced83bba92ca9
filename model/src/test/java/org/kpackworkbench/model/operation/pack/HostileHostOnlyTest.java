package org.kpackworkbench.model.operation.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.HostileElf;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.restore.Restore;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException;
import org.kpackworkbench.model.operation.restore.RestoreRequest;

/**
 * Host-only files with broken headers, wrappers and relocations: each is restored, or refused for
 * what is wrong with it, and never by what is called an error of the program.
 */
class HostileHostOnlyTest {
  private static final int EACH = Integer.getInteger("hostile.each", 50);
  static final List<String> FIXTURES =
      List.of(
          "libtiny.so",
          "libone.so",
          "libcompressed-packed.so",
          "librelr-gnu.so",
          "librdc.so",
          "libfatlast.so",
          "exe-fixed-gnu");

  private static final int SEED = Integer.getInteger("hostile.seed", 1);
  private static final int OFFSET_AT = 24;
  private static final int SIZE_AT = 32;

  @TempDir Path folder;

  private byte[] converted(String fixture) throws IOException {
    Path output = Files.createDirectories(folder.resolve("lib")).resolve("a.so");
    new Convert(
            ConvertRequest.keeping(
                Fixtures.path(fixture),
                output,
                "lib/a.so",
                List.of("../.kpack/a-@GFXARCH@.kpack"),
                folder.resolve(".kpack")))
        .run(Progress.NONE);
    return Files.readAllBytes(output);
  }

  private void restore(byte[] bytes) throws IOException {
    Path input = Files.write(folder.resolve("lib/a.so"), bytes);
    Path back = folder.resolve("back.so");
    try {
      new Restore(RestoreRequest.of(input, back).with(RestoreRequest.JOBS, 1)).run(Progress.NONE);
    } finally {
      Files.deleteIfExists(back);
    }
  }

  @ParameterizedTest
  @FieldSource("FIXTURES")
  void oneEndsWellOrIsRefused(String fixture) throws IOException {
    endWellOrAreRefused(fixture, EACH);
  }

  @ParameterizedTest
  @Tag("long")
  @FieldSource("FIXTURES")
  void manyEndWellOrAreRefused(String fixture) throws IOException {
    endWellOrAreRefused(fixture, 3 * EACH);
  }

  private void endWellOrAreRefused(String fixture, int count) throws IOException {
    HostileElf hostile = new HostileElf(converted(fixture), SEED);
    int refusals = 0;
    for (int i = 0; i < count; i++) {
      try {
        restore(hostile.next());
      } catch (RestoreRefusedException | FormatException refused) {
        assertThat(refused).as("%s, file %d", fixture, i).message().doesNotContain("report it");
        refusals++;
      } catch (RuntimeException | Error crash) {
        throw new AssertionError("%s, seed %d, file %d".formatted(fixture, SEED, i), crash);
      }
    }
    assertThat(refusals).isBetween(1, count);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .as("no work file is left")
          .containsExactlyInAnyOrder("lib", ".kpack");
    }
  }

  @Test
  void aSectionOutsideTheFileIsNamed() throws IOException {
    byte[] good = converted("libone.so");
    ElfFile elf = ElfFile.read(ByteView.of("a.so", good));
    for (ElfSection section : elf.sections()) {
      // Without names, or without wrappers, it is no host-only file any more.
      boolean special = section.name().equals(".shstrtab") || section.name().startsWith(".hipFat");
      if (section.storedSizeBytes() > 0 && !special && !section.name().equals(".rocm_kpack_ref")) {
        for (int field : new int[] {OFFSET_AT, SIZE_AT}) {
          byte[] broken = good.clone();
          ByteBuffer.wrap(broken)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putLong((int) section.headerOffset() + field, good.length * 2L);
          assertThatThrownBy(() -> restore(broken))
              .as(section.name())
              .isInstanceOf(RestoreRefusedException.class)
              .hasMessageContaining(section.name());
        }
      }
    }
  }
}
