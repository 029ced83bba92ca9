package org.kpackworkbench.model.operation.pack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.FileModes;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.TreeText;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.WrittenArchive;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.model.operation.pack.PackReport.PackedBinary;

/** A whole install tree, or one binary, packed. */
@DisabledOnOs(OS.WINDOWS)
class PackTest {
  private static final FileTime TIME = FileTime.fromMillis(1_234_567_890_000L);

  @TempDir Path folder;
  private Path in;
  private Path out;

  @BeforeEach
  void makeTree() throws IOException {
    in = folder.resolve("in");
    out = folder.resolve("out");
    Files.createDirectories(in.resolve("lib/deep/er"));
    Files.createDirectories(in.resolve("bin"));
    Files.createDirectories(in.resolve("empty"));
    Files.copy(FatFixture.DRIFT.path(), in.resolve("lib/libdrift.so.1.1"));
    Files.createSymbolicLink(in.resolve("lib/libdrift.so.1"), Path.of("libdrift.so.1.1"));
    Files.createSymbolicLink(in.resolve("lib/libdrift.so"), Path.of("libdrift.so.1"));
    Files.copy(FatFixture.COMPRESSED.path(), in.resolve("lib/deep/er/libcompressed.so"));
    Files.copy(FatFixture.EXE_PIE_LLD.path(), in.resolve("bin/program"));
    Files.createLink(in.resolve("bin/program-too"), in.resolve("bin/program"));
    Files.copy(Fixtures.path("libplain.so"), in.resolve("lib/libplain.so"));
    Files.copy(Fixtures.path("libhostonly.so"), in.resolve("lib/libhostonly.so"));
    Files.writeString(in.resolve("lib/text with spaces, ü.txt"), "text");
    Files.createSymbolicLink(in.resolve("bin/dangling"), Path.of("/nowhere/at all"));
    Files.createSymbolicLink(in.resolve("bin/outside"), Path.of("../../elsewhere"));
    Files.createDirectories(folder.resolve("elsewhere"));
    Files.copy(FatFixture.ONE.path(), folder.resolve("elsewhere/libone.so"));
    for (String path :
        List.of("lib/libdrift.so.1.1", "lib/text with spaces, ü.txt", "bin/program", "lib/deep")) {
      Files.setLastModifiedTime(in.resolve(path), TIME);
    }
    Files.setPosixFilePermissions(
        in.resolve("lib/libdrift.so.1.1"), PosixFilePermissions.fromString("r-xr-x--x"));
    Files.setPosixFilePermissions(
        in.resolve("lib/libplain.so"), PosixFilePermissions.fromString("rw-------"));
    Files.setPosixFilePermissions(
        in.resolve("lib/deep"), PosixFilePermissions.fromString("r-xr-xr-x"));
    Files.getFileAttributeView(
            in.resolve("lib/libdrift.so"), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .setTimes(TIME, null, null);
    Files.setLastModifiedTime(in, TIME);
  }

  private PackRequest request() {
    return PackRequest.of(in, out, "math", "gfx9X");
  }

  private static PackReport run(PackRequest request) throws IOException {
    return new Pack(request).run(Progress.NONE);
  }

  private static Marker marker(Path binary) throws IOException {
    try (OpenFile file = OpenFile.open(binary)) {
      return java.util.Objects.requireNonNull(FatBinary.read(ElfFile.read(file.view())).marker());
    }
  }

  @Test
  void everyBinaryBecomesHostOnlyAndOneArchiveHoldsEverything() throws IOException {
    PackReport report = run(request());
    Path archive = out.resolve(".kpack/math-gfx9X.kpack");
    assertThat(Expected.paths(report.archives())).containsExactly(archive);
    List<String> fat =
        List.of("bin/program", "lib/deep/er/libcompressed.so", "lib/libdrift.so.1.1");
    int rows = 0;
    for (String path : fat) {
      rows += Expected.inArchives(in.resolve(path), path, List.of(archive));
      Marker marker = marker(out.resolve(path));
      assertThat(marker.kernelName()).isEqualTo(path);
      assertThat(marker.searchPaths()).hasSize(1);
      assertThat(out.resolve(path).resolveSibling(marker.searchPaths().getFirst()).toRealPath())
          .isEqualTo(archive.toRealPath());
    }
    try (KpackArchive read = KpackArchive.open(archive)) {
      assertThat(read.entryCount()).isEqualTo(rows);
      assertThat(read.groupName()).isEqualTo("math");
      assertThat(read.family()).isEqualTo("gfx9X");
      assertThat(read.architectures())
          .containsExactlyElementsOf(report.archives().getFirst().targets())
          .containsExactly("gfx90a", "gfx942", "gfx1030", "gfx1100");
    }
    assertThat(report.binaries())
        .extracting(binary -> binary.planned().path(), binary -> binary.report().outcome())
        .containsExactly(
            tuple("bin/program", HostOnlyOutcome.CONVERTED),
            tuple("lib/deep/er/libcompressed.so", HostOnlyOutcome.CONVERTED),
            tuple("lib/libdrift.so.1.1", HostOnlyOutcome.CONVERTED),
            tuple("lib/libhostonly.so", HostOnlyOutcome.ALREADY_HOST_ONLY));
    assertThat(report.copied()).isEqualTo(2);
    assertThat(report.links()).isEqualTo(4);
    assertThat(report.findings()).extracting(OperationNote::rule).containsExactly("same-file");
  }

  /** It is found from the folders of all of its names. */
  @Test
  void aBinaryWithSeveralNamesStaysOne() throws IOException {
    Files.createLink(in.resolve("lib/deep/er/program"), in.resolve("bin/program"));
    PackReport report = run(request());
    Path made = out.resolve("bin/program");
    for (String path : List.of("bin/program-too", "lib/deep/er/program")) {
      assertThat(Files.isSameFile(out.resolve(path), made)).as(path).isTrue();
    }
    Marker marker = marker(made);
    assertThat(marker.kernelName()).isEqualTo("bin/program");
    assertThat(marker.searchPaths())
        .containsExactly("../.kpack/math-gfx9X.kpack", "../../../.kpack/math-gfx9X.kpack");
    assertThat(report.binaries())
        .extracting(binary -> binary.planned().path())
        .startsWith("bin/program", "lib/deep/er/libcompressed.so");
    assertThat(report.findings())
        .extracting(OperationNote::file, OperationNote::message)
        .containsExactly(
            tuple(
                in.toRealPath().resolve("bin/program-too"),
                "it is the same file as bin/program, by a hard link, and stays so"),
            tuple(
                in.toRealPath().resolve("lib/deep/er/program"),
                "it is the same file as bin/program, by a hard link, and stays so"));
    assertThat(new Pack(request().replacing(true)).plan(Progress.NONE).copied()).hasSize(2);
  }

  @Test
  void aBinaryWithSeveralNamesThatCannotBeConvertedStaysOne() throws IOException {
    Path bad = in.resolve("lib/bad.so");
    ReplacedBytes.declaringMore(FatFixture.COMPRESSED.path(), bad);
    Files.createLink(in.resolve("lib/bad-too.so"), bad);
    PackReport report = run(request());
    assertThat(Files.isSameFile(out.resolve("lib/bad.so"), out.resolve("lib/bad-too.so"))).isTrue();
    assertThat(report.findings())
        .filteredOn(note -> note.rule().equals("broken-bundle"))
        .hasSize(1);
  }

  @Test
  void point7EverythingElseIsAsItWas() throws IOException {
    Map<String, String> before = Expected.tree(in);
    run(request());
    assertThat(Expected.tree(in)).isEqualTo(before);
    Map<String, String> after = Expected.tree(out);
    assertThat(after.remove(".kpack")).isEqualTo("folder");
    assertThat(after.remove(".kpack/math-gfx9X.kpack")).startsWith("file");
    assertThat(after.keySet()).isEqualTo(before.keySet());
    for (String path :
        List.of(
            "empty",
            "lib/text with spaces, ü.txt",
            "lib/libplain.so",
            "lib/libhostonly.so",
            "lib/libdrift.so.1",
            "lib/libdrift.so",
            "bin/dangling",
            "bin/outside")) {
      assertThat(after).containsEntry(path, before.get(path));
    }
    for (String path : before.keySet()) {
      Path one = in.resolve(path);
      Path other = out.resolve(path);
      assertThat(Files.getLastModifiedTime(other, LinkOption.NOFOLLOW_LINKS))
          .as(path)
          .isEqualTo(Files.getLastModifiedTime(one, LinkOption.NOFOLLOW_LINKS));
      assertThat(Files.getPosixFilePermissions(other, LinkOption.NOFOLLOW_LINKS))
          .as(path)
          .isEqualTo(Files.getPosixFilePermissions(one, LinkOption.NOFOLLOW_LINKS));
    }
  }

  /** That shows when its other bundles are in the archive already. */
  @Test
  void nothingOfABinaryWithABadBundleIsPacked() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree"));
    Files.copy(FatFixture.ONE.path(), tree.resolve("libone.so"));
    Files.writeString(tree.resolve("zz.so"), "no binary at all");
    PackRequest request = PackRequest.of(tree, out, "math", "gfx9X");
    PackReport without = run(request);
    Map<String, String> expected = withoutTimes();
    ReplacedBytes.declaringMore(FatFixture.COMPRESSED.path(), tree.resolve("zz.so"));
    PackReport report = run(request.replacing(true));
    Map<String, String> packed = withoutTimes();
    assertThat(packed.remove("zz.so")).isNotEqualTo(expected.remove("zz.so"));
    assertThat(packed).isEqualTo(expected);
    assertThat(report.archives()).isEqualTo(without.archives());
    assertThat(report.binaries()).hasSameSizeAs(without.binaries());
  }

