package org.kpackworkbench.views.analysis.resolve;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.analysis.advise.Advice;
import org.kpackworkbench.model.analysis.advise.AdviseSettings;
import org.kpackworkbench.model.analysis.advise.Advisor;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.operation.output.OperationNote;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.copy.CopyFormats;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.table.RowCopy;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** Which packages of a folder some GPUs need: an inner tab. */
final class AdviceView extends AnswerView<Advice.Choice> {
  private final Path packages;
  private final VBox commands = box("commands");
  private final VBox causes = box("causes");

  /**
   * A view.
   *
   * @param packages the folder with the packages, or the one package
   */
  AdviceView(OpenedFile file, Path packages, ViewContext context) {
    super(
        "advise",
        "What to Install",
        table(),
        choice -> new Place.File(choice.path()),
        file,
        context);
    this.packages = packages;
  }

  private static RowsSpec<Advice.Choice> table() {
    return RowsSpec.of(
        "advice",
        "Packages, and which of them are needed",
        NO_GPU,
        List.of(
            RowColumn.text("Advice", AdviceView::advice),
            RowColumn.text("Package", Advice.Choice::name),
            RowColumn.text("Version", Advice.Choice::version),
            RowColumn.text("For", AdviceView::whose),
            RowColumn.size("Download", Advice.Choice::downloadBytes),
            RowColumn.size("Installed", Advice.Choice::installBytes),
            RowColumn.muted("Extra", Advice.Choice::extra),
            RowColumn.path("File", choice -> String.valueOf(choice.path().getFileName()))));
  }

  private static String advice(Advice.Choice choice) {
    return choice.installed() ? "✓ installed" : choice.needed() ? "✓ install" : "– not needed";
  }

  private static String whose(Advice.Choice choice) {
    return choice.role() == Advice.Role.HOST
        ? "any GPU"
        : String.join(", ", choice.gpus().stream().map(GpuTarget::toString).toList());
  }

  @Override
  List<GpuTarget> targets(Progress progress) throws IOException {
    return Advisor.targets(packages, progress);
  }

  @Override
  String command(SetUp now) {
    return CopyFormats.command(AdviseSettings.OPERATION, settings(now));
  }

  private AdviseSettings settings(SetUp now) {
    return new AdviseSettings(List.of(packages), now.devices(), Optional.empty(), false);
  }

  @Override
  void simulate(SetUp now) {
    AdviseSettings settings = settings(now);
    answer(progress -> Advisor.of(settings, Map.of(), progress), this::show);
  }

  private void show(Advice advice) {
    List<Advice.Choice> needed = advice.needed();
    long download = needed.stream().mapToLong(Advice.Choice::downloadBytes).sum();
    long all = advice.packages().stream().mapToLong(Advice.Choice::downloadBytes).sum();
    long installed = needed.stream().mapToLong(Advice.Choice::installBytes).sum();
    String words =
        "%d of %s: %s to download instead of %s, %s installed."
            .formatted(
                needed.size(),
                CountText.of(advice.packages().size(), "package"),
                SizeText.of(download, all),
                SizeText.of(all, download),
                SizeText.of(installed));
    show(words, advice.packages());
    List<Node> lines = new ArrayList<>();
    for (Advice.Uncovered each : advice.uncovered()) {
      lines.add(
          cause(
              "✖ %s gets no code in %s"
                  .formatted(each.gpu(), CountText.of(each.binaries().size(), "binary")),
              each.why() + " " + each.advice()));
    }
    for (Advice.Instead each : advice.instead()) {
      lines.add(
          cause(
              "%s is served by code for %s".formatted(each.gpu(), each.target()),
              "In %s.".formatted(CountText.of(each.binaries(), "binary"))));
    }
    for (OperationNote each : advice.findings()) {
      lines.add(cause("✖ %s: %s".formatted(each.file(), each.message()), each.advice()));
    }
    fill(causes, lines);
    fill(commands, advice.commands().stream().map(AdviceView::command).toList());
  }

  private static Node command(String text) {
    TextField field = Controls.styled(new TextField(text), "monospace");
    field.setEditable(false);
    field.setAccessibleText("The command that installs what is needed");
    HBox.setHgrow(field, Priority.ALWAYS);
    Button copy = Controls.spoken(Controls.whole(new Button("Copy")), "Copy the command");
    copy.setOnAction(event -> RowCopy.toClipboard(text));
    return Controls.styled(new HBox(field, copy), "cause-line");
  }
}
