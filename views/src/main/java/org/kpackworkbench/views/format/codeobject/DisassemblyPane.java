package org.kpackworkbench.views.format.codeobject;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.collections.ListChangeListener;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.codeobject.AssemblyText.Registers;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyException;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Instruction;
import org.kpackworkbench.model.format.codeobject.LiveRegisters;
import org.kpackworkbench.views.format.codeobject.DisassemblyModel.Analysis;
import org.kpackworkbench.views.format.codeobject.DisassemblyModel.State;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.action.Actions;
import org.kpackworkbench.views.kit.action.SignButton;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.place.Navigator;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.table.FindLine;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * The machine code of a kernel, line by line: coloured, with blocks and loops in the margin, live
 * vector registers, branches to follow and text to find. The tool runs only while the pane is
 * visible.
 */
final class DisassemblyPane extends BorderPane {
  private static final String INSTRUCTION = "Instruction";
  private static final String FLOW = "Flow";

  /** Nearly all instructions are shorter. */
  private static final int INSTRUCTION_CHARACTERS = 56;

  private static final double LEAST_WITH_TOOLS = 7;

  private final DisassemblyModel model;
  private final List<CodeLine> rows = new ArrayList<>();
  private final RowsTable<CodeLine> table;
  private final FindLine find;
  private final Label words = Controls.named(new Label(), "disassembly-words", "muted");
  private final Button back = button("back", "◀", "Back to the branch (Alt+Left)", this::back);
  private final Button forward = button("forward", "▶", "Forward (Alt+Right)", this::forward);
  private final Button peak =
      button("peak", "Go to Peak", "Go to the most registers", this::toPeak);
  private final Button stop = button("stop", "Stop", "Stop the disassembler", this::dispose);
  private final Button again = button("again", "Again", "Disassemble again", this::start);
  private final HBox line = Controls.styled(Controls.collapsing(new HBox()), "tool-line");
  private final Navigator navigator;
  private final BooleanProperty canGoBack = new SimpleBooleanProperty();
  private final BooleanProperty canGoForward = new SimpleBooleanProperty();
  private final Deque<Integer> before = new ArrayDeque<>();
  private final Deque<Integer> behind = new ArrayDeque<>();
  private @Nullable Registers marked;
  private @Nullable KernelDetails wanted;
  private @Nullable KernelDetails shown;
  private OptionalLong awaited = OptionalLong.empty();
  private boolean inFront;

  DisassemblyPane(DisassemblyModel model, ViewContext context, Consumer<Place> selected) {
    this.model = model;
    this.navigator = context.navigator();
    setId("disassembly-pane");
    table =
        RowsTable.alone(
            RowsSpec.of(
                "disassembly",
                "Disassembly",
                "Nothing is disassembled yet.",
                List.of(
                    RowColumn.<CodeLine>mono(FLOW, code -> FlowCell.text(model, code.number()))
                        .unsorted(),
                    RowColumn.mono("Address", CodeLine::address).unsorted(),
                    RowColumn.figure("Live", this::live).unsorted().named("Live VGPRs"),
                    RowColumn.mono(INSTRUCTION, CodeLine::text)
                        .unsorted()
                        .fitted(INSTRUCTION_CHARACTERS)
                        .stretching(),
                    RowColumn.mono("Goes to", CodeLine::target).unsorted().fitted(8),
                    RowColumn.mono("Bytes", CodeLine::bytes).unsorted().fitted(8))),
            context);
    find =
        new FindLine(
            "disassembly-find",
            "Instruction, register, address",
            "Find in the disassembly",
            context.background().latest(),
            table,
            this::searched,
            table::selectedRow,
            table::pick);
    handlers(new ActionHandlers().on(ActionId.COPY, table::copy)).attachTo(table);
    handlers(new ActionHandlers()).attachTo(this);
    table.setContextMenu(menu(context));
    table.draw(INSTRUCTION, () -> new InstructionCell(this));
    table.draw(FLOW, () -> new FlowCell(model));
    table.onPick(
        row -> {
          awaited = OptionalLong.empty();
          Place place = place(row.content());
          if (place != null) {
            selected.accept(place);
          }
        });
    table.onOpen(row -> follow(row.index()));
    Region space = Controls.wide(new Region());
    line.visibleProperty()
        .bind(heightProperty().map(height -> height.doubleValue() > LEAST_WITH_TOOLS * textSize()));
    line.getChildren().addAll(back, forward, words, space, peak, stop, again);
    addEventFilter(KeyEvent.KEY_PRESSED, this::travel);
    model.stateProperty().subscribe(this::state);
    model.lines().addListener((ListChangeListener<DisassemblyLine>) change -> linesChanged());
    model
        .analysisProperty()
        .subscribe(
            () -> {
              // The rows are shown again so that columns are as wide as what is known now.
              if (!rows.isEmpty()) {
                table.show(rows);
              }
              table.refresh();
              state(model.stateProperty().get());
            });
    jumps();
  }

