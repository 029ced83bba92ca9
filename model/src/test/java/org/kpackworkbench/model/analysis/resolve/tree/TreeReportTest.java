package org.kpackworkbench.model.analysis.resolve.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.diagnose.Diagnoser;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.simulate.ConvertedTree;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.FatFixture;

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
              assertThat(cause.sentence()).startsWith("No archive was found for gfx1100");
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
          .contains("liba.so", "gfx1100", "No archive was found");
    }
    assertThat(report.text(TreeReport.Format.JSON))
        .contains("\"unpacked\":false,")
        .contains(
            "{\"target\":\"gfx1100\",\"found\":0,\"unpacked\":0,\"wrappers\":4,\"error\":13,\"notOwn\":0,\"refused\":0}")
        .contains("\"failing\":[\"gfx1100\"]", "\"binaries\":[{\"binary\":\"lib/liba.so\"");
    assertThat(report.text(TreeReport.Format.MARKDOWN))
        .contains(
            "| binary | `gfx942` | `gfx1100` |", "| `lib/liba.so` | 4 of 4 | 0 of 4, error 13 |");
    assertThat(report.text(TreeReport.Format.HTML))
        .contains("<td class=\"bad\">✖ 0 of 4, error 13</td>", "<td class=\"good\">○ 4 of 4</td>");
  }

  @Test
  void theOutcomeSaysWhatWasLookedAt() throws IOException {
    TreeReport failing = report();
    assertThat(failing.text(TreeReport.Format.TEXT))
        .contains("\nCode is missing for gfx1100; the code was looked up, not unpacked.\n");
    TreeResolution tree = failing.tree();
    assertThat(outcome(tree.devices().subList(0, 1), tree.rows(), List.of()))
        .contains(
            "Every wrapper of 2 binaries finds its code on every target; the code was looked up,"
                + " not unpacked.");
    List<FolderWalk.Unreadable> unread =
        List.of(new FolderWalk.Unreadable(folder.resolve("x.so"), new IOException("no")));
    // What could not be read may lack code, and an empty tree proves nothing.
    assertThat(outcome(tree.devices().subList(0, 1), tree.rows(), unread))
        .contains("looked up, not unpacked; 1 file could not be read.");
    assertThat(outcome(tree.devices(), List.of(), List.of()))
        .contains("No binary with wrappers was found.")
        .doesNotContain("Every wrapper");
  }

  private String outcome(
      List<GpuTarget> devices,
      List<TreeResolution.Row> rows,
      List<FolderWalk.Unreadable> unreadable) {
    List<TreeResolution.Row> cut =
        rows.stream()
            .map(
                row ->
                    new TreeResolution.Row(
                        row.file(),
                        row.path(),
                        row.state(),
                        row.cells().subList(0, devices.size())))
            .toList();
    return new TreeReport(
            new TreeResolution(folder, devices, cut, unreadable, ""), new TreeFailures(List.of()))
        .text(TreeReport.Format.TEXT);
  }

  @Test
  void theNameSaysTheFormat() {
    assertThat(TreeReport.Format.ofFile("a.HTML")).isEqualTo(TreeReport.Format.HTML);
    assertThat(TreeReport.Format.ofFile("a.htm")).isEqualTo(TreeReport.Format.HTML);
    assertThat(TreeReport.Format.ofFile("a.md")).isEqualTo(TreeReport.Format.MARKDOWN);
    assertThat(TreeReport.Format.ofFile("a")).isEqualTo(TreeReport.Format.TEXT);
  }
}
