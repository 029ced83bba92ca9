package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.ManifestWriter;

/** {@code resolve --planned}: what was planned and no loader does; without it nothing of that. */
class ResolvePlannedTest {
  private static final Charset EACH_BYTE = StandardCharsets.ISO_8859_1;
  private static final String MARK = "Planned behaviour; no loader does this.";

  @TempDir private Path temporary;
  private Path folder;

  @BeforeEach
  void followLinks() throws IOException {
    folder = temporary.toRealPath();
  }

  /** Converts a fixture, with one archive for each target and a manifest that lists them. */
  private Path converted(String fixture, String searchPath) {
    Path output = folder.resolve("lib").resolve(fixture);
    CliRun run =
        CliRun.of(
            "convert",
            CliRun.fixture(fixture),
            "-o",
            output,
            "--kernel-name",
            "lib/" + fixture,
            "--search-path",
            searchPath,
            "--archives",
            folder.resolve(".kpack"));
    assertThat(run.status()).as(run.err()).isZero();
    return output;
  }

  /** Another search path in the marker, which is filled up with slashes. */
  private static Path searching(Path library, String before, String now) throws IOException {
    String path = now.replaceFirst("/", "/".repeat(1 + before.length() - now.length()));
    String bytes = new String(Files.readAllBytes(library), EACH_BYTE);
    assertThat(bytes).contains(before);
    return Files.write(library, bytes.replace(before, path).getBytes(EACH_BYTE));
  }

  private static CliRun resolve(Path binary, String target, Object... more) {
    List<Object> words = new ArrayList<>(List.of("resolve", binary, "--target", target));
    words.addAll(Arrays.asList(more));
    return CliRun.of(words.toArray());
  }

  private String text(CliRun run) {
    return run.out().replace(folder.toString(), "FOLDER");
  }

  private static Map<String, Object> first(CliRun run) {
    return run.rows("results").getFirst();
  }

  private static List<String> steps(CliRun run) {
    List<String> names = new ArrayList<>();
    for (Object step : (List<?>) first(run).get("steps")) {
      names.add(String.valueOf(((Map<?, ?>) step).get("step")));
    }
    return names;
  }

  /** Neither of today's loaders finds anything or shows a step of what was planned. */
  private static void nothingToday(Path binary, String target, int error, Object... more) {
    for (List<Object> behaviour : List.of(List.<Object>of(), List.<Object>of("--strict"))) {
      List<Object> options = new ArrayList<>(behaviour);
      options.addAll(Arrays.asList(more));
      options.add("--json");
      CliRun run = resolve(binary, target, options.toArray());
      assertThat(run.status()).as(run.out()).isEqualTo(1);
      assertThat(run.json())
          .containsEntry("planned", false)
          .containsEntry("behaviour", behaviour.isEmpty() ? "tolerant" : "strict");
      assertThat(run.rows("results")).allMatch(row -> row.get("error").equals(error));
      assertThat(run.out())
          .doesNotContain("targets-replaced", "manifest-read", "embedded-found", "planned;");
      options.set(options.size() - 1, "--explain");
      assertThat(resolve(binary, target, options.toArray()).out()).doesNotContain("planned");
    }
  }

  @Test
  void theVariableForTheTargetCountsOnlyHere() throws IOException {
    Path library = converted("libcompressed.so", "../.kpack/libcompressed.so_@GFXARCH@.kpack");
    String[] forced = {"--env", "ROCM_KPACK_ARCH_OVERRIDE=gfx942"};
    CliRun planned = resolve(library, "gfx1201", forced[0], forced[1], "--planned", "--json");
    // The runtime refuses code of the other GPU.
    assertThat(planned.status()).isEqualTo(1);
    assertThat(planned.json()).containsEntry("behaviour", "planned").containsEntry("planned", true);
    assertThat(first(planned))
        .containsEntry("outcome", "refused")
        .containsEntry("architecture", "gfx942")
        .containsEntry("behavioursDiffer", true);
    assertThat(steps(planned)).contains("targets-replaced");
    CliRun shown = resolve(library, "gfx1201", forced[0], forced[1], "--planned", "--explain");
    assertThat(shown.out())
        .startsWith(MARK)
        .contains("ROCM_KPACK_ARCH_OVERRIDE replaces the targets by gfx942 (planned;");
    String ignored = "ROCM_KPACK_ARCH_OVERRIDE=gfx942 is ignored: no loader reads it.";
    assertThat(shown.out()).doesNotContain(ignored);
    assertThat(resolve(library, "gfx1201", (Object[]) forced).out()).contains(ignored);
    nothingToday(library, "gfx1201", 13, (Object[]) forced);
  }