  private Map<String, String> withoutTimes() throws IOException {
    Map<String, String> tree = TreeText.of(out);
    tree.replaceAll((path, text) -> text.replaceAll(" \\d{4}-\\S+Z", ""));
    return tree;
  }

  @Test
  void aBadBundleAloneMakesNoArchive() throws IOException {
    Path alone = Files.createDirectories(folder.resolve("alone"));
    ReplacedBytes.declaringMore(FatFixture.COMPRESSED.path(), alone.resolve("lib.so"));
    PackReport report = run(PackRequest.of(alone, out, "math", "gfx9X"));
    assertThat(report.archives()).isEmpty();
    assertThat(TreeText.names(out)).isEqualTo("lib.so\n");
    assertThat(report.findings())
        .extracting(OperationNote::rule)
        .containsExactly("broken-bundle", "nothing-to-pack");
  }

  @Test
  void point8WhatCannotBeConvertedIsCopiedUnchangedAndReported() throws IOException {
    Files.copy(Fixtures.path("libcomm.so"), in.resolve("lib/libcomm.so"));
    Files.copy(Fixtures.path("libaarch64.so"), in.resolve("lib/libaarch64.so"));
    Files.copy(Fixtures.path("libnosections.so"), in.resolve("lib/libnosections.so"));
    Files.copy(Fixtures.path("object.o"), in.resolve("lib/object.o"));
    Files.write(in.resolve("lib/windows.dll"), new byte[] {'M', 'Z', 0, 0});
    Files.copy(Fixtures.path("axpy-gfx1100.hsaco"), in.resolve("lib/kernel.hsaco"));
    ReplacedBytes.declaringMore(FatFixture.COMPRESSED.path(), in.resolve("lib/broken.so"));
    PackReport report = run(request());
    for (String path :
        List.of(
            "libcomm.so",
            "libaarch64.so",
            "libnosections.so",
            "object.o",
            "broken.so",
            "windows.dll",
            "kernel.hsaco")) {
      assertThat(Files.mismatch(in.resolve("lib/" + path), out.resolve("lib/" + path)))
          .as(path)
          .isEqualTo(-1);
    }
    assertThat(report.findings())
        .extracting(finding -> in.relativize(finding.file()) + " " + finding.rule())
        .containsExactlyInAnyOrder(
            "bin/program-too same-file",
            "lib/broken.so broken-bundle",
            "lib/libaarch64.so not-x86-64-elf",
            "lib/libcomm.so no-wrappers",
            "lib/libnosections.so no-section-headers",
            "lib/object.o not-linked");
    try (KpackArchive archive = KpackArchive.open(report.archives().getFirst().path())) {
      assertThat(archive.binaries()).doesNotContain("lib/broken.so");
      // Nothing of the broken file's other bundles stays behind.
      long named = archive.entries().stream().mapToInt(entry -> entry.ordinal()).distinct().count();
      assertThat(archive.blobCount()).hasValue((int) named);
    }
    assertThat(report.copied()).isEqualTo(9);
  }

