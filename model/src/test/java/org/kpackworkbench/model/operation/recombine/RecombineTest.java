package org.kpackworkbench.model.operation.recombine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.artifact.ToldEvents;
import org.kpackworkbench.model.format.artifact.config.UnusableConfigException;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffSection;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestFile;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.merge.MadeArtifact;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.recombine.RecombineReport.RecombinedArtifact;
import org.kpackworkbench.model.operation.tar.StrictReader;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;
import org.kpackworkbench.model.operation.tar.TestTar;

class RecombineTest {
  private static final String PREFIX = "math/blas/stage";
  private static final String CONFIG =
      """
      primary_generic_source: one
      architecture_groups:
        gfx110X:
          display_name: RDNA 3
          architectures: [gfx1100, gfx1101]
        gfx9: {architectures: [gfx90a]}
      """;

  @TempDir private Path folder;
  private Path shards;
  private Path output;

  @BeforeEach
  void folders() {
    shards = folder.resolve("shards");
    output = folder.resolve("out");
  }

  private MadeArtifact artifact(String shard, String name) throws IOException {
    return new MadeArtifact(shards.resolve(shard), name, PREFIX);
  }

  private MadeArtifact device(String shard, String family, String code) throws IOException {
    return artifact(shard, "blas_lib_" + family)
        .archive(PREFIX, code)
        .manifest(PREFIX, false)
        .file(PREFIX + "/lib/rocblas/library/T_" + family + ".co", "database " + family);
  }

  private MadeArtifact generic(String shard) throws IOException {
    return artifact(shard, "blas_lib_generic")
        .file(PREFIX + "/lib/libx.so.1", "host")
        .link(PREFIX + "/lib/libx.so", "libx.so.1");
  }

  /** Two shards with one architecture each in a group, and one with another. */
  private void usual() throws IOException {
    generic("one");
    device("one", "gfx1100", "code 1100");
    generic("two");
    device("two", "gfx1101", "code 1101");
    device("two", "gfx90a", "code 90a");
  }

  private RecombineRequest request(String config) throws IOException {
    Path file = folder.resolve("packaging.yaml");
    Files.writeString(file, config);
    return RecombineRequest.of(shards, file, output);
  }

  private RecombineReport run(String config) throws IOException {
    return new Recombine(request(config)).run(Progress.NONE);
  }

  private Manifest manifest() throws IOException {
    return ManifestFile.open(
            output.resolve("blas_lib_generic").resolve(PREFIX).resolve(".kpack/blas_lib.kpm"))
        .manifest();
  }