  @Test
  void aManifestIsASearchPathOnlyHere() throws IOException {
    Path library = converted("libcompressed.so", "../.kpack/list_@GFXARCH@.kpack");
    byte[] manifest =
        ManifestWriter.write(
            Manifest.of(
                "test",
                "lib",
                List.of(new ManifestRow("gfx942", "list_gfx942.kpack", 1, 1, null))));
    Files.write(folder.resolve(".kpack/list_none.kpm"), manifest);
    library = searching(library, "../.kpack/list_@GFXARCH@.kpack", "../.kpack/list_none.kpm");
    CliRun planned = resolve(library, "gfx942", "--planned", "--json");
    assertThat(planned.status()).isZero();
    assertThat(first(planned)).containsEntry("outcome", "found");
    assertThat(steps(planned)).contains("manifest-read");
    assertThat(resolve(library, "gfx942", "--planned", "--explain").out())
        .startsWith(MARK)
        .contains("(planned; no loader follows it)");
    nothingToday(library, "gfx942", 13);
  }

  /** A library whose wrappers say that it was converted, though its code is where it was. */
  private Path halfConverted() throws IOException {
    Path library = folder.resolve("libhalf.so");
    String bytes = new String(Files.readAllBytes(CliRun.fixture("libone.so")), EACH_BYTE);
    assertThat(bytes).contains("FPIH");
    Files.write(library, bytes.replace("FPIH", "HIPK").getBytes(EACH_BYTE));
    return library;
  }

  @Test
  void codeInAConvertedBinaryCountsOnlyHere() throws IOException {
    Path library = halfConverted();
    CliRun planned = resolve(library, "gfx1100", "--planned", "--json");
    assertThat(planned.status()).isZero();
    assertThat(first(planned))
        .containsEntry("outcome", "embedded")
        .containsEntry("error", 0)
        .containsEntry("architecture", "gfx1100")
        .containsEntry("behavioursDiffer", true)
        .containsEntry(
            "difference",
            "A planned loader falls back to the binary's own code for gfx1100;"
                + " a tolerant one returns error 12 (invalid metadata).");
    assertThat(steps(planned)).startsWith("noted").endsWith("embedded-found");
    CliRun shown = resolve(library, "gfx1100", "--planned", "--explain");
    assertThat(shown.status()).isZero();
    GoldenOutput.check("resolve-planned-embedded.txt", text(shown));
    nothingToday(library, "gfx1100", 12);
    assertThat(resolve(library, "gfx942", "--planned").status()).isEqualTo(1);
  }

  @Test
  void aTreeIsMarked() throws IOException {
    halfConverted();
    CliRun tree = CliRun.of("resolve", "--tree", folder, "--target", "gfx1100", "--planned");
    assertThat(tree.status()).isZero();
    assertThat(tree.out()).startsWith(MARK).contains("1 of 1");
    CliRun json =
        CliRun.of("resolve", "--tree", folder, "--target", "gfx1100", "--planned", "--json");
    assertThat(json.json()).containsEntry("planned", true).containsEntry("complete", true);
  }

  @Test
  void withoutThePlanNothingIsMarked() throws IOException {
    Path library = converted("libone.so", "../.kpack/libone.so_@GFXARCH@.kpack");
    CliRun run = resolve(library, "gfx1100");
    assertThat(run.status()).isZero();
    assertThat(run.out()).doesNotContain("planned");
  }

  @Test
  void plannedIsNeitherStrictNorOfUseWithALog() throws IOException {
    CliRun both = resolve(CliRun.fixture("libone.so"), "gfx1100", "--planned", "--strict");
    assertThat(both.status()).isEqualTo(2);
    assertThat(both.out()).isEmpty();
    assertThat(both.err()).contains("--strict and --planned cannot be combined");
    Path log = Files.writeString(folder.resolve("run.log"), "kpack: trying architecture: gfx942\n");
    CliRun logged = CliRun.of("resolve", "--log", log, "--planned");
    assertThat(logged.status()).isEqualTo(2);
    assertThat(logged.err()).contains("--planned cannot be combined with --log");
  }
}
