package org.kpackworkbench.model.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.KernelSearch.Hit;
import org.kpackworkbench.model.format.codeobject.KernelSearch.Source;

class KernelSearchTest {
  private static final Place ONE = new Place.File(Path.of("one.hsaco"));
  private static final Place TWO = new Place.File(Path.of("two.hsaco"));

  private final AtomicInteger opened = new AtomicInteger();
  private final List<Hit> hits = new ArrayList<>();
  private final KernelSearch search =
      new KernelSearch(
          List.of(
              new Source(
                  ONE, use -> use.read(open("plain", "_ZN8kpackfix4tileEPf", "Cijk_Ailk_GEMM"))),
              new Source(TWO, use -> use.read(open("_ZN8kpackfix5countEi")))));

  @Test
  void findsDemangledNames() {
    assertThat(find("kpackfix::tile(float")).containsExactly("kpackfix::tile(float*)");
    assertThat(hits.getFirst())
        .isEqualTo(new Hit(ONE, 1, "_ZN8kpackfix4tileEPf", "kpackfix::tile(float*)"));
  }

  @Test
  void findsMangledNames() {
    assertThat(find("_zn8kpackfix5")).containsExactly("kpackfix::count(int)");
  }

  @Test
  void wordsMayStandInAnyOrderAndCase() {
    assertThat(find("TILE kpackfix")).containsExactly("kpackfix::tile(float*)");
    assertThat(find("gemm cijk")).containsExactly("Cijk_Ailk_GEMM");
    assertThat(find("tile count")).isEmpty();
  }

  @Test
  void quotedPartsKeepTheirSpaces() {
    assertThat(KernelSearch.words("a \"b  C\"d e")).containsExactly("a", "b  cd", "e");
    assertThat(KernelSearch.words("  ")).isEmpty();
    assertThat(KernelSearch.words("\"open end")).containsExactly("open end");
  }

  @Test
  void anEmptyQueryFindsAll() {
    assertThat(find("")).hasSize(4);
  }

  @Test
  void codeObjectsAreOpenedOnce() {
    find("x");
    find("y");
    assertThat(opened).hasValue(2);
  }

  @Test
  void itStopsAtTheBound() {
    KernelSearch.Outcome outcome = search.search("", 2, hits::add, Progress.NONE);
    assertThat(hits).hasSize(2);
    assertThat(outcome.complete()).isFalse();
    assertThat(outcome.hits()).isEqualTo(2);
    assertThat(opened).hasValue(1);
  }

  @Test
  void whatCannotBeOpenedIsReportedAndTheRestSearched() {
    KernelSearch broken =
        new KernelSearch(
            List.of(
                new Source(
                    ONE,
                    use -> {
                      opened.incrementAndGet();
                      throw new NoSuchFileException("one.hsaco");
                    }),
                new Source(TWO, use -> use.read(open("found")))));
    for (int i = 0; i < 2; i++) {
      KernelSearch.Outcome outcome = broken.search("found", 9, hits::add, Progress.NONE);
      assertThat(outcome.failures())
          .singleElement()
          .satisfies(failure -> assertThat(failure.codeObject()).isEqualTo(ONE));
      assertThat(outcome.hits()).isEqualTo(1);
    }
    assertThat(opened).hasValue(2);
  }

  @Test
  void itCanBeCancelled() {
    Progress cancelled = () -> !hits.isEmpty();
    assertThatThrownBy(() -> search.search("", 99, hits::add, cancelled))
        .isInstanceOf(CancellationException.class);
    assertThat(opened).hasValue(1);
  }

  private List<String> find(String query) {
    hits.clear();
    assertThat(search.search(query, 100, hits::add, Progress.NONE).complete()).isTrue();
    return hits.stream().map(Hit::demangledName).toList();
  }

  private CodeObject open(String... names) throws IOException {
    opened.incrementAndGet();
    return new CodeObjectBuilder()
        .metadata(
            packer -> {
              packer.packMapHeader(1).packString("amdhsa.kernels").packArrayHeader(names.length);
              for (String name : names) {
                packer.packMapHeader(2).packString(".args").packArrayHeader(0);
                packer.packString(".name").packString(name);
              }
            })
        .open();
  }
}
