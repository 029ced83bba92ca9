package org.kpackworkbench.icons;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SvgDrawingTest {
  @Test
  void readsPathsAndTheirFills() {
    SvgDrawing drawing =
        SvgDrawing.parse(
            "two",
            "<svg viewBox=\"0 0 64 64\"><path d=\"M0 0H1Z\"/><path fill=\"#00FF80\" d=\"M2 2H3Z\"/></svg>");
    assertThat(drawing.gridSize()).isEqualTo(64);
    assertThat(drawing.paths())
        .containsExactly(
            new SvgDrawing.Path("M0 0H1Z", null), new SvgDrawing.Path("M2 2H3Z", "#00FF80"));
    assertThat(drawing.pathData()).isEqualTo("M0 0H1Z M2 2H3Z");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<svg viewBox=\"0 0 16 16\"></svg>",
        "<svg viewBox=\"0 0 16 24\"><path d=\"M0 0H1Z\"/></svg>",
        "<svg viewBox=\"0 0 16 16\"><path d=\"M0 0H1Z\"/><path stroke=\"#000\" d=\"M0 0H1Z\"/></svg>"
      })
  void refusesWhatItWouldDrawWrongly(String svg) {
    assertThatThrownBy(() -> SvgDrawing.parse("odd.svg", svg)).hasMessageContaining("odd.svg");
  }
}
