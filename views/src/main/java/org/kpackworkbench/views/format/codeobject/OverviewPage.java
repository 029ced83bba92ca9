package org.kpackworkbench.views.format.codeobject;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.CodeObjectFlags;
import org.kpackworkbench.model.format.codeobject.CodeObjectFlags.FeatureState;
import org.kpackworkbench.model.format.codeobject.Metadata;
import org.kpackworkbench.model.format.codeobject.Processor;
import org.kpackworkbench.model.format.codeobject.TargetMismatch;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.AlikeProblems;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.kit.view.BuiltView;
import org.kpackworkbench.views.spi.ViewContext;

/** A summary of a code object; contradictions come first. */
final class OverviewPage extends BuiltView {
  private final ShownCodeObject subject;
  private final ViewContext context;
  private final BorderPane root = new BorderPane();

  OverviewPage(ShownCodeObject subject, ViewContext context) {
    super("code-object-overview", "Overview");
    this.subject = subject;
    this.context = context;
  }

  @Override
  protected Node build() {
    root.setId(id());
    root.getStylesheets().add(CodeObjectViews.stylesheet());
    read(
        context,
        root,
        () -> CodeObjectSummary.of(subject),
        this::arrived,
        "The code object could not be read");
    return root;
  }

  @Override
  public boolean shows(Place place) {
    return place.equals(subject.place());
  }

  private void arrived(CodeObjectSummary summary) {
    VBox bars = new VBox();
    // Inside another file the bars are above all pages.
    if (subject.row() == null) {
      bars.getChildren().addAll(mismatchBars(summary.mismatches()));
    }
    AlikeProblems.of(summary.problems()).forEach(cause -> bars.getChildren().add(bar(cause)));
    VBox groups = Controls.styled(new VBox(), "fact-groups");
    for (CodeObjectSummary.Group group : summary.groups()) {
      groups.getChildren().addAll(Controls.label(group.title(), "fact-heading"), grid(group));
    }
    ScrollPane scroll = Controls.styled(new ScrollPane(groups), "edge-to-edge");
    scroll.setFitToWidth(true);
    root.setTop(bars);
    root.setCenter(scroll);
  }

  static List<MessageBar> mismatchBars(List<TargetMismatch> mismatches) {
    return mismatches.stream()
        .map(mismatch -> new MessageBar(MessageBar.Severity.WARNING, mismatch.sentence()))
        .toList();
  }

  private MessageBar bar(AlikeProblems cause) {
    Button details = new Button("Details");
    details.setOnAction(
        event -> context.dialogs().showError("A part could not be read", cause.first()));
    return new MessageBar(MessageBar.Severity.ERROR, cause.inOneLine(), details);
  }

  private static GridPane grid(CodeObjectSummary.Group group) {
    GridPane grid = Controls.styled(new GridPane(), "fact-grid");
    int row = 0;
    for (Fact fact : group.facts()) {
      Label name = Controls.label(fact.name(), "muted");
      name.getStyleClass().add("fact-name");
      name.setMinWidth(Region.USE_PREF_SIZE);
      TextField value = new TextField((fact.warning() ? "⚠ " : "") + fact.value());
      value.setEditable(false);
      value.getStyleClass().add("plain-value");
      if (fact.warning()) {
        value.getStyleClass().add("warning-value");
      }
      value.setAccessibleText(fact.name());
      GridPane.setHgrow(value, Priority.ALWAYS);
      grid.addRow(row++, name, value);
    }
    return grid;
  }

