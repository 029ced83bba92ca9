package org.kpackworkbench.model.format.offload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.fixtures.Bundles;
import org.kpackworkbench.model.fixtures.Ccobs;
import org.kpackworkbench.model.fixtures.TestCode;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.registry.Document;

class BundleFileTest {
  private static final byte[] BUNDLE =
      Ccobs.ccob(
          2,
          Ccobs.Method.ZSTD,
          Bundles.forTargets(Map.of("gfx942", TestCode.of("gfx942", "code"))));

  private static byte[] three() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < 3; i++) {
      all.writeBytes(BUNDLE);
      all.writeBytes(new byte[-BUNDLE.length & 7]);
    }
    return all.toByteArray();
  }

  @Test
  void readsBundlesOneAfterAnother() throws FormatException {
    List<StoredBundle> bundles = BundleFile.read(ByteView.of("a.co", three())).bundles();
    assertThat(bundles).hasSize(3);
    assertThat(bundles).noneMatch(each -> each.content() instanceof BrokenBundle);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void namesBundleWithoutMagic(int damaged) throws IOException {
    int start = damaged * (BUNDLE.length + (-BUNDLE.length & 7));
    for (int i = 0; i < 4; i++) {
      byte[] bytes = three();
      bytes[start + i] ^= 1;
      Place place = new Place.File(Path.of("a.co"));
      try (Document document =
          StandardFormats.all().read(place, ByteView.of("a.co", bytes), Progress.NONE)) {
        assertThat(document.codeObjects().size()).isEqualTo(2);
        assertThat(document.problems())
            .singleElement()
            .satisfies(
                problem -> {
                  assertThat(problem.fileOffset()).isEqualTo(start);
                  assertThat(problem.getMessage()).contains("expected a bundle, or zero bytes");
                });
      }
    }
  }
}