  @Test
  void groupsGetWhatAllShardsHave() throws IOException {
    usual();
    RecombineReport report = run(CONFIG);
    assertThat(report.failed()).isEmpty();
    assertThat(report.findings()).isEmpty();
    assertThat(report.shards()).containsExactly("one", "two");
    assertThat(MadeArtifact.names(output))
        .containsExactly("blas_lib_generic", "blas_lib_gfx110X", "blas_lib_gfx9");
    SortedMap<String, String> generic = MadeArtifact.tree(output.resolve("blas_lib_generic"));
    assertThat(generic.remove(PREFIX + "/.kpack/blas_lib.kpm")).isNotNull();
    assertThat(generic)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "artifact_manifest.txt",
                PREFIX + "\n",
                "math/",
                "",
                "math/blas/",
                "",
                PREFIX + "/",
                "",
                PREFIX + "/.kpack/",
                "",
                PREFIX + "/lib/",
                "",
                PREFIX + "/lib/libx.so",
                "-> libx.so.1",
                PREFIX + "/lib/libx.so.1",
                "host"));
    assertThat(MadeArtifact.tree(output.resolve("blas_lib_gfx110X")).keySet())
        .containsExactlyInAnyOrder(
            "artifact_manifest.txt",
            "math/",
            "math/blas/",
            PREFIX + "/",
            PREFIX + "/.kpack/",
            PREFIX + "/.kpack/blas_lib_gfx1100.kpack",
            PREFIX + "/.kpack/blas_lib_gfx1101.kpack",
            PREFIX + "/lib/",
            PREFIX + "/lib/rocblas/",
            PREFIX + "/lib/rocblas/library/",
            PREFIX + "/lib/rocblas/library/T_gfx1100.co",
            PREFIX + "/lib/rocblas/library/T_gfx1101.co");
    RecombinedArtifact group = report.artifacts().get(1);
    assertThat(group.name()).hasToString("blas_lib_gfx110X");
    assertThat(group.displayName()).isEqualTo("RDNA 3");
    assertThat(group.architectures()).containsExactly("gfx1100", "gfx1101");
    assertThat(group.shards()).containsExactly("one", "two");
    assertThat(group.kernels()).isEqualTo(2);
    assertThat(group.files()).isEqualTo(5);
  }

  @Test
  void theManifestInTheGenericListsTheWholeDistribution() throws IOException {
    usual();
    run(CONFIG);
    Manifest merged = manifest();
    assertThat(merged.component()).isEqualTo("blas_lib");
    assertThat(merged.prefix()).isEqualTo(PREFIX);
    assertThat(merged.rows())
        .extracting(ManifestRow::targetText)
        .containsExactly("gfx1100", "gfx1101", "gfx90a");
    for (ManifestRow row : merged.rows()) {
      String group = row.targetText().equals("gfx90a") ? "gfx9" : "gfx110X";
      Path archive =
          output.resolve("blas_lib_" + group).resolve(PREFIX).resolve(".kpack").resolve(row.file());
      assertThat(row.sizeBytes()).isEqualTo(Files.size(archive));
      assertThat(row.kernelCount()).isEqualTo(1);
    }
    assertThat(MadeArtifact.tree(output).keySet())
        .filteredOn(path -> path.endsWith(".kpm"))
        .containsExactly("blas_lib_generic/" + PREFIX + "/.kpack/blas_lib.kpm");
  }

  @Test
  void aManifestInTheGenericTellsWhatTheMergedOneHas() throws IOException {
    MadeArtifact device = artifact("one", "blas_lib_gfx1100").archive(PREFIX, "code");
    device.manifest(PREFIX, true);
    Path kpm = device.folder().resolve(PREFIX + "/.kpack/blas_lib.kpm");
    generic("one").file(PREFIX + "/.kpack/blas_lib.kpm", kpm);
    Files.delete(kpm);
    RecombineReport report = run(CONFIG);
    assertThat(report.failed()).isEmpty();
    assertThat(manifest().rows())
        .singleElement()
        .satisfies(row -> assertThat(row.sha256()).isNotNull());
  }

  @Test
  void aPlanWritesNothingAndSaysTheSame() throws IOException {
    usual();
    RecombineReport plan = new Recombine(request(CONFIG)).plan(Progress.NONE);
    assertThat(output).doesNotExist();
    assertThat(plan).isEqualTo(run(CONFIG));
  }

  @Test
  void threadsAndTimeDoNotMatter() throws IOException {
    usual();
    for (String each : List.of("fft_lib", "rand_lib", "sparse_lib")) {
      new MadeArtifact(shards.resolve("one"), each + "_generic", PREFIX).file(PREFIX + "/x", each);
    }
    run(CONFIG);
    RecombineRequest again =
        RecombineRequest.of(shards, folder.resolve("packaging.yaml"), folder.resolve("again"))
            .with(CommonOptions.JOBS, 1);
    new Recombine(again).run(Progress.NONE);
    assertThat(MadeArtifact.tree(folder.resolve("again"))).isEqualTo(MadeArtifact.tree(output));
    Path group = Path.of("blas_lib_generic");
    String kpack = PREFIX + "/.kpack";
    for (String path : List.of("", "artifact_manifest.txt", kpack, kpack + "/blas_lib.kpm")) {
      assertThat(Files.getLastModifiedTime(output.resolve(group).resolve(path)))
          .isEqualTo(MadeArtifact.TIME);
    }
  }

  @Test
  void packedShardsAndPackedResults() throws IOException {
    usual();
    for (String name :
        List.of("one/blas_lib_gfx1100", "two/blas_lib_gfx1101", "one/blas_lib_generic")) {
      Path artifact = shards.resolve(name);
      TarPack.write(artifact, shards.resolve(name + ".tar.zst"), TarOptions.DEFAULT, Progress.NONE);
      Files.move(artifact, folder.resolve(artifact.getFileName()));
    }
    RecombineReport report =
        new Recombine(request(CONFIG).with(RecombineRequest.PACKED, true)).run(Progress.NONE);
    assertThat(report.failed()).isEmpty();
    List<String> names =
        List.of("blas_lib_generic.tar.zst", "blas_lib_gfx110X.tar.zst", "blas_lib_gfx9.tar.zst");
    assertThat(MadeArtifact.names(output))
        .containsExactlyElementsOf(
            names.stream().flatMap(name -> Stream.of(name, name + ".sha256sum")).toList());
    for (String name : names) {
      assertThat(StrictReader.checked(output.resolve(name))).hasSizeGreaterThan(1);
    }
    Path packed = output.resolve("blas_lib_gfx110X.tar.zst");
    assertThat(MadeArtifact.tree(TestTar.tree(packed, folder)))
        .containsKeys(
            PREFIX + "/.kpack/blas_lib_gfx1100.kpack", PREFIX + "/.kpack/blas_lib_gfx1101.kpack");
    assertThat(MadeArtifact.names(shards.resolve("one")))
        .contains("blas_lib_generic.tar.zst", "blas_lib_gfx1100.tar.zst");
  }

  @Test
  void theSameCodeTwiceIsOneEntry() throws IOException {
    usual();
    device("two", "gfx1100", "code 1100");
    RecombineReport report = run(CONFIG);
    assertThat(report.failed()).isEmpty();
    assertThat(report.findings()).isEmpty();
    assertThat(manifest().rows()).hasSize(3);
  }

  @Test
  void differentCodeIsAnErrorThatNamesBothShards() throws IOException {
    usual();
    new MadeArtifact(shards.resolve("two"), "other_lib_generic", PREFIX).file(PREFIX + "/x", "x");
    device("two", "gfx1100", "other code 1100");
    RecombineReport report = run(CONFIG);
    assertThat(report.failed()).hasSize(1);
    RecombineReport.Failed failed = report.failed().getFirst();
    assertThat(failed.component()).isEqualTo("blas_lib");
    assertThat(failed.failure())
        .hasMessageContaining("shard one (blas_lib_gfx1100)")
        .hasMessageContaining("shard two (blas_lib_gfx1100)")
        .hasMessageContaining(".kpack/blas_lib_gfx1100.kpack");
    // Of the component nothing is there; the other one is.
    assertThat(MadeArtifact.names(output)).containsExactly("other_lib_generic");
  }

  @Test
  void differentCodeIsAWarningWhereTheConfigurationSaysSo() throws IOException {
    usual();
    device("two", "gfx1100", "other code 1100");
    RecombineReport report = run(CONFIG + "validation: {error_on_duplicate_device_code: false}\n");
    assertThat(report.failed()).isEmpty();
    assertThat(report.findings())
        .filteredOn(finding -> finding.severity() == Severity.WARNING)
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.rule()).isEqualTo("duplicate-device-code");
              assertThat(finding.message())
                  .contains("shard one", "shard two", "the first is taken");
            });
    String archive = PREFIX + "/.kpack/blas_lib_gfx1100.kpack";
    assertThat(output.resolve("blas_lib_gfx110X").resolve(archive))
        .hasSameBinaryContentAs(shards.resolve("one/blas_lib_gfx1100").resolve(archive));
  }

  /** The ids that compilers put into names of symbols differ from shard to shard. */
  @Test
  void ignoresIdsOfCompilersInGenerics() throws IOException {
    usual();
    String config = CONFIG + "validation: {verify_generic_artifacts_match: true}\n";
    assertThat(compared(config, "__hip_cuid_012345678", "__hip_cuid_fedcba987", 0).failed())
        .isEmpty();
    assertThat(compared(config, "__hip_cuid_012345678", "another_name_for_one", 0).failed())
        .first()
        .satisfies(
            failed ->
                assertThat(failed.failure())
                    .hasMessageContaining("librand.so has another content in names of symbols"));
    assertThat(compared(config, "__hip_cuid_012345678", "__hip_cuid_fedcba987", 1).failed())
        .first()
        .satisfies(
            failed ->
                assertThat(failed.failure())
                    .hasMessageContaining("librand.so has another content in .text"));
  }

  @Test
  void reportsBytesAppendedToLibraryOfGeneric() throws IOException {
    usual();
    library("one", "__hip_cuid_012345678", 0);
    library("two", "__hip_cuid_fedcba987", 1);
    Path second = shards.resolve("two").resolve("blas_lib_generic").resolve(PREFIX);
    Path library = second.resolve("lib/librand.so");
    Files.writeString(library, "appended", StandardOpenOption.APPEND);
    RecombineReport report = run(CONFIG + "validation: {verify_generic_artifacts_match: true}\n");
    assertThat(report.failed().getFirst().failure())
        .hasMessageContaining("librand.so has another content in .text, what is appended to it");
  }

  private RecombineReport compared(String config, String one, String two, int flipped)
      throws IOException {
    library("one", one, 0);
    library("two", two, flipped);
    return new Recombine(request(config).with(RecombineRequest.FORCE, true)).run(Progress.NONE);
  }

  private void library(String shard, String symbol, int flipped) throws IOException {
    byte[] bytes = Files.readAllBytes(Fixtures.path("libhostonly.so"));
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    bytes = text.replace("kpackfix_host_answer", symbol).getBytes(StandardCharsets.ISO_8859_1);
    ElfFile elf = ElfFile.read(ByteView.of("a", bytes.clone()));
    bytes[(int) elf.section(".text").orElseThrow().fileOffset()] ^= (byte) flipped;
    Path file = shards.resolve(shard).resolve("blas_lib_generic").resolve(PREFIX);
    Files.write(file.resolve("lib/librand.so"), bytes);
  }

  @Test
  void genericsHaveToMatchWhereTheConfigurationSaysSo() throws IOException {
    usual();
    String config = CONFIG + "validation: {verify_generic_artifacts_match: true}\n";
    assertThat(run(config).failed()).isEmpty();
    generic("two").file(PREFIX + "/lib/libx.so.1", "hose");
    RecombineReport report =
        new Recombine(request(config).with(RecombineRequest.FORCE, true)).run(Progress.NONE);
    assertThat(report.failed().getFirst().failure())
        .hasMessageContaining("shard one")
        .hasMessageContaining("shard two")
        .hasMessageContaining("lib/libx.so.1 has another content");
    // What an earlier run has written is as it was.
    assertThat(output.resolve("blas_lib_generic").resolve(PREFIX).resolve("lib/libx.so.1"))
        .hasContent("host");
    assertThat(
            new Recombine(request(CONFIG).with(RecombineRequest.FORCE, true))
                .run(Progress.NONE)
                .failed())
        .isEmpty();
  }

  @Test
  void namesAllDifferencesOfAllShards() throws IOException {
    usual();
    MadeArtifact two = generic("two");
    for (int i = 0; i < 25; i++) {
      two.file(PREFIX + "/lib/only" + i, "text");
    }
    generic("three").file(PREFIX + "/lib/libx.so.1", "hose");
    RecombineReport report = run(CONFIG + "validation: {verify_generic_artifacts_match: true}\n");
    assertThat(report.failed().getFirst().failure())
        .hasMessageContaining("lib/only0 is only in the second")
        .hasMessageContaining("lib/only9 is only in the second")
        .hasMessageContaining("shard three")
        .hasMessageContaining("lib/libx.so.1 has another content");
  }

  @Test
  void missingArchitecturesAreNotedOrErrors() throws IOException {
    generic("one");
    device("one", "gfx1100", "code");
    RecombineReport report = run(CONFIG);
    assertThat(report.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(Severity.NOTE);
              assertThat(finding.message()).contains("gfx1101, gfx90a");
            });
    RecombineRequest strict =
        request(CONFIG + "validation: {error_on_missing_architecture: true}\n")
            .with(RecombineRequest.FORCE, true);
    assertThat(new Recombine(strict).run(Progress.NONE).failed().getFirst().failure())
        .hasMessageContaining("no shard has blas_lib for gfx1101, gfx90a");
  }

  @Test
  void overridesMakeOtherGroups() throws IOException {
    usual();
    run(
        CONFIG
            + "component_overrides:\n  blas:\n    architecture_groups:\n"
            + "      all: {architectures: [gfx1100, gfx1101, gfx90a]}\n");
    assertThat(MadeArtifact.names(output)).containsExactly("blas_lib_all", "blas_lib_generic");
    assertThat(manifest().rows()).hasSize(3);
  }

  @Test
  void whatNoGroupListsIsSaid() throws IOException {
    usual();
    device("two", "gfx906", "code");
    assertThat(run(CONFIG).findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains("no group lists gfx906"));
  }

  @Test
  void aGenericThatThePrimaryLacksComesFromAnother() throws IOException {
    generic("one");
    new MadeArtifact(shards.resolve("two"), "fft_lib_generic", PREFIX).file(PREFIX + "/x", "x");
    RecombineReport report = run(CONFIG);
    assertThat(MadeArtifact.names(output)).containsExactly("blas_lib_generic", "fft_lib_generic");
    assertThat(report.findings())
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.message()).contains("no fft_lib_generic; that of shard two"));
  }

  @Test
  void hostCodeAndDeviceCodeStayApart() throws IOException {
    generic("one").file(PREFIX + "/lib/libfat.so", Fixtures.path("libone.so"));
    RecombineReport report = run(CONFIG);
    assertThat(report.findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.rule()).isEqualTo("device-code-in-generic"));
    device("one", "gfx1100", "code").file(PREFIX + "/lib/libhost.so", Fixtures.path("libone.so"));
    assertThat(
            new Recombine(request(CONFIG).with(RecombineRequest.FORCE, true))
                .run(Progress.NONE)
                .failed())
        .singleElement()
        .satisfies(
            failed -> assertThat(failed.failure()).hasMessageContaining("libhost.so: host code"));
    Files.delete(shards.resolve("one/blas_lib_gfx1100/" + PREFIX + "/lib/libhost.so"));
    generic("one").archive(PREFIX, "code");
    assertThat(
            new Recombine(request(CONFIG).with(RecombineRequest.FORCE, true))
                .run(Progress.NONE)
                .failed())
        .singleElement()
        .satisfies(
            failed -> assertThat(failed.failure()).hasMessageContaining("an archive in a generic"));
  }

  @Test
  void deviceCodeInWindowsLibrariesOfGenericsIsReported() throws IOException {
    generic("one").file(PREFIX + "/bin/fat.dll", Fixtures.path("windows.dll"));
    assertThat(run(CONFIG).findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.rule()).isEqualTo("device-code-in-generic");
              assertThat(finding.file()).hasFileName("fat.dll");
            });
  }

  @Test
  void namesSectionsOfWindowsLibrariesThatDiffer() throws IOException {
    usual();
    byte[] bytes = Files.readAllBytes(Fixtures.path("windows.dll"));
    CoffFile dll = CoffFile.read(ByteView.of("a", bytes.clone()));
    CoffSection text =
        dll.sections().stream()
            .filter(each -> each.name().equals(".text"))
            .findFirst()
            .orElseThrow();
    Path first = shards.resolve("one/blas_lib_generic").resolve(PREFIX).resolve("lib/rand.dll");
    Path second = shards.resolve("two/blas_lib_generic").resolve(PREFIX).resolve("lib/rand.dll");
    Files.write(first, bytes);
    bytes[(int) text.fileOffset()] ^= 1;
    Files.write(second, bytes);
    String config = CONFIG + "validation: {verify_generic_artifacts_match: true}\n";
    assertThat(run(config).failed().getFirst().failure())
        .hasMessageEndingWith("rand.dll has another content in .text");
    // A difference outside of all sections.
    bytes[(int) text.fileOffset()] ^= 1;
    bytes[2] ^= 1;
    Files.write(second, bytes);
    assertThat(run(config).failed().getFirst().failure())
        .hasMessageEndingWith("rand.dll has another content in headers");
  }

  @Test
  void aManifestThatIsNotTrueIsAnError() throws IOException {
    usual();
    Path archive =
        shards.resolve("two/blas_lib_gfx1101/" + PREFIX + "/.kpack/blas_lib_gfx1101.kpack");
    Path other = shards.resolve("two/blas_lib_gfx90a/" + PREFIX + "/.kpack/blas_lib_gfx90a.kpack");
    Files.writeString(archive, "cut");
    assertThat(run(CONFIG).failed())
        .singleElement()
        .satisfies(failed -> assertThat(failed.failure()).hasMessageContaining("but it has 3"));
    Files.copy(other, archive, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    Files.delete(archive.resolveSibling("blas_lib.kpm"));
    // The archive of another architecture under this name is detected by its own table.
    assertThat(run(CONFIG).failed())
        .singleElement()
        .satisfies(
            failed ->
                assertThat(failed.failure()).hasMessageContaining("both have code for gfx90a"));
  }

  @Test
  void componentsCanBeChosen() throws IOException {
    usual();
    new MadeArtifact(shards.resolve("one"), "blas_test_generic", PREFIX).file(PREFIX + "/t", "t");
    new MadeArtifact(shards.resolve("one"), "fft_lib_generic", PREFIX).file(PREFIX + "/x", "x");
    RecombineRequest request = request(CONFIG);
    assertThat(names(request.with(RecombineRequest.COMPONENTS, List.of("fft_lib"))))
        .containsExactly("fft_lib_generic");
    assertThat(names(request.with(RecombineRequest.COMPONENTS, List.of("blas"))))
        .contains("blas_lib_generic", "blas_test_generic")
        .doesNotContain("fft_lib_generic");
    assertThatThrownBy(() -> names(request.with(RecombineRequest.COMPONENTS, List.of("fft_lob"))))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("no shard has a component \"fft_lob\"")
        .hasMessageContaining("Did you mean \"fft_lib\"?");
  }

  private static List<String> names(RecombineRequest request) throws IOException {
    return new Recombine(request)
        .plan(Progress.NONE).artifacts().stream().map(each -> each.name().toString()).toList();
  }

  @Test
  void whatMakesNoSenseStopsEverything() throws IOException {
    usual();
    assertThatThrownBy(() -> run(CONFIG.replace("source: one", "source: onne")))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("packaging.yaml: it takes generic artifacts from \"onne\"")
        .hasMessageContaining("there are one, two")
        .hasMessageContaining("Did you mean \"one\"?");
    assertThatThrownBy(() -> run("primary_shard: one\narchitecture_groups: []"))
        .isInstanceOf(UnusableConfigException.class)
        .hasMessageContaining("packaging.yaml:2:22: architecture_groups: expected keys and values");
    output = shards.resolve("out");
    assertThatThrownBy(() -> run(CONFIG)).hasMessageContaining("lies in the input");
    output = folder;
    assertThatThrownBy(() -> run(CONFIG)).hasMessageContaining("lies in the output");
    output = folder.resolve("out");
    Files.createDirectories(output.resolve("blas_lib_gfx9/x"));
    assertThatThrownBy(() -> run(CONFIG)).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(MadeArtifact.names(output)).containsExactly("blas_lib_gfx9");
    Files.createDirectories(folder.resolve("empty/child"));
    shards = folder.resolve("empty");
    assertThatThrownBy(() -> run(CONFIG)).hasMessageContaining("found none");
  }

  @Test
  void aFolderOfArtifactsIsOneShard() throws IOException {
    usual();
    shards = shards.resolve("one");
    assertThat(run(CONFIG).shards()).containsExactly("one");
  }

  @Test
  void oneThatCannotBeReadDoesNotStopTheOthers() throws IOException {
    usual();
    Path bad = shards.resolve("two/bad_lib_gfx90a");
    Files.createDirectories(bad);
    Files.writeString(bad.resolve("artifact_manifest.txt"), "../../etc\n");
    RecombineReport report = run(CONFIG);
    assertThat(report.failed())
        .extracting(RecombineReport.Failed::component)
        .containsExactly("bad_lib");
    assertThat(MadeArtifact.names(output)).hasSize(3);
  }

  /** Loaders replace that text in search paths, so that nothing named after it is found. */
  @Test
  void whatIsNamedAfterTheTextThatLoadersReplaceIsLeftOutAndSaid() throws IOException {
    usual();
    Path bad = Files.createDirectories(shards.resolve("two/@GFXARCH@_lib_gfx90a"));
    Files.writeString(bad.resolve("artifact_manifest.txt"), "a/stage\n");
    RecombineReport report = run(CONFIG);
    assertThat(report.findings())
        .filteredOn(finding -> finding.rule().equals("bad-name"))
        .singleElement()
        .satisfies(finding -> assertThat(finding.file()).isEqualTo(bad));
    assertThat(MadeArtifact.names(output)).hasSize(3).noneMatch(name -> name.contains("@"));
  }

  @Test
  void anOverlaidTreeIsRefused() throws IOException {
    generic("one").file(PREFIX + ".prebuilt", "");
    assertThat(run(CONFIG).failed())
        .singleElement()
        .satisfies(failed -> assertThat(failed.failure()).hasMessageContaining("overlay"));
    assertThat(output).doesNotExist();
  }

  /** Files of the first run exist already, also the folders that two prefixes share. */
  @Test
  void leavesItsOwnOutputAloneWherePrefixesShareAFolder() throws IOException {
    String[] prefixes = {"a/p/stage", "a/q/stage"};
    MadeArtifact host = new MadeArtifact(shards.resolve("one"), "blas_lib_generic", prefixes);
    for (String prefix : prefixes) {
      host.file(prefix + "/lib/libx.so.1", "host of " + prefix);
    }
    new MadeArtifact(shards.resolve("one"), "blas_lib_gfx1100", prefixes)
        .archive("a/p/stage", "code 1100");
    assertThat(run(CONFIG).failed()).isEmpty();
    Path first = output.resolve("blas_lib_generic/a/q/stage/lib/libx.so.1");
    FileTime before = FileTime.fromMillis(1_600_000_000_000L);
    Files.setLastModifiedTime(output.resolve("blas_lib_generic"), before);
    assertThat(first).hasContent("host of a/q/stage");
    RecombineReport again = run(CONFIG);
    assertThat(again.failed()).isEmpty();
    assertThat(Files.getLastModifiedTime(output.resolve("blas_lib_generic"))).isEqualTo(before);
  }

  @Test
  void cancellingLeavesNothingHalfWritten() throws IOException {
    usual();
    for (int stop = 1; stop < 60; stop += 3) {
      AtomicInteger left = new AtomicInteger(stop);
      Progress cancelling = () -> left.decrementAndGet() < 0;
      RecombineRequest request =
          request(CONFIG).with(CommonOptions.JOBS, 1).with(RecombineRequest.FORCE, true);
      try {
        new Recombine(request).run(cancelling);
      } catch (CancellationException expected) {
        if (Files.exists(output)) {
          assertThat(MadeArtifact.names(output))
              .as("after %d steps", stop)
              .containsExactly("blas_lib_generic", "blas_lib_gfx110X", "blas_lib_gfx9");
        }
      }
    }
  }

  @Test
  void eventsTellOfEachComponent() throws IOException {
    usual();
    new MadeArtifact(shards.resolve("two"), "other_lib_generic", PREFIX).file(PREFIX + "/x", "x");
    Path bad = Files.createDirectories(shards.resolve("two/bad_lib_gfx90a"));
    Files.writeString(bad.resolve("artifact_manifest.txt"), "../../etc\n");
    ToldEvents events = new ToldEvents();
    RecombineReport report =
        new Recombine(request(CONFIG).with(CommonOptions.JOBS, 1)).run(Progress.NONE, events);
    assertThat(events.told)
        .containsExactly(
            "started bad_lib",
            "failed bad_lib: " + report.failed().getFirst().failure().getMessage(),
            "started blas_lib",
            "done blas_lib 3",
            "started other_lib",
            "done other_lib 1");
    assertThat(events.left.values()).as("all bytes were counted").containsOnly(0L);
  }
}
