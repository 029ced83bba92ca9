package org.kpackworkbench.views.kit.overview;

import java.util.List;
import java.util.Locale;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.registry.FileSummary.TargetBytes;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.AlikeProblems;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.theme.Following;
import org.kpackworkbench.views.kit.theme.OwnerBar;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Swatch;
import org.kpackworkbench.views.spi.ViewContext;

/** The overview on the screen: sentences, pictures of sizes, facts, problems, one below another. */
public final class OverviewPane extends ScrollPane {
  private static final int MOST_WARNINGS = 20;
  private static final int MOST_PROBLEMS = 20;

  private final ViewContext context;
  private final Place place;

  /**
   * A page.
   *
   * @param above what only such a file has, above the facts
   * @param below what only such a file has, below them
   */
  public OverviewPane(
      Overview overview, List<Node> above, List<Node> below, Place place, ViewContext context) {
    this.context = context;
    this.place = place;
    setId("overview");
    setFitToWidth(true);
    getStyleClass().addAll("edge-to-edge", "overview");
    // Arrows scroll it.
    setFocusTraversable(true);
    getStylesheets().add(Controls.sheet(OverviewPane.class, "overview.css"));
    VBox box = Controls.styled(new VBox(), "overview-box");
    box.getChildren().add(heading(overview));
    overview.sentences().forEach(sentence -> box.getChildren().add(sentence(sentence)));
    warnings(overview.warnings(), box);
    if (!overview.shares().isEmpty()) {
      box.getChildren().addAll(title("What its bytes are"), new SharesPane(overview, context));
    }
    Columns columns = new Columns();
    if (!overview.targets().isEmpty()) {
      columns.left.addAll(
          List.of(title("GPU targets"), new TargetsPane(overview.targets(), context)));
    }
    columns.left.addAll(above);
    if (!overview.facts().isEmpty()) {
      columns.right.addAll(List.of(title("Facts"), new FactsGrid(overview.facts(), context)));
    }
    box.getChildren().add(columns);
    box.getChildren().addAll(below);
    problems(overview, box);
    setContent(box);
    setAccessibleText(String.join(" ", overview.sentences()));
  }

  /** Two columns, or one below the other where both have too little width. */
  private static final class Columns extends GridPane {
    /** Wide enough for the bars of targets and for a hash or a path beside them. */
    private static final double WIDE_EMS = 110;

    private final VBox leftBox = Controls.styled(new VBox(), "overview-column");
    private final VBox rightBox = Controls.styled(new VBox(), "overview-column");
    private final ObservableList<Node> left = leftBox.getChildren();
    private final ObservableList<Node> right = rightBox.getChildren();
    private final Label probe = new Label();

    Columns() {
      getStyleClass().add("overview-columns");
      probe.setManaged(false);
      probe.setVisible(false);
      getChildren().add(probe);
      add(leftBox, 0, 0);
      add(rightBox, 0, 1);
      widthProperty().subscribe(this::arrange);
    }

    private void arrange() {
      boolean wide = !left.isEmpty() && getWidth() >= WIDE_EMS * probe.getFont().getSize();
      ColumnConstraints column = new ColumnConstraints();
      column.setHgrow(Priority.ALWAYS);
      column.setPercentWidth(wide ? 50 : 100);
      getColumnConstraints().setAll(wide ? List.of(column, column) : List.of(column));
      GridPane.setConstraints(rightBox, wide ? 1 : 0, wide ? 0 : 1);
    }
  }

  private static Node heading(Overview overview) {
    Label name = Controls.label(overview.name(), "title-3");
    name.setTooltip(new Tooltip(overview.name()));
    name.setMinWidth(0);
    // The state goes below a long name.
    FlowPane line = new FlowPane(name);
    name.maxWidthProperty().bind(line.widthProperty());
    line.getStyleClass().add("overview-heading");
    if (!overview.state().isEmpty()) {
      Label state = new Label(overview.well() ? overview.state() : "⚠ " + overview.state());
      state.setId("overview-state");
      state.getStyleClass().addAll("state-badge", overview.well() ? "state-well" : "state-unwell");
      state.setMinWidth(Region.USE_PREF_SIZE);
      line.getChildren().add(state);
    }
    return line;
  }

  private static Label sentence(String text) {
    return Controls.wrapped(Controls.label(text, "overview-sentence"));
  }

  /** Returns the title of a part of the page. */
  public static Label title(String text) {
    return Controls.label(text, "title-4", "overview-title");
  }

  private static void warnings(List<String> warnings, VBox box) {
    VBox bars = Controls.styled(new VBox(), "overview-warnings");
    warnings.stream()
        .limit(MOST_WARNINGS)
        .forEach(
            warning ->
                bars.getChildren().add(new MessageBar(MessageBar.Severity.WARNING, warning)));
    if (warnings.size() > MOST_WARNINGS) {
      bars.getChildren().add(sentence("… and %d more.".formatted(warnings.size() - MOST_WARNINGS)));
    }
    if (!warnings.isEmpty()) {
      box.getChildren().add(bars);
    }
  }

  private void problems(Overview overview, VBox box) {
    List<AlikeProblems> causes = AlikeProblems.of(overview.problems());
    if (causes.isEmpty()) {
      return;
    }
    box.getChildren().add(title(AlikeProblems.title(causes)));
    causes.stream()
        .limit(MOST_PROBLEMS)
        .forEach(cause -> box.getChildren().add(new ProblemCard(cause, place, context)));
    if (causes.size() > MOST_PROBLEMS) {
      box.getChildren().add(sentence("… and %d more.".formatted(causes.size() - MOST_PROBLEMS)));
    }
  }

