package org.kpackworkbench.model.operation.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.FatFixture;
import org.kpackworkbench.model.fixtures.StubRuntime;
import org.kpackworkbench.model.fixtures.StubRuntime.Run;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.format.offload.WrapperMagic;
import org.kpackworkbench.model.operation.edit.MarkerFitting.MarkerFit;
import org.kpackworkbench.model.operation.hostonly.HostOnlyCopy;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;
import org.kpackworkbench.model.operation.hostonly.PackagerTools;

class MarkerEditTest {
  private static final List<String> PATHS =
      List.of("../.kpack/group-@GFXARCH@.kpack", ".kpack/all.kpack");

  @TempDir Path folder;

  private Path convert(FatFixture fixture) throws IOException {
    Path output = folder.resolve(fixture.fileName());
    HostOnlyCopy.make(
        new HostOnlyRequest(fixture.path(), output, true, "lib/" + fixture.fileName(), PATHS));
    return output;
  }

  private static List<String> longer(int length) {
    return List.of(PATHS.getFirst(), "x".repeat(length));
  }

  private static boolean isLibrary(Path file) {
    return file.toString().contains(".so");
  }

  private static Run run(Path file) throws IOException, InterruptedException {
    StubRuntime stub = new StubRuntime();
    return isLibrary(file) ? stub.load(file) : stub.run(file, "two", "arguments");
  }

