package org.kpackworkbench.views.analysis.compare.code;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.Separator;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.diff.ByteComparison;
import org.kpackworkbench.model.analysis.diff.MachineCode;
import org.kpackworkbench.model.analysis.diff.Row.Cell;
import org.kpackworkbench.model.analysis.diff.assembly.AlignedCode;
import org.kpackworkbench.model.analysis.diff.assembly.CodeListing;
import org.kpackworkbench.model.analysis.diff.assembly.CodeListing.Line;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.DisassemblerFinder;
import org.kpackworkbench.views.analysis.compare.bytes.ByteComparePane;
import org.kpackworkbench.views.analysis.compare.bytes.CaretLine;
import org.kpackworkbench.views.analysis.compare.bytes.DifferenceTools;
import org.kpackworkbench.views.analysis.compare.bytes.LevelPane;
import org.kpackworkbench.views.analysis.compare.code.CodeCompareModel.State;
import org.kpackworkbench.views.analysis.compare.code.CodeSpec.Shown;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.SignButton;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.table.FindLine;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Machine code of two sides or more as instructions beside instructions, and on request, or where
 * nothing disassembles, as the bytes that they are. The comparison stays the caller's. UI thread
 * only.
 */
public final class CodeComparePane implements LevelPane {
  private final ByteComparison comparison;
  private final List<MachineCode> machineCode;
  private final CodeCompareModel model;
  private final Supplier<ByteComparePane> makeBytes;
  private final BorderPane root = Controls.named(new BorderPane(), "compare-code", "code-compare");
  private final BorderPane instructions = new BorderPane();
  private final CodeSpec spec = new CodeSpec();
  private final RowsTable<Shown> table;
  private final ReadOnlyIntegerWrapper caret = new ReadOnlyIntegerWrapper();

  private final DifferenceTools tools;
  private final ToggleButton fold = new ToggleButton();
  private final Button finding;
  private final FindLine find;
  private final CaretLine caretLine;
  private final List<String> names;
  private final BooleanProperty asBytes = new SimpleBooleanProperty();
  private @Nullable ByteComparePane bytes;

  /**
   * A pane that begins to disassemble.
   *
   * @param comparison whose code is known
   * @param names what the sides are called
   * @param makeBytes makes the comparison of the bytes
   */
  public CodeComparePane(
      ByteComparison comparison,
      List<String> names,
      ViewContext context,
      Supplier<ByteComparePane> makeBytes) {
    this.comparison = comparison;
    this.machineCode = comparison.code();
    this.names = names;
    this.makeBytes = makeBytes;
    model =
        new CodeCompareModel(
            machineCode,
            () -> DisassemblerFinder.ofSystem().find(context.work().disassembler()),
            context.background());
    root.getStylesheets().add(Controls.sheet(CodeComparePane.class, "code-compare.css"));
    table = RowsTable.alone(spec, context);
    table.getStyleClass().add("code-rows");
    table.draw(CodeSpec.INSTRUCTIONS, () -> new CodeCell(model, this::unfold));
    table.onOpen(row -> unfold(table.getSelectionModel().getSelectedIndex()));
    table.selectedProperty().subscribe(this::selected);
    find =
        new FindLine(
            "code-find",
            "Instruction, operand, function, address",
            "Find an instruction",
            context.background().latest(),
            table,
            model::searched,
            caret::get,
            table::pick);
    finding =
        SignButton.of(
            "open-find", "Find", "Find an instruction or an address (Ctrl+F)", find::open);
    tools = tools();
    IntConsumer goTo =
        row -> {
          table.pick(row);
          table.requestFocus();
        };
    CodeStrip strip =
        new CodeStrip(model, caret.getReadOnlyProperty(), goTo, context.ownerColors());
    instructions.setCenter(table);
    instructions.setRight(strip);
    caretLine = new CaretLine("code-side-", machineCode.size(), true);
    instructions.setBottom(caretLine);
    // When the table has them, too.
    table.model().arrangedProperty().subscribe(now -> arranged());
    fold.selectedProperty().subscribe(table.model()::runs);
    model.stateProperty().subscribe(this::stateChanged);
    asBytes.addListener((of, before, now) -> exchanged(now));
    model.start();
  }

