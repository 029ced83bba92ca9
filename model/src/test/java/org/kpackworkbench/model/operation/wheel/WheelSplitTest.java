package org.kpackworkbench.model.operation.wheel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.zip.Zip64Mode;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyReport;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.TestPackages;
import org.kpackworkbench.model.format.packages.PackageFacts;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.Wheel;
import org.kpackworkbench.model.format.packages.WheelRecord;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.pack.Expected;

class WheelSplitTest {
  private static final String MANY = "many-1.0-2-cp312-cp312-linux_x86_64.whl";

  @TempDir private Path folder;

  private Path out() {
    return folder.resolve("out");
  }

  /** A wheel with the library whose targets have features, a module and a database's files. */
  private Path many(String name) throws IOException {
    return TestPackages.wheel(folder.resolve(name), manyFiles(), "Requires-Dist: numpy\n");
  }

  private static Map<String, byte[]> code() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("many/__init__.py", "import os\n".getBytes(UTF_8));
    files.put("many/a, b.txt", "a name with a comma".getBytes(UTF_8));
    files.put("many/lib/libmany.so", Files.readAllBytes(FatFixture.MANY.path()));
    files.put("many/lib/libplain.so", Files.readAllBytes(Fixtures.path("libplain.so")));
    files.put("other/libplain.so", Files.readAllBytes(Fixtures.path("libplain.so")));
    files.put(
        "other/broken.so", Arrays.copyOf(Files.readAllBytes(Fixtures.path("libplain.so")), 99));
    return files;
  }

  private static Map<String, byte[]> manyFiles() throws IOException {
    Map<String, byte[]> files = code();
    for (String target : List.of("gfx942", "gfx1030", "gfx1201")) {
      files.put(
          "many/lib/rocblas/library/Kernels.so-000-%s.hsaco".formatted(target),
          ("code for " + target).getBytes(UTF_8));
    }
    files.put("many/lib/rocblas/library/README", "not of one GPU".getBytes(UTF_8));
    return files;
  }

  private WheelSplitRequest request(Path wheel) {
    return WheelSplitRequest.of(wheel, out());
  }

  private static WheelSplitRequest with(
      WheelSplitRequest request,
      Optional<String> root,
      List<String> databases,
      List<String> requires) {
    return request
        .with(WheelSplitRequest.OVERLAY_ROOT, root)
        .with(WheelSplitRequest.DATABASES, databases)
        .with(WheelSplitRequest.REQUIRES, requires);
  }

  private static WheelSplitReport split(WheelSplitRequest request) throws IOException {
    return new WheelSplit(request).run(Progress.NONE);
  }

  private static List<String> names(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private static PackageFile open(Path wheel) throws IOException {
    return PackageFile.open(wheel).orElseThrow();
  }

  private static Map<String, Member> members(Path wheel) throws IOException {
    Map<String, Member> all = new TreeMap<>();
    open(wheel).members().stream()
        .filter(member -> member.kind() == Member.Kind.FILE)
        .forEach(member -> all.put(member.path(), member));
    return all;
  }

  private static String text(Path wheel, String name) throws IOException {
    Wheel read = Wheel.of(open(wheel));
    return String.valueOf(read.text(name));
  }

  /** Unpacks wheels as an installer does. */
  private Path installed(List<Path> wheels) throws IOException {
    Path site = folder.resolve("site");
    for (Path wheel : wheels) {
      PackageFile file = open(wheel);
      for (Member member : file.members()) {
        if (member.kind() == Member.Kind.FILE) {
          Path target = site.resolve(member.path());
          Files.createDirectories(target.getParent());
          assertThat(target).as("in two wheels").doesNotExist();
          Files.write(target, Files.readAllBytes(file.tree().path(member.path())));
        }
      }
    }
    return site;
  }

  private static List<Path> archives(Path site) throws IOException {
    try (Stream<Path> all = Files.walk(site)) {
      return all.filter(path -> Files.isRegularFile(path) && path.toString().endsWith(".kpack"))
          .sorted()
          .toList();
    }
  }

  @Test
  void hostAndDeviceWheelsTogetherAreTheFatWheel() throws IOException {
    WheelSplitReport report =
        split(with(request(many(MANY)), Optional.empty(), List.of("rocblas"), List.of()));
    assertThat(names(out()))
        .containsExactly(
            "amd_many_device_gfx1030-1.0-py3-none-linux_x86_64.whl",
            "amd_many_device_gfx1100-1.0-py3-none-linux_x86_64.whl",
            "amd_many_device_gfx1201-1.0-py3-none-linux_x86_64.whl",
            "amd_many_device_gfx90a-1.0-py3-none-linux_x86_64.whl",
            "amd_many_device_gfx942-1.0-py3-none-linux_x86_64.whl",
            MANY);
    assertThat(report.wheels()).hasSize(6);
    assertThat(report.binaries()).isOne();
    List<Path> wheels = report.wheels().stream().map(WheelSplitReport.Made::path).toList();
    for (WheelSplitReport.Made made : report.wheels()) {
      assertThat(made.files()).isEqualTo(members(made.path()).size());
      assertThat(made.sizeBytes()).isEqualTo(Files.size(made.path()));
      assertThat(members(made.path()).keySet())
          .containsAll(made.contents().stream().map(WheelSplitReport.Content::path).toList());
    }
    assertThat(report.wheels().getLast().contents())
        .extracting(WheelSplitReport.Content::path)
        .containsExactly(
            "many/.kpack/many_gfx942.kpack",
            "many/lib/rocblas/library/Kernels.so-000-gfx942.hsaco");
    assertThat(report.wheels().getFirst().contents())
        .extracting(WheelSplitReport.Content::path, WheelSplitReport.Content::kind)
        .containsExactly(tuple("many/lib/libmany.so", WheelSplitReport.Kind.BINARY));

    Path site = installed(wheels);
    for (Map.Entry<String, byte[]> file : manyFiles().entrySet()) {
      Path there = site.resolve(file.getKey());
      if (file.getKey().equals("many/lib/libmany.so")) {
        assertThat(Files.size(there)).isLessThan(file.getValue().length);
      } else {
        assertThat(there).hasBinaryContent(file.getValue());
      }
    }
    assertThat(archives(site))
        .extracting(path -> site.relativize(path).toString())
        .containsExactly(
            "many/.kpack/many_gfx1030.kpack",
            "many/.kpack/many_gfx1100.kpack",
            "many/.kpack/many_gfx90a:xnack+.kpack",
            "many/.kpack/many_gfx90a:xnack-.kpack",
            "many/.kpack/many_gfx942.kpack");
    assertThat(Expected.inArchives(FatFixture.MANY.path(), "many/lib/libmany.so", archives(site)))
        .isEqualTo(5);
    // Feature variants share the wheel of their GPU.
    assertThat(
            members(out().resolve("amd_many_device_gfx90a-1.0-py3-none-linux_x86_64.whl")).keySet())
        .contains("many/.kpack/many_gfx90a:xnack+.kpack", "many/.kpack/many_gfx90a:xnack-.kpack");
    // Database files go to their GPU's wheel, and nowhere else.
    assertThat(members(out().resolve(MANY)))
        .containsKey("many/lib/rocblas/library/README")
        .doesNotContainKey("many/lib/rocblas/library/Kernels.so-000-gfx942.hsaco");
  }

  /** The files that stay are no size of a wheel whose binaries are not made yet. */
  @Test
  void planKnowsNoSizes() throws IOException {
    assertThat(new WheelSplit(request(many(MANY))).plan(Progress.NONE).wheels())
        .hasSizeGreaterThan(1)
        .extracting(WheelSplitReport.Made::sizeBytes)
        .containsOnly(-1L);
  }

  @Test
  void databasesThatStayAreSaid() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>(manyFiles());
    files.put("other/miopen/db/gfx942.kdb", new byte[5]);
    WheelSplitRequest request = request(TestPackages.wheel(folder.resolve(MANY), files, ""));
    WheelSplitReport plan = new WheelSplit(request).plan(Progress.NONE);
    assertThat(plan.findings())
        .filteredOn(note -> note.rule().equals("database-left"))
        .extracting(note -> note.severity() + " " + note.message() + " | " + note.advice())
        .containsExactly(
            "NOTE 3 files of rocblas (gfx1030, gfx1201, gfx942; 47 B) stay in the host wheel | To"
                + " move such files to the wheels of their GPUs, name rocblas in"
                + " --split-databases.",
            "NOTE 1 file of miopen (gfx942; 5 B) stays in the host wheel | Only files in the"
                + " package many go to device wheels.");
    WheelSplitReport moved =
        new WheelSplit(with(request, Optional.empty(), List.of("rocblas", "aotriton"), List.of()))
            .plan(Progress.NONE);
    assertThat(moved.findings())
        .filteredOn(note -> note.rule().equals("database-left"))
        .extracting(OperationNote::message)
        .containsExactly("1 file of miopen (gfx942; 5 B) stays in the host wheel");
    files.remove("many/lib/libmany.so");
    files.remove("other/broken.so");
    assertThatThrownBy(
            () ->
                new WheelSplit(request(TestPackages.wheel(folder.resolve(MANY), files, "")))
                    .plan(Progress.NONE))
        .hasMessage(
            "%s has no device code that can be split. It has 3 files of rocblas (gfx1030, gfx1201,"
                + " gfx942; 47 B): split these with --split-databases rocblas",
            folder.resolve(MANY));
    files.keySet().removeIf(path -> path.contains("rocblas"));
    assertThatThrownBy(
            () ->
                new WheelSplit(request(TestPackages.wheel(folder.resolve(MANY), files, "")))
                    .plan(Progress.NONE))
        .hasMessageEndingWith(
            ". Outside of the package many it has 1 file of miopen (gfx942; 5 B): name their"
                + " package with --overlay-root");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "rocblas"})
  void whatNamesAnArchitectureAndIsNotRecognisedIsSaid(String split) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>(manyFiles());
    files.put("many/lib/rocfft/gfx942/kernels.bin", new byte[5]);
    files.put("many/lib/rocblas/library/gfx942_or_gfx1100.dat", new byte[5]);
    for (int i = 0; i < 6; i++) {
      files.put("many/lib/rocsparse/gfx942/table%d.bin".formatted(i), new byte[5]);
    }
    WheelSplitRequest request = request(TestPackages.wheel(folder.resolve(MANY), files, ""));
    List<String> databases = split.isEmpty() ? List.of() : List.of(split);
    WheelSplitReport report =
        new WheelSplit(with(request, Optional.empty(), databases, List.of())).plan(Progress.NONE);
    assertThat(report.findings())
        .filteredOn(note -> note.rule().equals("database-recognised"))
        .extracting(note -> note.file().getFileName().toString())
        .containsExactlyInAnyOrder("kernels.bin", "gfx942_or_gfx1100.dat", "gfx942");
  }

  @Test
  void whatItWritesPassesItsOwnChecks() throws IOException {
    List<Path> wheels =
        split(request(TestPackages.wheel(folder.resolve(MANY), code(), ""))).wheels().stream()
            .map(WheelSplitReport.Made::path)
            .toList();
    VerifyReport report = Verify.run(wheels, VerifyRequest.everything());
    assertThat(report.findings())
        .filteredOn(finding -> !finding.rule().startsWith("name-"))
        .filteredOn(finding -> !finding.place().toString().contains("broken.so"))
        .isEmpty();
    for (Path wheel : wheels) {
      List<String> listed =
          WheelRecord.of(text(wheel, "RECORD").getBytes(StandardCharsets.UTF_8)).rows().stream()
              .map(WheelRecord.Row::path)
              .sorted()
              .toList();
      assertThat(listed)
          .containsExactlyElementsOf(members(wheel).keySet().stream().sorted().toList());
    }
  }

  @Test
  void theHostWheelNamesTheOthersAsExtras() throws IOException {
    split(request(many(MANY)));
    PackageFacts.Fields host = PackageFacts.Fields.of(text(out().resolve(MANY), "METADATA"));
    assertThat(host.all("provides-extra"))
        .containsExactly(
            "device-gfx1030", "device-gfx1100", "device-gfx90a", "device-gfx942", "device-all");
    assertThat(host.all("requires-dist"))
        .containsExactly(
            "numpy",
            "amd-many-device-gfx1030 == 1.0; extra == \"device-gfx1030\"",
            "amd-many-device-gfx1100 == 1.0; extra == \"device-gfx1100\"",
            "amd-many-device-gfx90a == 1.0; extra == \"device-gfx90a\"",
            "amd-many-device-gfx942 == 1.0; extra == \"device-gfx942\"",
            "amd-many-device-gfx1030 == 1.0; extra == \"device-all\"",
            "amd-many-device-gfx1100 == 1.0; extra == \"device-all\"",
            "amd-many-device-gfx90a == 1.0; extra == \"device-all\"",
            "amd-many-device-gfx942 == 1.0; extra == \"device-all\"");
    assertThat(text(out().resolve(MANY), "METADATA")).endsWith("\n\nA text.\n");
    assertThat(text(out().resolve(MANY), "WHEEL"))
        .contains("Tag: cp312-cp312-linux_x86_64\n", "Build: 2\n");
  }

  private WheelSplitRequest variant(Path wheel, String label) {
    return request(wheel).with(WheelSplitRequest.VARIANT, Optional.of(label));
  }

  @Test
  void aVariantIsTheHostWheelWithADescriptionAndConditions() throws IOException {
    WheelSplitRequest request = variant(many(MANY), "rocm7");
    WheelSplitReport plan = new WheelSplit(request).plan(Progress.NONE);
    WheelSplitReport report = split(request);
    String labelled = MANY.replace(".whl", "-rocm7.whl");
    Path index = out().resolve("many-1.0-variants.json");
    assertThat(names(out())).hasSize(7).contains(MANY, labelled, index.getFileName().toString());
    assertThat(report.variantsIndex()).contains(index);
    assertThat(plan.variantsIndex()).contains(index);
    assertThat(plan.wheels())
        .extracting(WheelSplitReport.Made::path, WheelSplitReport.Made::files)
        .containsExactlyElementsOf(
            report.wheels().stream().map(made -> tuple(made.path(), made.files())).toList());
    assertThat(report.wheels().get(1).variant()).isEqualTo("rocm7");
    assertThat(report.wheels().get(1).files()).isEqualTo(report.wheels().getFirst().files() + 1);

    Map<String, Member> plain = members(out().resolve(MANY));
    Map<String, Member> variant = members(out().resolve(labelled));
    String description = "many-1.0.dist-info/variant.json";
    assertThat(variant.keySet()).contains(description).containsAll(plain.keySet());
    assertThat(plain).doesNotContainKey(description).hasSize(variant.size() - 1);
    assertThat(text(out().resolve(labelled), "variant.json"))
        .isEqualTo(Files.readString(index))
        .contains(
            "\"gfx_arch\": [\"gfx90a_xnack_on\", \"gfx90a_xnack_off\", \"gfx942\", \"gfx1030\","
                + " \"gfx1100\"]");
    assertThat(text(out().resolve(MANY), "METADATA")).doesNotContain("variant_properties");
    List<String> requires =
        PackageFacts.Fields.of(text(out().resolve(labelled), "METADATA")).all("requires-dist");
    assertThat(requires)
        .containsAll(
            PackageFacts.Fields.of(text(out().resolve(MANY), "METADATA")).all("requires-dist"))
        .filteredOn(each -> each.contains("variant_properties"))
        .containsExactlyInAnyOrder(
            "amd-many-device-gfx1030 == 1.0; \"amd :: gfx_arch :: gfx1030\" in variant_properties",
            "amd-many-device-gfx1100 == 1.0; \"amd :: gfx_arch :: gfx1100\" in variant_properties",
            "amd-many-device-gfx90a == 1.0; \"amd :: gfx_arch :: gfx90a_xnack_on\" in"
                + " variant_properties",
            "amd-many-device-gfx90a == 1.0; \"amd :: gfx_arch :: gfx90a_xnack_off\" in"
                + " variant_properties",
            "amd-many-device-gfx942 == 1.0; \"amd :: gfx_arch :: gfx942\" in variant_properties");
    VerifyReport verified =
        Verify.run(List.of(out().resolve(labelled)), VerifyRequest.everything());
    assertThat(verified.findings())
        .filteredOn(finding -> finding.rule().startsWith("wheel-"))
        .isEmpty();
  }

  @Test
  void aVariantGetsNoOtherLabel() throws IOException {
    Path wheel = many(MANY.replace(".whl", "-rocm7.whl"));
    assertThatThrownBy(() -> split(variant(wheel, "other")))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("it is the variant rocm7 already");
    assertThat(names(out())).isEmpty();
  }

  /** Nothing is written where only the index is there already. */
  @Test
  void anIndexThatIsThereIsNotReplaced() throws IOException {
    WheelSplitRequest request = variant(many(MANY), "rocm7");
    Files.createDirectories(out());
    Path index = Files.writeString(out().resolve("many-1.0-variants.json"), "mine");
    assertThatThrownBy(() -> split(request)).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(names(out())).containsExactly(index.getFileName().toString());
    assertThat(index).hasContent("mine");
  }

  @Test
  void deviceWheelsRequireTheHostAtItsVersion() throws IOException {
    split(
        with(
            request(many("many-1.0-cp312-cp312-linux_x86_64.manylinux_2_28_x86_64.whl")),
            Optional.empty(),
            List.of(),
            List.of("rocm-sdk-device-@GFXARCH@", "other")));
    Path device =
        out().resolve("amd_many_device_gfx942-1.0-py3-none-linux_x86_64.manylinux_2_28_x86_64.whl");
    PackageFacts.Fields fields = PackageFacts.Fields.of(text(device, "METADATA"));
    assertThat(fields.first("metadata-version")).isEqualTo("2.1");
    assertThat(fields.first("name")).isEqualTo("amd-many-device-gfx942");
    assertThat(fields.first("description-content-type")).isEqualTo("text/plain");
    assertThat(fields.all("requires-dist"))
        .containsExactly("many == 1.0", "rocm-sdk-device-gfx942", "other");
    assertThat(text(device, "WHEEL"))
        .contains(
            "Tag: py3-none-linux_x86_64\n",
            "Tag: py3-none-manylinux_2_28_x86_64\n",
            "Root-Is-Purelib: false\n");
  }

  @Test
  void whatIsForAFamilyGoesToAWheelThatItsGpusRequire() throws IOException {
    Map<String, byte[]> files = manyFiles();
    files.put("many/lib/aotriton.images/amd-gfx110x/flash.aks2", "sub".getBytes(UTF_8));
    files.put("many/lib/aotriton.images/amd-gfx11xx/flash.aks2", "family".getBytes(UTF_8));
    Path wheel = TestPackages.wheel(folder.resolve(MANY), files, "");
    split(
        with(
            request(wheel),
            Optional.empty(),
            List.of("aotriton"),
            List.of("rocm-sdk-device-@GFXARCH@")));
    PackageFacts.Fields host = PackageFacts.Fields.of(text(out().resolve(MANY), "METADATA"));
    assertThat(host.all("requires-dist"))
        .contains(
            "amd-many-device-gfx1100 == 1.0; extra == \"device-gfx1100\"",
            "amd-many-device-gfx110x == 1.0; extra == \"device-gfx1100\"",
            "amd-many-device-gfx110x == 1.0; extra == \"device-all\"")
        .doesNotContain("amd-many-device-gfx110x == 1.0; extra == \"device-gfx1030\"");
    assertThat(host.all("provides-extra")).doesNotContain("device-gfx110x");
    Path target = out().resolve("amd_many_device_gfx1100-1.0-py3-none-linux_x86_64.whl");
    assertThat(PackageFacts.Fields.of(text(target, "METADATA")).all("requires-dist"))
        .containsExactly(
            "many == 1.0",
            "amd-many-device-gfx110x == 1.0",
            "amd-many-device-gfx11 == 1.0",
            "rocm-sdk-device-gfx1100");
    Path family = out().resolve("amd_many_device_gfx110x-1.0-py3-none-linux_x86_64.whl");
    assertThat(PackageFacts.Fields.of(text(family, "METADATA")).all("requires-dist"))
        .containsExactly("many == 1.0");
  }

  @Test
  void timesAndModesStayAndTheBytesAreTheSameEachTime() throws IOException {
    String name = "tiny-1.0-py3-none-linux_x86_64.manylinux_2_28_x86_64.whl";
    byte[] bytes = Files.readAllBytes(Fixtures.path(name));
    for (String path : List.of("METADATA", "RECORD")) {
      // For the owner alone.
      bytes[entry(bytes, "tiny-1.0.dist-info/" + path) + 40] = (byte) 0x80;
    }
    Path wheel = Files.write(folder.resolve(name), bytes);
    split(WheelSplitRequest.of(wheel, folder.resolve("one")));
    split(WheelSplitRequest.of(wheel, folder.resolve("two")));
    assertThat(names(folder.resolve("one"))).hasSizeGreaterThan(1);
    for (String each : names(folder.resolve("one"))) {
      assertThat(folder.resolve("two").resolve(each))
          .hasSameBinaryContentAs(folder.resolve("one").resolve(each));
    }
    Map<String, Member> before = members(wheel);
    Map<String, Member> after = members(folder.resolve("one").resolve(name));
    assertThat(before.get("tiny-1.0.dist-info/RECORD").mode()).isEqualTo(0600);
    assertThat(after.keySet())
        .containsAll(before.keySet())
        .contains("tiny/.kpack/tiny.kpm")
        .hasSize(before.size() + 1);
    split(
        WheelSplitRequest.of(wheel, folder.resolve("three")).with(WheelSplitRequest.NO_KPM, true));
    assertThat(members(folder.resolve("three").resolve(name)).keySet())
        .as("without manifest")
        .isEqualTo(before.keySet());
    for (String path : before.keySet()) {
      assertThat(after.get(path).mode()).as(path).isEqualTo(before.get(path).mode());
      assertThat(after.get(path).modifiedMillis())
          .as(path)
          .isEqualTo(before.get(path).modifiedMillis());
    }
  }

  @Test
  void aPlanNamesTheSameWheelsAndWritesNothing() throws IOException {
    Path wheel = many(MANY);
    WheelSplitRequest request =
        with(request(wheel), Optional.empty(), List.of("rocblas"), List.of());
    WheelSplitReport plan = new WheelSplit(request).plan(Progress.NONE);
    assertThat(names(folder)).containsExactly(MANY);
    WheelSplitReport done = split(request);
    for (int i = 0; i < done.wheels().size(); i++) {
      assertThat(plan.wheels().get(i).contents())
          .extracting(WheelSplitReport.Content::path)
          .isEqualTo(
              done.wheels().get(i).contents().stream()
                  .map(WheelSplitReport.Content::path)
                  .toList());
    }
    assertThat(plan.wheels())
        .extracting(WheelSplitReport.Made::path)
        .isEqualTo(done.wheels().stream().map(WheelSplitReport.Made::path).toList());
    assertThat(plan.wheels())
        .extracting(WheelSplitReport.Made::files)
        .isEqualTo(done.wheels().stream().map(WheelSplitReport.Made::files).toList());
  }

  @Test
  void aWheelThatWasSplitIsLeftAlone() throws IOException {
    split(request(many(MANY)));
    WheelSplitReport again =
        split(WheelSplitRequest.of(out().resolve(MANY), folder.resolve("again")));
    assertThat(again.alreadySplit()).isTrue();
    assertThat(names(folder.resolve("again"))).isEmpty();
  }

  @Test
  void aSignatureIsDroppedWithAWarning() throws IOException {
    Map<String, byte[]> files = manyFiles();
    files.put("many-1.0.dist-info/RECORD.jws", "{}".getBytes(UTF_8));
    WheelSplitReport report = split(request(TestPackages.wheel(folder.resolve(MANY), files, "")));
    assertThat(report.findings()).extracting(OperationNote::rule).contains("signature-dropped");
    assertThat(members(out().resolve(MANY))).doesNotContainKey("many-1.0.dist-info/RECORD.jws");
  }

  @Test
  void severalPackagesNeedAFolder() throws IOException {
    Map<String, byte[]> files = manyFiles();
    files.put("other/libtwo.so", Files.readAllBytes(FatFixture.MANY.path()));
    Path wheel = TestPackages.wheel(folder.resolve(MANY), files, "");
    assertThatThrownBy(() -> split(request(wheel)))
        .isInstanceOfSatisfying(
            OperationException.class,
            refused -> assertThat(refused.reason()).isEqualTo(Obstacle.SEVERAL_PACKAGES))
        .hasMessageContaining("many, other")
        .hasMessageContaining("--overlay-root");
    assertThat(names(folder)).containsExactly(MANY);
    assertThatThrownBy(() -> split(with(request(wheel), Optional.of("many"), List.of(), List.of())))
        .hasMessageContaining("other/libtwo.so is not below many");
  }

  @Test
  void whatInstallersMoveElsewhereIsRefused() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("many-1.0.data/data/lib/libmany.so", Files.readAllBytes(FatFixture.MANY.path()));
    Path wheel = TestPackages.wheel(folder.resolve(MANY), files, "");
    assertThatThrownBy(() -> split(request(wheel)))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("many-1.0.data");
    assertThat(names(folder)).containsExactly(MANY);
  }

  @Test
  void withoutDeviceCodeNothingIsWritten() throws IOException {
    Path wheel =
        TestPackages.wheel(
            folder.resolve("plain-1.0-py3-none-any.whl"),
            Map.of("plain/lib.so", Files.readAllBytes(Fixtures.path("libplain.so"))),
            "");
    assertThatThrownBy(() -> split(request(wheel)))
        .isInstanceOfSatisfying(
            OperationException.class,
            refused -> assertThat(refused.reason()).isEqualTo(Obstacle.NOTHING_TO_SPLIT));
    assertThat(names(folder)).containsExactly("plain-1.0-py3-none-any.whl");
  }

  @Test
  void onWindowsTargetsWithFeaturesAreRefused() throws IOException {
    Path wheel = many("many-1.0-cp312-cp312-win_amd64.whl");
    assertThatThrownBy(() -> split(request(wheel)))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("gfx90a:xnack+")
        .hasMessageContaining("Windows");
    assertThat(names(folder)).containsExactly("many-1.0-cp312-cp312-win_amd64.whl");
  }

  @Test
  void librariesForWindowsAreSplitAsOthers() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("foo/small.dll", Files.readAllBytes(Fixtures.path("windows.dll")));
    files.put("foo/other.dll", new byte[200]);
    files.get("foo/other.dll")[0] = 'M';
    files.get("foo/other.dll")[1] = 'Z';
    String name = "foo-1.0-cp312-cp312-win_amd64.whl";
    Path wheel = TestPackages.wheel(folder.resolve(name), files, "");
    WheelSplitReport report = split(request(wheel));
    assertThat(report.findings()).isEmpty();
    assertThat(names(out()))
        .containsExactly(
            "amd_foo_device_gfx1100-1.0-py3-none-win_amd64.whl",
            "amd_foo_device_gfx90a-1.0-py3-none-win_amd64.whl",
            name);
    assertThat(members(out().resolve(name)).get("foo/small.dll").sizeBytes()).isEqualTo(6144);
    assertThat(report.wheels().getLast().contents())
        .extracting(WheelSplitReport.Content::path)
        .containsExactly("foo/.kpack/foo_gfx90a.kpack");
  }

  @ParameterizedTest
  @CsvSource({"tiny.deb, not a wheel", "libtiny.so, not a wheel"})
  void otherFilesAreNoWheels(String name, String message) {
    assertThatThrownBy(() -> split(request(Fixtures.path(name))))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining(message);
    assertThat(out()).doesNotExist();
  }

  /** Where the directory of a ZIP archive tells of a member. */
  private static int entry(byte[] bytes, String path) {
    byte[] name = path.getBytes(UTF_8);
    for (int at = 0; at < bytes.length - 46 - name.length; at++) {
      boolean directory =
          bytes[at] == 'P' && bytes[at + 1] == 'K' && bytes[at + 2] == 1 && bytes[at + 3] == 2;
      if (directory && Arrays.equals(bytes, at + 46, at + 46 + name.length, name, 0, name.length)) {
        return at;
      }
    }
    throw new AssertionError(path);
  }

  /** Links, and members that are encrypted, are refused by their names. */
  @Test
  void oddMembersAreRefusedByName() throws IOException {
    Path wheel = many(MANY);
    byte[] bytes = Files.readAllBytes(wheel);
    int entry = entry(bytes, "many/__init__.py");
    byte[] encrypted = bytes.clone();
    encrypted[entry + 8] |= 1;
    byte[] link = bytes.clone();
    // Made on Unix, with the mode of a link.
    link[entry + 5] = 3;
    link[entry + 40] = (byte) 0xff;
    link[entry + 41] = (byte) 0xa1;
    for (byte[] odd : List.of(encrypted, link)) {
      Files.write(wheel, odd);
      assertThatThrownBy(() -> split(request(wheel))).hasMessageContaining("many/__init__.py");
      assertThat(names(folder)).containsExactly(MANY);
    }
  }

  @Test
  void aTruncatedWheelIsRefusedAndNothingIsWritten() throws IOException {
    byte[] bytes = Files.readAllBytes(many(MANY));
    Path cut = folder.resolve("cut-1.0-py3-none-any.whl");
    for (int length = 4; length < bytes.length; length += 61) {
      Files.write(cut, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> split(request(cut)))
          .isInstanceOf(FormatException.class)
          .hasMessageContaining("expected a central directory at the end")
          .message()
          .doesNotContain("MemberChannel");
      assertThat(out()).doesNotExist();
    }
  }

  /** The same wheel, written anew by a ZIP tool with its own habits. */
  private static void rewritten(Path wheel, Zip64Mode mode, UnaryOperator<String> name)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipFile from = ZipFile.builder().setPath(wheel).get();
        ZipArchiveOutputStream to = new ZipArchiveOutputStream(bytes)) {
      to.setUseZip64(mode);
      for (ZipArchiveEntry each : Collections.list(from.getEntries())) {
        ZipArchiveEntry entry = new ZipArchiveEntry(name.apply(each.getName()));
        entry.setTime(each.getTime());
        entry.setUnixMode(each.getUnixMode());
        to.putArchiveEntry(entry);
        try (InputStream in = from.getInputStream(each)) {
          in.transferTo(to);
        }
        to.closeArchiveEntry();
      }
    }
    Files.write(wheel, bytes.toByteArray());
  }

  /** Sizes and places in 64 bits, or names like {@code ./many//x}: what is written is the same. */
  @Test
  void howAToolWritesAZipArchiveDoesNotMatter() throws IOException {
    Path wheel = many(MANY);
    split(request(wheel));
    Path plain = Files.move(out(), folder.resolve("plain"));
    List<String> names = names(plain);
    for (int way = 0; way < 2; way++) {
      boolean wide = way == 0;
      rewritten(
          wheel,
          wide ? Zip64Mode.Always : Zip64Mode.AsNeeded,
          path -> wide ? path : "./" + path.replace("many/", "many//"));
      split(request(wheel));
      assertThat(names(out())).isEqualTo(names);
      for (String name : names) {
        PackageFile before = PackageFile.open(plain.resolve(name)).orElseThrow();
        PackageFile after = PackageFile.open(out().resolve(name)).orElseThrow();
        assertThat(after.members())
            .extracting(Member::path)
            .containsExactlyElementsOf(before.members().stream().map(Member::path).toList());
        for (Member member : before.members()) {
          assertThat(Files.readAllBytes(after.tree().path(member.path())))
              .as("%s in %s", member.path(), name)
              .isEqualTo(Files.readAllBytes(before.tree().path(member.path())));
        }
      }
      Files.move(out(), folder.resolve("way" + way));
    }
  }

  @Test
  void leavesIdenticalWheelsAlone() throws IOException {
    WheelSplitRequest request = variant(many(MANY), "rocm7");
    assertThat(split(request).upToDate()).isFalse();
    List<String> names = names(out());
    FileTime before = FileTime.fromMillis(1000);
    for (String name : names) {
      Files.setLastModifiedTime(out().resolve(name), before);
    }
    WheelSplitReport again = split(request);
    assertThat(again.upToDate()).isTrue();
    assertThat(names(out())).isEqualTo(names);
    for (String name : names) {
      assertThat(Files.getLastModifiedTime(out().resolve(name))).isEqualTo(before);
    }
    Files.delete(out().resolve("many-1.0-variants.json"));
    assertThat(split(request).upToDate()).isFalse();
    assertThat(names(out())).isEqualTo(names);
  }

  @Test
  void aWheelThatIsThereIsReplacedOnlyWhenAsked() throws IOException {
    Path wheel = many(MANY);
    Files.createDirectories(out());
    Path there = out().resolve("amd_many_device_gfx942-1.0-py3-none-linux_x86_64.whl");
    Files.writeString(there, "mine");
    assertThatThrownBy(() -> split(request(wheel))).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(names(out())).containsExactly(there.getFileName().toString());
    assertThat(there).hasContent("mine");
    split(request(wheel).with(WheelSplitRequest.FORCE, true));
    assertThat(names(out())).hasSize(5);
  }

  @Test
  void theFatWheelIsNotReplacedByItsHostWheel() throws IOException {
    Path wheel = many(MANY);
    byte[] before = Files.readAllBytes(wheel);
    WheelSplitRequest replacing =
        WheelSplitRequest.of(wheel, folder).with(WheelSplitRequest.FORCE, true);
    assertThatThrownBy(() -> split(replacing))
        .isInstanceOfSatisfying(
            OperationException.class,
            refused -> assertThat(refused.reason()).isEqualTo(Obstacle.OVERLAP));
    assertThat(wheel).hasBinaryContent(before);
    assertThat(names(folder)).containsExactly(MANY);
  }

  /** Cancelled anywhere, it leaves nothing. */
  @Test
  void cancelledItLeavesNothing() throws IOException {
    Path wheel = many(MANY);
    int cancelled = 0;
    boolean done = false;
    for (int limit = 0; !done; limit += 1 + limit / 4) {
      AtomicInteger left = new AtomicInteger(limit);
      try {
        new WheelSplit(request(wheel)).run(() -> left.getAndDecrement() <= 0);
        done = true;
      } catch (CancellationException e) {
        cancelled++;
        assertThat(names(folder)).as("after %d questions", limit).containsExactly(MANY);
      }
    }
    assertThat(cancelled).isGreaterThan(5);
    assertThat(names(out())).hasSize(5);
  }
}