  @Test
  void findingsNamePathsAsTheInputWasNamed() throws IOException {
    Files.write(in.resolve("lib/broken.so"), "\u007fELF".getBytes(UTF_8));
    Path link = Files.createSymbolicLink(folder.resolve("link"), in);
    PackRequest request = PackRequest.of(link, folder.resolve("linked"), "g", "f");
    assertThat(new Pack(request).run(Progress.NONE).findings())
        .extracting(OperationNote::file)
        .isNotEmpty()
        .allMatch(file -> file.startsWith(link));
  }

  @Test
  void windowsBinariesAreConvertedAsOthers() throws IOException {
    Files.copy(Fixtures.path("windows.dll"), in.resolve("lib/windows.dll"));
    PackReport report = run(request());
    try (KpackArchive archive = KpackArchive.open(report.archives().getFirst().path())) {
      assertThat(archive.binaries()).contains("lib/windows.dll");
    }
    assertThat(Files.size(out.resolve("lib/windows.dll"))).isEqualTo(6144);
  }

  @Test
  void specialFilesAreLeftOutAndReported() throws Exception {
    Process made = new ProcessBuilder("mkfifo", in.resolve("lib/pipe").toString()).start();
    assertThat(made.waitFor()).isZero();
    PackReport report = run(request());
    assertThat(out.resolve("lib/pipe")).doesNotExist();
    assertThat(report.findings())
        .extracting(OperationNote::rule)
        .containsExactly("same-file", "special-file");
  }