  /** What does not hold of a host-only file, in words; empty if all does. */
  private static String broken(Path file, String said, List<String> paths, FatFixture fixture)
      throws IOException, InterruptedException {
    try (OpenFile open = OpenFile.open(file)) {
      FatBinary fat = FatBinary.read(ElfFile.read(open.view()));
      Marker marker = fat.marker();
      if (marker == null || !marker.problems().isEmpty() || !marker.searchPaths().equals(paths)) {
        return "marker " + marker;
      }
      for (Wrapper wrapper : fat.wrappers()) {
        if (wrapper.magic() != WrapperMagic.HIPK
            || wrapper.statedIndex() != wrapper.index()
            || wrapper.pointer().value() != marker.address()) {
          return "wrapper " + wrapper;
        }
      }
      Run run = run(file);
      boolean registered =
          run.events("register").size() == fixture.registrations()
              && run.events("register").stream()
                  .allMatch(
                      event ->
                          event.number("binary") == marker.address()
                              && event.text("first").startsWith("82"));
      return run.exitCode() == 0
              && run.output().replace(file.toString(), "").equals(said)
              && registered
          ? ""
          : run.exitCode() + " " + run.output() + run.events();
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyLengthFitsEveryFixtureAndItStillLoads(FatFixture fixture) throws Exception {
    Path file = convert(fixture);
    final byte[] before = Files.readAllBytes(file);
    String said = run(file).output().replace(file.toString(), "");
    assertThat(broken(file, said, PATHS, fixture)).isEmpty();
    List<Integer> refused = new ArrayList<>();
    try (EditedMarker marker = EditedMarker.open(file)) {
      for (int length : new int[] {1, 30, 300, 3000, 9000}) {
        try {
          marker.apply(new MarkerEdit.SetSearchPaths(longer(length)));
        } catch (FormatException noRoom) {
          assertThat(noRoom.reason()).isEqualTo(Reason.UNSUPPORTED);
          refused.add(length);
          continue;
        }
        marker.save(Progress.NONE);
        assertThat(broken(file, said, longer(length), fixture)).as("" + length).isEmpty();
      }
      // Where nothing was cut out, no page can come back.
      assertThat(refused).isSubsetOf(3000, 9000);
      if (before.length < Files.size(fixture.path()) - 16_384) {
        assertThat(refused).isEmpty();
      }
      while (marker.undo() != null) {}
      marker.save(Progress.NONE);
    }
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void whatFitsStaysInItsPlaceAndNothingElseChanges() throws Exception {
    Path file = convert(FatFixture.ONE);
    byte[] before = Files.readAllBytes(file);
    try (EditedMarker marker = EditedMarker.open(file)) {
      marker.apply(new MarkerEdit.SetKernelName("lib/l.so"));
      marker.save(Progress.NONE);
      assertThat(marker.dirty()).isFalse();
    }
    byte[] after = Files.readAllBytes(file);
    assertThat(after).hasSameSizeAs(before);
    try (OpenFile one = OpenFile.open(file)) {
      Marker now = FatBinary.read(ElfFile.read(one.view())).marker();
      assertThat(now.kernelName()).isEqualTo("lib/l.so");
      int start = (int) now.range().start();
      for (int i = 0; i < before.length; i++) {
        boolean inMarker = i >= start && i < start + 128;
        boolean inHeaders = i >= ElfFile.read(one.view()).header().sectionHeadersOffset();
        assertThat(inMarker || inHeaders || before[i] == after[i]).as("byte " + i).isTrue();
      }
    }
  }

  @Test
  void whereItWillGoIsKnownBeforeAndComesTrue() throws Exception {
    Path file = convert(FatFixture.MANY);
    long before = Files.size(file);
    try (EditedMarker marker = EditedMarker.open(file)) {
      String name = marker.content().kernelName();
      MarkerFit now = marker.fit();
      assertThat(now.kind()).isEqualTo(MarkerFit.Kind.IN_PLACE);
      int left = (int) (now.roomBytes() - now.sizeBytes());
      assertThat(now.words()).endsWith(left + " bytes left");
      List<String> paths = new ArrayList<>(PATHS);
      paths.set(1, PATHS.get(1) + "x".repeat(left));
      MarkerFit full = marker.fitting().fit(name, paths);
      // A longer text may need a longer length before it.
      assertThat(full.sizeBytes()).isBetween(now.roomBytes(), now.roomBytes() + 4);
      MarkerFit grown = marker.fitting().fit(name, longer(9000));
      assertThat(grown.kind()).isEqualTo(MarkerFit.Kind.GROWN);
      assertThat(grown.words()).contains("the file grows by " + grown.grownBytes() + " bytes");
      assertThat(marker.dirty()).isFalse();
      assertThatThrownBy(() -> marker.fitting().fit("../x", PATHS))
          .isInstanceOf(FormatException.class);
      assertThatThrownBy(() -> marker.fitting().fit(name, List.of("")))
          .isInstanceOf(FormatException.class);
      marker.apply(new MarkerEdit.SetSearchPaths(longer(9000)));
      marker.save(Progress.NONE);
      assertThat(Files.size(file)).isEqualTo(before + grown.grownBytes());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aMarkerStaysInItsPlaceUpToTheLastByteThatIsFree(FatFixture fixture) throws Exception {
    Path file = convert(fixture);
    try (EditedMarker marker = EditedMarker.open(file)) {
      String name = marker.content().kernelName();
      for (int length = 1; length < 400; length++) {
        MarkerFit fit = marker.fitting().fit(name, longer(length));
        assertThat(fit.kind() == MarkerFit.Kind.IN_PLACE)
            .as("%d: %s", length, fit)
            .isEqualTo(fit.sizeBytes() <= fit.roomBytes());
      }
    }
  }

  @Test
  void laidOutAnewItSurvivesWhatPackagersDo() throws Exception {
    layOutAnew(FatFixture.MANY, false, 300);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(
      value = FatFixture.class,
      names = {"MANY", "RDC_GNU", "EXE_PIE_GNU", "EXE_FIXED_LLD"})
  void laidOutAnewEachKindSurvivesWhatPackagersDo(FatFixture fixture) throws Exception {
    layOutAnew(fixture, true, 300, 6000);
  }

  /** Runs each tool twice, or each pair of tools, over what was laid out again. */
  private void layOutAnew(FatFixture fixture, boolean pairs, int... lengths) throws Exception {
    assumeTrue(!PackagerTools.installed().isEmpty(), "none of the tools is installed");
    for (int length : lengths) {
      Path file = convert(fixture);
      String said = run(file).output().replace(file.toString(), "");
      try (EditedMarker marker = EditedMarker.open(file)) {
        marker.apply(new MarkerEdit.SetSearchPaths(longer(length)));
        marker.save(Progress.NONE);
      }
      if (PackagerTools.isInstalled("eu-elflint")) {
        TreeSet<String> lint = PackagerTools.lint(file);
        lint.removeAll(PackagerTools.lint(fixture.path()));
        assertThat(lint).isEmpty();
      }
      Path plain = folder.resolve("plain-" + fixture.fileName());
      Path edited = folder.resolve("edited-" + fixture.fileName());
      for (PackagerTools first : PackagerTools.installed()) {
        for (PackagerTools second : pairs ? PackagerTools.installed() : List.of(first)) {
          Files.copy(fixture.path(), plain, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
          Files.copy(file, edited, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
          boolean works =
              first.change(plain)
                  && second.change(plain)
                  && run(plain).exitCode() == 0
                  && run(plain).output().replace(plain.toString(), "").equals(said);
          if (works) {
            assertThat(first.change(edited) && second.change(edited)).isTrue();
            assertThat(broken(edited, said, longer(length), fixture))
                .as(length + " " + first + " " + second)
                .isEmpty();
          }
        }
      }
    }
  }

  @Test
  void editsAreNamedCheckedAndUndone() throws Exception {
    Path file = convert(FatFixture.MANY);
    try (EditedMarker marker = EditedMarker.open(file)) {
      assertThat(marker.content().searchPaths()).isEqualTo(PATHS);
      marker.apply(new MarkerEdit.SetKernelName("lib/other.so"));
      assertThat(marker.history().done().getLast().words()).isEqualTo("kernel name lib/other.so");
      marker.undo();
      assertThat(marker.content().kernelName()).isEqualTo("lib/" + FatFixture.MANY.fileName());
      for (MarkerEdit wrong :
          List.of(
              new MarkerEdit.SetKernelName("../x.so"),
              new MarkerEdit.SetKernelName(""),
              new MarkerEdit.SetSearchPaths(List.of()),
              new MarkerEdit.SetSearchPaths(List.of("")),
              new MarkerEdit.SetSearchPaths(List.of("a.kpm")),
              new MarkerEdit.SetSearchPaths(PATHS))) {
        assertThatThrownBy(() -> marker.apply(wrong))
            .isInstanceOf(FormatException.class)
            .hasMessageContaining(wrong.words());
      }
      assertThat(marker.dirty()).isFalse();
    }
  }

  @Test
  void onlyHostOnlyFilesHaveAMarkerAndOnlyUnchangedOnesAreReplaced() throws Exception {
    assertThatThrownBy(() -> EditedMarker.open(FatFixture.ONE.path()))
        .hasMessageContaining("host-only");
    Path file = convert(FatFixture.ONE);
    try (EditedMarker marker = EditedMarker.open(file)) {
      marker.apply(new MarkerEdit.SetKernelName("lib/mine.so"));
      byte[] theirs;
      try (EditedMarker other = EditedMarker.open(file)) {
        other.apply(new MarkerEdit.SetSearchPaths(List.of("theirs.kpack")));
        other.save(Progress.NONE);
        theirs = Files.readAllBytes(file);
      }
      assertThatThrownBy(() -> marker.save(Progress.NONE))
          .isInstanceOfSatisfying(
              FormatException.class,
              failure -> assertThat(failure.reason()).isEqualTo(Reason.FILE_CHANGED));
      assertThat(Files.readAllBytes(file)).isEqualTo(theirs);
      try (EditedMarker newer = EditedMarker.open(file)) {
        assertThat(marker.rebaseOnto(newer).dropped()).isEmpty();
        newer.save(Progress.NONE);
        assertThat(newer.content().searchPaths()).containsExactly("theirs.kpack");
        assertThat(newer.content().kernelName()).isEqualTo("lib/mine.so");
      }
    }
  }
}
