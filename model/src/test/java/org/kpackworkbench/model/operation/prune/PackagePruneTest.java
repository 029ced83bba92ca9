package org.kpackworkbench.model.operation.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.analysis.verify.run.Verify;
import org.kpackworkbench.model.analysis.verify.run.VerifyRequest;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.Member;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.Packages;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;

/** What is in packages is pruned as a folder is, and is a package again. */
class PackagePruneTest {
  private static final String MANY = "many-1.0-py3-none-linux_x86_64.whl";
  private static final TargetFilter MINE = TargetFilter.of(List.of("gfx942"));

  @TempDir private Path folder;

  private static PruneReport prune(Path input, Path output) throws IOException {
    return new Prune(PruneRequest.keeping(input, output, MINE)).run();
  }

  private static Map<String, Member> members(Path file) throws IOException {
    Map<String, Member> all = new TreeMap<>();
    PackageFile.open(file).orElseThrow().members().stream()
        .filter(member -> member.kind() != Member.Kind.FOLDER)
        .forEach(member -> all.put(member.path(), member));
    return all;
  }

  private static List<String> targets(Path input) throws IOException {
    return Prune.targets(input, Progress.NONE).stream().map(GpuTarget::toString).toList();
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void ofAWheelComesAWheel() throws IOException {
    Path wheel = Fixtures.path(MANY);
    assertThat(targets(wheel))
        .containsExactlyInAnyOrder(
            "gfx90a:xnack+", "gfx90a:xnack-", "gfx942", "gfx1030", "gfx1100");
    Path output = folder.resolve("new").resolve(MANY);
    PruneReport report = prune(wheel, output);
    assertThat(targets(output)).containsExactly("gfx942");
    assertThat(report.files())
        .singleElement()
        .satisfies(
            file -> {
              assertThat(file.name()).isEqualTo("many/lib/libmany.so");
              assertThat(file.path()).isEqualTo(output.resolve("many/lib/libmany.so"));
            });
    Map<String, Member> before = members(wheel);
    Map<String, Member> after = members(output);
    assertThat(after.keySet()).isEqualTo(before.keySet());
    for (String path : before.keySet()) {
      assertThat(after.get(path).mode()).as(path).isEqualTo(before.get(path).mode());
      assertThat(after.get(path).modifiedMillis())
          .as(path)
          .isEqualTo(before.get(path).modifiedMillis());
    }
    assertThat(Verify.run(List.of(output), VerifyRequest.everything()).findings())
        .allMatch(finding -> finding.severity() == Severity.NOTE);
    prune(wheel, folder.resolve("again").resolve(MANY));
    assertThat(folder.resolve("again").resolve(MANY)).hasSameBinaryContentAs(output);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.tar", "a.tar.gz", "a.tgz", "a.tar.xz", "a.tar.zst"})
  void ofATarFileComesATarFile(String name) throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree/lib"));
    Files.copy(FatFixture.MANY.path(), tree.resolve("libmany.so.1"));
    Files.createSymbolicLink(tree.resolve("libmany.so"), Path.of("libmany.so.1"));
    Path packed = folder.resolve(name);
    TarPack.write(folder.resolve("tree"), packed, TarOptions.DEFAULT);
    Path output = folder.resolve("new").resolve(name);
    prune(packed, output);
    assertThat(targets(output)).containsExactly("gfx942");
    assertThat(members(output).keySet()).containsExactly("lib/libmany.so", "lib/libmany.so.1");
    assertThat(members(output).get("lib/libmany.so").linkTarget()).isEqualTo("libmany.so.1");
    byte[] magic = Files.readAllBytes(output);
    assertThat(Files.readAllBytes(packed)).startsWith(magic[0], magic[1], magic[2]);
  }

  /** Folders, links, modes and times stay; of a wheel's RECORD there is none to write. */
  /** A name that says another compression, or none, would lie about what is in the file. */
  @ParameterizedTest
  @ValueSource(strings = {"a.foo", "a.tar.bz2", "a"})
  void aTarFileIsNamedByItsCompression(String name) throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree"));
    Files.copy(FatFixture.MANY.path(), tree.resolve("libmany.so"));
    Path packed = folder.resolve("a.tar");
    TarPack.write(tree, packed, TarOptions.DEFAULT);
    PruneRequest request = PruneRequest.keeping(packed, folder.resolve(name), MINE);
    for (ThrowingCallable each :
        List.<ThrowingCallable>of(
            () -> new Prune(request).run(), () -> new Prune(request).plan())) {
      assertThatThrownBy(each)
          .isInstanceOf(OperationException.class)
          .hasMessageContaining(
              folder.resolve(name) + ": expected a name that ends with one of .tar,");
    }
    assertThat(names()).containsExactlyInAnyOrder("a.tar", "tree");
  }

