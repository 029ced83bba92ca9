package org.kpackworkbench.model.operation.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.RestoreRefusal;
import org.kpackworkbench.model.operation.restore.RestoreReport.RestoreOutcome;
import org.kpackworkbench.model.operation.restore.RestoreReport.RestorePlacement;

/** What putting device code back does with files: refusals, copies, modes, links, interruption. */
class RestoreFilesTest extends OnShelf {
  private static final Path MIXED = FatFixture.MIXED.path();

  private RestoreRefusedException refused(Path input) throws IOException {
    RestoreRefusedException refused =
        catchThrowableOfType(
            RestoreRefusedException.class, () -> run(RestoreRequest.of(input, output)));
    assertThat(names()).isEmpty();
    return refused;
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("out"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "libplain.so, NOT_HOST_ONLY",
    "exe-plain, NOT_HOST_ONLY",
    "libcomm.so, NOT_HOST_ONLY",
    "object.o, NOT_HOST_ONLY",
    "libnosections.so, NO_SECTION_HEADERS",
    "libaarch64.so, NOT_X86_64_ELF",
    "libi386.so, NOT_X86_64_ELF",
    "libpowerpc64.so, NOT_X86_64_ELF",
    "windows.obj, NOT_HOST_ONLY"
  })
  void whatIsNotHostOnlyIsRefusedByName(String fixture, RestoreRefusal refusal) throws IOException {
    RestoreRefusedException refused = refused(Fixtures.path(fixture));
    assertThat(refused.refusal()).isEqualTo(refusal);
    assertThat(refused).hasMessageContaining(fixture).hasMessageContaining(refusal.words());
  }

  @Test
  void aHalfConvertedFileIsRefused() throws IOException {
    shelf.put(MIXED);
    Path half = shelf.hostOnly(MIXED);
    byte[] bytes = Files.readAllBytes(half);
    long at = Shelf.fat(half).wrappers().get(1).range().start();
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt((int) at, 0x48495046);
    Files.write(half, bytes);
    assertThat(refused(half).refusal()).isEqualTo(RestoreRefusal.HALF_CONVERTED);
  }

  @Test
  void aMarkerThatNamesNothingIsRefused() throws IOException {
    shelf.put(MIXED);
    Path host = shelf.hostOnly(MIXED);
    byte[] bytes = Files.readAllBytes(host);
    long at = Objects.requireNonNull(Shelf.fat(host).marker()).range().start();
    bytes[(int) at] = (byte) 0xc0;
    Files.write(host, bytes);
    assertThat(refused(host).refusal()).isEqualTo(RestoreRefusal.NO_MARKER);
  }

  @Test
  void aFatFileIsCopied() throws IOException {
    RestoreReport report = run(RestoreRequest.of(MIXED, output));
    assertThat(report.outcome()).isEqualTo(RestoreOutcome.ALREADY_FAT);
    assertThat(report.placement()).isEqualTo(RestorePlacement.NONE);
    assertThat(Files.mismatch(MIXED, output)).isEqualTo(-1);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void modeAndTimeStampAreTheInputs() throws IOException {
    shelf.put(MIXED);
    Path input = shelf.hostOnly(MIXED);
    Files.setPosixFilePermissions(input, PosixFilePermissions.fromString("r-xr-x--x"));
    Files.setLastModifiedTime(input, FileTime.fromMillis(1_234_567_890_000L));
    Files.writeString(output, "old");
    run(shelf.request(MIXED, output).with(RestoreRequest.FORCE, true));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(output)))
        .isEqualTo("r-xr-x--x");
    assertThat(Files.getLastModifiedTime(output).toMillis()).isEqualTo(1_234_567_890_000L);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void linksStayLinksAndOtherNamesKeepTheirContent() throws IOException {
    shelf.put(MIXED);
    Path input = shelf.hostOnly(MIXED);
    Path other = Files.createLink(folder.resolve("other-name"), input);
    Path link = Files.createSymbolicLink(folder.resolve("link.so"), input);
    long before = Files.size(input);
    RestoreReport report = run(RestoreRequest.of(link, link).with(RestoreRequest.FORCE, true));
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(Files.size(input)).isEqualTo(report.outputSizeBytes()).isGreaterThan(before);
    assertThat(Files.size(other)).isEqualTo(before);
  }

  @Test
  void aFileThatIsThereIsReplacedOnlyWhenAsked() throws IOException {
    shelf.put(MIXED);
    Files.writeString(output, "old");
    assertThatThrownBy(() -> run(shelf.request(MIXED, output)))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(output).hasContent("old");
    assertThatThrownBy(() -> run(shelf.request(MIXED, folder.resolve("no/such/out.so"))))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("such");
  }

  @Test
  void aDryRunSaysWhatWouldBeWrittenAndWritesNothing() throws IOException {
    shelf.put(MIXED);
    RestoreReport planned = new Restore(shelf.request(MIXED, output)).plan(Progress.NONE);
    assertThat(names()).isEmpty();
    RestoreReport done = run(shelf.request(MIXED, output));
    assertThat(done).isEqualTo(planned);
    assertThat(Files.size(output)).isEqualTo(planned.outputSizeBytes());
  }

  @ParameterizedTest
  @EnumSource(names = {"MIXED", "COMPRESSED", "RDC", "EXE_FIXED_GNU"})
  void theSameInputGivesTheSameBytesOnAnyNumberOfThreads(FatFixture fixture) throws IOException {
    shelf.put(fixture.path());
    run(shelf.request(fixture.path(), output).with(RestoreRequest.JOBS, 1));
    Path again = output.resolveSibling("again");
    run(shelf.request(fixture.path(), again).with(RestoreRequest.JOBS, 3));
    assertThat(Files.mismatch(output, again)).isEqualTo(-1);
  }

  @Test
  void cancellingAtAnyMomentLeavesNothing() throws IOException {
    shelf.put(MIXED);
    AtomicInteger asked = new AtomicInteger(Integer.MAX_VALUE);
    new Restore(shelf.request(MIXED, output)).run(() -> asked.decrementAndGet() < 0);
    Files.delete(output);
    int times = Integer.MAX_VALUE - asked.get();
    assertThat(times).isGreaterThan(20);
    for (int after = 0; after < times; after += 5) {
      AtomicInteger left = new AtomicInteger(after);
      Restore restore = new Restore(shelf.request(MIXED, output));
      assertThatThrownBy(() -> restore.run(() -> left.decrementAndGet() < 0))
          .isInstanceOf(CancellationException.class);
      assertThat(names()).isEmpty();
    }
  }
}
