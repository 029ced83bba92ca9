package org.kpackworkbench.model.analysis.verify.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.verify.context.SplitShard;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.msgpack.MsgBytes.Pairs;
import org.kpackworkbench.model.format.kpack.TestArchive;

/** What is missing in the archives of a host-only binary, and what never was in its bundles. */
class CoverageTest {
  private static final String ONLY_1100 = "hipv4-amdgcn-amd-amdhsa--gfx1100";
  private static final String ALSO_942 = "hipv4-amdgcn-amd-amdhsa--gfx942";

  @TempDir Path folder;

  /** A row that says what its bundle had. */
  private static Pairs row(String... bundleIds) {
    return TestArchive.entry(0, GoodFiles.gfx1100().length)
        .put(
            "metadata",
            map(
                "target",
                ONLY_1100,
                "bundle_index",
                0,
                "bundle_ids",
                List.of((Object[]) bundleIds),
                "bundle_compression",
                "none"));
  }

  private List<Finding> verify(Pairs... rows) throws IOException {
    Path library = GoodFiles.converted(folder, "libsamebundle.so");
    TestArchive archive = TestArchive.zstd(GoodFiles.gfx1100(), GoodFiles.gfx942());
    archive.architectures = List.of("gfx1100", "gfx942");
    Pairs toc = map();
    for (int i = 0; i < rows.length; i++) {
      toc.put("lib/libsamebundle.so#" + i, map("gfx1100", rows[i]));
    }
    toc.put("lib/other.so#0", map("gfx942", TestArchive.entry(1, GoodFiles.gfx942().length)));
    archive.toc(toc);
    Path hidden = Files.createDirectories(folder.resolve(".kpack"));
    Files.write(hidden.resolve("test-gfx1100.kpack"), archive.bytes());
    Files.write(hidden.resolve("test-gfx942.kpack"), archive.bytes());
    return EveryRuleTest.verify(library).findings();
  }

  @Test
  void whatTheBundleNeverHadIsNotMissing() throws IOException {
    assertThat(verify(row(ONLY_1100), row(ONLY_1100))).isEmpty();
  }

  @Test
  void whatTheBundleHadIsMissingForSure() throws IOException {
    List<Finding> found =
        verify(row(ONLY_1100, ALSO_942), row(ONLY_1100)).stream()
            .filter(finding -> !SplitShard.isOfBuild(finding))
            .toList();
    assertThat(found).singleElement().extracting(Finding::severity).isEqualTo(Severity.ERROR);
    assertThat(found.getFirst().message()).contains("gfx942", "#0").doesNotContain("#1");
  }

  @Test
  void withoutSuchMetadataItIsMissingWhereOtherWrappersHaveIt() throws IOException {
    Pairs plain = TestArchive.entry(0, GoodFiles.gfx1100().length);
    List<Finding> found = verify(plain);
    assertThat(found)
        .extracting(each -> each.severity() + " " + each.message())
        .satisfiesExactly(
            likely -> assertThat(likely).startsWith("WARNING").contains("gfx1100", "#1"),
            possible -> assertThat(possible).startsWith("NOTE").contains("gfx942", "#0"),
            possible -> assertThat(possible).startsWith("NOTE").contains("gfx942", "#1"));
  }
}
