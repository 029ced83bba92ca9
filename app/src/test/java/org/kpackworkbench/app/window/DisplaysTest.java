package org.kpackworkbench.app.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DisplaysTest {
  @TempDir private Path root;

  @Test
  void nothingToShowOnIsSaid() {
    assertThat(Displays.missing(Map.of(), root)).isEqualTo("DISPLAY is not set");
    assertThat(Displays.missing(Map.of("DISPLAY", ""), root)).isEqualTo("DISPLAY is not set");
    assertThat(Displays.missing(Map.of("DISPLAY", ":7"), root))
        .isEqualTo("DISPLAY is :7, and no X server listens there");
  }

  @Test
  void aServerOfThisMachineIsFoundByItsSocket() throws IOException {
    Files.createDirectories(root.resolve("tmp/.X11-unix"));
    Files.createFile(root.resolve("tmp/.X11-unix/X7"));
    assertThat(Displays.missing(Map.of("DISPLAY", ":7.0"), root)).isNull();
    Files.createDirectories(root.resolve("proc/net"));
    Files.writeString(
        root.resolve("proc/net/unix"), "0000: 00000002 0 00010000 0001 01 1 @/tmp/.X11-unix/X8\n");
    assertThat(Displays.missing(Map.of("DISPLAY", ":8"), root)).isNull();
    assertThat(Displays.missing(Map.of("DISPLAY", ":9"), root)).isNotNull();
  }

  @Test
  void anotherMachinesServerIsTried() {
    assertThat(Displays.missing(Map.of("DISPLAY", "far:10.0"), root)).isNull();
  }

  @Test
  void aRefusalIsFoundBelowWhatWrapsIt() {
    Throwable refused =
        new RuntimeException(new UnsupportedOperationException("Unable to open DISPLAY"));
    assertThat(Displays.refusal(refused)).isEqualTo("Unable to open DISPLAY");
    assertThat(Displays.refusal(new RuntimeException("other"))).isNull();
  }
}
