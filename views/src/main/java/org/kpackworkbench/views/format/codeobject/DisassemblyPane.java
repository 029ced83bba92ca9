package org.kpackworkbench.views.format.codeobject;

import java.util.Objects;
import java.util.function.Consumer;
import javafx.collections.ListChangeListener;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.DisassemblyException;
import org.kpackworkbench.model.format.codeobject.DisassemblyLine;
import org.kpackworkbench.views.format.codeobject.DisassemblyModel.State;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.Tables;

/** The machine code of a kernel, line by line; the tool runs only while somebody looks. */
final class DisassemblyPane extends BorderPane {
  private final DisassemblyModel model;
  private final TableView<DisassemblyLine> table = new TableView<>();
  private final Label words = new Label();
  private final Button stop = new Button("Stop");
  private final Button again = new Button("Again");
  private final HBox line = new HBox();
  private @Nullable KernelDetails wanted;
  private @Nullable KernelDetails shown;
  private boolean inFront;

  DisassemblyPane(DisassemblyModel model, Consumer<Place> selected) {
    this.model = model;
    setId("disassembly-pane");
    table.setItems(model.lines());
    column(Columns.mono("Address", DisassemblyPane::address), 8);
    column(Columns.mono("Instruction", DisassemblyPane::text), 38);
    column(Columns.mono("Goes to", DisassemblyPane::target), 16);
    column(Columns.mono("Bytes", DisassemblyPane::bytes), 16);
    ActionHandlers handlers =
        Tables.dress(table, "disassembly", "Disassembly", "Nothing is disassembled yet.");
    handlers.on(
        ActionId.CANCEL_JOB,
        model.stateProperty().map(State.Running.class::isInstance),
        model::stop);
    table
        .getSelectionModel()
        .selectedItemProperty()
        .subscribe(
            item -> {
              KernelDetails details = shown;
              if (details != null && item instanceof DisassemblyLine.Instruction instruction) {
                Place place = details.placeOf(instruction);
                if (place != null) {
                  selected.accept(place);
                }
              }
            });
    words.setId("disassembly-words");
    words.getStyleClass().add("muted");
    Region space = new Region();
    HBox.setHgrow(space, Priority.ALWAYS);
    stop.setId("disassembly-stop");
    stop.getStyleClass().add("small");
    stop.setOnAction(event -> model.stop());
    again.setId("disassembly-again");
    again.getStyleClass().add("small");
    again.setOnAction(event -> start());
    line.getStyleClass().add("tool-line");
    line.getChildren().addAll(words, space, stop, again);
    model.stateProperty().subscribe(this::state);
    model
        .lines()
        .addListener(
            (ListChangeListener<DisassemblyLine>) change -> state(model.stateProperty().get()));
  }

  /** The kernel to disassemble, once somebody looks. */
  void show(KernelDetails details) {
    wanted = details;
    startIfSeen();
  }

  /** Whether somebody looks. */
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

  private void column(TableColumn<DisassemblyLine, String> column, double widthInEms) {
    column.setSortable(false);
    column.setPrefWidth(widthInEms * 9);
    table.getColumns().add(column);
  }

  private void state(State state) {
    boolean running = state instanceof State.Running;
    stop.setVisible(running);
    stop.setManaged(running);
    boolean startable = state instanceof State.Stopped || state instanceof State.Failed;
    again.setVisible(startable);
    again.setManaged(startable);
    setTop(line);
    setCenter(table);
    String count = count(model.lines().size());
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
                + remarks);
      }
      case State.Failed(Throwable failure) -> failed(failure);
    }
  }

  private void failed(Throwable failure) {
    if (failure instanceof DisassemblyException known
        && known.reason() == DisassemblyException.Reason.NOT_INSTALLED) {
      Button look = new Button("Look Again");
      look.setId("disassembly-look-again");
      look.setOnAction(event -> start());
      setTop(new MessageBar(MessageBar.Severity.INFO, String.valueOf(known.getMessage()), look));
      setCenter(
          Tables.placeholder(
              "Disassembling needs LLVM's tools. Everything else works without them."));
    } else {
      setCenter(new ErrorView("The kernel could not be disassembled", failure));
      words.setText("");
    }
  }

  private static String count(int lines) {
    return lines == 1 ? "1 line" : "%,d lines".formatted(lines).replace(',', ' ');
  }

  private static String address(DisassemblyLine line) {
    return switch (line) {
      case DisassemblyLine.Instruction instruction -> hex(instruction.address());
      case DisassemblyLine.Label label -> hex(label.address());
      case DisassemblyLine.Text text -> "";
    };
  }

  private static String hex(long address) {
    return "0x" + Long.toHexString(address);
  }

  private static String bytes(DisassemblyLine line) {
    return line instanceof DisassemblyLine.Instruction instruction ? instruction.hex() : "";
  }

  private static String text(DisassemblyLine line) {
    return switch (line) {
      case DisassemblyLine.Instruction instruction -> "    " + instruction.text();
      case DisassemblyLine.Label label -> label.symbol() + ":";
      case DisassemblyLine.Text text -> text.text();
    };
  }

  private static String target(DisassemblyLine line) {
    return line instanceof DisassemblyLine.Instruction instruction ? instruction.target() : "";
  }
}
