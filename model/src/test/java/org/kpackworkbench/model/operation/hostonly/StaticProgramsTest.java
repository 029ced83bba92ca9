package org.kpackworkbench.model.operation.hostonly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.fixtures.LinkedVariant;
import org.kpackworkbench.model.fixtures.LinkedVariant.Kind;
import org.kpackworkbench.model.fixtures.LinkedVariant.Linker;
import org.kpackworkbench.model.fixtures.StubRuntime;
import org.kpackworkbench.model.fixtures.StubRuntime.Run;
import org.kpackworkbench.model.fixtures.VariantTools;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRefusedException.HostOnlyRefusal;

/**
 * Programs without a dynamic linker: their notes make room for the program header of the second
 * half, and what packagers do to them changes nothing. Where notes are not enough, they are
 * refused.
 */
class StaticProgramsTest {
  @TempDir Path folder;

  static Stream<Arguments> programs() {
    return Stream.of(Linker.values())
        .flatMap(
            linker ->
                Stream.of(Kind.STATIC, Kind.STATIC_PIE)
                    .filter(kind -> linker != Linker.GOLD || kind == Kind.STATIC)
                    .map(kind -> Arguments.of(kind, linker)));
  }

  private Path link(Kind kind, Linker linker, String... flags) throws Exception {
    VariantTools tools = new VariantTools(folder.resolve("tools"));
    LinkedVariant variant = LinkedVariant.plain(kind, linker, List.of(flags));
    tools.assumeAll(variant);
    return tools.link(variant, Files.createDirectory(folder.resolve("linked")));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void areCutAndSurviveWhatPackagersDo(Kind kind, Linker linker) throws Exception {
    Path input = link(kind, linker, "-Wl,--build-id=sha1");
    survives(input, 1);
    HostOnlyReport report = Converted.convert(input, folder.resolve("again"));
    assertThat(report.pagesRemoved()).isGreaterThan(8);
    assertThat(report.movedSections()).anyMatch(name -> name.startsWith(".note."));
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("programs")
  void surviveEveryChain(Kind kind, Linker linker) throws Exception {
    survives(link(kind, linker, "-Wl,--build-id=sha1"), 4);
  }

  private void survives(Path input, int tools) throws Exception {
    SurvivalWalk walk = new SurvivalWalk(folder, input, 1);
    walk.run(tools);
    assertThat(walk.broken()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void runAsBeforeInAGoodLayout(Kind kind, Linker linker) throws Exception {
    Path input = link(kind, linker, "-Wl,--build-id=sha1");
    Path output = folder.resolve("converted");
    Converted.convert(input, output);
    Run run = Converted.run(new StubRuntime(), output);
    assertThat(run.exitCode()).isZero();
    assertThat(run.output()).isEqualTo(Converted.run(new StubRuntime(), input).output());
    try (OpenFile before = OpenFile.open(input);
        OpenFile after = OpenFile.open(output)) {
      assertThat(LayoutVerifier.added(ElfFile.read(before.view()), ElfFile.read(after.view())))
          .isNull();
    }
  }

  /** One note alone is shorter than a program header, and what follows it cannot move. */
  @Test
  void areRefusedWhereNotesDoNotMakeRoom() throws Exception {
    Path input = link(Kind.STATIC, Linker.LLD, "-Wl,--build-id=none");
    Path output = folder.resolve("out");
    HostOnlyRefusedException refused =
        catchThrowableOfType(
            HostOnlyRefusedException.class, () -> Converted.convert(input, output));
    assertThat(refused.refusal()).isEqualTo(HostOnlyRefusal.NO_ROOM_FOR_HEADERS);
    assertThat(refused).hasMessageContaining(".rela.dyn").hasMessageContaining("strip");
    assertThat(output).doesNotExist();
  }
}