  @Test
  void ofAZipArchiveComesAZipArchive() throws IOException {
    Path zip = folder.resolve("many.zip");
    try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(zip)) {
      member(out, "lib/", 040755, new byte[0]);
      member(out, "./lib//libmany.so.1", 0100755, Files.readAllBytes(FatFixture.MANY.path()));
      member(out, "lib/libmany.so", 0120777, "libmany.so.1".getBytes(StandardCharsets.UTF_8));
      member(out, "README", 0100644, "hello\n".getBytes(StandardCharsets.UTF_8));
      member(out, "empty/", 040700, new byte[0]);
    }
    Path output = folder.resolve("new/many.zip");
    PruneReport report = prune(zip, output);
    assertThat(targets(output)).containsExactly("gfx942");
    assertThat(report.files())
        .extracting(PruneReport.PrunedFile::name)
        .containsExactly("lib/libmany.so.1");
    List<Member> before = PackageFile.open(zip).orElseThrow().members();
    List<Member> after = PackageFile.open(output).orElseThrow().members();
    assertThat(after)
        .extracting(Member::path, Member::kind, Member::mode, Member::linkTarget)
        .containsExactlyElementsOf(
            before.stream()
                .map(each -> tuple(each.path(), each.kind(), each.mode(), each.linkTarget()))
                .toList());
    assertThat(after)
        .extracting(Member::modifiedMillis)
        .containsExactlyElementsOf(before.stream().map(Member::modifiedMillis).toList());
    assertThat(Files.readString(Packages.inside(output).resolve("README"))).isEqualTo("hello\n");
    prune(zip, folder.resolve("again.zip"));
    assertThat(folder.resolve("again.zip")).hasSameBinaryContentAs(output);
  }

  private static void member(ZipArchiveOutputStream out, String name, int mode, byte[] content)
      throws IOException {
    ZipArchiveEntry entry = new ZipArchiveEntry(name);
    entry.setUnixMode(mode);
    entry.setTime(1_767_323_044_000L);
    out.putArchiveEntry(entry);
    out.write(content);
    out.closeArchiveEntry();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tiny.deb", "tiny.rpm"})
  void ofAPackageComesAFolderWithItsContents(String name) throws IOException {
    Path output = folder.resolve("contents");
    PruneReport report =
        new Prune(
                PruneRequest.keeping(
                    Fixtures.path(name), output, TargetFilter.of(List.of("gfx1030"))))
            .run();
    assertThat(output.resolve("usr/lib/libtiny.so.1"))
        .hasSameBinaryContentAs(Fixtures.path("libtiny.so"));
    assertThat(output.resolve("usr/lib/libtiny.so")).isSymbolicLink();
    assertThat(report.findings()).extracting(OperationNote::rule).contains("contents-only");
  }

  @Test
  void aPlanWritesNothing() throws IOException {
    Path output = folder.resolve("new").resolve(MANY);
    PruneReport plan = new Prune(PruneRequest.keeping(Fixtures.path(MANY), output, MINE)).plan();
    PruneReport ofNoOutput =
        new Prune(PruneRequest.keeping(Fixtures.path(MANY), output, MINE).inPlace()).plan();
    for (PruneReport each : List.of(plan, ofNoOutput)) {
      assertThat(each.files())
          .extracting(PruneReport.PrunedFile::name)
          .containsExactly("many/lib/libmany.so");
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void whatCannotBeDoneIsRefused() throws IOException {
    Path wheel = Files.copy(Fixtures.path(MANY), folder.resolve(MANY));
    assertThatThrownBy(() -> new Prune(PruneRequest.keeping(wheel, wheel, MINE).inPlace()).run())
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("not changed in place");
    assertThatThrownBy(
            () -> new Prune(PruneRequest.keeping(wheel, wheel, MINE).replacing(true)).run())
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("not changed in place");
    assertThatThrownBy(() -> prune(wheel, folder.resolve("pruned.whl")))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("not a valid wheel name");
    for (String other :
        List.of(
            "many-2.0-py3-none-linux_x86_64.whl",
            "many-1.0-1a-py3-none-linux_x86_64.whl",
            "few-1.0-py3-none-linux_x86_64.whl")) {
      assertThatThrownBy(() -> prune(wheel, folder.resolve(other)))
          .isInstanceOf(OperationException.class)
          .hasMessageContaining("expected " + MANY + ", as the wheel's contents say");
    }
    Path there = Files.writeString(folder.resolve("many-1.0-py3-none-any.whl"), "mine");
    assertThatThrownBy(() -> prune(wheel, there)).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(there).hasContent("mine");
    assertThat(names()).containsExactly("many-1.0-py3-none-any.whl", MANY);
  }

  private PruneRequest labelled(Path input, Path output, String build, String local) {
    return PruneRequest.keeping(input, output, MINE)
        .labelled(
            new WheelLabels(
                Optional.of(build).filter(text -> !text.isEmpty()),
                Optional.of(local).filter(text -> !text.isEmpty())));
  }

  /** The file's name, its folder and its texts agree, and RECORD has the new paths. */
  @ParameterizedTest
  @CsvSource({
    "1gfx942, '', many-1.0-1gfx942-py3-none-linux_x86_64.whl, 1.0",
    "'', gfx942, many-1.0+gfx942-py3-none-linux_x86_64.whl, 1.0+gfx942",
    "2, gfx942.a, many-1.0+gfx942.a-2-py3-none-linux_x86_64.whl, 1.0+gfx942.a",
  })
  void aWheelGetsABuildTagAndALocalVersion(String build, String local, String name, String version)
      throws IOException {
    Files.createDirectories(folder.resolve("out"));
    Path wheel = Fixtures.path(MANY);
    new Prune(labelled(wheel, folder.resolve("out"), build, local)).run();
    assertThat(folder.resolve("out")).isDirectoryContaining("glob:**/" + name);
    Path output = folder.resolve("out").resolve(name);
    assertThat(targets(output)).containsExactly("gfx942");
    String info = "many-%s.dist-info/".formatted(version);
    assertThat(members(output).keySet())
        .containsExactlyInAnyOrder(
            "many/__init__.py",
            "many/lib/libmany.so",
            info + "METADATA",
            info + "WHEEL",
            info + "RECORD");
    Path root = Packages.inside(output);
    assertThat(Files.readAllLines(root.resolve(info + "METADATA")))
        .containsExactlyElementsOf(
            Files.readAllLines(Packages.inside(wheel).resolve("many-1.0.dist-info/METADATA"))
                .stream()
                .map(line -> line.equals("Version: 1.0") ? "Version: " + version : line)
                .toList());
    List<String> tags =
        new ArrayList<>(
            Files.readAllLines(Packages.inside(wheel).resolve("many-1.0.dist-info/WHEEL")));
    if (!build.isEmpty()) {
      tags.add("Build: " + build);
    }
    assertThat(Files.readAllLines(root.resolve(info + "WHEEL"))).containsExactlyElementsOf(tags);
    assertThat(Verify.run(List.of(output), VerifyRequest.everything()).findings())
        .allMatch(finding -> finding.severity() == Severity.NOTE);

    // Of a wheel that has both, the build tag is replaced, and the local version goes on.
    Path again = Files.createDirectories(folder.resolve("again"));
    new Prune(labelled(output, again, "9x", "cut")).run();
    String whole = version + (version.contains("+") ? ".cut" : "+cut");
    Path second = again.resolve("many-%s-9x-py3-none-linux_x86_64.whl".formatted(whole));
    Path inside = Packages.inside(second).resolve("many-%s.dist-info".formatted(whole));
    assertThat(inside.resolve("METADATA")).content().contains("Version: " + whole + "\n");
    assertThat(Files.readAllLines(inside.resolve("WHEEL")))
        .filteredOn(line -> line.startsWith("Build:"))
        .containsExactly("Build: 9x");
  }

  @Test
  void onlyWheelsHaveLabels() {
    Path library = FatFixture.MANY.path();
    for (Path input : List.of(library, Fixtures.path("tiny.deb"))) {
      assertThatThrownBy(() -> new Prune(labelled(input, folder.resolve("new"), "1", "")).run())
          .isInstanceOf(OperationException.class)
          .hasMessageContaining("is not a wheel: only wheels have a build tag");
    }
    assertThatThrownBy(
            () -> new Prune(labelled(Fixtures.path(MANY), folder.resolve(MANY), "1", "")).run())
        .hasMessageContaining("expected many-1.0-1-py3-none-linux_x86_64.whl");
    for (String wrong : List.of("gfx942", "1-a", "")) {
      assertThatThrownBy(() -> WheelLabels.buildTag(wrong))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (String wrong : List.of("a b", "+a", "a..b", "")) {
      assertThatThrownBy(() -> WheelLabels.localVersion(wrong))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(WheelLabels.localVersion("Gfx94X-DCGPU_1")).isEqualTo("gfx94x.dcgpu.1");
  }

  @Test
  void cancelledItLeavesNothing() throws IOException {
    Path output = folder.resolve("new").resolve(MANY);
    PruneRequest request = PruneRequest.keeping(Fixtures.path(MANY), output, MINE);
    int cancelled = 0;
    boolean done = false;
    for (int limit = 0; !done; limit += 1 + limit / 4) {
      AtomicInteger left = new AtomicInteger(limit);
      try {
        new Prune(request).run(() -> left.getAndDecrement() <= 0);
        done = true;
      } catch (CancellationException e) {
        cancelled++;
        assertThat(names()).as("after %d questions", limit).isEmpty();
      }
    }
    assertThat(cancelled).isGreaterThan(5);
    assertThat(output).exists();
  }
}
