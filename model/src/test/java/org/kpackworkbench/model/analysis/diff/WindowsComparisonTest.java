package org.kpackworkbench.model.analysis.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.diff.run.Compare;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;

/** Windows binaries beside one another. */
class WindowsComparisonTest {
  @TempDir Path folder;

  @Test
  void conversionIsSaidInWords() throws IOException {
    try (TableComparison found = open(Fixtures.path("windows.dll"), converted("windows.dll"))) {
      assertThat(found.kind()).isEqualTo(ComparisonKind.WINDOWS);
      assertThat(found.remarks())
          .containsSequence(
              "The file has 6144 bytes, -19456 (-76.0 %).",
              "The host-only file has 2 HIPK wrappers with the address of the marker and an index;"
                  + " the fat one has 2 HIPF wrappers and 2 bundles.",
              "Every wrapper keeps its address.")
          .contains(
              ".hip_fat had 19904 bytes in the file; it now occupies 19904 bytes of memory, which"
                  + " are zero when loaded.",
              "7 loaded sections keep their addresses.",
              "Only the host-only file has .kpackrf.");
      assertThat(rows(found))
          .contains(
              "CHANGED wrapper wrapper 1",
              "ADDED marker marker",
              "STORED_OTHERWISE code object wrapper 1 @ gfx1100",
              "CHANGED section .hip_fat",
              "ADDED section .kpackrf")
          .noneMatch(row -> row.contains(" export ") || row.contains(" import "));
    }
  }

  /** They are behind the marker, which is not in the freed range. */
  @Test
  void debugDataHasOtherAddresses() throws IOException {
    Path converted = converted("windows-debug.dll");
    try (TableComparison found = open(Fixtures.path("windows-debug.dll"), converted)) {
      assertThat(found.remarks())
          .contains(
              "7 loaded sections keep their addresses; .debug_abbrev, .debug_info, .debug_line,"
                  + " .debug_loc, .debug_str do not.");
    }
  }

  @Test
  void headersAndTablesAreComparedAndSectionsLeadToTheirBytes() throws IOException {
    try (TableComparison found =
        open(Fixtures.path("windows.dll"), Fixtures.path("windows-variant.dll"))) {
      assertThat(rows(found))
          .contains(
              "CHANGED header headers",
              "REMOVED section .CRT",
              "ADDED section .tls",
              "REMOVED directory imports",
              "ADDED directory delay-loaded imports",
              "REMOVED export kpackfix_host_answer",
              "ADDED export #5",
              "CHANGED import amdhip64.dll");
      int text = 0;
      while (!found.row(text).key().equals(".text")) {
        text++;
      }
      try (Comparison bytes = Objects.requireNonNull(found.open(text, Progress.NONE))) {
        assertThat(bytes.sides().getFirst().sizeBytes()).isEqualTo(1094);
      }
    }
  }

  @Test
  void aDllBesideALibraryOfLinuxIsComparedAsBytes() throws IOException {
    try (Comparison found = open(Fixtures.path("windows.dll"), Fixtures.path("libone.so"))) {
      assertThat(found.kind()).isEqualTo(ComparisonKind.FILES);
    }
  }

  private Path converted(String fixture) throws IOException {
    Path output = Files.createDirectories(folder.resolve("bin")).resolve("windows.dll");
    new Convert(
            ConvertRequest.keeping(
                Fixtures.path(fixture),
                output,
                "bin/windows.dll",
                List.of("../.kpack/@GFXARCH@.kpack"),
                Files.createDirectories(folder.resolve(".kpack"))))
        .run(Progress.NONE);
    return output;
  }

  private static TableComparison open(Path one, Path other) throws IOException {
    TableComparison found =
        (TableComparison)
            Compare.open(List.of(one, other), UnpackBudget.operation(), Progress.NONE);
    found.compareContents(Progress.NONE, row -> {});
    return found;
  }

  private static List<String> rows(TableComparison found) throws IOException {
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < found.rowCount(); row++) {
      if (found.change(row) != Change.SAME) {
        rows.add("%s %s %s".formatted(found.change(row), found.group(row), found.row(row).key()));
      }
    }
    return rows;
  }
}
