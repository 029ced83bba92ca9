package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The program as a process of its own, started as the launchers start it. */
class WholeProcessTest {
  @TempDir private Path folder;

  private record Run(int status, byte[] out, String err) {
    String text() {
      return new String(out, StandardCharsets.UTF_8);
    }
  }

  private Run start(List<String> jvm, Object... args) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(JavaProcess.command(jvm, args));
    builder.environment().remove("DISPLAY");
    builder.environment().remove("WAYLAND_DISPLAY");
    builder.environment().put("XDG_DATA_HOME", folder.resolve("data").toString());
    builder.environment().put("XDG_CONFIG_HOME", folder.resolve("config").toString());
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    return new Run(process.exitValue(), Files.readAllBytes(out), Files.readString(err));
  }

  @Test
  void commandsPrintTheirDataAndNothingElseAndLoadNothingOfTheWindow() throws Exception {
    Path library = CliRun.fixture("libmixed.so");
    Path classes = folder.resolve("classes");
    Run run = start(List.of("-Xlog:class+load:file=" + classes), "list", "--json", library);
    assertThat(run.status()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.text()).isEqualTo(CliRun.of("list", "--json", library).out());
    String loaded = Files.readString(classes);
    assertThat(loaded)
        .contains("org.kpackworkbench.app.cli.ListCommand")
        .doesNotContain(" javafx.", " org.kpackworkbench.views.", " tools.jackson.databind.");
  }

  /** A start that does so takes a quarter longer where modules are jars. */
  @Test
  void nothingIsLookedForInAllJars() throws Exception {
    Path classes = folder.resolve("classes");
    Path library = CliRun.fixture("TensileLibrary_lazy_gfx1100.dat");
    Run run = start(List.of("-Xlog:class+load:file=" + classes), "info", library);
    assertThat(run.status()).isZero();
    assertThat(Files.readString(classes))
        .contains("org.kpackworkbench.model.format.database.Databases")
        .as("what getResources of a class loader returns")
        .doesNotContain("java.lang.CompoundEnumeration");
  }

  @Test
  void statusAndMessageReachTheCaller() throws Exception {
    Run run = start(List.of(), "info", folder.resolve("missing"));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo("kpack-workbench: " + folder.resolve("missing") + ": the file does not exist\n");
  }

  /** As with so little memory that nothing can be loaded; Java itself would end with 1. */
  @Test
  void aProgramThatCannotBeLoadedEndsWithTwo() throws Exception {
    Path classes =
        Path.of(ExitStatus.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classes.toString(),
                "org.kpackworkbench.app.Main",
                "info",
                "x")
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isEqualTo(2);
    assertThat(said).startsWith("kpack-workbench: Java could not run the program: java.lang.No");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void resetKeepsTheOldSettingsAndUnsavedEditsAndSaysWhere() throws Exception {
    Path settings = folder.resolve("config/kpack-workbench");
    Path journal = settings.resolve("edits/one.journal");
    Files.createDirectories(journal.getParent());
    Files.writeString(journal, "an edit");
    Files.writeString(settings.resolve("settings.json"), "{ broken");
    Run run = start(List.of(), "--reset");
    Path kept = settings.resolve("settings.before-reset.json");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.text()).contains("back to their defaults", kept.toString());
    assertThat(kept).hasContent("{ broken");
    assertThat(settings.resolve("settings.json")).doesNotExist();
    assertThat(journal).hasContent("an edit");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void withoutADisplayTheWindowIsAPicture() throws Exception {
    Run run = start(List.of("-Djava.io.tmpdir=" + folder));
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.err()).contains("there is no display for the window: DISPLAY is not set");
    Path picture = Path.of(run.text().strip());
    assertThat(picture).startsWith(folder).isNotEmptyFile();
    assertThat(Files.readAllBytes(picture)).startsWith(0x89, 'P', 'N', 'G');
  }
}
