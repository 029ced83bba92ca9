package org.kpackworkbench.model.operation.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.kpackworkbench.model.operation.split.MadeArtifact.split;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.ChildJvm;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.TreeText;
import org.kpackworkbench.model.format.kpack.LoaderLimits;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.model.operation.describe.CommonOptions;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;

/** Each is a clear error; the input stays as it was, and nothing half-written is left. */
@DisabledOnOs(OS.WINDOWS)
class SplitBadInputTest {
  @TempDir Path temp;
  private Path input;
  private Path output;
  private Map<String, String> before;

  @BeforeEach
  void make() throws IOException {
    input =
        MadeArtifact.in(temp.resolve("in"), "blas_lib_gfx9X", "a/stage", "b b/ü/stage")
            .copy(FatFixture.DRIFT.path(), "a/stage/lib/libdrift.so")
            .text("b b/ü/stage/text", "text")
            .timed()
            .folder();
    output = temp.resolve("out");
    before = TreeText.of(input);
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    if (Files.exists(output)) {
      assertThat(TreeText.names(output)).doesNotContain("kpack-workbench-");
    }
    assertThat(TreeText.names(temp.resolve("in"))).doesNotContain("kpack-workbench-");
  }

  private void unchanged() throws IOException {
    assertThat(TreeText.of(input)).isEqualTo(before);
    assertThat(output).doesNotExist();
  }

  private SplitRequest request() {
    return SplitRequest.artifact(input, output);
  }

  private static Obstacle refused(SplitRequest request) {
    return catchThrowableOfType(OperationException.class, () -> split(request)).reason();
  }

  @Test
  void manifests() throws IOException {
    Path manifest = input.resolve("artifact_manifest.txt");
    Files.delete(manifest);
    assertThatThrownBy(() -> split(request()))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("artifact_manifest.txt");
    for (String bad : List.of("", "../out\n", "/etc\n", "a/stage\na/stage/lib\n")) {
      Files.writeString(manifest, bad);
      assertThatThrownBy(() -> split(request())).as(bad).isInstanceOf(FormatException.class);
    }
    Files.createSymbolicLink(input.resolve("linked"), temp);
    Files.writeString(manifest, "linked/stage\n");
    assertThatThrownBy(() -> split(request()))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("is a link");
    assertThat(output).doesNotExist();
  }

  @Test
  void namesAndPlaces() throws IOException {
    SplitRequest missing = SplitRequest.artifact(temp.resolve("gone_lib_gfx9X"), output);
    assertThatThrownBy(() -> split(missing)).isInstanceOf(NoSuchFileException.class);
    Path nameless = MadeArtifact.in(temp.resolve("in"), "nameless", "a/stage").folder();
    assertThatThrownBy(() -> split(SplitRequest.artifact(nameless, output)))
        .hasMessageContaining("PREFIX_FAMILY");
    for (String bad : List.of("a/b", "", ".", "..", ".x", "a\\b", "@GFXARCH@", "x_@GFXARCH@_y")) {
      assertThat(refused(request().with(SplitRequest.PREFIX, Optional.of(bad))))
          .as(bad)
          .isEqualTo(Obstacle.BAD_NAME);
    }
    for (Path inside : List.of(input, input.resolve("new"), input.resolve("../blas_lib_gfx9X/x"))) {
      assertThat(refused(SplitRequest.artifact(input, inside))).isEqualTo(Obstacle.OVERLAP);
    }
    assertThat(refused(SplitRequest.batch(temp.resolve("in"), temp.resolve("in/out"))))
        .isEqualTo(Obstacle.OVERLAP);
    Path file = Files.writeString(temp.resolve("file"), "file");
    assertThatThrownBy(() -> split(SplitRequest.artifact(input, file)))
        .isInstanceOf(FileSystemException.class);
    unchanged();
  }

  /** Loaders replace that text in search paths, and would look for archives of other names. */
  @Test
  void noArtifactIsNamedAfterWhatLoadersReplace() throws IOException {
    Path own = Files.move(input, input.resolveSibling("@GFXARCH@_lib_gfx9X"));
    assertThatThrownBy(() -> split(SplitRequest.artifact(own, output)))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("loaders replace @GFXARCH@");
    SplitReport report = split(SplitRequest.batch(own.getParent(), output));
    assertThat(report.failed())
        .singleElement()
        .satisfies(failed -> assertThat(failed.source()).isEqualTo(own));
    assertThat(TreeText.of(own)).isEqualTo(before);
    assertThat(output).doesNotExist();
  }

  @Test
  void anArtifactNeverTakesItsOwnPlace() throws IOException {
    Path own = Files.move(input, input.resolveSibling("blas_lib_gfx942"));
    SplitRequest request =
        SplitRequest.artifact(own, own.getParent()).with(SplitRequest.FORCE, true);
    assertThat(refused(request)).isEqualTo(Obstacle.SAME_FILE);
    assertThat(TreeText.of(own)).isEqualTo(before);
    assertThat(TreeText.names(own.getParent())).doesNotContain("generic");
  }

  @Test
  void whatCameFromAnOverlayIsRefused() throws IOException {
    Files.writeString(input.resolve("a/stage.prebuilt"), "");
    assertThat(refused(request())).isEqualTo(Obstacle.PREBUILT);
    assertThat(output).doesNotExist();
  }