  /** How large the text is, in pixels. */
  double textSize() {
    return words.getFont().getSize();
  }

  private static Button button(String id, String text, String words, Runnable action) {
    Button button = SignButton.of("disassembly-" + id, text, words, action);
    button.getStyleClass().add("small");
    button.managedProperty().bind(button.visibleProperty());
    return button;
  }

  private ActionHandlers handlers(ActionHandlers handlers) {
    return find.install(handlers)
        .on(
            ActionId.CANCEL_JOB,
            model.stateProperty().map(State.Running.class::isInstance),
            model::stop)
        .on(ActionId.BACK, canGoBack.or(navigator.canGoBackProperty()), this::back)
        .on(ActionId.FORWARD, canGoForward.or(navigator.canGoForwardProperty()), this::forward)
        .on(ActionId.FIND, find::open);
  }

  private ContextMenu menu(ViewContext context) {
    MenuItem copyInstruction =
        item(
            "disassembly-copy-instruction",
            "Copy Instruction",
            () -> copy(code -> code.line() instanceof Instruction one ? one.text() : ""));
    MenuItem copyAddress =
        item("disassembly-copy-address", "Copy Address", () -> copy(CodeLine::address));
    MenuItem copyLines =
        item(
            "disassembly-copy-lines",
            "Copy Lines",
            () -> copy(code -> (code.address() + "  " + code.text().strip()).strip()));
    MenuItem goTo = item("disassembly-go", "Go to Target", () -> follow(table.selectedRow()));
    MenuItem bytes = item("disassembly-bytes", "Show Bytes", () -> showBytes(context.actions()));
    MenuItem look = item("disassembly-find", "Find…", find::open);
    ContextMenu menu =
        new ContextMenu(
            copyInstruction, copyAddress, copyLines, new SeparatorMenuItem(), goTo, bytes, look);
    menu.setOnShowing(
        event -> {
          CodeLine code = table.selectedProperty().get();
          boolean instruction = code != null && code.line() instanceof Instruction;
          copyInstruction.setDisable(!instruction);
          copyAddress.setDisable(code == null || code.address().isEmpty());
          copyLines.setDisable(code == null);
          bytes.setDisable(!instruction);
          goTo.setDisable(code == null || targetLine(code.number()) < 0);
          look.setDisable(rows.isEmpty());
        });
    return menu;
  }

  private static MenuItem item(String id, String text, Runnable action) {
    MenuItem item = new MenuItem(text);
    item.setId(id);
    item.setOnAction(event -> action.run());
    return item;
  }

