package org.kpackworkbench.model.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyException;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Instruction;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Text;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyRequest;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelLocation;

/** Runs stand-ins for the tool, and the tool itself where it is installed. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the stand-ins are shell scripts")
class DisassemblerTest {
  private static final String FIXTURE = "axpy-gfx1100.hsaco";

  @TempDir private Path folder;
  private final List<DisassemblyLine> lines = new ArrayList<>();

  @Test
  void theToolGetsTheCodeObjectAndTheSymbol() throws IOException {
    CodeObject codeObject = CompiledFixtures.open(FIXTURE);
    Kernel kernel = codeObject.kernels().getFirst();
    Disassembler disassembler =
        tool("for a in \"$@\"; do echo \"$a\"; done; wc -c < \"${3}\"; echo remark >&2");
    Disassembler.Outcome outcome =
        disassembler.run(DisassemblyRequest.of(codeObject, kernel), Progress.NONE, lines::add);
    assertThat(texts())
        .startsWith("--disassemble-symbols=" + kernel.name(), "--mcpu=gfx1100")
        .endsWith(Long.toString(codeObject.view().size()));
    assertThat(outcome)
        .isEqualTo(new Disassembler.Outcome(disassembler.tools().getFirst(), 4, true, "remark"));
  }

  @Test
  void anUnknownProcessorIsLeftToTheTool() throws IOException {
    CodeObject codeObject = new CodeObjectBuilder().flags(0xfa).open();
    tool("for a in \"$@\"; do echo \"$a\"; done")
        .run(DisassemblyRequest.all(codeObject), Progress.NONE, lines::add);
    assertThat(texts()).hasSize(2).first().isEqualTo("--disassemble");
  }

  @Test
  void aToolThatPrintsNothingIsNone() throws IOException {
    CodeObject codeObject = CompiledFixtures.open(FIXTURE);
    Disassembler silent = tool("true");
    assertThatThrownBy(
            () -> silent.run(DisassemblyRequest.all(codeObject), Progress.NONE, lines::add))
        .isInstanceOf(DisassemblyException.class)
        .hasMessageContainingAll("printed nothing", "gfx1100", "llvm-objdump");
  }

  @Test
  void theCopyIsRemoved() throws IOException {
    tool("for a in \"$@\"; do echo \"$a\"; done")
        .run(DisassemblyRequest.all(CompiledFixtures.open(FIXTURE)), Progress.NONE, lines::add);
    Path copy = Path.of(texts().getLast());
    assertThat(copy).doesNotExist();
    assertThat(copy.getParent()).doesNotExist();
  }

  @Test
  void afterTheBoundTheToolIsStopped() throws IOException {
    DisassemblyRequest request =
        new DisassemblyRequest(
            CompiledFixtures.open(FIXTURE), "", null, false, 10, Duration.ofMinutes(10));
    Disassembler.Outcome outcome = tool("yes line").run(request, Progress.NONE, lines::add);
    assertThat(lines).hasSize(10);
    assertThat(outcome.complete()).isFalse();
  }

  @Test
  void aVeryLongLineIsCut() throws IOException {
    tool("yes | tr -d '\\n' | head -c 300000; echo; echo end")
        .run(DisassemblyRequest.all(CompiledFixtures.open(FIXTURE)), Progress.NONE, lines::add);
    assertThat(texts()).hasSize(2).last().isEqualTo("end");
    assertThat(texts().getFirst().length()).isLessThan(100_000);
  }

  @Test
  void aFailureCarriesWhatTheToolSaid() throws IOException {
    Disassembler disassembler =
        tool("echo \"'gfx1100' is not a recognized processor\" >&2; exit 3");
    DisassemblyRequest request = DisassemblyRequest.all(CompiledFixtures.open(FIXTURE));
    assertThatThrownBy(() -> disassembler.run(request, Progress.NONE, lines::add))
        .isInstanceOf(DisassemblyException.class)
        .hasMessageContainingAll("gfx1100", "exit status 3", "not a recognized", "newer LLVM");
  }

  @Test
  void aToolThatDoesNotKnowTheProcessorGivesWayToTheNext() throws IOException {
    Path old =
        script("old", "echo 'x: file format elf64-amdgpu'; echo 'not yet supported' >&2; exit 134");
    Path newer = script("newer", "echo 'x: file format elf64-amdgpu'; echo line");
    Disassembler.Outcome outcome =
        new Disassembler(List.of(old, newer))
            .run(DisassemblyRequest.all(CompiledFixtures.open(FIXTURE)), Progress.NONE, lines::add);
    assertThat(outcome.tool()).isEqualTo(newer);
    assertThat(texts()).containsExactly("line");
  }

  @Test
  void aProgramThatCannotBeStartedIsNamed() throws IOException {
    Path text = Files.writeString(folder.resolve("no-program"), "text");
    DisassemblyRequest request = DisassemblyRequest.all(CompiledFixtures.open(FIXTURE));
    assertThatThrownBy(
            () -> new Disassembler(List.of(text)).run(request, Progress.NONE, lines::add))
        .isInstanceOf(DisassemblyException.class)
        .hasMessageContainingAll(text.toString(), "could not be started");
  }

  @Test
  void aToolThatHangsIsStopped() throws IOException {
    DisassemblyRequest request =
        new DisassemblyRequest(
            CompiledFixtures.open(FIXTURE), "", null, false, 10, Duration.ofMillis(200));
    Disassembler hangs = tool("exec sleep 600");
    assertThatThrownBy(() -> hangs.run(request, Progress.NONE, lines::add))
        .isInstanceOfSatisfying(
            DisassemblyException.class,
            failure ->
                assertThat(failure.reason()).isEqualTo(DisassemblyException.Reason.TIMED_OUT));
  }

  @Test
  void cancellingStopsTheTool() throws IOException {
    Cancel cancel = new Cancel();
    Disassembler talks = tool("echo line; exec sleep 600");
    DisassemblyRequest request = DisassemblyRequest.all(CompiledFixtures.open(FIXTURE));
    assertThatThrownBy(() -> talks.run(request, cancel, line -> cancel.wanted.set(true)))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void theRealToolDisassemblesAKernel() throws IOException {
    CodeObject codeObject = CompiledFixtures.open(FIXTURE);
    Kernel kernel = codeObject.kernels().getFirst();
    KernelLocation location = codeObject.locate(kernel);
    runRealTool(DisassemblyRequest.of(codeObject, kernel));
    assertThat(lines).contains(new DisassemblyLine.Label(location.codeAddress(), kernel.name()));
    List<Instruction> instructions =
        lines.stream().filter(Instruction.class::isInstance).map(Instruction.class::cast).toList();
    assertThat(instructions).extracting(Instruction::text).contains("s_endpgm");
    assertThat(instructions).allMatch(instruction -> instruction.symbol().equals(kernel.name()));
    Instruction first = instructions.getFirst();
    assertThat(first.address()).isEqualTo(location.codeAddress());
    assertThat(Long.parseLong(first.hex().substring(0, 8), 16))
        .isEqualTo(codeObject.view().u32(location.code().start()));
  }

  /** Skips the test where this system has no LLVM, or only one that is too old for the fixture. */
  private void runRealTool(DisassemblyRequest request) throws IOException {
    try {
      new Disassembler(DisassemblerFinder.ofSystem().find(null))
          .run(request, Progress.NONE, lines::add);
    } catch (DisassemblyException failure) {
      switch (failure.reason()) {
        case NOT_INSTALLED, UNKNOWN_PROCESSOR -> abort(failure.getMessage());
        case FAILED, TIMED_OUT -> throw failure;
      }
    }
  }

  private Disassembler tool(String script) throws IOException {
    return new Disassembler(List.of(script("llvm-objdump", script)));
  }

  private Path script(String name, String script) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private List<String> texts() {
    return lines.stream().filter(Text.class::isInstance).map(line -> ((Text) line).text()).toList();
  }

  private static final class Cancel implements Progress {
    final AtomicBoolean wanted = new AtomicBoolean();

    @Override
    public boolean cancelled() {
      return wanted.get();
    }
  }
}
