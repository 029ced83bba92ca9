package org.kpackworkbench.model.format.offload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.fixtures.Ccobs;
import org.kpackworkbench.model.fixtures.Mutations;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfImage;
import org.kpackworkbench.model.format.elf.SampleElf;

/** Whatever the bytes are, only the format's exception comes out. */
class HostileOffloadTest {
  private static final int MUTATIONS = 10_000;
  private static final int MUTATIONS_OF_OTHERS = 2_500;
  private static final int TIMES_AS_MANY = 10;

  static Stream<Named<byte[]>> bundles() {
    return Stream.of(
        Named.of("bundle", SampleElf.bundle()),
        Named.of("CCOB 1 zstd", Ccobs.ccob(1, Ccobs.Method.ZSTD, SampleElf.bundle())),
        Named.of("CCOB 2 zstd", SampleElf.compressed()),
        Named.of("CCOB 3 zlib", Ccobs.ccob(3, Ccobs.Method.ZLIB, SampleElf.bundle())),
        Named.of("CCOB 1 zlib", Ccobs.ccob(1, Ccobs.Method.ZLIB, SampleElf.bundle())),
        Named.of(
            "several",
            ElfImage.join(SampleElf.compressed(), SampleElf.bundle(), SampleElf.compressed())));
  }

  @ParameterizedTest
  @MethodSource("bundles")
  void bundlesSurviveTruncationAtEveryByte(byte[] whole) throws IOException {
    for (int size = 0; size < whole.length; size++) {
      read(Arrays.copyOf(whole, size));
    }
    assertThat(BundleFile.read(ByteView.of("whole", whole)).bundles()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("bundles")
  void bundlesSurviveMutations(byte[] whole) throws IOException {
    mutateBundle(whole, 1);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("bundles")
  void bundlesSurviveManyMutations(byte[] whole) throws IOException {
    mutateBundle(whole, TIMES_AS_MANY);
  }

  private static void mutateBundle(byte[] whole, int times) throws IOException {
    Mutations mutations = new Mutations(whole, 2);
    boolean plain = whole[0] == '_';
    int count = times * (plain ? MUTATIONS : MUTATIONS_OF_OTHERS);
    int opened = 0;
    for (int i = 0; i < count; i++) {
      opened += read(mutations.next()) ? 1 : 0;
    }
    assertThat(opened).isBetween(1, count - 1);
  }

  @Test
  void librariesSurviveTruncationAtEveryByte() throws IOException {
    byte[] whole = SampleElf.library();
    for (int size = 64; size < whole.length; size++) {
      OffloadWalk.everything(ElfFile.read(ByteView.of("a.so", Arrays.copyOf(whole, size))));
    }
  }

  @Test
  void librariesSurviveMutations() throws IOException {
    mutateLibrary(MUTATIONS_OF_OTHERS);
  }

  @Tag("long")
  @Test
  void librariesSurviveManyMutations() throws IOException {
    mutateLibrary(TIMES_AS_MANY * MUTATIONS_OF_OTHERS);
  }

  private static void mutateLibrary(int count) throws IOException {
    Mutations mutations = new Mutations(SampleElf.library(), 3);
    int read = 0;
    for (int i = 0; i < count; i++) {
      ElfFile elf;
      try {
        elf = ElfFile.read(ByteView.of("a.so", mutations.next()));
      } catch (FormatException headerIsBroken) {
        continue;
      }
      // Behind a usable header nothing fails as a whole.
      OffloadWalk.everything(elf);
      read++;
    }
    assertThat(read).isGreaterThan(count / 2);
  }

  private static boolean read(byte[] bytes) throws IOException {
    try {
      OffloadWalk.everything(BundleFile.read(ByteView.of("a.co", bytes)));
      return true;
    } catch (FormatException expected) {
      return false;
    }
  }
}