  private void copy(Function<CodeLine, String> of) {
    RowCopy.toClipboard(
        table.selected().stream()
            .map(of)
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining("\n")));
  }

  private @Nullable Place place(@Nullable CodeLine code) {
    KernelDetails details = shown;
    return details != null && code != null && code.line() instanceof Instruction instruction
        ? details.placeOf(instruction)
        : null;
  }

  /** Shows the pane of the bytes where it is hidden, and the instruction in it. */
  private void showBytes(Actions actions) {
    Place place = place(table.selectedProperty().get());
    if (place == null) {
      return;
    }
    if (!actions.get(ActionId.SHOW_BYTES).selectedProperty().get()) {
      actions.run(ActionId.SHOW_BYTES);
    }
    // Not reported as a selection: one that was made before would not be followed again.
    navigator.go(place);
  }

  /** Goes to an instruction, now or when its line has come; empty for none. */
  void await(OptionalLong instructionAddress) {
    awaited = instructionAddress;
    arrive(0);
  }

  /** Goes to the instruction that is awaited if it is among the lines from one on. */
  private void arrive(int from) {
    if (awaited.isEmpty()) {
      return;
    }
    long address = awaited.getAsLong();
    for (CodeLine code : rows.subList(from, rows.size())) {
      if (code.line() instanceof Instruction instruction && instruction.address() == address) {
        table.pick(code.number());
        return;
      }
    }
  }

  private void linesChanged() {
    if (model.lines().size() < rows.size()) {
      rows.clear();
      before.clear();
      behind.clear();
      marked = null;
      jumps();
    }
    int known = rows.size();
    for (int i = known; i < model.lines().size(); i++) {
      rows.add(new CodeLine(i, model.lines().get(i)));
    }
    table.show(rows);
    arrive(known);
    find.forget();
    state(model.stateProperty().get());
  }

  /** A table keeps these keys for itself. */
  private void travel(KeyEvent event) {
    if (event.isAltDown() && event.getCode() == KeyCode.LEFT) {
      back();
      event.consume();
    } else if (event.isAltDown() && event.getCode() == KeyCode.RIGHT) {
      forward();
      event.consume();
    }
  }

  /** To the branch that was followed last; where there is none, to the place before this one. */
  private void back() {
    if (before.isEmpty()) {
      navigator.back();
    } else {
      step(before, behind);
    }
  }

  private void forward() {
    if (behind.isEmpty()) {
      navigator.forward();
    } else {
      step(behind, before);
    }
  }

  private void step(Deque<Integer> from, Deque<Integer> to) {
    Integer next = from.pollLast();
    if (next != null) {
      to.addLast(table.selectedRow());
      table.pick(next);
      table.requestFocus();
    }
    jumps();
  }

  private void jumps() {
    canGoBack.set(!before.isEmpty());
    canGoForward.set(!behind.isEmpty());
    back.setDisable(before.isEmpty());
    forward.setDisable(behind.isEmpty());
  }

  /** The line that a branch leads to; -1 for none. */
  int targetLine(int from) {
    Analysis analysis = model.analysisProperty().get();
    return analysis == null ? -1 : analysis.flow().target(from);
  }

  /** Goes where a branch leads; false if it is none. */
  boolean follow(int from) {
    int target = targetLine(from);
    if (target < 0) {
      return false;
    }
    jump(from, target);
    return true;
  }

  private void jump(int from, int to) {
    if (from >= 0) {
      before.addLast(from);
    }
    behind.clear();
    jumps();
    table.pick(to);
    table.requestFocus();
  }

  private void toPeak() {
    Analysis analysis = model.analysisProperty().get();
    if (analysis != null && analysis.live().peakLine() >= 0) {
      jump(table.selectedRow(), analysis.live().peakLine());
    }
  }

  /** Whether some of the registers are marked. */
  boolean isMarked(Registers registers) {
    return marked != null && registers.overlaps(marked);
  }

  /** Marks registers wherever they are, or no longer where they were marked. */
  void mark(Registers registers) {
    marked = registers.equals(marked) ? null : registers;
    table.refresh();
  }

  /** The kernel to disassemble once the pane is visible. */
  void show(KernelDetails details) {
    wanted = details;
    startIfSeen();
  }

  /** Whether the pane is visible. */
  void inFront(boolean seen) {
    inFront = seen;
    startIfSeen();
  }

  void dispose() {
    model.stop();
  }

  private void startIfSeen() {
    KernelDetails details = wanted;
    boolean other = details != null && (shown == null || !details.place().equals(shown.place()));
    if (other && inFront) {
      start();
    } else if (other && model.stateProperty().get() instanceof State.Running) {
      model.stop();
    }
  }

  private void start() {
    KernelDetails details = Objects.requireNonNull(wanted);
    shown = details;
    model.start(details);
  }

  private void state(State state) {
    boolean running = state instanceof State.Running;
    stop.setVisible(running);
    boolean startable = state instanceof State.Stopped || state instanceof State.Failed;
    again.setVisible(startable);
    Analysis analysis = model.analysisProperty().get();
    boolean known = analysis != null && analysis.live().peak() > 0;
    peak.setVisible(known);
    setTop(new VBox(line, find));
    setCenter(table);
    String count = CountText.grouped(model.lines().size(), "line");
    switch (state) {
      case State.Idle idle -> words.setText("");
      case State.Running now -> words.setText("Disassembling… " + count);
      case State.Stopped stopped -> words.setText("Stopped after " + count + ".");
      case State.Done(var outcome) -> {
        String remarks = outcome.remarks().isBlank() ? "" : " " + outcome.remarks().strip();
        words.setText(
            (outcome.complete() ? count : "The first " + count + "; the rest is not shown")
                + ", by "
                + outcome.tool()
                + "."
                + liveWords(analysis)
                + remarks);
      }
      case State.Failed(Throwable failure) -> failed(failure);
    }
  }

  private void failed(Throwable failure) {
    if (failure instanceof DisassemblyException known
        && known.reason() == DisassemblyException.Reason.NOT_INSTALLED) {
      Button look = SignButton.named("disassembly-look-again", "Search Again", this::start);
      setTop(new MessageBar(MessageBar.Severity.INFO, String.valueOf(known.getMessage()), look));
      setCenter(
          Tables.placeholder(
              "Disassembling needs LLVM's tools. Everything else works without them."));
    } else {
      setCenter(new ErrorView("The kernel could not be disassembled", failure));
      words.setText("");
    }
  }

  private static String liveWords(@Nullable Analysis analysis) {
    if (analysis == null) {
      return "";
    }
    LiveRegisters live = analysis.live();
    return live.unknown().isEmpty()
        ? " At most %d vector registers are live.".formatted(Math.max(0, live.peak()))
        : " Live registers are not known. " + live.unknown();
  }

  private String live(CodeLine code) {
    Analysis analysis = model.analysisProperty().get();
    int count = analysis == null ? -1 : analysis.live().before(code.number());
    if (analysis == null || count < 0) {
      return "";
    }
    return count == analysis.live().peak() && count > 0 ? "peak " + count : String.valueOf(count);
  }

  private FindLine.Lines searched() {
    List<CodeLine> all = List.copyOf(rows);
    return new FindLine.Lines(
        all.size(),
        number -> {
          CodeLine code = all.get(number);
          return code.address() + " " + code.text() + " " + code.target();
        });
  }
}