  @Test
  void oneBinaryGetsATreeOfItsOwn() throws IOException {
    Path file = in.resolve("lib/libdrift.so");
    PackReport report = run(PackRequest.of(file, out, "g", "f"));
    assertThat(Expected.tree(out).keySet())
        .containsExactlyInAnyOrder("", ".kpack", ".kpack/g-f.kpack", "libdrift.so");
    assertThat(out.resolve("libdrift.so")).isRegularFile();
    assertThat(
            Expected.inArchives(
                FatFixture.DRIFT.path(), "libdrift.so", Expected.paths(report.archives())))
        .isEqualTo(11);
    assertThat(marker(out.resolve("libdrift.so")).searchPaths())
        .containsExactly(".kpack/g-f.kpack");
  }

  @Test
  void point8OneBinaryThatCannotBeConvertedIsRefused() throws IOException {
    PackRequest request = PackRequest.of(Fixtures.path("libcomm.so"), out, "g", "f");
    assertThatThrownBy(() -> run(request)).isInstanceOf(HostOnlyRefusedException.class);
    PackRequest text = PackRequest.of(in.resolve("lib/text with spaces, ü.txt"), out, "g", "f");
    assertThatThrownBy(() -> run(text)).isInstanceOf(HostOnlyRefusedException.class);
    assertThat(Expected.names(folder)).containsExactly("elsewhere", "in");
  }

