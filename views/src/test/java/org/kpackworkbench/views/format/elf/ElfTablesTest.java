package org.kpackworkbench.views.format.elf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.views.format.elf.ElfViews.ProgramHeaderFacts;
import org.kpackworkbench.views.format.elf.RelocationsSpec.RelocationRow;
import org.kpackworkbench.views.format.elf.SymbolsSpec.SymbolRow;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.SpecRows;

class ElfTablesTest {

  private static Map<String, String> row(List<Map<String, String>> rows, String column, String is) {
    return rows.stream().filter(row -> is.equals(row.get(column))).findFirst().orElseThrow();
  }

  private static SectionsSpec sections(ElfSubject subject) {
    return new SectionsSpec(subject, Background.on(Runnable::run, Runnable::run));
  }

  static List<String> hostBinaries() {
    return ElfFixtures.hostBinaries();
  }

  @Test
  void sectionsSayTypeFlagsAndSegmentInWords() throws IOException {
    try (ElfDocument document = ElfFixtures.open("libhostonly.so")) {
      List<Map<String, String>> rows = SpecRows.of(sections(ElfFixtures.subject(document)));
      assertThat(row(rows, "Name", ".text"))
          .containsEntry("Type", "PROGBITS")
          .containsEntry("Flags", "alloc, execute");
      assertThat(row(rows, "Name", ".hip_fatbin"))
          .containsEntry("Type", "NOBITS")
          .containsEntry("In file", "0");
      assertThat(row(rows, "Name", ".rela.dyn")).containsEntry("Link", ".dynsym");
      assertThat(row(rows, "Name", ".dynamic").get("Segments")).contains("DYNAMIC");
    }
  }

  @Test
  void sectionsAreFilteredByFields() throws IOException {
    try (ElfDocument document = ElfFixtures.open("libone.so")) {
      SectionsSpec spec = sections(ElfFixtures.subject(document));
      assertThat(SpecRows.filtered(spec, "flags:execute -name:plt"))
          .extracting(row -> row.get("Name"))
          .contains(".text")
          .doesNotContain(".plt", ".rodata");
      assertThat(SpecRows.filtered(spec, "type:progbits name:hip size>1K"))
          .extracting(row -> row.get("Name"))
          .containsExactly(".hip_fatbin");
    }
  }

  @ParameterizedTest
  @MethodSource("hostBinaries")
  void whatLinkersMakeRaisesNoAlarm(String fixture) throws IOException {
    try (ElfDocument document = ElfFixtures.open(fixture)) {
      ElfSubject subject = ElfFixtures.subject(document);
      assertThat(SpecRows.problems(new SegmentsSpec(subject))).allMatch(String::isEmpty);
      assertThat(SpecRows.problems(sections(subject))).allMatch(String::isEmpty);
      assertThat(ProgramHeaderFacts.of(subject)).noneMatch(Fact::warning);
    }
  }

  @Test
  void segmentThatLoadersRefuseStandsOut() throws IOException {
    ElfDocument good = ElfFixtures.open("libone.so");
    ElfSegment load = good.elf().segments().stream().filter(ElfSegment::isLoad).toList().get(1);
    good.close();
    int address = (int) load.headerOffset() + 16;
    ElfDocument broken =
        ElfFixtures.changed(
            "libone.so", bytes -> buffer(bytes).putLong(address, load.virtualAddress() + 16));
    List<String> problems = SpecRows.problems(new SegmentsSpec(ElfFixtures.subject(broken)));
    assertThat(problems.get(load.index()))
        .startsWith("offset 0x")
        .endsWith("differ modulo the alignment 0x1000: loaders refuse this");
  }

  @Test
  void programHeaderTableOutsideOfEverySegmentIsSaid() throws IOException {
    ElfDocument broken =
        ElfFixtures.changed("libone.so", bytes -> buffer(bytes).putLong(32, bytes.length - 64L));
    assertThat(ProgramHeaderFacts.of(ElfFixtures.subject(broken)))
        .filteredOn(fact -> fact.name().equals("Loaded by"))
        .allMatch(Fact::warning);
  }

