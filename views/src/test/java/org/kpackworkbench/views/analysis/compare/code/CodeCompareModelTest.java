package org.kpackworkbench.views.analysis.compare.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.analysis.diff.MachineCode;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.codeobject.CodeObjectDocument;
import org.kpackworkbench.model.format.codeobject.DisassemblerFinder;
import org.kpackworkbench.views.analysis.compare.code.CodeCompareModel.State;
import org.kpackworkbench.views.analysis.compare.code.CodeSpec.Shown;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.RowsModel;
import org.kpackworkbench.views.window.standard.StandardWindow;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the stand-in is a shell script")
class CodeCompareModelTest {
  @TempDir private Path temp;
  private final List<CodeObjectDocument> open = new ArrayList<>();

  @AfterEach
  void close() {
    open.forEach(CodeObjectDocument::close);
  }

  private MachineCode code(String fixture) throws IOException {
    CodeObjectDocument document =
        (CodeObjectDocument)
            StandardFormats.all().open(StandardWindow.fixture(fixture), Progress.NONE);
    open.add(document);
    return new MachineCode(document.code(), null, 0x1000);
  }

  private static String[] lines(int count) {
    return IntStream.range(0, count).mapToObj("v_mov_b32 v0, %d"::formatted).toArray(String[]::new);
  }

  private CodeCompareModel model(String[] first, String[] other, Background background)
      throws IOException {
    Path tool =
        StandInTool.in(
            temp,
            "gfx1030",
            StandInTool.listing("k", 0x1000, first),
            StandInTool.listing("k", 0x2000, other));
    return new CodeCompareModel(
        List.of(code("axpy-gfx1030-v4.hsaco"), code("axpy-gfx1100.hsaco")),
        () -> List.of(tool),
        background);
  }

  private static RowsModel<Shown> rows(CodeCompareModel model) {
    CodeSpec spec = new CodeSpec();
    RowsModel<Shown> rows = new RowsModel<>(spec, Background.sameThread());
    rows.show(spec.show(model.code()));
    return rows;
  }

  private static List<String> shown(CodeCompareModel model, RowsModel<Shown> rows) {
    return IntStream.range(0, rows.shown())
        .mapToObj(at -> CodeWords.copied(model.code(), rows.row(at).content()))
        .toList();
  }

  @Test
  void equalRowsAreFoldedAndUnfolded() throws IOException {
    String[] other = lines(40);
    other[20] = "s_nop 1";
    CodeCompareModel model = model(lines(40), other, Background.sameThread());
    model.start();
    assertThat(model.first()).as("the first difference").isEqualTo(21);
    RowsModel<Shown> rows = rows(model);
    assertThat(shown(model, rows))
        .hasSize(1 + 1 + 7 + 1)
        .startsWith("k:\tk:", "⋯ 17 equal rows ⋯")
        .contains("0x1050 v_mov_b32 v0, 20\t0x2050 s_nop 1")
        .endsWith("⋯ 16 equal rows ⋯");
    assertThat(model.words(21)).isEqualTo("difference 1 of 1: 1 changed, 39 instructions the same");
    assertThat(rows.tree().open(1, true)).isTrue();
    assertThat(shown(model, rows))
        .as("below the line by which they are folded again")
        .hasSize(1 + 1 + 17 + 7 + 1);
    rows.reveal(38);
    assertThat(shown(model, rows)).as("what is gone to is shown").hasSize(2 + 41);
    assertThat(rows.tree().open(1, false)).isTrue();
    assertThat(shown(model, rows)).hasSize(1 + 1 + 7 + 1 + 16);
    rows.runs(false);
    assertThat(shown(model, rows)).hasSize(41);
    RowsModel<Shown> again = rows(model);
    again.runs(false);
    assertThat(shown(model, again)).hasSize(41);
    again.runs(true);
    assertThat(shown(model, again)).hasSize(10);
  }

  @Test
  void differencesAreWalkedBothWays() throws IOException {
    String[] other = lines(60);
    other[10] = "s_nop 1";
    other[11] = "s_nop 2";
    other[50] = "s_nop 3";
    CodeCompareModel model = model(lines(60), other, Background.sameThread());
    model.start();
    assertThat(model.first()).isEqualTo(11);
    assertThat(model.next(11)).isEqualTo(51);
    assertThat(model.words(51)).startsWith("difference 2 of 2");
    assertThat(model.next(51)).isEqualTo(-1);
    assertThat(model.previous(51)).as("the beginning of both rows").isEqualTo(11);
    assertThat(model.previous(11)).isEqualTo(-1);
    assertThat(model.searched().text().apply(31)).contains("v0, 30");
    assertThat(model.searched().text().apply(2)).contains("0x2004");
  }

  @Test
  void theSameCodeIsShownWhole() throws IOException {
    CodeCompareModel model = model(lines(30), lines(30), Background.sameThread());
    model.start();
    assertThat(shown(model, rows(model))).hasSize(31);
    assertThat(model.words(0)).isEqualTo("no differences in 30 instructions");
  }

  @Test
  void whatIsStoppedIsNotShownLater() throws IOException {
    Deque<Runnable> work = new ArrayDeque<>();
    CodeCompareModel model = model(lines(2), lines(2), Background.on(work::add, Runnable::run));
    model.start();
    assertThat(model.stateProperty().get()).isInstanceOf(State.Running.class);
    model.stop();
    work.remove().run();
    assertThat(model.stateProperty().get()).isInstanceOf(State.Stopped.class);
    model.start();
    work.remove().run();
    assertThat(model.stateProperty().get()).isInstanceOf(State.Done.class);
  }

  @Test
  void withoutATool() throws IOException {
    CodeCompareModel model =
        new CodeCompareModel(
            List.of(code("axpy-gfx1030-v4.hsaco"), code("axpy-gfx1100.hsaco")),
            () -> DisassemblerFinder.ofSystem().find(temp.resolve("none")),
            Background.sameThread());
    model.start();
    assertThat(model.stateProperty().get())
        .isInstanceOfSatisfying(
            State.NoTool.class,
            none -> assertThat(none.failure()).hasMessageContaining("llvm-objdump"));
  }

  @Test
  void aToolThatFails() throws IOException {
    CodeCompareModel model = model(lines(1), lines(1), Background.sameThread());
    Files.writeString(temp.resolve("llvm-objdump"), "#!/bin/sh\nexit 3\n");
    model.start();
    assertThat(model.stateProperty().get())
        .isInstanceOfSatisfying(
            State.Failed.class,
            failed -> assertThat(failed.failure()).hasMessageContaining("exit status 3"));
  }
}