  @Test
  void aFilterKeepsWhatMatchesAndIsAnErrorWhereNothingDoes() throws IOException {
    PackReport report =
        run(
            request()
                .with(
                    ArchiveOptions.DEFAULT.with(
                        ArchiveOptions.KEEP_TARGETS, TargetFilter.of(List.of("gfx1030")))));
    assertThat(report.archives().getFirst().targets()).containsExactly("gfx1030");
    assertThat(report.dropped())
        .extracting(dropped -> dropped.target().toString())
        .containsExactly("gfx90a", "gfx942", "gfx1100");
    assertThat(report.findings())
        .extracting(finding -> in.relativize(finding.file()) + " " + finding.rule())
        .containsExactly(
            "bin/program nothing-kept",
            "bin/program-too same-file",
            "lib/deep/er/libcompressed.so nothing-kept");
    PackRequest nothing =
        PackRequest.of(in, folder.resolve("other"), "g", "f")
            .with(
                ArchiveOptions.DEFAULT.with(
                    ArchiveOptions.KEEP_TARGETS, TargetFilter.of(List.of("gfx803"))));
    assertThat(catchThrowableOfType(OperationException.class, () -> run(nothing)).reason())
        .isEqualTo(OperationException.Obstacle.NOTHING_KEPT);
    assertThat(Expected.names(folder)).containsExactly("elsewhere", "in", "out");
  }

  @Test
  void aTreeWithoutDeviceCodeIsCopiedAndThatIsSaid() throws IOException {
    PackReport report = run(PackRequest.of(in.resolve("empty"), out, "g", "f"));
    assertThat(report.archives()).isEmpty();
    assertThat(report.findings())
        .singleElement()
        .returns(Severity.NOTE, OperationNote::severity)
        .returns("nothing-to-pack", OperationNote::rule);
    assertThat(Expected.names(out)).isEmpty();
  }

  @Test
  void aDryRunListsWhatWouldBeWrittenAndWritesNothing() throws IOException {
    PackPlan plan = new Pack(request()).plan(Progress.NONE);
    assertThat(Expected.names(folder)).containsExactly("elsewhere", "in");
    assertThat(plan.copied()).containsExactly("lib/libplain.so", "lib/text with spaces, ü.txt");
    PackReport report = run(request());
    assertThat(plan.binaries())
        .isEqualTo(report.binaries().stream().map(PackedBinary::planned).toList());
    assertThat(plan.archives())
        .isEqualTo(
            report.archives().stream()
                .map(done -> done.written(new WrittenArchive(0, -1, 0, -1, 0, 0, false)))
                .toList());
    for (PackedBinary binary : report.binaries()) {
      assertThat(binary.file()).hasSize(binary.planned().preview().outputSizeBytes());
    }
  }

  @Test
  void inputAndOutputMustLieApart() {
    for (Path output :
        List.of(in, in.resolve("new"), folder, in.resolve("lib/../../in/x"), Path.of("/"))) {
      PackRequest request = PackRequest.of(in, output, "g", "f").replacing(true);
      assertThat(catchThrowableOfType(OperationException.class, () -> run(request)))
          .as("%s", output)
          .isNotNull()
          .returns(OperationException.Obstacle.OVERLAP, OperationException::reason);
    }
  }

  @Test
  void whatIsThereIsReplacedOnlyWhenAskedAndThenAsAWhole() throws IOException {
    Files.createDirectories(out.resolve("old/folder"));
    Files.writeString(out.resolve("old/folder/file"), "old");
    assertThatThrownBy(() -> run(request())).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(out.resolve("old/folder/file")).hasContent("old");
    run(request().replacing(true));
    assertThat(Expected.names(out)).containsExactly(".kpack", "bin", "empty", "lib");
    Path file = Files.writeString(folder.resolve("file"), "file");
    assertThatThrownBy(() -> run(PackRequest.of(in, file, "g", "f").replacing(true)))
        .isInstanceOf(FileSystemException.class);
    assertThat(file).hasContent("file");
    assertThat(Expected.names(folder)).containsExactly("elsewhere", "file", "in", "out");
  }

  @Test
  void anEmptyFolderIsTaken() throws IOException {
    Files.createDirectory(out);
    run(request());
    assertThat(out.resolve(".kpack/math-gfx9X.kpack")).exists();
  }