  @Test
  void symbolsAreReadable() throws IOException {
    try (ElfDocument document = ElfFixtures.open("libmany.so")) {
      SymbolsSpec spec = new SymbolsSpec(ElfFixtures.subject(document));
      assertThat(
              SpecRows.filtered(spec, "readablename:count type:function table:dynsym").getFirst())
          .containsEntry("Name", "_ZN8kpackfix20__device_stub__countEi")
          .containsEntry("Readable name", "kpackfix::__device_stub__count(int)")
          .containsEntry("Binding", "global")
          .containsEntry("Section", ".text");
      assertThat(SpecRows.filtered(spec, "name:__cxa_throw table:dynsym").getFirst())
          .containsEntry("Name", "__cxa_throw@CXXABI_1.3")
          .containsEntry("Section", "undefined")
          .containsEntry("Value", "");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"libdrift.so", "libversions-gnu.so", "object.o", "libnosections.so"})
  void eachSymbolsPlaceLeadsToASymbolThere(String fixture) throws IOException {
    try (ElfDocument document = ElfFixtures.open(fixture)) {
      SymbolsSpec spec = new SymbolsSpec(ElfFixtures.subject(document));
      RowSource<SymbolRow> rows = spec.load();
      assertThat(rows.size()).isPositive();
      for (int i = 0; i < rows.size(); i++) {
        Place.Symbol place = rows.row(i).place();
        int found = spec.indexOf(rows, place);
        assertThat(rows.row(found).place()).isEqualTo(place);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"libdrift.so", "exe-pie-gnu", "object.o", "librelr.so"})
  void bytesOfATableLeadToItsRow(String fixture) throws IOException {
    try (ElfDocument document = ElfFixtures.open(fixture)) {
      ElfSubject subject = ElfFixtures.subject(document);
      assertThat(rowsFound(new RelocationsSpec(subject))).isPositive();
      rowsFound(new DynamicSpec(subject));
      rowsFound(new NotesSpec(subject));
    }
  }

  /** Looks up the place of each row that has one as bytes, and counts them. */
  private static <R> int rowsFound(RowsSpec<R> spec) throws IOException {
    RowSource<R> rows = spec.load();
    int found = 0;
    for (int i = 0; i < rows.size(); i++) {
      Place place = spec.place(rows.row(i));
      if (place instanceof Place.Part part) {
        Place inside =
            new Place.Bytes(
                Objects.requireNonNull(part.parent()), new ByteRange(part.range().start() + 4, 2));
        assertThat(spec.shows(place)).isTrue();
        assertThat(spec.shows(inside)).isTrue();
        assertThat(spec.indexOf(rows, place)).isEqualTo(i);
        assertThat(spec.indexOf(rows, inside)).isEqualTo(i);
        found++;
      }
    }
    return found;
  }

  @Test
  void packedRelocationsLeadToWhatTheyChange() throws IOException {
    try (ElfDocument document = ElfFixtures.open("librelr.so")) {
      RelocationsSpec spec = new RelocationsSpec(ElfFixtures.subject(document));
      RowSource<RelocationRow> rows = spec.load();
      int packed = 0;
      for (int i = 0; i < rows.size(); i++) {
        RelocationRow row = rows.row(i);
        if (row.relocation().table().label().equals(".relr.dyn")) {
          packed++;
          assertThat(spec.place(row)).isInstanceOf(Place.Bytes.class);
          assertThat(row.addend()).endsWith("(in the data)");
        }
      }
      assertThat(packed).isPositive();
    }
  }

  @Test
  void dynamicEntriesAreExplained() throws IOException {
    try (ElfDocument document = ElfFixtures.open("librelro-gnu.so")) {
      List<Map<String, String>> rows = SpecRows.of(new DynamicSpec(ElfFixtures.subject(document)));
      assertThat(row(rows, "Tag", "NEEDED"))
          .containsEntry("Value", "libamdhip64.so.5")
          .containsEntry("Meaning", "a library that is loaded with it");
      assertThat(row(rows, "Tag", "RELA").get("Value")).endsWith("(.rela.dyn)");
      assertThat(row(rows, "Tag", "FLAGS_1").get("Value")).contains("NOW");
    }
  }

  @Test
  void notesShowTheBuildId() throws IOException {
    try (ElfDocument document = ElfFixtures.open("exe-pie-gnu")) {
      List<Map<String, String>> rows = SpecRows.of(new NotesSpec(ElfFixtures.subject(document)));
      assertThat(rows).isNotEmpty();
      assertThat(rows).allSatisfy(row -> assertThat(row.get("Content")).isNotEmpty());
    }
  }

  private static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