  /**
   * Summary of a code object.
   *
   * @param mismatches in what flags, metadata and where it is filed disagree
   * @param problems what could not be read
   * @param groups the facts
   */
  record CodeObjectSummary(
      List<TargetMismatch> mismatches, List<FormatException> problems, List<Group> groups) {

    /** Facts that belong together. */
    record Group(String title, List<Fact> facts) {}

    /** Reads it; in the background. */
    static CodeObjectSummary of(ShownCodeObject subject) throws FormatException {
      CodeObject code = subject.code();
      CodeObjectRow row = subject.row();
      List<TargetMismatch> mismatches = code.mismatches(row == null ? null : row.target());
      Metadata metadata = code.metadata();
      List<FormatException> problems = new ArrayList<>(code.elf().problems());
      problems.addAll(metadata.problems());
      return new CodeObjectSummary(
          mismatches,
          List.copyOf(problems),
          List.of(
              new Group("Target", target(subject, mismatches)),
              new Group("Kernels", kernels(code, metadata)),
              new Group("Format", format(code, metadata)),
              new Group("Sizes", sizes(subject))));
    }

    private static List<Fact> target(ShownCodeObject subject, List<TargetMismatch> mismatches)
        throws FormatException {
      CodeObject code = subject.code();
      CodeObjectFlags flags = code.flags();
      List<Fact> facts = new ArrayList<>();
      CodeObjectRow row = subject.row();
      if (row != null) {
        facts.add(
            fact(
                "Filed under",
                row.targetText(),
                has(mismatches, TargetMismatch.Kind.FILED_AND_STATED)));
      }
      boolean inside = has(mismatches, TargetMismatch.Kind.FLAGS_AND_METADATA);
      facts.add(fact("Flags state", code.targetFromFlags().toString(), inside));
      String stated = code.statedTargetText();
      facts.add(fact("Metadata states", stated == null ? "nothing" : stated, inside));
      Processor processor = code.processor();
      facts.add(
          Fact.of(
              "Processor",
              processor.known()
                  ? "%s (0x%02x)".formatted(processor.name(), processor.number())
                  : processor.name() + ", which this program does not know"));
      facts.add(Fact.of("xnack", words(flags.xnack(), processor.xnack())));
      facts.add(Fact.of("sramecc", words(flags.sramecc(), processor.sramecc())));
      OptionalInt generic = flags.genericVersion();
      if (generic.isPresent()) {
        facts.add(Fact.of("Generic version", Integer.toString(generic.getAsInt())));
      }
      return List.copyOf(facts);
    }

    private static List<Fact> kernels(CodeObject code, Metadata metadata) throws FormatException {
      List<Fact> facts = new ArrayList<>();
      facts.add(
          Fact.of(
              "Kernels",
              metadata.form() == Metadata.Form.YAML
                  ? "not listed: metadata of V2 is text, see Metadata"
                  : Long.toString(code.kernelCount())));
      if (!metadata.printf().isEmpty()) {
        facts.add(Fact.of("printf calls", Integer.toString(metadata.printf().size())));
      }
      return List.copyOf(facts);
    }

    private static List<Fact> format(CodeObject code, Metadata metadata) {
      CodeObjectFlags flags = code.flags();
      List<Fact> facts = new ArrayList<>();
      facts.add(
          Fact.of(
              "Code object version",
              code.version()
                  + (code.version().known() ? "" : ", which is newer than this program")));
      facts.add(Fact.of("ELF flags", "0x%08x".formatted(flags.raw())));
      if (flags.otherBits() != 0) {
        facts.add(Fact.warning("Unknown bits", "0x%08x".formatted(flags.otherBits())));
      }
      facts.add(
          Fact.of(
              "Metadata",
              switch (metadata.form()) {
                case NONE -> "none";
                case MESSAGE_PACK -> "MessagePack";
                case YAML -> "YAML text";
              }));
      if (!metadata.version().isEmpty()) {
        facts.add(Fact.of("Metadata version", metadata.version()));
      }
      return List.copyOf(facts);
    }

    private static List<Fact> sizes(ShownCodeObject subject) {
      CodeObject code = subject.code();
      List<Fact> facts = new ArrayList<>();
      facts.add(Fact.of("Code object", size(code.view().size())));
      CodeObjectRow row = subject.row();
      if (row != null && row.place().unpacked() && row.storedSizeBytes() >= 0) {
        facts.add(
            Fact.of(
                "Stored as",
                row.originalSizeBytes() > 0
                    ? "%s, %.0f %%".formatted(size(row.storedSizeBytes()), 100 * row.ratio())
                    : size(row.storedSizeBytes())));
      }
      long machineCode = 0;
      for (ElfSection section : code.elf().sections()) {
        if (section.isExecutable()) {
          machineCode += Math.max(0, section.sizeBytes());
        }
      }
      facts.add(Fact.of("Machine code", size(machineCode)));
      return List.copyOf(facts);
    }

    private static Fact fact(String name, String value, boolean wrong) {
      return wrong ? Fact.warning(name, value) : Fact.of(name, value);
    }

    private static boolean has(List<TargetMismatch> mismatches, TargetMismatch.Kind kind) {
      return mismatches.stream().anyMatch(mismatch -> mismatch.kind() == kind);
    }

    /** A feature's state, explained: what "any" means is what people look up most. */
    static String words(FeatureState state, Processor.Choice choice) {
      if (choice == Processor.Choice.ALWAYS_ON) {
        return "always on with this processor";
      }
      return switch (state) {
        case UNSUPPORTED -> "not supported";
        case ANY -> "any: runs whether it is on or off";
        case OFF -> "off: runs only where it is off";
        case ON -> "on: runs only where it is on";
      };
    }

    private static String size(long sizeBytes) {
      return sizeBytes < 1024
          ? SizeText.of(sizeBytes)
          : SizeText.of(sizeBytes) + " (" + SizeText.exact(sizeBytes) + ")";
    }
  }
}
