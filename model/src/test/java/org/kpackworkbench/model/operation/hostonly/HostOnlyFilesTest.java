package org.kpackworkbench.model.operation.hostonly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.Relocation;
import org.kpackworkbench.model.format.elf.RelocationTable;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.HostOnlyRefusal;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;

/** What a conversion does with files: refusals, copies, modes, times, links, interruption. */
class HostOnlyFilesTest {
  @TempDir Path folder;

  private Path fat(String name) throws IOException {
    return Files.copy(FatFixture.ONE.path(), folder.resolve(name));
  }

  @Test
  void point2ARelocationIntoDeviceCodeIsNamedAndNothingIsWritten() throws IOException {
    Path input = fat("in.so");
    byte[] bytes = Files.readAllBytes(input);
    ElfFile elf = ElfFile.read(ByteView.of("in.so", bytes));
    RelocationTable table =
        elf.relocations().stream()
            .filter(each -> each.label().equals(".rela.dyn"))
            .findFirst()
            .orElseThrow();
    Relocation first = table.relocation(0);
    assertThat(first.typeName()).isEqualTo("R_X86_64_RELATIVE");
    long at = java.util.Objects.requireNonNull(table.section()).fileOffset() + 16;
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong((int) at, 0x2010);
    Files.write(input, bytes);
    HostOnlyRefusedException refused =
        catchThrowableOfType(
            HostOnlyRefusedException.class,
            () -> Converted.convert(input, folder.resolve("out.so")));
    assertThat(refused.refusal()).isEqualTo(HostOnlyRefusal.RELOCATION_INTO_DEVICE_CODE);
    assertThat(refused.details())
        .contains(".rela.dyn", "entry 0", "0x2010", "0x" + Long.toHexString(first.offset()));
    assertThat(names()).containsExactly("in.so");
    assertThat(Files.readAllBytes(input)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "libcomm.so, NO_WRAPPERS",
    "libnosections.so, NO_SECTION_HEADERS",
    "libaarch64.so, NOT_X86_64_ELF",
    "libi386.so, NOT_X86_64_ELF",
    "libpowerpc64.so, NOT_X86_64_ELF",
    "windows.obj, NOT_LINKED",
    "object.o, NOT_LINKED",
    "object-rdc.o, NOT_LINKED"
  })
  void point8WhatCannotBeConvertedIsRefusedByName(String fixture, HostOnlyRefusal refusal)
      throws IOException {
    HostOnlyRefusedException refused =
        catchThrowableOfType(
            HostOnlyRefusedException.class,
            () -> Converted.convert(Fixtures.path(fixture), folder.resolve("out")));
    assertThat(refused.refusal()).isEqualTo(refusal);
    assertThat(refused).hasMessageContaining(fixture);
    assertThat(names()).isEmpty();
  }

  @Test
  void point8AHalfConvertedFileIsRefused() throws IOException {
    Path whole = folder.resolve("whole.so");
    HostOnlyReport report = Converted.convert(FatFixture.DRIFT.path(), whole);
    byte[] bytes = Files.readAllBytes(whole);
    long at = Converted.section(report.after(), ".hipFatBinSegment").fileOffset();
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt((int) at, 0x48495046);
    Path half = Files.write(folder.resolve("half.so"), bytes);
    HostOnlyRefusedException refused =
        catchThrowableOfType(
            HostOnlyRefusedException.class, () -> Converted.convert(half, folder.resolve("out")));
    assertThat(refused.refusal()).isEqualTo(HostOnlyRefusal.HALF_CONVERTED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"libplain.so", "libplain-gnu.so", "exe-plain", "libhostonly.so"})
  void point8WhatNeedsNoConversionIsCopied(String fixture) throws IOException {
    Path output = folder.resolve("out");
    HostOnlyReport report = Converted.convert(Fixtures.path(fixture), output);
    assertThat(report.outcome())
        .isEqualTo(
            fixture.equals("libhostonly.so")
                ? HostOnlyOutcome.ALREADY_HOST_ONLY
                : HostOnlyOutcome.NO_DEVICE_CODE);
    assertThat(Files.mismatch(Fixtures.path(fixture), output)).isEqualTo(-1);
  }

  @Test
  void point8AConvertedFileIsRecognisedAndLeftAlone() throws IOException {
    Path once = folder.resolve("once");
    Path twice = folder.resolve("twice");
    Converted.convert(FatFixture.RDC.path(), once);
    assertThat(Converted.convert(once, twice).outcome())
        .isEqualTo(HostOnlyOutcome.ALREADY_HOST_ONLY);
    assertThat(Files.mismatch(once, twice)).isEqualTo(-1);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void point7ModeAndTimeStampAreTheInputs() throws IOException {
    Path input = fat("in.so");
    Files.setPosixFilePermissions(input, PosixFilePermissions.fromString("r-xr-x--x"));
    Files.setLastModifiedTime(input, FileTime.fromMillis(1_234_567_890_000L));
    Path replaced = Files.writeString(folder.resolve("replaced"), "old");
    Path fresh = folder.resolve("fresh");
    Converted.convert(input, fresh);
    HostOnlyCopy.make(new HostOnlyRequest(input, replaced, true, "name", Converted.SEARCH_PATHS));
    for (Path output : new Path[] {fresh, replaced}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(output)))
          .isEqualTo("r-xr-x--x");
      assertThat(Files.getLastModifiedTime(output).toMillis()).isEqualTo(1_234_567_890_000L);
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void point7LinksStayLinksAndOtherNamesKeepTheirContent() throws IOException {
    Path input = fat("lib.so.1.0");
    Path other = Files.createLink(folder.resolve("other-name"), input);
    Path link = Files.createSymbolicLink(folder.resolve("lib.so.1"), Path.of("lib.so.1.0"));
    HostOnlyReport report =
        HostOnlyCopy.make(new HostOnlyRequest(link, link, true, "name", Converted.SEARCH_PATHS));
    assertThat(report.outcome()).isEqualTo(HostOnlyOutcome.CONVERTED);
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(Files.size(input)).isEqualTo(report.outputSizeBytes());
    assertThat(Files.mismatch(other, FatFixture.ONE.path())).isEqualTo(-1);
  }

  @Test
  void aFileThatIsThereIsReplacedOnlyWhenAsked() throws IOException {
    Path there = Files.writeString(folder.resolve("there"), "old");
    assertThatThrownBy(() -> Converted.convert(FatFixture.ONE.path(), there))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(there).hasContent("old");
    assertThat(names()).containsExactly("there");
  }

  @Test
  void cancellingLeavesNothing() throws IOException {
    Progress cancelled = () -> true;
    HostOnlyRequest request = Converted.request(FatFixture.ONE.path(), folder.resolve("out"));
    assertThatThrownBy(() -> HostOnlyCopy.make(request, cancelled))
        .isInstanceOf(CancellationException.class);
    assertThat(names()).isEmpty();
  }

  @Test
  void aMarkerThatDoesNotFitIsRefused() throws IOException {
    HostOnlyRequest request =
        new HostOnlyRequest(
            FatFixture.TINY.path(),
            folder.resolve("out"),
            false,
            "name".repeat(5000),
            Converted.SEARCH_PATHS);
    HostOnlyRefusedException refused =
        catchThrowableOfType(HostOnlyRefusedException.class, () -> HostOnlyCopy.make(request));
    assertThat(refused.refusal()).isEqualTo(HostOnlyRefusal.MARKER_TOO_LONG);
    assertThat(names()).isEmpty();
  }

  private java.util.List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
