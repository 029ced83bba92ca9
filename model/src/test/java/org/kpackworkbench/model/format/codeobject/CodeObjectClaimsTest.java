package org.kpackworkbench.model.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.Overlaps;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelLocation;

class CodeObjectClaimsTest {
  private static final Place FILE = new Place.File(Path.of("some.hsaco"));

  static List<String> codeObjects() throws IOException {
    return CompiledFixtures.codeObjects();
  }

  @ParameterizedTest
  @MethodSource("codeObjects")
  void kernelsOwnTheirCodeAndDescriptors(String name) throws IOException {
    CodeObject codeObject = CompiledFixtures.open(name);
    List<Claim> claims = CodeObjectClaims.of(codeObject, FILE);
    Ownership owners = ClaimMap.of(codeObject.view().size(), claims);
    assertThat(Overlaps.of(owners)).isEmpty();
    for (Kernel kernel : codeObject.kernels()) {
      KernelLocation location = codeObject.locate(kernel);
      Claim code = owners.at(location.code().start()).getLast();
      assertThat(code.kind()).isEqualTo(OwnerKind.DEVICE_CODE);
      assertThat(code.label()).isEqualTo(kernel.shortName());
      assertThat(code.target()).isEqualTo(codeObject.target().toString());
      assertThat(code.place())
          .isEqualTo(new Place.Kernel(FILE, kernel.codeSymbol(), location.code()));
      assertThat(codeObject.kernelOf((Place.Kernel) code.place())).isEqualTo(kernel);
      Claim descriptor = owners.at(location.descriptor().end() - 1).getLast();
      assertThat(descriptor.kind()).isEqualTo(OwnerKind.METADATA);
      assertThat(descriptor.label()).isEqualTo("descriptor of " + kernel.shortName());
    }
    for (ByteRange metadata : codeObject.metadata().ranges()) {
      assertThat(owners.at(metadata.start()).getLast().label()).isEqualTo("code object metadata");
    }
  }

  @Test
  void insideAnotherFileRangesCountThere() throws IOException {
    byte[] code = CompiledFixtures.bytes("axpy-gfx1100.hsaco");
    byte[] file = new byte[code.length + 4096];
    System.arraycopy(code, 0, file, 4096, code.length);
    CodeObject inside = CodeObject.read(ByteView.of("file", file).slice(4096, code.length));
    CodeObject alone = CompiledFixtures.open("axpy-gfx1100.hsaco");
    assertThat(ranges(inside))
        .containsExactlyElementsOf(
            ranges(alone).stream()
                .map(range -> new ByteRange(range.start() + 4096, range.length()))
                .toList());
  }

  private static List<ByteRange> ranges(CodeObject codeObject) throws IOException {
    Stream<Claim> claims = CodeObjectClaims.of(codeObject, FILE).stream();
    return claims.map(Claim::range).toList();
  }
}
