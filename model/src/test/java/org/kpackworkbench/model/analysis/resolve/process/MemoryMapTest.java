package org.kpackworkbench.model.analysis.resolve.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.resolve.process.MemoryMap.Mapping;
import org.kpackworkbench.model.analysis.resolve.process.MemoryMap.Mapping.Kind;

class MemoryMapTest {
  private static final String MAPS =
      """
      559c4a000000-559c4a002000 r--p 00000000 fe:01 1048602                    /opt/my app/bin/train
      559c4a002000-559c4a007000 r-xp 00002000 fe:01 1048602                    /opt/my app/bin/train
      559c4b9e1000-559c4ba02000 rw-p 00000000 00:00 0                          [heap]
      7f2c10000000-7f2c10021000 rw-p 00000000 00:00 0
      7f2c5c000000-7f2c5c0f0000 r--p 00000000 fe:01 2359321                    /opt/rocm/lib/librocrand.so.1.1
      7f2c5c0f0000-7f2c5c200000 r--p 1000f0000 fe:01 2359321                   /opt/rocm/lib/librocrand.so.1.1
      7f2c5d000000-7f2c5d001000 r--p 00000000 fe:01 2359322                    /opt/rocm/lib/libold.so (deleted)
      7f2c5e000000-7f2c5e001000 r--p 00000000 fe:01 2359323                    /tmp/two\\012lines.so
      7fff0a1e3000-7fff0a204000 rw-p 00000000 00:00 0                          [stack]
      7fff0a3f0000-7fff0a3f2000 r-xp 00000000 00:00 0                          [vdso]
      ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]
      """;

  @Test
  void everyKindOfLineIsRead() {
    MemoryMap map = MemoryMap.parse(MAPS);
    assertThat(map.unreadable()).isEmpty();
    assertThat(map.mappings())
        .extracting(Mapping::kind)
        .containsExactly(
            Kind.FILE,
            Kind.FILE,
            Kind.SPECIAL,
            Kind.ANONYMOUS,
            Kind.FILE,
            Kind.FILE,
            Kind.DELETED_FILE,
            Kind.FILE,
            Kind.SPECIAL,
            Kind.SPECIAL,
            Kind.SPECIAL);
    assertThat(map.mappings().getFirst())
        .isEqualTo(
            new Mapping(
                0x559c4a000000L, 0x559c4a002000L, "r--p", 0, Kind.FILE, "/opt/my app/bin/train"));
    assertThat(map.files().keySet())
        .containsExactly(
            "/opt/my app/bin/train",
            "/opt/rocm/lib/librocrand.so.1.1",
            "/opt/rocm/lib/libold.so",
            "/tmp/two\nlines.so");
  }

  /** As this program maps the library that it reads. */
  @Test
  void aFileThatIsOnlyReadIsNotLoaded() {
    MemoryMap map =
        MemoryMap.parse(
            "7f2c5c000000-7f2c5c0f0000 r--s 00000000 fe:01 2359321  /opt/rocm/lib/librocrand.so\n");
    assertThat(map.files()).isEmpty();
  }

  @Test
  void linesThatAreNoneAreKept() {
    MemoryMap map = MemoryMap.parse("cut off 7f2c\n" + MAPS + "7f2c5c0f0000-7f2c5c2");
    assertThat(map.unreadable()).containsExactly("cut off 7f2c", "7f2c5c0f0000-7f2c5c2");
    assertThat(map.mappings()).hasSize(11);
  }

  @Test
  void whateverIsReadNothingBreaks() {
    Random random = new Random(11);
    for (int length = 0; length <= MAPS.length(); length++) {
      MemoryMap.parse(MAPS.substring(0, length));
    }
    for (int round = 0; round < 2000; round++) {
      StringBuilder broken = new StringBuilder(MAPS);
      for (int i = 0; i < 4; i++) {
        broken.setCharAt(random.nextInt(broken.length()), (char) (32 + random.nextInt(96)));
      }
      MemoryMap map = MemoryMap.parse(broken.toString());
      // At most four line ends were overwritten.
      assertThat(map.mappings().size() + map.unreadable().size()).isBetween(7, 11);
    }
  }
}
