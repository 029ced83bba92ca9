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
    assertThat(new Displays(root).missing(Map.of())).isEqualTo("DISPLAY is not set");
    assertThat(new Displays(root).missing(Map.of("DISPLAY", ""))).isEqualTo("DISPLAY is not set");
    assertThat(new Displays(root).missing(Map.of("DISPLAY", ":7")))
        .isEqualTo("DISPLAY is :7, and no X server listens there");
  }

  @Test
  void aServerOfThisMachineIsFoundByItsSocket() throws IOException {
    Files.createDirectories(root.resolve("tmp/.X11-unix"));
    Files.createFile(root.resolve("tmp/.X11-unix/X7"));
    assertThat(new Displays(root).missing(Map.of("DISPLAY", ":7.0"))).isNull();
    Files.createDirectories(root.resolve("proc/net"));
    Files.writeString(
        root.resolve("proc/net/unix"), "0000: 00000002 0 00010000 0001 01 1 @/tmp/.X11-unix/X8\n");
    assertThat(new Displays(root).missing(Map.of("DISPLAY", ":8"))).isNull();
    assertThat(new Displays(root).missing(Map.of("DISPLAY", ":9"))).isNotNull();
  }

  @Test
  void anotherMachinesServerIsTried() {
    assertThat(new Displays(root).missing(Map.of("DISPLAY", "far:10.0"))).isNull();
  }

  @Test
  void aRefusalIsFoundBelowWhatWrapsIt() {
    Throwable refused =
        new RuntimeException(new UnsupportedOperationException("Unable to open DISPLAY"));
    assertThat(Displays.refusal(refused)).isEqualTo("Unable to open DISPLAY");
    assertThat(Displays.refusal(new RuntimeException("other"))).isNull();
  }
}
