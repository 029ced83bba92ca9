package org.kpackworkbench.model.operation.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.fixtures.StubRuntime;
import org.kpackworkbench.model.fixtures.StubRuntime.Run;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.ElfSegment;
import org.kpackworkbench.model.format.hostonly.BundleForm;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.FatSections;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.operation.hostonly.PackagerTools;
import org.kpackworkbench.model.operation.restore.RestoreReport.RestorePlacement;
import org.kpackworkbench.model.operation.restore.Shelf.Taken;

/** Where bundles go, in this program's host-only files and in those of other tools. */
class RestoreLayoutTest extends OnShelf {
  private static final Path OTHER_TOOLS = Fixtures.path("libhostonly.so");

  private static ElfSection fat(ElfFile elf) {
    return elf.section(FatSections.FAT).orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(names = {"FAT_LAST", "FAT_LAST_GNU", "FAT_ALONE", "SAME_BUNDLE", "TINY"})
  void point10WhatFitsGoesWhereItWas(FatFixture fixture) throws IOException {
    shelf.put(fixture.path());
    RestoreReport report = shelf.restore(fixture.path(), output);
    assertThat(report.placement()).isEqualTo(RestorePlacement.IN_PLACE);
    assertThat(report.after().segments()).hasSameSizeAs(report.before().segments());
    ElfSection before = fat(Shelf.elf(fixture.path()));
    ElfSection after = fat(Shelf.elf(output));
    assertThat(after.isNoBits()).isFalse();
    assertThat(after.address()).isBetween(before.address(), before.address() + before.sizeBytes());
    assertThat(after.address() + after.sizeBytes())
        .isLessThanOrEqualTo(before.address() + before.sizeBytes());
  }

  @ParameterizedTest
  @EnumSource(names = {"FAT_LAST", "FAT_LAST_GNU", "FAT_ALONE"})
  void whereNothingHadToMoveTheFileIsWhatItWas(FatFixture fixture) throws IOException {
    shelf.put(fixture.path());
    shelf.restore(fixture.path(), output);
    assertThat(Files.mismatch(output, fixture.path())).isEqualTo(-1);
  }

  @ParameterizedTest
  @EnumSource(names = {"TINY", "TINY_GNU", "UNDER_TWO_PAGES_GNU", "COMPRESSED", "FAT_LAST"})
  void point10WhatDoesNotFitGoesIntoASegmentOfItsOwn(FatFixture fixture) throws Exception {
    shelf.put(fixture.path());
    List<List<Taken>> larger = new ArrayList<>();
    for (List<Taken> wrapper : Shelf.taken(fixture.path())) {
      List<Taken> entries = new ArrayList<>();
      for (Taken taken : wrapper) {
        byte[] code = java.util.Arrays.copyOf(taken.code(), taken.code().length + 40_000);
        entries.add(
            new Taken(BundleForm.PLAIN, taken.ids(), taken.position(), taken.target(), code));
      }
      larger.add(entries);
    }
    shelf.write(Shelf.name(fixture.path()), larger, true, StorageScheme.ZSTD_PER_KERNEL);
    RestoreReport report = shelf.restore(fixture.path(), output);
    assertThat(report.placement()).isEqualTo(RestorePlacement.NEW_SEGMENT);
    assertThat(report.after().segments()).hasSize(report.before().segments().size() + 1);
    ElfFile elf = Shelf.elf(output);
    ElfSegment last =
        elf.segments().stream().filter(ElfSegment::isLoad).reduce((one, two) -> two).orElseThrow();
    assertThat(last.containsAddress(fat(elf).address())).isTrue();
    assertThat(last.flagWords()).isEqualTo("read");
    assertThat(Shelf.taken(output).getFirst().getFirst().code())
        .isEqualTo(larger.getFirst().getFirst().code());
    Run run = new StubRuntime().load(output);
    assertThat(run.exitCode()).as(run.output()).isZero();
  }

  /** Gives the file of another tool archives with the code of a fixture's wrappers. */
  private void otherTools(Path input, List<List<Taken>> wrappers) throws IOException {
    Files.copy(input, shelf.hostOnly(OTHER_TOOLS), StandardCopyOption.REPLACE_EXISTING);
    String name =
        Objects.requireNonNull(Objects.requireNonNull(Shelf.fat(input).marker()).kernelName());
    shelf.write(name, wrappers, false, StorageScheme.NONE);
  }

  private void works(List<List<Taken>> wrappers) throws Exception {
    FatBinary fat = Shelf.fat(output);
    assertThat(fat.state()).isEqualTo(DeviceCode.FAT);
    for (Wrapper wrapper : fat.wrappers()) {
      assertThat(Shelf.taken(output).get(wrapper.index()))
          .extracting(Taken::target)
          .containsExactlyInAnyOrderElementsOf(
              wrappers.get(wrapper.index()).stream().map(Taken::target).toList());
    }
    Run before = new StubRuntime().load(OTHER_TOOLS);
    Run after = new StubRuntime().load(output);
    assertThat(after.exitCode()).as(after.output()).isZero();
    assertThat(after.output()).isEqualTo(before.output());
    assertThat(after.events("register")).hasSameSizeAs(before.events("register"));
  }

  @Test
  void aFileOfAnotherToolIsRestoredInPlace() throws Exception {
    List<List<Taken>> one = Shelf.taken(FatFixture.ONE.path());
    List<List<Taken>> wrappers = List.of(one.getFirst(), one.getFirst(), one.getFirst());
    otherTools(OTHER_TOOLS, wrappers);
    RestoreReport report =
        new Restore(
                shelf.request(OTHER_TOOLS, output).with(RestoreRequest.ARCHIVES, shelf.archives()))
            .run(Progress.NONE);
    assertThat(report.placement()).isEqualTo(RestorePlacement.IN_PLACE);
    assertThat(report.bundles())
        .singleElement()
        .satisfies(it -> assertThat(it.wrappers()).hasSize(3));
    works(wrappers);
  }

  @Test
  void aFileOfAnotherToolGetsASegmentWhereItDoesNotFit() throws Exception {
    List<List<Taken>> wrappers = Shelf.taken(FatFixture.DRIFT.path()).subList(0, 3);
    otherTools(OTHER_TOOLS, wrappers);
    RestoreReport report =
        new Restore(
                shelf.request(OTHER_TOOLS, output).with(RestoreRequest.ARCHIVES, shelf.archives()))
            .run(Progress.NONE);
    assertThat(report.placement()).isEqualTo(RestorePlacement.NEW_SEGMENT);
    works(wrappers);
  }

  @Test
  void aSegmentThatHeldTheMarkerAloneGivesItsProgramHeader() throws Exception {
    byte[] bytes = Files.readAllBytes(OTHER_TOOLS);
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    // PT_PHDR makes room: headers of the first segments move up, and the marker gets its own.
    int headers = (int) file.getLong(0x20);
    int size = ElfSegment.HEADER_SIZE_BYTES;
    file.put(headers, bytes, headers + size, 2 * size);
    int marker = headers + size;
    int rest = headers + 2 * size;
    file.put(rest, bytes, marker, size);
    ElfSection section =
        Objects.requireNonNull(Shelf.elf(OTHER_TOOLS).section(FatSections.MARKER)).orElseThrow();
    // What follows starts behind the marker, in the same page.
    long skipped = 0x74;
    file.putLong(marker + 32, section.sizeBytes()).putLong(marker + 40, section.sizeBytes());
    for (int field : new int[] {8, 16, 24}) {
      file.putLong(rest + field, file.getLong(rest + field) + skipped);
    }
    for (int field : new int[] {32, 40}) {
      file.putLong(rest + field, file.getLong(rest + field) - skipped);
    }
    Path input = Files.write(folder.resolve("own-segment.so"), bytes);
    assertThat(Shelf.fat(input).state()).isEqualTo(DeviceCode.HOST_ONLY);
    assertThat(new StubRuntime().load(input).exitCode()).isZero();
    List<List<Taken>> wrappers = Shelf.taken(FatFixture.DRIFT.path()).subList(0, 3);
    otherTools(input, wrappers);
    RestoreReport report =
        new Restore(
                shelf.request(OTHER_TOOLS, output).with(RestoreRequest.ARCHIVES, shelf.archives()))
            .run(Progress.NONE);
    assertThat(report.placement()).isEqualTo(RestorePlacement.NEW_SEGMENT);
    assertThat(report.after().segments()).hasSameSizeAs(report.before().segments());
    works(wrappers);
  }

  @Test
  void point10ElflintSaysNothingNew() throws Exception {
    assumeTrue(PackagerTools.isInstalled("eu-elflint"), "eu-elflint is not installed");
    for (FatFixture fixture : FatFixture.values()) {
      Shelf own = new Shelf(folder.resolve(fixture.name()));
      own.put(fixture.path());
      Path restored = folder.resolve(fixture.fileName());
      own.restore(fixture.path(), restored);
      TreeSet<String> said = PackagerTools.lint(restored);
      said.removeAll(PackagerTools.lint(fixture.path()));
      assertThat(said).as(fixture.fileName()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ONE", "MANY_GNU", "RDC_GNU", "HASH_BOTH_GNU", "PAGE_64K", "EXE_PIE_GNU"})
  void whatIsRestoredSurvivesWhatPackagersDo(FatFixture fixture) throws Exception {
    shelf.put(fixture.path());
    Path restored = folder.resolve("restored-" + fixture.fileName());
    shelf.restore(fixture.path(), restored);
    for (PackagerTools tool : PackagerTools.installed()) {
      Path changed = folder.resolve("changed-" + fixture.fileName());
      Files.copy(
          restored,
          changed,
          StandardCopyOption.REPLACE_EXISTING,
          StandardCopyOption.COPY_ATTRIBUTES);
      assertThat(tool.change(changed)).as(tool.toString()).isTrue();
      Run run =
          fixture.kind() == FatFixture.Kind.LIBRARY
              ? new StubRuntime().load(changed)
              : new StubRuntime().run(changed, "two", "arguments");
      assertThat(run.exitCode()).as(tool + ": " + run.output()).isZero();
      assertThat(Shelf.fat(changed).state()).as(tool.toString()).isEqualTo(DeviceCode.FAT);
    }
  }
}
