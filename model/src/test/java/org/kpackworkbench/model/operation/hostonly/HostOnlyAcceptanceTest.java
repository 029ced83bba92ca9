package org.kpackworkbench.model.operation.hostonly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.StubRuntime;
import org.kpackworkbench.model.fixtures.StubRuntime.Event;
import org.kpackworkbench.model.fixtures.StubRuntime.Run;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSymbol;
import org.kpackworkbench.model.format.elf.Relocation;
import org.kpackworkbench.model.format.elf.RelocationTable;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.elf.SymbolTable;
import org.kpackworkbench.model.format.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.FatSections;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;
import org.kpackworkbench.model.operation.hostonly.HostOnlyReport.HostOnlyOutcome;

/** What must hold of every fixture once it is host-only; the numbers are those of the promises. */
class HostOnlyAcceptanceTest {
  private static final Set<Long> MAY_MOVE =
      Set.of(SectionType.NOTE, SectionType.HASH, SectionType.GNU_HASH, SectionType.DYNSYM);

  @TempDir Path folder;

  private Path output(FatFixture fixture) {
    return folder.resolve(fixture.fileName());
  }

  private static ElfFile elf(Path file) throws IOException {
    return ElfFile.read(ByteView.of(file.toString(), Files.readAllBytes(file)));
  }

