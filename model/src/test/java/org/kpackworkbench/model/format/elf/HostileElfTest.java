package org.kpackworkbench.model.format.elf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.fixtures.Mutations;

/** Whatever the bytes are, only the format's exception comes out. */
class HostileElfTest {
  @Test
  void survivesTruncationAtEveryByte() throws FormatException {
    byte[] whole = SampleElf.library();
    int opened = 0;
    for (int size = 0; size < whole.length; size++) {
      opened += read(Arrays.copyOf(whole, size)) ? 1 : 0;
    }
    assertThat(opened).as("all that have the header open").isEqualTo(whole.length - 64);
    assertThat(ElfFile.read(ByteView.of("whole", whole)).problems()).isEmpty();
  }

  @Test
  void survivesMutations() {
    mutate(10_000);
  }

  @Tag("long")
  @Test
  void survivesManyMutations() {
    mutate(100_000);
  }

  private static void mutate(int count) {
    Mutations mutations = new Mutations(SampleElf.library(), 1);
    int opened = 0;
    for (int i = 0; i < count; i++) {
      opened += read(mutations.next()) ? 1 : 0;
    }
    assertThat(opened).as("most have a usable header").isGreaterThan(count / 2);
  }

  private static boolean read(byte[] bytes) {
    try {
      ElfWalk.everything(ElfFile.read(ByteView.of("sample.so", bytes)));
      return true;
    } catch (FormatException expected) {
      return false;
    }
  }
}
