package org.kpackworkbench.views.format.codeobject;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import javafx.collections.ListChangeListener;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyException;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelArgument;
import org.kpackworkbench.views.format.codeobject.DisassemblyModel.State;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.spi.ViewContext;

/** Everything about one kernel: arguments, descriptor, disassembly. */
final class KernelPane extends BorderPane {
  private static final String ARGUMENTS = "Arguments";
  private static final String DESCRIPTOR = "Descriptor";
  private static final RowsSpec<KernelArgument> ARGUMENT_ROWS =
      RowsSpec.of(
          "kernel-arguments",
          ARGUMENTS,
          "The kernel takes no arguments.",
          List.of(
              RowColumn.address("Offset", KernelArgument::offset),
              RowColumn.size("Size", KernelArgument::sizeBytes),
              RowColumn.mono("Name", KernelArgument::name),
              RowColumn.mono("Type", KernelPane::type),
              RowColumn.text("Kind", KernelArgument::valueKind),
              RowColumn.text("Address space", KernelArgument::addressSpace),
              RowColumn.text("Access", KernelPane::access)));

  private final TextField name = new TextField();
  private final FlowPane facts = new FlowPane();
  private final VBox bars = new VBox();
  private final VBox top = new VBox();
  private final RowsTable<KernelArgument> arguments;
  private final RowsTable<KernelDetails.DescriptorField> descriptor;
  private String noDescriptor = "";
  private final DisassemblyPane disassembly;
  private final Tab argumentsTab = new Tab(ARGUMENTS);
  private final Tab descriptorTab = new Tab(DESCRIPTOR);
  private final Tab disassemblyTab = new Tab("Disassembly");
  private final TabPane tabs = new TabPane(argumentsTab, descriptorTab, disassemblyTab);

  /**
   * An empty pane.
   *
   * @param selected told what the user selects in it
   */
  KernelPane(ViewContext context, DisassemblyModel.Tools tools, Consumer<Place> selected) {
    setId("kernel-pane");
    setMinHeight(80);
    arguments = RowsTable.alone(ARGUMENT_ROWS, context);
    descriptor = RowsTable.alone(new DescriptorRows(), context);
    descriptor.onPick(
        line -> {
          KernelDetails.DescriptorField field = line.content();
          if (field != null) {
            selected.accept(field.place());
          }
        });
    disassembly =
        new DisassemblyPane(new DisassemblyModel(context.background(), tools), context, selected);
    argumentsTab.setContent(arguments);
    argumentsTab.setId("kernel-arguments-tab");
    descriptorTab.setContent(descriptor);
    descriptorTab.setId("kernel-descriptor-tab");
    disassemblyTab.setContent(disassembly);
    disassemblyTab.setId("kernel-disassembly-tab");
    tabs.setId("kernel-tabs");
    tabs.setTabClosingPolicy(TabPane.TabClosingPolicy.UNAVAILABLE);
    tabs.getStyleClass().addAll("view-tabs", "dense");
    tabs.setAccessibleText("Parts of the kernel");
    disassemblyTab.selectedProperty().subscribe(disassembly::inFront);
    name.setId("kernel-name");
    name.setEditable(false);
    name.getStyleClass().addAll("plain-value", "kernel-name", "monospace");
    name.setAccessibleText("Kernel");
    facts.getStyleClass().add("kernel-facts");
    top.getStyleClass().add("kernel-head");
    top.getChildren().addAll(name, facts);
    show(null);
  }

  /** Shows a kernel; null for none. */
  final void show(@Nullable KernelDetails details) {
    if (details == null) {
      setTop(null);
      setCenter(
          Tables.placeholder(
              "Select a kernel to see its arguments, its descriptor down to single bits, and its"
                  + " machine code."));
      return;
    }
    name.setText(details.kernel().demangledName());
    // The end of a name that is too long for the field must not look like the name's end.
    name.positionCaret(0);
    name.setTooltip(new Tooltip(details.kernel().demangledName()));
    facts.getChildren().setAll(details.facts().stream().map(KernelPane::fact).toList());
    facts.setManaged(!facts.getChildren().isEmpty());
    bars.getChildren().clear();
    details
        .mismatches()
        .forEach(
            mismatch ->
                bars.getChildren()
                    .add(new MessageBar(MessageBar.Severity.WARNING, mismatch.sentence())));
    List<KernelArgument> all = details.kernel().args();
    arguments.show(all);
    argumentsTab.setText(ARGUMENTS + " (" + all.size() + ")");
    noDescriptor = details.problem();
    descriptor.show(details.fields());
    boolean wrong = details.fields().stream().anyMatch(field -> !field.problem().isEmpty());
    descriptorTab.setText(wrong ? "⚠ " + DESCRIPTOR : DESCRIPTOR);
    disassembly.show(details);
    setTop(new VBox(top, bars));
    setCenter(tabs);
  }