  @Override
  public Node node() {
    return root;
  }

  /** Whether bytes are shown now, also because nothing disassembles. */
  private boolean showsBytes() {
    return asBytes.get() || model.stateProperty().get() instanceof State.NoTool;
  }

  @Override
  public ObservableValue<@Nullable Place> place() {
    return new ReadOnlyObjectWrapper<>(comparison.sides().getFirst().place());
  }

  @Override
  public void focus() {
    ByteComparePane pane = bytes;
    if (showsBytes() && pane != null) {
      pane.focus();
    } else {
      table.requestFocus();
    }
  }

  /** Sets the context menu, which is made again each time that it is shown. */
  public void setMenuItems(Supplier<List<MenuItem>> items) {
    ContextMenu menu = new ContextMenu();
    menu.setOnShowing(event -> menu.getItems().setAll(items.get()));
    // A menu without items does not show.
    menu.getItems().setAll(items.get());
    table.setContextMenu(menu);
  }

  @Override
  public @Nullable Cell selected(int side) {
    ByteComparePane pane = bytes;
    return showsBytes() && pane != null
        ? pane.selected(side)
        : side < machineCode.size() ? LevelPane.cell(comparison, side, instruction(side)) : null;
  }

  private ByteRange instruction(int side) {
    AlignedCode code = model.code();
    Line line = code == null ? null : code.line(side, caret.get());
    long start = line == null ? -1 : line.address() - machineCode.get(side).address();
    return line == null || start < 0 ? new ByteRange(0, 0) : new ByteRange(start, line.sizeBytes());
  }

  @Override
  public void install(ActionHandlers page) {
    page.on(ActionId.NEXT_DIFFERENCE, () -> either(this::next, ByteComparePane::nextDifference))
        .on(
            ActionId.PREVIOUS_DIFFERENCE,
            () -> either(this::previous, ByteComparePane::previousDifference))
        .on(ActionId.FIND, () -> either(find::open, ByteComparePane::openFind))
        .toggle(ActionId.COMPARE_AS_BYTES, asBytes);
    find.install(new ActionHandlers()).attachTo(instructions);
  }

  @Override
  public void dispose() {
    model.stop();
    ByteComparePane pane = bytes;
    if (pane != null) {
      pane.dispose();
    }
  }

  private void either(Runnable withInstructions, Consumer<ByteComparePane> withBytes) {
    ByteComparePane pane = bytes;
    if (showsBytes() && pane != null) {
      withBytes.accept(pane);
    } else {
      withInstructions.run();
    }
  }

  /** Bytes and instructions are beside one another in place, whichever are shown. */
  private void exchanged(boolean nowBytes) {
    layOut();
    ByteComparePane pane = bytes;
    AlignedCode code = model.code();
    for (int side = 0; pane != null && code != null && side < machineCode.size(); side++) {
      if (nowBytes && !instruction(side).isEmpty()) {
        pane.goTo(side, instruction(side));
        break;
      }
      ByteRange there = pane.selectedBytes(side);
      int line =
          there.isEmpty()
              ? -1
              : code.sides().get(side).lineOf(machineCode.get(side).address() + there.start());
      if (!nowBytes && line >= 0) {
        table.pick(code.rowOf(side, line));
        break;
      }
    }
    focus();
  }

  private void next() {
    goTo(model.next(caret.get()), "no more differences after this");
  }

  private void previous() {
    goTo(model.previous(caret.get()), "no more differences before this");
  }

  private void goTo(int row, String none) {
    if (row < 0 || !table.pick(row)) {
      tools.say(none);
    }
  }

  /** Shows the rows that a line is in place of, or folds them again. */
  private boolean unfold(int position) {
    Shown shown = position < 0 ? null : table.model().row(position).content();
    return shown != null
        && shown.isFold()
        && table.tree().open(position, !table.tree().isOpen(shown));
  }

  /** The rows are there: the first difference is gone to, unless the user was somewhere. */
  private void arranged() {
    if (table.getSelectionModel().isEmpty() && table.model().shown() > 0) {
      table.pick(model.first());
    }
  }

