package org.kpackworkbench.model.base.demangle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DemanglerGoldenTest {
  @Test
  void agreesWithLlvmCxxfilt() {
    List<Names.Pair> golden = Names.golden();
    assertThat(golden).hasSizeGreaterThan(2000);
    assertThat(golden.stream().map(DemanglerGoldenTest::demangled))
        .containsExactlyElementsOf(golden);
  }

  @Test
  void differsWhereItMeansTo() {
    List<Names.Pair> deliberate = Names.deliberate();
    assertThat(deliberate).hasSizeGreaterThan(40);
    assertThat(deliberate.stream().map(DemanglerGoldenTest::demangled))
        .containsExactlyElementsOf(deliberate);
  }

  private static Names.Pair demangled(Names.Pair pair) {
    return new Names.Pair(pair.mangled(), Demangler.demangle(pair.mangled()));
  }
}
