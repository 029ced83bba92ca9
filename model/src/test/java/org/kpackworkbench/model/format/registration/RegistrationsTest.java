package org.kpackworkbench.model.format.registration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.resolve.simulate.ConvertedTree;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.real.RealLibrary;

/** Registrations are found as compilers and linkers write them, and nothing is guessed. */
class RegistrationsTest {
  @TempDir Path folder;

  private static Registrations read(Path file) throws IOException {
    try (OpenFile open = OpenFile.open(file)) {
      return Registrations.read(FatBinary.read(ElfFile.read(open.view())), Progress.NONE);
    }
  }

  private static Set<String> kernels(int unit) {
    return Set.of(
        "_ZN8kpackfix6unit_%dEPi".formatted(unit),
        "_ZN8kpackfix6wide_%dEPl".formatted(unit),
        "_ZN12_GLOBAL__N_17inner_%dEPi".formatted(unit),
        "_ZN8kpackfix4fillIiEEvPT_S1_",
        "_ZL6hiddenPi");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "libowner.so",
        "libowner-gnu.so",
        "libowner-nounit.so",
        "libowner-slow-gnu.so",
        "libowner-relr.so",
        "libowner-relr-gnu.so",
        "libowner-noplt.so",
        "exe-owner-pie-lld",
        "exe-owner-pie-gnu",
        "exe-owner-fixed-lld",
        "exe-owner-fixed-gnu"
      })
  void theKernelsOfEveryWrapperAreFoundBeforeAndAfterConversion(String fixture) throws IOException {
    Path converted = ConvertedTree.convert(Fixtures.path(fixture), folder, fixture);
    for (Path file : new Path[] {Fixtures.path(fixture), converted}) {
      Registrations found = read(file);
      assertThat(found.complete()).isTrue();
      for (int unit : new int[] {0, 2, 4}) {
        assertThat(found.kernels(unit)).isEqualTo(kernels(unit));
      }
      assertThat(found.kernels(1))
          .containsAll(kernels(1))
          .hasSize(6)
          .contains("_ZN8kpackfix4fillIlEEvPT_S1_");
      assertThat(found.kernels(3)).isEmpty();
    }
  }

  @Test
  void linkedDeviceCodeIsRegisteredOnceForAllItsKernels() throws IOException {
    for (String name : new String[] {"librdc.so", "librdc-gnu.so", "exe-rdc-pie"}) {
      Registrations found = read(Fixtures.path(name));
      assertThat(found.kernels(0)).hasSize(11).contains("_ZN8kpackfix6unit_1EPi");
      assertThat(found.kernels(1)).isNull();
      assertThat(found.kernels(2)).isNull();
      assertThat(found.complete()).isFalse();
    }
  }

  @Test
  void manyUnitsAreToldApart() throws IOException {
    Registrations found = read(Fixtures.path("libhundred.so"));
    for (int unit = 0; unit < 120; unit++) {
      assertThat(found.kernels(unit))
          .containsExactly(
              "_ZN8kpackfix%d%sEPi".formatted(("unit_" + unit).length(), "unit_" + unit));
    }
  }

  @Test
  void codeForOtherMachinesAndObjectsSayNothing() throws IOException {
    assertThat(read(Fixtures.path("object.o")).kernels(0)).isNull();
    assertThat(read(Fixtures.path("libaarch64.so")).kernels(0)).isNull();
    assertThat(read(Fixtures.path("libplain.so")).byWrapper()).isEmpty();
  }

  /** A constructor that does something unknown after it registered a wrapper. */
  @Test
  void knowsNothingWithoutTheArgumentOfKernels() throws IOException {
    byte[] bytes = java.nio.file.Files.readAllBytes(Fixtures.path("libdrift.so"));
    // Every "mov r8d, -1" before a registration becomes an instruction that is not known.
    int patched = 0;
    for (int at = 0; at + 6 < bytes.length; at++) {
      boolean found = (bytes[at] & 0xff) == 0x41 && (bytes[at + 1] & 0xff) == 0xb8;
      for (int i = 2; found && i < 6; i++) {
        found = bytes[at + i] == -1;
      }
      if (found) {
        bytes[at] = (byte) 0x0f;
        bytes[at + 1] = (byte) 0x04;
        patched++;
      }
    }
    assertThat(patched).isEqualTo(5);
    Registrations found =
        Registrations.read(
            FatBinary.read(ElfFile.read(ByteView.of("patched", bytes))), Progress.NONE);
    for (int i = 0; i < 5; i++) {
      assertThat(found.kernels(i)).isNull();
    }
  }

  @Test
  @Tag("real")
  void aRealLibraryRegistersWhatItsCodeObjectsHave() throws IOException {
    assertThat(read(RealLibrary.path()).kernels(0)).hasSize(80);
  }
}