  @Test
  void aFilterThatMatchesNothing() throws IOException {
    SplitRequest request =
        request()
            .with(
                ArchiveOptions.DEFAULT.with(
                    ArchiveOptions.KEEP_TARGETS, TargetFilter.of(List.of("gfx803"))));
    assertThat(refused(request)).isEqualTo(Obstacle.NOTHING_KEPT);
    assertThatThrownBy(() -> new Split(request).plan(Progress.NONE))
        .isInstanceOf(OperationException.class);
    unchanged();
  }

  @Test
  void anUnknownDatabaseIsAnErrorWhereThatIsAsked() throws IOException {
    SplitRequest request =
        request()
            .with(SplitRequest.DATABASES, List.of("rocblas", "other_cache"))
            .with(SplitRequest.STRICT, true);
    assertThatThrownBy(() -> split(request)).hasMessageContaining("other_cache");
    assertThat(refused(request)).isEqualTo(Obstacle.UNKNOWN_DATABASE);
    unchanged();
  }

  @Test
  void anArtifactThatWasSplitBefore() throws IOException {
    Files.createDirectories(input.resolve("a/stage/.kpack"));
    Files.writeString(input.resolve("a/stage/.kpack/blas_lib_gfx942.kpack"), "old");
    assertThat(refused(request())).isEqualTo(Obstacle.ARCHIVE_IN_TREE);
    assertThat(output).doesNotExist();
  }

  @Test
  void whatIsThereIsReplacedOnlyWhenAskedAndThenAsAWhole() throws IOException {
    Files.createDirectories(output.resolve("blas_lib_gfx942"));
    Files.writeString(output.resolve("blas_lib_gfx942/old"), "old");
    Files.writeString(output.resolve("other"), "other");
    assertThatThrownBy(() -> split(request())).isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> new Split(request()).plan(Progress.NONE))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(TreeText.names(output)).isEqualTo("blas_lib_gfx942/\nblas_lib_gfx942/old\nother\n");
    split(request().with(SplitRequest.FORCE, true));
    assertThat(output.resolve("blas_lib_gfx942/old")).doesNotExist();
    assertThat(output.resolve("blas_lib_gfx942/a/stage/.kpack")).exists();
    assertThat(output.resolve("other")).hasContent("other");
  }

  @Test
  void aFileThatCannotBeRead() throws IOException {
    Path text = input.resolve("b b/ü/stage/text");
    Files.setPosixFilePermissions(text, PosixFilePermissions.fromString("---------"));
    Assumptions.assumeFalse(Files.isReadable(text), "this user may read everything");
    assertThatThrownBy(() -> split(request()))
        .isInstanceOf(java.nio.file.AccessDeniedException.class)
        .hasMessageContaining(text.toString());
    assertThat(output).doesNotExist();
  }

  @Test
  void aNameThatIsNoText() throws Exception {
    Process made =
        new ProcessBuilder(
                "sh", "-c", "touch \"$0/$(printf 'x\\377')\"", input.resolve("a/stage").toString())
            .start();
    assertThat(made.waitFor()).isZero();
    split(request());
    try (Stream<Path> files = Files.list(output.resolve("blas_lib_generic/a/stage"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .anyMatch(name -> name.startsWith("x"));
    }
  }

  @Test
  void cancellingAnywhereLeavesNothing() throws IOException {
    for (int at = 1; ; at += 1 + at / 3) {
      AtomicInteger left = new AtomicInteger(at);
      Progress trap =
          new Progress() {
            @Override
            public void advance(long units) {
              left.decrementAndGet();
            }

            @Override
            public boolean cancelled() {
              return left.get() <= 0;
            }
          };
      try {
        new Split(request()).run(trap);
        break;
      } catch (CancellationException cancelled) {
        unchanged();
      }
    }
    assertThat(output.resolve("blas_lib_generic")).exists();
  }

  /**
   * A binary that cannot be converted is copied; an archive without room for it is no such case.
   */
  @Test
  void anArchiveThatCannotHoldMoreFailsTheArtifact() throws IOException {
    ArchiveOptions options = ArchiveOptions.DEFAULT.with(CommonOptions.JOBS, 1);
    for (LoaderLimits limits :
        List.of(new LoaderLimits(100, 1 << 20), new LoaderLimits(1 << 30, 1))) {
      assertThatThrownBy(() -> split(request().with(options.withLimits(limits))))
          .isInstanceOf(FormatException.class)
          .hasMessageContaining(".kpack")
          .hasMessageContaining("loaders take");
      unchanged();
    }
    split(request().with(options.withLimits(new LoaderLimits(1 << 30, 1 << 10))));
    assertThat(output.resolve("blas_lib_generic")).exists();
  }

  /** As when the disk is full: no file may become larger than this. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2000})
  void aFailedWriteLeavesNothing(int mostBlocks) throws Exception {
    Files.write(input.resolve("b b/ü/stage/large"), new byte[4_000_000]);
    before = TreeText.of(input);
    List<String> command =
        new ArrayList<>(SplitMain.command(List.of("-XX:-UsePerfData"), input, output));
    command.addAll(0, List.of("bash", "-c", "ulimit -f " + mostBlocks + " && exec \"$@\"", "bash"));
    Process process = ChildJvm.start(command);
    try (BufferedReader lines = process.inputReader()) {
      List<String> all = lines.lines().toList();
      assertThat(all.getLast()).as("%s", all).startsWith("failed: ");
    }
    process.waitFor();
    unchanged();
  }
}