  @ParameterizedTest
  @EnumSource
  void point1EveryWrapperLeadsToTheMarkerAndStatesItsIndex(FatFixture fixture) throws IOException {
    HostOnlyReport report = Converted.convert(fixture.path(), output(fixture));
    assertThat(report.outcome()).isEqualTo(HostOnlyOutcome.CONVERTED);
    FatBinary before = FatBinary.read(elf(fixture.path()));
    FatBinary after = FatBinary.read(elf(output(fixture)));
    assertThat(after.state()).isEqualTo(DeviceCode.HOST_ONLY);
    assertThat(after.wrappers()).hasSize(fixture.wrapperCount());
    for (Wrapper wrapper : after.wrappers()) {
      Wrapper old = before.wrappers().get(wrapper.index());
      assertThat(wrapper.magic()).isEqualTo(WrapperMagic.HIPK);
      assertThat(wrapper.version()).isEqualTo(old.version());
      assertThat(wrapper.reserved())
          .isEqualTo((old.reserved() & 0xffffffff00000000L) | wrapper.index());
      assertThat(wrapper.address()).isEqualTo(old.address());
      assertThat(wrapper.pointer().value()).isEqualTo(report.markerAddress());
    }
    Marker marker = Objects.requireNonNull(after.marker());
    assertThat(marker.problems()).isEmpty();
    assertThat(marker.kernelName()).isEqualTo("lib/" + fixture.fileName());
    assertThat(marker.searchPaths()).isEqualTo(Converted.SEARCH_PATHS);
    assertThat(marker.address()).isEqualTo(report.markerAddress());
    ElfSection section = (ElfSection) Objects.requireNonNull(marker.section());
    assertThat(section.name()).isEqualTo(FatSections.MARKER);
    assertThat(section.isAllocated()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void point2NoRelocationAndNoSymbolLeadsIntoWhatIsGone(FatFixture fixture) throws IOException {
    HostOnlyReport report = Converted.convert(fixture.path(), output(fixture));
    ElfFile after = elf(output(fixture));
    ElfSection fat = Converted.fat(report);
    for (RelocationTable table : after.relocations()) {
      for (Relocation relocation : table.asList()) {
        ElfSymbol symbol = relocation.symbol().orElse(null);
        long target = relocation.addend() + (symbol == null ? 0 : symbol.value());
        assertThat(fat.containsAddress(target)).as(relocation.toString()).isFalse();
      }
    }
    for (SymbolTable table : after.symbolTables()) {
      for (ElfSymbol symbol : table.asList()) {
        boolean counted = symbol.type() != ElfSymbol.SECTION && !symbol.isUndefined();
        assertThat(counted && fat.containsAddress(symbol.value())).as(symbol.name()).isFalse();
        assertThat(symbol.name().startsWith("__hip_fatbin_") && symbol.isAbsolute()).isFalse();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void point3WholePagesAreGoneAndTheRestIsAsItWas(FatFixture fixture) throws IOException {
    HostOnlyReport report = Converted.convert(fixture.path(), output(fixture));
    ElfFile before = elf(fixture.path());
    ElfFile after = elf(output(fixture));
    ElfSection fat = after.section(FatSections.FAT).orElseThrow();
    long pages = fixture.golden().fatSizeBytes() / 4096;
    assertThat(fat.isNoBits()).isEqualTo(report.pagesRemoved() > 0);
    assertThat(report.pagesRemoved()).isBetween(Math.max(0, pages - 10), pages);
    assertThat(report.inputSizeBytes() - report.outputSizeBytes())
        .isEqualTo(report.pagesRemoved() * 4096 - 80);
    if (!fat.isNoBits()) {
      assertThat(after.content(fat).bytes(0, (int) fat.sizeBytes())).containsOnly(0);
    }
    for (ElfSection section : before.sections()) {
      if (section.isAllocated() && !section.name().equals(FatSections.FAT)) {
        unchanged(before, section, after, report);
      }
    }
    for (String magic : List.of("__CLANG_OFFLOAD_BUNDLE__", "CCOB")) {
      String text =
          new String(
              Converted.bytes(output(fixture)), java.nio.charset.StandardCharsets.ISO_8859_1);
      assertThat(text).doesNotContain(magic);
    }
  }

  private static void unchanged(
      ElfFile before, ElfSection section, ElfFile after, HostOnlyReport report) throws IOException {
    ElfSection same = after.section(section.name()).orElseThrow();
    assertThat(same.sizeBytes()).as(section.name()).isEqualTo(section.sizeBytes());
    assertThat(same.flags()).isEqualTo(section.flags());
    boolean moved = report.movedSections().contains(section.name());
    assertThat(same.address() == section.address()).as(section.name()).isEqualTo(!moved);
    if (moved) {
      assertThat(MAY_MOVE.contains(section.type()) || section.name().equals(".interp")).isTrue();
    }
    boolean edited =
        section.type() == SectionType.DYNSYM
            || section.type() == SectionType.DYNAMIC
            || section.type() == SectionType.RELA
            || section.name().equals(FatSections.WRAPPERS);
    if (!edited) {
      byte[] old = bytes(before, section);
      assertThat(Arrays.equals(bytes(after, same), old)).as(section.name()).isTrue();
    }
  }

  private static byte[] bytes(ElfFile elf, ElfSection section) throws IOException {
    ByteView content = elf.content(section);
    return content.bytes(0, (int) content.size());
  }

  @ParameterizedTest
  @EnumSource
  void point4TheLayoutIsValidByEveryRule(FatFixture fixture) throws Exception {
    HostOnlyReport report = Converted.convert(fixture.path(), output(fixture));
    assertThat(LayoutVerifier.verify(elf(output(fixture)))).isEmpty();
    int added = report.after().segments().size() - report.before().segments().size();
    assertThat(added).isBetween(0, 1);
    assertThat(report.after().sections()).hasSize(report.before().sections().size() + 1);
  }

  @ParameterizedTest
  @EnumSource
  void point5ItLoadsRegistersTheMarkerAndWorks(FatFixture fixture) throws Exception {
    HostOnlyReport report = Converted.convert(fixture.path(), output(fixture));
    Run before = Converted.run(new StubRuntime(), fixture.path());
    Run after = Converted.run(Converted.watching(report), output(fixture));
    assertThat(after.exitCode()).as(after.output()).isZero();
    assertThat(after.output()).isEqualTo(before.output());
    registersTheMarker(after, fixture.registrations(), report);
  }

  static void registersTheMarker(Run run, int registrations, HostOnlyReport report) {
    assertThat(run.events("register")).hasSize(registrations);
    for (Event event : run.events("register")) {
      assertThat(event.number("magic")).isEqualTo(WrapperMagic.HIPK_VALUE);
      assertThat(event.number("binary")).isEqualTo(report.markerAddress());
      // A MessagePack map of two pairs.
      assertThat(event.text("first")).startsWith("82");
    }
    assertThat(run.events("range")).hasSize(report.pagesRemoved() > 0 ? 1 : 0);
    assertThat(run.events("range")).allMatch(range -> range.says("zero"));
  }

  @ParameterizedTest
  @EnumSource
  void point9TheSameInputGivesTheSameBytes(FatFixture fixture) throws IOException {
    Converted.convert(fixture.path(), output(fixture));
    Path again = folder.resolve("again");
    HostOnlyCopy.make(
        new HostOnlyRequest(
            fixture.path(), again, false, "lib/" + fixture.fileName(), Converted.SEARCH_PATHS));
    assertThat(Files.mismatch(output(fixture), again)).isEqualTo(-1);
  }
}
