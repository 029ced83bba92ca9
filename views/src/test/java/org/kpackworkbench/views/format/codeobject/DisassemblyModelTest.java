package org.kpackworkbench.views.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.codeobject.CodeObjectDocument;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyException;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine;
import org.kpackworkbench.model.format.codeobject.DisassemblerFinder;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.window.standard.StandardWindow;

class DisassemblyModelTest {
  @TempDir private Path temp;
  private final CodeObjectDocument document;
  private final KernelDetails details;

  DisassemblyModelTest() throws IOException {
    document =
        (CodeObjectDocument)
            StandardFormats.all()
                .open(StandardWindow.fixture("kinds-gfx1100.hsaco"), Progress.NONE);
    details = KernelDetails.of(ShownCodeObject.of(document), document.code().kernels().getFirst());
  }

  @AfterEach
  void close() {
    document.close();
  }

  /** A program that prints what the tool would. */
  private Path tool(String script) throws IOException {
    Path tool = temp.resolve("llvm-objdump");
    Files.writeString(tool, "#!/bin/sh\n" + script + "\n");
    assumeThat(tool.toFile().setExecutable(true)).isTrue();
    return tool;
  }

  @Test
  void linesOfTheRealToolLeadToTheirBytes() {
    List<Path> tools;
    try {
      tools = DisassemblerFinder.ofSystem().find(null);
    } catch (DisassemblyException none) {
      assumeThat(none).as("llvm-objdump is not installed").isNull();
      return;
    }
    DisassemblyModel model = new DisassemblyModel(Background.sameThread(), () -> tools);
    model.start(details);
    assumeThat(model.stateProperty().get().toString())
        .as("an llvm-objdump that knows gfx1100")
        .doesNotContain("not a recognized processor");
    assertThat(model.stateProperty().get()).isInstanceOf(DisassemblyModel.State.Done.class);
    List<DisassemblyLine.Instruction> code =
        model.lines().stream()
            .filter(DisassemblyLine.Instruction.class::isInstance)
            .map(DisassemblyLine.Instruction.class::cast)
            .toList();
    assertThat(code).anyMatch(line -> line.text().startsWith("s_endpgm"));
    Place first = details.placeOf(code.getFirst());
    assertThat(first.range().start()).isEqualTo(details.location().code().start());
    assertThat(first.range().length()).isIn(4L, 8L, 12L);
    assertThat(first.parent()).isEqualTo(details.place());
  }

  @Test
  void missingToolSaysWhatToInstall() {
    DisassemblyModel model =
        new DisassemblyModel(
            Background.sameThread(), () -> DisassemblerFinder.ofSystem().find(temp.resolve("no")));
    model.start(details);
    assertThat(model.stateProperty().get())
        .isInstanceOfSatisfying(
            DisassemblyModel.State.Failed.class,
            failed -> assertThat(failed.failure()).hasMessageContaining("llvm-objdump"));
  }

  @Test
  void anotherKernelStopsTheOneBefore() throws IOException {
    Path tool = tool("echo '0000000000001000 <k>:'");
    Deque<Runnable> work = new ArrayDeque<>();
    DisassemblyModel model =
        new DisassemblyModel(Background.on(work::add, Runnable::run), () -> List.of(tool));
    model.start(details);
    model.start(details);
    work.remove().run();
    assertThat(model.lines()).isEmpty();
    assertThat(model.stateProperty().get()).isInstanceOf(DisassemblyModel.State.Running.class);
    work.remove().run();
    assertThat(model.lines()).hasSize(1);
    assertThat(model.stateProperty().get()).isInstanceOf(DisassemblyModel.State.Done.class);
  }

  @Test
  void stoppedKeepsWhatCame() {
    Deque<Runnable> work = new ArrayDeque<>();
    DisassemblyModel model =
        new DisassemblyModel(Background.on(work::add, Runnable::run), () -> List.of(temp));
    model.start(details);
    model.stop();
    assertThat(model.stateProperty().get()).isInstanceOf(DisassemblyModel.State.Stopped.class);
  }
}