  /** One thing that could not be read: what, where, expected, found, with the way to the bytes. */
  private static final class ProblemCard extends VBox {
    ProblemCard(AlikeProblems cause, Place place, ViewContext context) {
      FormatException problem = cause.first();
      getStyleClass().add("problem-card");
      ErrorText text = ErrorText.of(problem);
      Label what = Controls.wrapped(new Label("⚠  " + text.what()));
      what.getStyleClass().add("problem-what");
      GridPane grid = Controls.styled(new GridPane(), "overview-facts");
      int row = 0;
      for (ErrorText.Row fact : text.rows()) {
        if (fact.name().equals("File")) {
          continue;
        }
        Label name = Controls.whole(Controls.label(fact.name(), "muted"));
        Label value = Controls.wrapped(new Label(fact.value()));
        GridPane.setHgrow(value, Priority.ALWAYS);
        grid.addRow(row++, name, value);
      }
      getChildren().addAll(what, grid);
      if (problem.fileOffset() >= 0) {
        Hyperlink bytes = Controls.styled(new Hyperlink("Show the bytes"), "fact-link");
        bytes.setOnAction(
            event ->
                context
                    .navigator()
                    .go(new Place.Bytes(place, new ByteRange(problem.fileOffset(), 1))));
        getChildren().add(bytes);
      }
      if (cause.count() > 1) {
        Hyperlink all = new Hyperlink(cause.others() + " Show all");
        all.getStyleClass().addAll("fact-link", "problem-more");
        all.setOnAction(event -> context.actions().run(ActionId.SHOW_PROBLEMS));
        getChildren().add(all);
      }
      setAccessibleText(text.what());
    }
  }

  /** The targets with their sizes, each with a bar that compares it with the largest. */
  private static final class TargetsPane extends GridPane {
    private final List<TargetBytes> targets;

    TargetsPane(List<TargetBytes> targets, ViewContext context) {
      this.targets = targets;
      Controls.named(this, "overview-targets", "targets");
      for (int i = 0; i < 4; i++) {
        ColumnConstraints column = new ColumnConstraints();
        column.setMinWidth(Region.USE_PREF_SIZE);
        if (i == 2 || i == 3) {
          column.setHalignment(javafx.geometry.HPos.RIGHT);
        }
        getColumnConstraints().add(column);
      }
      ColumnConstraints bars = new ColumnConstraints();
      bars.setHgrow(Priority.ALWAYS);
      bars.setFillWidth(true);
      getColumnConstraints().add(bars);
      Following.of(this, context.ownerColors(), this::fill);
    }

    private void fill(OwnerColors colors) {
      getChildren().clear();
      long largest = targets.stream().mapToLong(TargetBytes::sizeBytes).max().orElse(0);
      int row = 0;
      for (TargetBytes share : targets) {
        String name = share.target().toString();
        Label count = Controls.label(CountText.of(share.codeObjects(), "code object"), "muted");
        Label size = new Label(SizeText.of(share.sizeBytes()));
        String words = name + "  " + size.getText();
        OwnerBar bar =
            Controls.styled(
                new OwnerBar(
                    List.of(
                        new OwnerBar.Part(OwnerKind.DEVICE_CODE, name, share.sizeBytes(), words)),
                    largest,
                    colors),
                "target-bar");
        addRow(
            row++,
            new Swatch(colors, OwnerKind.DEVICE_CODE, name),
            new Label(name),
            count,
            size,
            bar);
      }
    }
  }

  /** Pane of the owners of a file's bytes: a bar to scale and what its colours mean, with sizes. */
  private static final class SharesPane extends VBox {
    private final List<Share> shares;
    private final double total;
    private final OwnerBar bar;
    private final FlowPane legend = Controls.styled(new FlowPane(), "shares-legend");

    SharesPane(Overview overview, ViewContext context) {
      this.shares = overview.shares();
      this.total = Math.max(1, shares.stream().mapToDouble(Share::sizeBytes).sum());
      this.bar =
          new OwnerBar(
              shares.stream()
                  .map(
                      share ->
                          new OwnerBar.Part(
                              share.kind(), share.target(), share.sizeBytes(), words(share, total)))
                  .toList(),
              total,
              context.ownerColors().getValue());
      bar.getStyleClass().add("share-bar");
      Controls.named(this, "overview-shares", "shares");
      getChildren().addAll(bar, legend);
      Following.of(this, context.ownerColors(), this::paint);
    }

    private void paint(OwnerColors colors) {
      bar.paint(colors);
      legend.getChildren().clear();
      for (Share share : Share.byKind(shares)) {
        Label label = Controls.whole(new Label(words(share, total)));
        HBox item = new HBox(new Swatch(colors, share.kind(), null), label);
        item.getStyleClass().add("mark-box");
        legend.getChildren().add(item);
      }
    }

    /** A share with its size and part of the whole. */
    static String words(Share share, double total) {
      return "%s  %s  (%s)"
          .formatted(
              share.words(), SizeText.of(share.sizeBytes()), percent(share.sizeBytes() / total));
    }

    static String percent(double fraction) {
      double percent = 100 * fraction;
      return percent > 0 && percent < 0.1
          ? "< 0.1 %"
          : String.format(Locale.ROOT, "%.1f %%", percent);
    }
  }
}