  private void selected(@Nullable Shown shown) {
    AlignedCode code = model.code();
    if (code == null || shown == null || shown.isFold()) {
      return;
    }
    caret.set(shown.row());
    caretLine.show(
        IntStream.range(0, machineCode.size())
            .mapToObj(side -> sideName(side) + ": " + CodeWords.full(code, side, shown.row()))
            .toList());
    say();
  }

  private void say() {
    tools.say(model.words(caret.get()));
  }

  private String sideName(int side) {
    return names.size() == 2 ? side == 0 ? "left" : "right" : names.get(side);
  }

  private void stateChanged(State state) {
    find.forget();
    layOut();
    switch (state) {
      case State.Running running -> running(true, "Disassembling…");
      case State.Stopped stopped -> running(false, "Stopped.");
      case State.Done(AlignedCode code) -> {
        running(false, "");
        caret.set(model.first());
        table.forget();
        table.model().show(spec.show(code));
        sayTools(code);
        say();
      }
      case State.NoTool noTool -> running(false, "");
      case State.Failed failed -> running(false, "");
    }
  }

  private void layOut() {
    State state = model.stateProperty().get();
    VBox top = new VBox(tools, find);
    if (state instanceof State.NoTool(var failure)) {
      Button again =
          SignButton.of("code-look-again", "Search Again", "Search for it again", model::start);
      top =
          new VBox(
              new MessageBar(
                  MessageBar.Severity.INFO,
                  "Compared as bytes, because the code cannot be disassembled. "
                      + failure.getMessage(),
                  again));
    } else if (state instanceof State.Done(AlignedCode code)
        && code.sides().stream().anyMatch(side -> !side.complete())) {
      top.getChildren()
          .add(
              new MessageBar(
                  MessageBar.Severity.WARNING,
                  "Only the first %s of a side are compared; the rest is not shown. Its bytes are."
                      .formatted(
                          CodeWords.instructions(
                              code.sides().stream()
                                  .mapToInt(side -> side.lines().size())
                                  .max()
                                  .orElse(0)))));
    }
    root.setTop(top);
    if (showsBytes()) {
      ByteComparePane pane = bytes;
      if (pane == null) {
        pane = makeBytes.get();
        bytes = pane;
      }
      root.setCenter(pane.node());
    } else {
      root.setCenter(
          state instanceof State.Failed(Throwable failure)
              ? new ErrorView(
                  "The code could not be disassembled",
                  failure,
                  SignButton.of(
                      "code-as-bytes", "Compare Bytes", "Compare bytes", () -> asBytes.set(true)))
              : instructions);
    }
    // Bytes have a line of their own.
    tools.differences(!showsBytes());
    fold.setVisible(!showsBytes());
    finding.setVisible(!showsBytes());
  }

  private DifferenceTools tools() {
    SignButton.set(
        fold, "code-fold-equal", "Fold equal", "Hide instructions that are the same", () -> {});
    fold.setSelected(true);
    ToggleButton bytesToo = new ToggleButton();
    String words = "Show the bytes in place of instructions (Ctrl+B)";
    SignButton.set(bytesToo, "code-bytes", "Bytes", words, () -> {});
    bytesToo.selectedProperty().bindBidirectional(asBytes);
    Separator line = new Separator(Orientation.VERTICAL);
    return new DifferenceTools(
        "code", "code-tool", this::previous, this::next, fold, line, bytesToo, finding);
  }

  private void running(boolean running, String text) {
    State state = model.stateProperty().get();
    boolean again = state instanceof State.Stopped || state instanceof State.Failed;
    tools.progress(running, ProgressIndicator.INDETERMINATE_PROGRESS);
    tools.stopButton(
        running || again,
        running ? "Stop" : "Again",
        running ? "Stop disassembling" : "Disassemble again",
        running ? model::stop : model::start);
    tools.say(text);
  }

  private void sayTools(AlignedCode code) {
    List<Path> paths =
        code.sides().stream()
            .map(CodeListing::tool)
            .filter(Objects::nonNull)
            .map(Objects::requireNonNull)
            .distinct()
            .toList();
    tools.detail(
        paths.stream().map(tool -> "by " + tool.getFileName()).collect(Collectors.joining(", ")),
        paths.stream().map(Path::toString).collect(Collectors.joining(", ")));
  }
}
