package org.kpackworkbench.model.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.Overlaps;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.KernelDescriptor.Field;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.StoredBundle;
import org.kpackworkbench.model.real.RealLibrary;

/** The seven code objects of Debian's librocrand. */
@Tag("real")
class RealCodeObjectsTest {

  @Test
  void eachIsReadToItsLastKernel() throws IOException {
    List<String> targets = new ArrayList<>();
    try (OpenFile file = OpenFile.open(RealLibrary.path())) {
      FatBinary library = FatBinary.read(ElfFile.read(file.view()));
      for (StoredBundle stored : library.bundles()) {
        OffloadBundle bundle = (OffloadBundle) stored.content();
        for (BundleEntry entry : bundle.entries()) {
          if (entry.isDevice()) {
            targets.add(entry.target().toString());
            check(CodeObject.read(bundle.content(entry)), entry);
          }
        }
      }
    }
    assertThat(targets)
        .containsExactlyInAnyOrder(
            "gfx803",
            "gfx900:xnack-",
            "gfx906:xnack-",
            "gfx908:xnack-",
            "gfx90a:xnack+",
            "gfx90a:xnack-",
            "gfx1030");
  }

  private static void check(CodeObject codeObject, BundleEntry entry) throws FormatException {
    assertThat(codeObject.version()).hasToString("V4");
    assertThat(codeObject.mismatches(entry.target())).isEmpty();
    assertThat(codeObject.target()).isEqualTo(entry.target());
    assertThat(codeObject.kernelCount()).isEqualTo(80);
    assertThat(codeObject.metadata().problems()).isEmpty();
    assertThat(codeObject.metadata().other()).isEmpty();
    assertThat(codeObject.kernels()).hasSize(80);
    for (Kernel kernel : codeObject.kernels()) {
      assertThat(kernel.other()).isEmpty();
      assertThat(kernel.demangledName()).contains("rocrand").isNotEqualTo(kernel.name());
      assertThat(codeObject.check(kernel)).isEmpty();
      assertThat(codeObject.descriptor(kernel).fields()).noneMatch(Field::unexpected);
      assertThat(codeObject.locate(kernel).code().length()).isPositive();
    }
    Place place = new Place.File(Path.of("librocrand.so.1"));
    assertThat(Overlaps.of(ClaimMap.of(Long.MAX_VALUE / 2, CodeObjectClaims.of(codeObject, place))))
        .isEmpty();
  }
}
