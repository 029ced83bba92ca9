package org.kpackworkbench.model.operation.restore;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.StubRuntime;
import org.kpackworkbench.model.fixtures.StubRuntime.Event;
import org.kpackworkbench.model.fixtures.StubRuntime.Run;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;
import org.kpackworkbench.model.operation.restore.RestoreReport.RestoreOutcome;
import org.kpackworkbench.model.operation.restore.Shelf.Taken;
import org.kpackworkbench.model.real.RealLibrary;

/** The way back: what must hold of every fixture once its device code is back. */
class RestoreAcceptanceTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void point10TheDeviceCodeComesBack(FatFixture fixture) throws Exception {
    comesBack(fixture.path(), fixture.registrations());
  }

  @Test
  @Tag("real")
  void point10TheRealLibrarysDeviceCodeComesBack() throws Exception {
    comesBack(RealLibrary.path(), 1);
  }

  /** There and back, twice: what came back can go again. */
  private void comesBack(Path original, int registrations) throws Exception {
    Run healthy = run(original);
    Path input = original;
    for (String round : List.of("first", "second")) {
      Shelf shelf = new Shelf(Files.createDirectory(folder.resolve(round)));
      shelf.put(input);
      Path output =
          Files.createDirectory(folder.resolve(round + "-back"))
              .resolve(Objects.requireNonNull(original.getFileName()));
      RestoreReport report = shelf.restore(input, output);
      assertThat(report.outcome()).isEqualTo(RestoreOutcome.RESTORED);
      assertThat(report.missing()).isEmpty();
      assertThat(report.archives()).isEqualTo(shelf.archives());
      same(original, output, report);
      loads(healthy, output, registrations, report);
      input = output;
    }
  }

  private static void same(Path original, Path output, RestoreReport report) throws IOException {
    sameBundles(Shelf.taken(original), Shelf.taken(output));
    try (OpenFile left = OpenFile.open(original);
        OpenFile right = OpenFile.open(output)) {
      FatBinary before = FatBinary.read(ElfFile.read(left.view()));
      FatBinary after = FatBinary.read(ElfFile.read(right.view()));
      assertThat(LayoutVerifier.verify(after.elf())).isEmpty();
      assertThat(after.state()).isEqualTo(DeviceCode.FAT);
      assertThat(after.diagnosis()).isEmpty();
      assertThat(after.problems()).isEmpty();
      assertThat(after.elf().problems()).isEmpty();
      assertThat(after.marker()).isNull();
      assertThat(after.fatSections()).hasSize(1);
      assertThat(after.elf().sections()).hasSameSizeAs(before.elf().sections());
      assertThat(report.outputSizeBytes()).isEqualTo(Files.size(output));
      assertThat(report.after().segments()).hasSameSizeAs(after.elf().segments());
      Map<Long, Long> shared = new HashMap<>();
      for (Wrapper wrapper : after.wrappers()) {
        Wrapper old = before.wrappers().get(wrapper.index());
        assertThat(wrapper.magic()).isEqualTo(WrapperMagic.HIPF);
        assertThat(wrapper.version()).isEqualTo(old.version());
        assertThat(wrapper.reserved()).isEqualTo(old.reserved());
        assertThat(wrapper.address()).isEqualTo(old.address());
        assertThat(wrapper.pointer().value() % 4096).isZero();
        // Wrappers that shared a bundle share it again.
        Long bundle = shared.putIfAbsent(old.pointer().value(), wrapper.pointer().value());
        assertThat(wrapper.pointer().value()).isIn(bundle, shared.get(old.pointer().value()));
        assertThat(bundle == null || bundle == wrapper.pointer().value()).isTrue();
      }
    }
  }

  private static void sameBundles(List<List<Taken>> before, List<List<Taken>> after) {
    assertThat(after).hasSameSizeAs(before);
    for (int wrapper = 0; wrapper < before.size(); wrapper++) {
      assertThat(after.get(wrapper)).hasSameSizeAs(before.get(wrapper));
      for (int entry = 0; entry < before.get(wrapper).size(); entry++) {
        Taken old = before.get(wrapper).get(entry);
        Taken back = after.get(wrapper).get(entry);
        assertThat(back.form()).isEqualTo(old.form());
        assertThat(back.ids()).isEqualTo(old.ids());
        assertThat(back.id()).isEqualTo(old.id());
        assertThat(back.code()).isEqualTo(old.code());
      }
    }
  }

  private static Run run(Path file) throws IOException, InterruptedException {
    StubRuntime stub = new StubRuntime();
    return Objects.requireNonNull(file.getFileName()).toString().contains(".so")
        ? stub.load(file)
        : stub.run(file, "two", "arguments");
  }

  private static void loads(Run healthy, Path file, int registrations, RestoreReport report)
      throws IOException, InterruptedException {
    Run run = run(file);
    assertThat(run.exitCode()).as(run.output()).isZero();
    assertThat(run.output().replace(file.toString(), "")).isEqualTo(healthy.output());
    assertThat(run.events("register")).hasSize(registrations);
    for (Event event : run.events("register")) {
      assertThat(event.number("magic")).isEqualTo(WrapperMagic.HIPF_VALUE);
      assertThat(report.bundles()).anyMatch(bundle -> bundle.address() == event.number("binary"));
      // The magic of a bundle or of a compressed one.
      assertThat(event.text("first")).matches("(5f5f434c414e475f|43434f42).*");
    }
  }
}
