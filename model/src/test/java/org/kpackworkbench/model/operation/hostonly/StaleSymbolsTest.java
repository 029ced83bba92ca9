package org.kpackworkbench.model.operation.hostonly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.StubRuntime;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.SectionType;

/**
 * GNU objcopy leaves the sections' indices in dynamic symbols as they were when it writes sections
 * in another order, so that a function may seem to be device code. Its address says what it is.
 */
class StaleSymbolsTest {
  private static final int FIELD_AT = 6;
  private static final int VALUE_AT = 8;

  @TempDir Path folder;

  @Test
  void functionsThatSeemToBeDeviceCodeStayWhereTheyAre() throws Exception {
    byte[] bytes = Files.readAllBytes(FatFixture.ONE.path());
    ElfFile elf = ElfFile.read(ByteView.of("in.so", bytes));
    ElfSection fat = section(elf, ".hip_fatbin");
    ElfSection text = section(elf, ".text");
    ElfSection symbols = symbols(elf);
    ByteBuffer data = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int changed = 0;
    for (long at = symbols.fileOffset(); at < end(symbols); at += ElfSymbol.SIZE_BYTES) {
      if (data.getShort((int) at + FIELD_AT) == text.index()) {
        data.putShort((int) at + FIELD_AT, (short) fat.index());
        changed++;
      }
    }
    assertThat(changed).isGreaterThan(3);
    Path input = Files.write(folder.resolve("in.so"), bytes);
    Path output = folder.resolve("out.so");
    Converted.convert(input, output);
    StubRuntime.Run run = new StubRuntime().load(output);
    assertThat(run.output()).isEqualTo(new StubRuntime().load(input).output());
    ElfFile after = ElfFile.read(ByteView.of("out.so", Files.readAllBytes(output)));
    assertThat(addresses(after)).isEqualTo(addresses(elf));
  }

  private static List<Long> addresses(ElfFile elf) throws IOException {
    ByteView table = elf.content(symbols(elf));
    List<Long> found = new ArrayList<>();
    for (long at = 0; at < table.size(); at += ElfSymbol.SIZE_BYTES) {
      found.add(table.u64(at + VALUE_AT));
    }
    return found;
  }

  private static long end(ElfSection section) {
    return section.fileOffset() + section.sizeBytes();
  }

  private static ElfSection symbols(ElfFile elf) {
    return elf.sections().stream()
        .filter(section -> section.type() == SectionType.DYNSYM)
        .findFirst()
        .orElseThrow();
  }

  private static ElfSection section(ElfFile elf, String name) {
    return elf.sections().stream()
        .filter(section -> section.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