  /** Selects the tab of arguments, descriptor or disassembly. */
  void bring(String part) {
    tabs.getTabs().stream()
        .filter(tab -> ("kernel-" + part + "-tab").equals(tab.getId()))
        .forEach(tabs.getSelectionModel()::select);
  }

  void failed(Throwable failure) {
    setTop(null);
    setCenter(new ErrorView("The kernel could not be read", failure));
  }

  void dispose() {
    disassembly.dispose();
  }

  private static HBox fact(Fact fact) {
    Label what = new Label(fact.name());
    what.getStyleClass().add("muted");
    HBox box = new HBox(what, new Label(fact.value()));
    box.getStyleClass().add("kernel-fact");
    return box;
  }

  private static String type(KernelArgument argument) {
    return argument.qualifiers().isEmpty()
        ? argument.typeName()
        : (argument.typeName() + " " + String.join(" ", argument.qualifiers())).strip();
  }

  /** What the source allows; what the code does is behind it where that differs. */
  private static String access(KernelArgument argument) {
    String actual = argument.actualAccess();
    if (actual.isEmpty() || actual.equals(argument.access())) {
      return argument.access();
    }
    return argument.access().isEmpty() ? actual : argument.access() + ", code: " + actual;
  }

  /** What the table of the descriptor shows. */
  private final class DescriptorRows implements RowsSpec<KernelDetails.DescriptorField> {
    @Override
    public String id() {
      return "kernel-descriptor";
    }

    @Override
    public String title() {
      return DESCRIPTOR;
    }

    @Override
    public String empty() {
      return noDescriptor;
    }

    @Override
    public List<RowColumn<KernelDetails.DescriptorField>> columns() {
      return List.of(
          RowColumn.text("Field", field -> field.field().name()),
          RowColumn.mono("Value", KernelDetails.DescriptorField::value),
          RowColumn.text("Meaning", DescriptorRows::meaning),
          RowColumn.mono("Bits", field -> field.field().bits()),
          RowColumn.text("Part of", field -> field.field().group()));
    }

    private static String meaning(KernelDetails.DescriptorField field) {
      String meaning = field.field().meaning();
      return field.problem().isEmpty() ? meaning : "⚠ " + meaning + ". " + field.problem();
    }

    @Override
    public Place place(KernelDetails.DescriptorField field) {
      return field.place();
    }

    @Override
    public boolean troubled(KernelDetails.DescriptorField field) {
      return !field.problem().isEmpty();
    }
  }

  /** The machine code of a kernel, line by line; the tool runs only while the pane is visible. */
  static final class DisassemblyPane extends BorderPane {
    private final DisassemblyModel model;
    private final RowsTable<DisassemblyLine> table;
    private final Label words = new Label();
    private final Button stop = new Button("Stop");
    private final Button again = new Button("Again");
    private final HBox line = new HBox();
    private @Nullable KernelDetails wanted;
    private @Nullable KernelDetails shown;
    private boolean inFront;

    DisassemblyPane(DisassemblyModel model, ViewContext context, Consumer<Place> selected) {
      this.model = model;
      setId("disassembly-pane");
      table =
          RowsTable.alone(
              RowsSpec.of(
                  "disassembly",
                  "Disassembly",
                  "Nothing is disassembled yet.",
                  List.of(
                      RowColumn.mono("Address", DisassemblyPane::address).unsorted(),
                      RowColumn.mono("Instruction", DisassemblyPane::text).unsorted(),
                      RowColumn.mono("Goes to", DisassemblyPane::target).unsorted(),
                      RowColumn.mono("Bytes", DisassemblyPane::bytes).unsorted())),
              context,
              new ActionHandlers()
                  .on(
                      ActionId.CANCEL_JOB,
                      model.stateProperty().map(State.Running.class::isInstance),
                      model::stop));
      table.onPick(
          row -> {
            KernelDetails details = shown;
            Place place =
                details != null && row.content() instanceof DisassemblyLine.Instruction instruction
                    ? details.placeOf(instruction)
                    : null;
            if (place != null) {
              selected.accept(place);
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
              (ListChangeListener<DisassemblyLine>)
                  change -> {
                    table.show(model.lines());
                    state(model.stateProperty().get());
                  });
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
      return CountText.grouped(lines, "line");
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
}
