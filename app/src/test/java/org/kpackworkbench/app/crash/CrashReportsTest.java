package org.kpackworkbench.app.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class CrashReportsTest {
  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00.123Z");

  @TempDir Path folder;

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("crashes"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private CrashReports reports() {
    return CrashReports.in(folder.resolve("crashes"));
  }

  @Test
  void aReportIsAFileNamedByItsTime() throws IOException {
    Path file = reports().write(new CrashReport(NOON, "what happened: größe\n"));
    assertThat(file).hasFileName("crash-2026-11-20T12-00-00.123Z.txt");
    assertThat(Files.readString(file)).isEqualTo("what happened: größe\n");
    assertThat(names()).as("nothing else is left").hasSize(1);
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void onlyTheUserCanLookIntoTheFolder() throws IOException {
    reports().write(new CrashReport(NOON, "x"));
    assertThat(Files.getPosixFilePermissions(folder.resolve("crashes")))
        .containsExactlyInAnyOrder(
            PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.OWNER_EXECUTE);
  }

  @Test
  void twoOfOneMomentDoNotReplaceOneAnother() throws IOException {
    Path one = reports().write(new CrashReport(NOON, "one"));
    Path two = reports().write(new CrashReport(NOON, "two"));
    assertThat(one).hasContent("one");
    assertThat(two).hasContent("two");
  }

  @Test
  void theNewestAreKeptAndOtherFilesStay() throws IOException {
    reports().write(new CrashReport(NOON, "oldest"));
    Files.writeString(folder.resolve("crashes/mine.txt"), "mine");
    for (int i = 1; i <= CrashReports.MOST + 3; i++) {
      reports().write(new CrashReport(NOON.plusSeconds(i), "report " + i));
    }
    assertThat(names()).hasSize(CrashReports.MOST + 1).contains("mine.txt");
    assertThat(names())
        .doesNotContain("crash-2026-11-20T12-00-00.123Z.txt", "crash-2026-11-20T12-00-03.123Z.txt")
        .contains("crash-2026-11-20T12-00-04.123Z.txt", "crash-2026-11-20T12-00-23.123Z.txt");
  }

  @Test
  void aFolderThatCannotBeWrittenIsSaid() throws IOException {
    Files.writeString(folder.resolve("crashes"), "a file");
    assertThatThrownBy(() -> reports().write(new CrashReport(NOON, "x")))
        .isInstanceOf(IOException.class);
  }
}
