package org.kpackworkbench.views.robot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.architecture.Checkout;

/**
 * The first test of a JVM that needs JavaFX starts it for all. One that starts it without {@link
 * WindowRobot} has every frame of every later window drawn, on a screen that no test reads: two
 * thirds of all that this JVM does.
 */
class OneRobotTest {
  private static final String OTHER = "ExtendWith(ApplicationExtension.class)";
  private static final String REAL_SCREEN = "@Tag(\"xvfb\")";

  @TempDir private Path folder;

  /** The tests that start JavaFX otherwise, and not for a real window system. */
  private static List<String> otherwise(Path tests) throws IOException {
    try (Stream<Path> files = Files.walk(tests)) {
      return files
          .filter(file -> file.toString().endsWith("Test.java"))
          .filter(OneRobotTest::isOther)
          .map(file -> file.getFileName().toString())
          .toList();
    }
  }

  private static boolean isOther(Path file) {
    try {
      String source = Files.readString(file);
      return source.contains("@" + OTHER) && !source.contains(REAL_SCREEN);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  @Test
  void testsWithoutAScreenStartJavaFxTheSameWay() throws IOException {
    assertThat(otherwise(Checkout.folder().resolve("views/src/test/java"))).isEmpty();
  }

  @Test
  void anotherWayIsSeen() throws IOException {
    Files.writeString(folder.resolve("AnyTest.java"), "@" + OTHER + " class AnyTest {}");
    Files.writeString(
        folder.resolve("DragTest.java"), REAL_SCREEN + "\n@" + OTHER + " class DragTest {}");
    assertThat(otherwise(folder)).containsExactly("AnyTest.java");
  }
}
