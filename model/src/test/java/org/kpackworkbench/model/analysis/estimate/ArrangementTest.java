package org.kpackworkbench.model.analysis.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.estimate.Arrangement.Part;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TestArchive;

class ArrangementTest {
  private static final int DESCRIPTOR_ENTRY = 16;

  @TempDir Path folder;

  private static byte[] all(ByteView view) throws IOException {
    return view.bytes(0, (int) view.size());
  }

  @Test
  void codeIsApartFromWhatIsAroundIt() throws IOException {
    Path file = Fixtures.path("kinds-gfx1100.hsaco");
    byte[] bytes = Files.readAllBytes(file);
    ElfFile elf = ElfFile.read(ByteView.of("kinds", bytes));
    try (CodePool pool = CodePool.of(List.of(file), StandardFormats.all(), Progress.NONE)) {
      List<Part> parts = Arrangement.METADATA.parts(pool.archive(), 0);
      assertThat(parts).hasSize(2);
      assertThat(all(parts.getFirst().bytes()))
          .isEqualTo(all(elf.content(elf.section(".text").orElseThrow())));
      assertThat(parts.getLast().bytes().size())
          .isEqualTo(bytes.length - parts.getFirst().bytes().size());
      assertThat(all(parts.getLast().bytes())).startsWith(0x7f, 'E', 'L', 'F');
      // What is around code of a target is compressed together, code is not.
      assertThat(parts.getLast().entry().target()).isEqualTo("gfx1100");
      assertThat(parts.getFirst().entry().target()).isNotEqualTo("gfx1100");
    }
  }

  @Test
  void entriesOfDescriptorsAndAddedLiteralsAreMasked() throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path("kinds-gfx1100.hsaco"));
    ElfFile elf = ElfFile.read(ByteView.of("kinds", bytes));
    long descriptors = elf.section(".rodata").orElseThrow().sizeBytes() / 64;
    int first = (int) elf.rangeOf(elf.section(".rodata").orElseThrow()).start();
    byte[] masked = all(Addresses.masked(ByteView.of("kinds", bytes)));
    assertThat(masked).hasSameSizeAs(bytes);
    List<Integer> changed = new ArrayList<>();
    for (int i = 0; i < bytes.length; i++) {
      if (masked[i] != bytes[i]) {
        assertThat(masked[i]).isZero();
        changed.add(i);
      }
    }
    // What llvm-objdump shows as s_add_u32 and s_addc_u32 of a literal that is not 0.
    List<Integer> literals = List.of(12832, 12833, 14404, 14405);
    assertThat(changed).containsAll(literals);
    changed.removeAll(literals);
    assertThat(changed)
        .isNotEmpty()
        .allMatch(at -> at >= first && at < first + 64 * descriptors)
        .allMatch(at -> (at - first) % 64 >= DESCRIPTOR_ENTRY)
        .allMatch(at -> (at - first) % 64 < DESCRIPTOR_ENTRY + Long.BYTES);
    byte[] noElf = {1, 2, 3};
    assertThat(all(Addresses.masked(ByteView.of("no ELF", noElf)))).isEqualTo(noElf);
  }

  @Test
  void likeCodeObjectsAreNeighbours() throws IOException {
    byte[] one = TestArchive.kernel(1, 60_000);
    byte[] two = TestArchive.kernel(2, 60_000);
    byte[] likeOne = one.clone();
    byte[] likeTwo = two.clone();
    likeOne[30_000]++;
    likeTwo[30_000]++;
    Path file = folder.resolve("alike.kpack");
    Files.write(
        file,
        TestArchive.plain(one, two, likeTwo, likeOne)
            .toc(
                map(
                    "a#0", map("gfx900", TestArchive.entry(0, 60_000)),
                    "b#0", map("gfx900", TestArchive.entry(1, 60_000)),
                    "c#0", map("gfx900", TestArchive.entry(2, 60_000)),
                    "d#0", map("gfx900", TestArchive.entry(3, 60_000))))
            .bytes());
    try (KpackArchive archive = KpackArchive.open(file)) {
      assertThat(Arrangement.AS_IS.order(archive, Progress.NONE)).containsExactly(0, 1, 2, 3);
      assertThat(Arrangement.LIKENESS.order(archive, Progress.NONE)).containsExactly(0, 3, 1, 2);
    }
  }
}
