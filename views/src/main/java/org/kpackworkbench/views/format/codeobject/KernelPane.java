package org.kpackworkbench.views.format.codeobject;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.scene.control.Label;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelArgument;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.rows.TableWords;
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
              RowColumn.mono("Name", KernelArgument::name).stretching(),
              RowColumn.mono("Type", KernelPane::type),
              RowColumn.text("Kind", KernelArgument::valueKind),
              RowColumn.text("Address space", KernelArgument::addressSpace),
              RowColumn.text("Access", KernelPane::access)));

  private static final double LEAST_WITH_HEAD = 300;

  private final TextField name =
      Controls.named(
          Controls.spoken(new TextField(), "Kernel"),
          "kernel-name",
          "plain-value",
          "kernel-name",
          "monospace");
  private final FlowPane facts = Controls.styled(new FlowPane(), "kernel-facts");
  private final VBox bars = new VBox();
  private final VBox top = Controls.styled(Controls.collapsing(new VBox()), "kernel-head");
  private final RowsTable<KernelArgument> arguments;
  private final RowsTable<KernelDetails.DescriptorField> descriptor;
  private String noDescriptor = "";
  private final DisassemblyPane disassembly;
  private final Tab argumentsTab = new Tab(ARGUMENTS);
  private final Tab descriptorTab = new Tab(DESCRIPTOR);
  private final Tab disassemblyTab = new Tab("Disassembly");
  private final TabPane tabs =
      Controls.named(
          Controls.spoken(
              new TabPane(argumentsTab, descriptorTab, disassemblyTab), "Parts of the kernel"),
          "kernel-tabs",
          "view-tabs",
          "dense");

  /**
   * An empty pane.
   *
   * @param selected receives the selection of the user
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
    tabs.setTabClosingPolicy(TabPane.TabClosingPolicy.UNAVAILABLE);
    disassemblyTab.selectedProperty().subscribe(disassembly::inFront);
    name.setEditable(false);
    top.getChildren().addAll(name, facts);
    top.visibleProperty()
        .bind(
            disassemblyTab
                .selectedProperty()
                .and(heightProperty().lessThan(LEAST_WITH_HEAD))
                .not());
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

  /** Goes to an instruction, now or when it has been disassembled; empty for none. */
  void await(OptionalLong instructionAddress) {
    disassembly.await(instructionAddress);
  }

  /** How large the text is, in pixels. */
  double textSize() {
    return disassembly.textSize();
  }

  /** Whether the machine code is the tab that is shown. */
  ReadOnlyBooleanProperty codeShownProperty() {
    return disassemblyTab.selectedProperty();
  }

  void failed(Throwable failure) {
    setTop(null);
    setCenter(new ErrorView("The kernel could not be read", failure));
  }

  void dispose() {
    disassembly.dispose();
  }

  private static HBox fact(Fact fact) {
    Label what = Controls.label(fact.name(), "muted");
    return Controls.styled(new HBox(what, new Label(fact.value())), "kernel-fact");
  }

  private static String type(KernelArgument argument) {
    return argument.qualifiers().isEmpty()
        ? argument.typeName()
        : (argument.typeName() + " " + String.join(" ", argument.qualifiers())).strip();
  }

  /** Returns the access that the source allows, followed by that of the code if it differs. */
  private static String access(KernelArgument argument) {
    String actual = argument.actualAccess();
    if (actual.isEmpty() || actual.equals(argument.access())) {
      return argument.access();
    }
    return argument.access().isEmpty() ? actual : argument.access() + ", code: " + actual;
  }

  private final class DescriptorRows implements RowsSpec<KernelDetails.DescriptorField> {
    @Override
    public TableWords words() {
      return TableWords.of("kernel-descriptor", DESCRIPTOR, noDescriptor);
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
}