  @Test
  void aTreeThatHasTheArchiveAlreadyIsRefused() throws IOException {
    Files.createDirectories(in.resolve(".kpack"));
    Files.writeString(in.resolve(".kpack/other.kpack"), "other");
    run(request());
    assertThat(out.resolve(".kpack/other.kpack")).hasContent("other");
    Files.writeString(in.resolve(".kpack/math-gfx9X.kpack"), "mine");
    PackRequest again = PackRequest.of(in, folder.resolve("again"), "math", "gfx9X");
    assertThat(catchThrowableOfType(OperationException.class, () -> run(again)).reason())
        .isEqualTo(OperationException.Obstacle.ARCHIVE_IN_TREE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a/b", "..\\x", "a\nb", ".", "..", "@GFXARCH@", "x@GFXARCH@y"})
  void aGroupOrFamilyThatMakesNoFileNameIsRefused(String name) {
    for (PackRequest request :
        List.of(PackRequest.of(in, out, name, "f"), PackRequest.of(in, out, "g", name))) {
      assertThat(catchThrowableOfType(OperationException.class, () -> run(request)).reason())
          .isEqualTo(OperationException.Obstacle.BAD_NAME);
    }
    assertThat(out).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void cancelledOrFailedAtAnyStepNothingIsLeftBehind(boolean cancels) throws IOException {
    Files.createDirectories(out);
    Files.writeString(out.resolve("old"), "old");
    PackRequest request = PackRequest.of(in, out, "g", "f").replacing(true);
    Map<String, String> before = Expected.tree(folder);
    int step = 1;
    while (true) {
      Expected.Trap trap = new Expected.Trap(step, cancels);
      try {
        new Pack(request).run(trap);
        break;
      } catch (RuntimeException injected) {
        assertThat(trap.sprung()).isTrue();
        assertThat(Expected.tree(folder)).as("after step %d", step).isEqualTo(before);
      }
      step += 1 + step / 12;
    }
    assertThat(step).isGreaterThan(60);
    assertThat(Expected.names(out)).containsExactly(".kpack", "bin", "empty", "lib");
    assertThat(Expected.names(folder)).containsExactly("elsewhere", "in", "out");
  }

  @Test
  void foldersAboveTheOutputAreMadeAndGoAwayAgain() throws IOException {
    Path deep = folder.resolve("not/there/yet");
    Expected.Trap trap = new Expected.Trap(60, true);
    assertThatThrownBy(() -> new Pack(PackRequest.of(in, deep, "g", "f")).run(trap))
        .isInstanceOf(java.util.concurrent.CancellationException.class);
    assertThat(folder.resolve("not")).doesNotExist();
    run(PackRequest.of(in, deep, "g", "f"));
    assertThat(deep.resolve(".kpack/g-f.kpack")).exists();
  }

  @Test
  void theSameInputGivesTheSameBytesWhateverTheThreads() throws IOException {
    run(request().with(ArchiveOptions.DEFAULT.with(CommonOptions.JOBS, 1)));
    Path again = folder.resolve("again");
    run(
        PackRequest.of(in, again, "math", "gfx9X")
            .with(ArchiveOptions.DEFAULT.with(CommonOptions.JOBS, 5)));
    assertThat(Expected.tree(again)).isEqualTo(Expected.tree(out));
  }

  @Test
  void oneFileTakesNobodysFolder() throws IOException {
    Path file = in.resolve("lib/libdrift.so.1.1");
    Path mine = Files.createDirectories(folder.resolve("mine"));
    Files.writeString(mine.resolve("thesis.txt"), "thesis");
    PackRequest request = PackRequest.of(file, mine, "g", "f").replacing(true);
    assertThatThrownBy(() -> run(request)).hasMessageContaining("thesis.txt");
    assertThat(mine.resolve("thesis.txt")).hasContent("thesis");
  }

  @Test
  void point7SetUserBitsStay() throws IOException {
    Path program = Files.writeString(in.resolve("program"), "#!/bin/sh");
    FileModes.set(program, 06755);
    Path sticky = Files.createDirectory(in.resolve("sticky"));
    FileModes.set(sticky, 01777);
    run(request());
    assertThat(FileModes.of(out.resolve("program"))).isEqualTo(FileModes.of(program));
    assertThat(FileModes.of(out.resolve("sticky"))).isEqualTo(FileModes.of(sticky));
  }
}
