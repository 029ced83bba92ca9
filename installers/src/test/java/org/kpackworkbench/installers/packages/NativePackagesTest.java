package org.kpackworkbench.installers.packages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.installers.Edition;
import org.kpackworkbench.installers.desktop.Icons;

/** Arguments and resources of jpackage for Windows and macOS, where it cannot run itself. */
class NativePackagesTest {
  private static final Path DRAWINGS =
      Path.of("../icons/src/main/resources/org/kpackworkbench/icons");

  @TempDir private Path folder;

  private List<String> arguments(boolean windows, String version) throws Exception {
    Path image = folder.resolve("image");
    Release release = new Release(Edition.FULL, image, version, Instant.EPOCH, folder);
    return new NativePackages(release, new Icons(DRAWINGS), List.of("-Xmx1g"), windows)
        .installerArguments(folder, folder.resolve("out"));
  }

  private static List<String> values(List<String> arguments, String option) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i + 1 < arguments.size(); i++) {
      if (arguments.get(i).equals(option)) {
        values.add(arguments.get(i + 1));
      }
    }
    return values;
  }

  private static Properties properties(String file) throws Exception {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(file))) {
      properties.load(reader);
    }
    return properties;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void launchersStartWithTheirCaches(boolean windows) throws Exception {
    List<String> arguments = arguments(windows, "0.1.0-SNAPSHOT");
    assertThat(values(arguments, "--java-options")).contains("-XX:AOTCache=$APPDIR/window.aot");
    String launcher = values(arguments, "--add-launcher").getFirst();
    assertThat(launcher).startsWith("kpack-workbench=");
    Properties commands = properties(launcher.substring(launcher.indexOf('=') + 1));
    assertThat(commands.getProperty("java-options").split(" "))
        .contains("-Xmx1g", "-XX:AOTCache=$APPDIR/commands.aot");
    assertThat(commands.getProperty("module")).isEqualTo(values(arguments, "--module").getFirst());
    assertThat(commands.getProperty("win-console")).isEqualTo("true");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void filesAreAssociatedAsOnLinux(boolean windows) throws Exception {
    String known =
        Files.readString(
            Path.of(
                "src/main/resources/org/kpackworkbench/installers/desktop/kpack-workbench.mime.xml"));
    List<String> associations = values(arguments(windows, "1.0"), "--file-associations");
    List<String> extensions = new ArrayList<>();
    for (String file : associations) {
      Properties kind = properties(file);
      extensions.add(kind.getProperty("extension"));
      assertThat(known)
          .contains("type=\"" + kind.getProperty("mime-type") + "\"")
          .contains("pattern=\"*." + kind.getProperty("extension") + "\"");
      assertThat(kind.getProperty("description")).isNotBlank();
    }
    assertThat(extensions).containsExactlyInAnyOrder("kpack", "kpm", "hsaco");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.1.0-SNAPSHOT", "1.0", "2.13.1"})
  void versionsAreThoseThatBothSystemsTake(String version) throws Exception {
    String windows = values(arguments(true, version), "--app-version").getFirst();
    assertThat(version).startsWith(windows);
    assertThat(windows).matches("\\d{1,2}(\\.\\d{1,2}(\\.\\d{1,4})?)?");
    String apple = values(arguments(false, version), "--app-version").getFirst();
    assertThat(apple).matches("[1-9]\\d*(\\.\\d+){0,2}");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void namesAndPicturesAreValid(boolean windows) throws Exception {
    List<String> arguments = arguments(windows, "1.0");
    // The name in macOS' menu has at most 16 characters.
    assertThat(values(arguments, "--name").getFirst()).matches("[A-Za-z ]{1,16}");
    Path icon = Path.of(values(arguments, "--icon").getFirst());
    assertThat(icon.toString()).endsWith(windows ? ".ico" : ".icns");
    assertThat(icon).isNotEmptyFile();
    for (int size : List.of(16, 32, 256, 512)) {
      assertThat(ImageIO.read(DRAWINGS.resolve("app-icon-" + size + ".png").toFile()))
          .matches(picture -> picture.getWidth() == size && picture.getHeight() == size);
    }
    if (windows) {
      String id = values(arguments, "--win-upgrade-uuid").getFirst();
      assertThat(UUID.fromString(id)).hasToString(id);
    } else {
      assertThat(values(arguments, "--mac-package-identifier").getFirst())
          .matches("[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+");
    }
  }
}
