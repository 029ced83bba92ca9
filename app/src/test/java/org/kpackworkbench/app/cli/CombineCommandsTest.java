package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;

/** {@code recombine} and {@code overlay}. */
class CombineCommandsTest {
  private static final String PREFIX = "math-libs/rocRAND/stage";

  @TempDir private Path folder;

  @BeforeEach
  void shards() throws IOException {
    generic("one");
    device("one", "gfx1100", "code");
    device("two", "gfx1101", "more code");
    Files.writeString(
        folder.resolve("packaging.yaml"),
        """
        primary_generic_source: one
        architecture_groups:
          gfx110X: {display_name: RDNA 3, architectures: [gfx1100, gfx1101]}
        """);
  }

  private Path artifact(String shard, String name) throws IOException {
    Path artifact = folder.resolve("shards").resolve(shard).resolve(name);
    Files.createDirectories(artifact.resolve(PREFIX).resolve("lib"));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), PREFIX + "\n");
    return artifact;
  }

  private void generic(String shard) throws IOException {
    Path lib = artifact(shard, "rand_lib_generic").resolve(PREFIX).resolve("lib");
    Files.writeString(lib.resolve("librocrand.so.1"), "host");
    Files.createSymbolicLink(lib.resolve("librocrand.so"), Path.of("librocrand.so.1"));
  }

  private void device(String shard, String target, String code) throws IOException {
    Path archives = artifact(shard, "rand_lib_" + target).resolve(PREFIX).resolve(".kpack");
    Files.createDirectories(archives);
    Path file = archives.resolve("rand_lib_%s.kpack".formatted(target));
    Files.deleteIfExists(file);
    try (ArchiveWriter writer =
        ArchiveWriter.create(
            file,
            new TableHead("rand_lib", target, List.of(target)),
            WriteOptions.DEFAULT,
            Progress.NONE)) {
      writer.add(
          NewEntry.of(BinaryKey.parse(PREFIX + "/lib/librocrand.so.1#0"), target),
          ByteView.of("code", code.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
      writer.finish();
    }
  }

  private CliRun recombine(Object... more) {
    List<Object> args = new ArrayList<>(List.of("recombine"));
    args.addAll(List.of("--input-shards-dir", folder.resolve("shards")));
    args.addAll(List.of("--config", folder.resolve("packaging.yaml")));
    args.addAll(List.of("--output-dir", folder.resolve("out")));
    args.addAll(List.of(more));
    return CliRun.of(args.toArray());
  }

  private String golden(CliRun run) {
    return (run.out() + run.err()).replace(folder.toString(), "FOLDER");
  }

  @Test
  void recombineInTextAndJson() throws IOException {
    CliRun planned = recombine("--dry-run");
    assertThat(planned.status()).isZero();
    GoldenOutput.check("recombine-dry-run.txt", golden(planned));
    assertThat(folder.resolve("out")).doesNotExist();
    CliRun json = recombine("--json");
    assertThat(json.status()).isZero();
    GoldenOutput.check("recombine.json", golden(json));
    CliRun again = recombine();
    assertThat(again.status()).isZero();
    assertThat(again.out()).contains("Up to date");
    assertThat(recombine("--force", "--jobs", 1, "--verbose").status()).isZero();
    String generic = (String) json.rows("artifacts").get(0).get("path");
    assertThat(
            CliRun.of("info", generic + "/" + PREFIX + "/.kpack/rand_lib.kpm", "--json")
                .rows("archives"))
        .extracting(row -> row.get("target"))
        .containsExactly("gfx1100", "gfx1101");
  }

  @Test
  void aComponentThatFailsIsReportedAndTheStatusIsTwo() throws IOException {
    device("two", "gfx1100", "other code");
    CliRun run = recombine("--json");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.rows("artifacts")).isEmpty();
    assertThat(run.rows("failed").getFirst()).containsEntry("component", "rand_lib");
    assertThat(run.err()).contains("error: rand_lib: ", "shard one", "shard two");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void configurationsAreCheckedWithLines() throws IOException {
    Files.writeString(
        folder.resolve("packaging.yaml"), "primary_shard: one\narchitecture_groups:\n  x_y: {}\n");
    CliRun run = recombine();
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains("packaging.yaml:3:3: architecture_groups.x_y: a group's name")
        .contains("packaging.yaml:3:3: architecture_groups.x_y: the group has no architectures");
    assertThat(recombine("--component", "rand_lob").err()).contains("packaging.yaml");
    assertThat(recombine("--format", "zip").err()).contains("expected folder or tar.zst");
  }

  @Test
  void componentsAndPackedOnes() throws IOException {
    assertThat(recombine("--component", "rand_lob").err()).contains("Did you mean \"rand_lib\"?");
    CliRun run = recombine("--component", "rand", "--format", "tar.zst", "--json");
    assertThat(run.status()).isZero();
    assertThat(folder.resolve("out/rand_lib_gfx110X.tar.zst")).isRegularFile();
    CliRun overlay =
        CliRun.of(
            "overlay",
            folder.resolve("out/rand_lib_generic.tar.zst"),
            folder.resolve("out/rand_lib_gfx110X.tar.zst"),
            "-o",
            folder.resolve("tree"));
    assertThat(overlay.status()).isZero();
    assertThat(folder.resolve("tree").resolve(PREFIX).resolve("lib/librocrand.so"))
        .hasContent("host");
  }

  private CliRun overlay(Object... more) {
    Path shards = folder.resolve("shards");
    List<Object> args = new ArrayList<>(List.of("overlay"));
    args.addAll(
        List.of(shards.resolve("one/rand_lib_generic"), shards.resolve("one/rand_lib_gfx1100")));
    args.addAll(List.of("-o", folder.resolve("tree")));
    args.addAll(List.of(more));
    return CliRun.of(args.toArray());
  }

  @Test
  void overlayInTextAndJson() throws IOException {
    CliRun planned = overlay("--dry-run");
    assertThat(planned.status()).isZero();
    GoldenOutput.check("overlay-dry-run.txt", golden(planned));
    assertThat(folder.resolve("tree")).doesNotExist();
    CliRun json = overlay("--json");
    assertThat(json.status()).isZero();
    GoldenOutput.check("overlay.json", golden(json));
    assertThat(folder.resolve("tree").resolve(PREFIX + ".prebuilt")).isEmptyFile();
    CliRun again = overlay("--clean");
    assertThat(again.status()).isZero();
    assertThat(again.out()).contains("existing: 2 stay, 3 are removed or replaced");
    CliRun flat = overlay("--flatten", "--clean", "--jobs", 2);
    assertThat(flat.status()).isZero();
    assertThat(folder.resolve("tree/lib/librocrand.so.1")).hasContent("host");
  }

  @Test
  void conflictsAreFindingsAndNothingIsWritten() throws IOException {
    Path shards = folder.resolve("shards/one");
    Files.writeString(shards.resolve("rand_lib_generic").resolve(PREFIX).resolve("lib/x"), "a");
    Files.writeString(shards.resolve("rand_lib_gfx1100").resolve(PREFIX).resolve("lib/x"), "b");
    CliRun run = overlay();
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains(
            "conflict: %s/lib/x: rand_lib_generic and rand_lib_gfx1100 contain files with different"
                .formatted(PREFIX));
    assertThat(run.err()).contains("Nothing was written");
    assertThat(folder.resolve("tree")).doesNotExist();
    assertThat(run.out()).contains("0 files, 0 bytes, 0 links");
    CliRun json = overlay("--json");
    assertThat(json.json()).containsEntry("files", 0).containsEntry("size", 0);
    assertThat(json.rows("conflicts").getFirst())
        .containsEntry("path", PREFIX + "/lib/x")
        .containsEntry("first", "rand_lib_generic")
        .containsEntry("second", "rand_lib_gfx1100");
  }

  @Test
  void tellsArtifactsOfOneNameApartByTheirPaths() throws IOException {
    Path one = folder.resolve("shards/one/rand_lib_generic");
    Path other = Files.createDirectory(folder.resolve("other")).resolve("rand_lib_generic");
    Checkout.copy(one, other);
    Files.writeString(one.resolve(PREFIX).resolve("lib/x"), "a");
    Files.writeString(other.resolve(PREFIX).resolve("lib/x"), "b");
    CliRun run = CliRun.of("overlay", one, other, "-o", folder.resolve("tree"), "--json");
    assertThat(run.rows("conflicts").getFirst())
        .containsEntry("first", one.toString())
        .containsEntry("second", other.toString());
  }

  @Test
  void whatIsMissingIsSaid() {
    assertThat(CliRun.of("overlay", "-o", "x").err()).contains("ARTIFACT");
    assertThat(CliRun.of("overlay", folder.resolve("none_generic"), "-o", "x").status())
        .isEqualTo(2);
    assertThat(CliRun.of("recombine", "--config", "x").err()).contains("--input-shards-dir");
  }
}
