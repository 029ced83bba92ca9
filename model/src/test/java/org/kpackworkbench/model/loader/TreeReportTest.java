package org.kpackworkbench.model.loader;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.target.GpuTarget;

/** What is written of a tree, and how causes are grouped. */
class TreeReportTest {
  @TempDir Path folder;

  private TreeReport report() throws IOException {
    Path root = folder.toRealPath();
    for (String name : List.of("liba.so", "libb.so")) {
      ConvertedTree.convert(FatFixture.COMPRESSED.path(), root, name);
      Files.delete(root.resolve(".kpack/%s_gfx1100.kpack".formatted(name)));
    }
    List<GpuTarget> devices = List.of(GpuTarget.of("gfx942"), GpuTarget.of("gfx1100"));
    try (Loader loader = new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT)) {
      TreeFailures.Collector failures = new TreeFailures.Collector(new Diagnoser(loader));
      TreeResolution tree =
          new TreeResolver(new BinaryResolver(loader, devices, false))
              .resolve(root, failures, Progress.NONE);
      return new TreeReport(tree, failures.done(devices));
    }
  }

  @Test
  void causesAreThoseOfDevicesWithTheirBinaries() throws IOException {
    TreeFailures failures = report().failures();
    assertThat(failures.causes()).hasSize(2);
    assertThat(failures.causes())
        .allSatisfy(
            cause -> {
              assertThat(cause.device()).isEqualTo(GpuTarget.of("gfx1100"));
              assertThat(cause.sentence()).startsWith("There is no archive with code for gfx1100");
              assertThat(cause.binaries())
                  .singleElement()
                  .satisfies(binary -> assertThat(binary.wrappers()).containsExactly(0, 1, 2, 3));
            });
  }

  @Test
  void everyFormatHasGridAndCauses() throws IOException {
    TreeReport report = report();
    for (TreeReport.Format format : TreeReport.Format.values()) {
      assertThat(report.text(format))
          .as(format.name())
          .contains("liba.so", "gfx1100", "There is no archive");
    }
    assertThat(report.text(TreeReport.Format.JSON))
        .contains("{\"target\":\"gfx1100\",\"found\":0,\"wrappers\":4,\"error\":13}")
        .contains("\"failing\":[\"gfx1100\"]", "\"binaries\":[{\"binary\":\"lib/liba.so\"");
    assertThat(report.text(TreeReport.Format.MARKDOWN))
        .contains(
            "| binary | `gfx942` | `gfx1100` |", "| `lib/liba.so` | 4 of 4 | 0 of 4, error 13 |");
    assertThat(report.text(TreeReport.Format.HTML))
        .contains("<td class=\"bad\">✖ 0 of 4, error 13</td>", "<td class=\"good\">✓ 4 of 4</td>");
  }

  @Test
  void theNameSaysTheFormat() {
    assertThat(TreeReport.Format.ofFile("a.HTML")).isEqualTo(TreeReport.Format.HTML);
    assertThat(TreeReport.Format.ofFile("a.htm")).isEqualTo(TreeReport.Format.HTML);
    assertThat(TreeReport.Format.ofFile("a.md")).isEqualTo(TreeReport.Format.MARKDOWN);
    assertThat(TreeReport.Format.ofFile("a")).isEqualTo(TreeReport.Format.TEXT);
  }
}
