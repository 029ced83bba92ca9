package org.kpackworkbench.views.format.kpack;

import java.util.ArrayList;
import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.geometry.HPos;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.CornerRadii;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.kit.overview.FactsGrid;
import org.kpackworkbench.views.kit.overview.OverviewPane;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.kit.theme.OwnerColors;
import org.kpackworkbench.views.kit.theme.Swatch;
import org.kpackworkbench.views.kit.view.BuiltView;
import org.kpackworkbench.views.spi.ViewContext;

/** The first view of an archive: what it is, sums for each target, what is wrong with it. */
public final class ArchiveOverviewView extends BuiltView {

  private final ArchiveContent content;
  private final ViewContext context;
  private final Background.Latest reading;
  private final BorderPane root = new BorderPane();
  private @Nullable ArchiveOverview shown;
  private Subscription subscriptions = Subscription.EMPTY;

  ArchiveOverviewView(ArchiveContent content, ViewContext context) {
    super("overview", "Overview");
    this.content = content;
    this.context = context;
    this.reading = context.background().latest();
  }

  @Override
  public boolean shows(Place place) {
    return place.equals(content.archive().place());
  }

  @Override
  public void dispose() {
    subscriptions.unsubscribe();
    reading.forget();
    content.stop();
  }

  @Override
  protected Node build() {
    root.getStylesheets().add(Controls.sheet(ArchiveViews.class, "archive.css"));
    root.setCenter(Tables.placeholder("Reading the table of contents…"));
    subscriptions =
        Subscription.combine(
            content.rowsProperty().subscribe(this::read),
            content.failureProperty().subscribe(this::failed),
            content.scanProperty().subscribe(scan -> fill()),
            context.ownerColors().subscribe(colors -> fill()));
    content.load();
    return root;
  }

  private void read(@Nullable ArchiveRows rows) {
    if (rows != null) {
      reading.run(
          () -> ArchiveOverview.of(rows),
          overview -> {
            shown = overview;
            fill();
          },
          content::fail);
    }
  }

  private void failed(@Nullable Throwable failure) {
    if (failure != null && shown == null) {
      root.setCenter(new ErrorView("The archive could not be read", failure));
    }
  }

  private void fill() {
    ArchiveOverview overview = shown;
    if (overview == null) {
      return;
    }
    List<Node> above = new ArrayList<>();
    stated(above);
    damaged(overview, above);
    if (!overview.targets().isEmpty()) {
      above.add(OverviewPane.title("Targets"));
      above.add(new TargetsTable(overview.targets(), context.ownerColors().getValue()));
    }
    List<Node> below =
        overview.unknown().isEmpty()
            ? List.of()
            : List.of(
                OverviewPane.title("Keys that are not known"),
                new FactsGrid(overview.unknown(), context));
    Place place = content.archive().place();
    OverviewPane page =
        new OverviewPane(overview.page(place.label()), above, below, place, context);
    boolean focused = false;
    if (root.getCenter() instanceof ScrollPane before) {
      page.setVvalue(before.getVvalue());
      focused = before.isFocusWithin();
    }
    root.setCenter(page);
    if (focused) {
      page.requestFocus();
    }
  }

  /** Adds the stated targets that differ from those filed under, or the way to find them out. */
  private void stated(List<Node> parts) {
    ArchiveRows rows = content.rows();
    StatedTargets.Scan scan = content.scanProperty().get();
    if (rows == null || !rows.located() || rows.archive().refusal() != null) {
      return;
    }
    if (scan == null) {
      if (rows.codeObjectCount() > ArchiveContent.SCANNED_AT_ONCE) {
        Button look =
            Controls.tip(
                Controls.button(
                    "check-stated", "Check What the Code Objects State", () -> check(rows)),
                "Reads the header of each code object, and compares its target with the one it is"
                    + " filed under.");
        parts.add(look);
      }
    } else if (scan.differing() > 0) {
      int first = scan.first();
      parts.add(
          new MessageBar(
              MessageBar.Severity.WARNING,
              "%s filed under another target than the code object states, e.g. %s under %s, which states %s."
                  .formatted(
                      scan.differing() == 1
                          ? "1 row is"
                          : StatusWords.rows(scan.differing()) + " are",
                      rows.keyText(first),
                      rows.targetText(first),
                      content.stated(rows).text(rows, first)),
              button("Show It", "first-differing", rows.place(first))));
    }
  }

  private void check(ArchiveRows rows) {
    context
        .jobs()
        .start(
            "Check what code objects state",
            progress -> content.stated(rows).scan(rows, progress),
            scan -> {
              content.scanned(scan);
              return outcome(scan);
            });
  }

  private static JobOutcome outcome(StatedTargets.Scan scan) {
    String unknown =
        scan.unknown() == 0
            ? ""
            : "; of " + StatusWords.rows(scan.unknown()) + " no target could be read";
    if (scan.differing() > 0) {
      return JobOutcome.of(
          JobOutcome.Severity.ERROR,
          StatusWords.rows(scan.differing()) + " filed under another target" + unknown);
    }
    return unknown.isEmpty()
        ? JobOutcome.done("All code objects state the targets they are filed under")
        : JobOutcome.of(
            JobOutcome.Severity.WARNING, "No row is filed under another target" + unknown);
  }

  private void damaged(ArchiveOverview overview, List<Node> parts) {
    Place.CodeObject first = overview.firstDamaged();
    if (first != null) {
      parts.add(
          new MessageBar(
              MessageBar.Severity.ERROR,
              overview.damagedRows() == 1
                  ? "1 row is damaged; the others can be used."
                  : StatusWords.rows(overview.damagedRows())
                      + " are damaged; the others can be used.",
              button("Show the first", "first-damaged", first)));
    }
  }

  private Button button(String text, String id, Place place) {
    return Controls.button(id, text, () -> context.navigator().go(place));
  }

  /**
   * The targets of an archive with their sums, each with a bar that compares it with the largest.
   */
  private static final class TargetsTable extends GridPane {
    private static final String[] TITLES = {
      "Target", "Rows", "Unpacked", "Stored", "Ratio", "Stored of unpacked"
    };

    /** A shorter bar says nothing, and its heading would be broken within words. */
    private static final double LEAST_BAR_EMS = 5;

    private BooleanBinding barsFit = Bindings.createBooleanBinding(() -> true);

    TargetsTable(List<ArchiveOverview.TargetLine> targets, OwnerColors colors) {
      Controls.named(this, "overview-targets", "targets-table");
      for (int column = 0; column < TITLES.length; column++) {
        ColumnConstraints constraints = new ColumnConstraints();
        if (column == TITLES.length - 1) {
          constraints.setHgrow(Priority.ALWAYS);
          constraints.setFillWidth(true);
        } else {
          constraints.setMinWidth(Region.USE_PREF_SIZE);
        }
        if (column > 0 && column < TITLES.length - 1) {
          constraints.setHalignment(HPos.RIGHT);
        }
        getColumnConstraints().add(constraints);
        Label title = Controls.label(TITLES[column], "muted");
        if (column < TITLES.length - 1) {
          title.setMinWidth(Region.USE_PREF_SIZE);
        } else {
          // The bars give way in a narrow window, and their heading is not to hold them.
          title.setWrapText(true);
          barsFit =
              Bindings.createBooleanBinding(
                  () -> title.getWidth() >= LEAST_BAR_EMS * title.getFont().getSize(),
                  title.widthProperty(),
                  title.fontProperty());
          title.visibleProperty().bind(barsFit);
          // As narrow as it is then it would be many lines high.
          title.setMinHeight(0);
          title
              .prefHeightProperty()
              .bind(Bindings.when(barsFit).then(USE_COMPUTED_SIZE).otherwise(0));
        }
        add(title, column, 0);
      }
      double largest =
          targets.stream().mapToDouble(line -> line.sums().unpackedBytes()).max().orElse(1);
      int row = 1;
      for (ArchiveOverview.TargetLine line : targets) {
        Node[] cells = cells(line, Math.max(1, largest), colors);
        cells[cells.length - 1].visibleProperty().bind(barsFit);
        addRow(row++, cells);
      }
    }

    private static Node[] cells(
        ArchiveOverview.TargetLine line, double largest, OwnerColors colors) {
      Sums sums = line.sums();
      return new Node[] {
        name(line, colors),
        new Label(StatusWords.count(sums.rows())),
        new Label(StatusWords.size(sums.unpackedBytes())),
        new Label(StatusWords.size(sums.storedBytes())),
        new Label(StatusWords.percent(sums.ratio())),
        new OverviewBar(
            colors, line.target(), sums.unpackedBytes() / largest, sums.storedBytes() / largest)
      };
    }

    private static Node name(ArchiveOverview.TargetLine line, OwnerColors colors) {
      HBox box =
          Controls.styled(
              new HBox(
                  new Swatch(colors, OwnerKind.DEVICE_CODE, line.target()),
                  new Label(line.target())),
              "target-name");
      String note = !line.listed() ? "not listed" : line.sums().rows() == 0 ? "no rows" : "";
      if (!note.isEmpty()) {
        box.getChildren().add(Controls.label("⚠ " + note, "target-note"));
      }
      return box;
    }

    /**
     * Two sizes as one bar: the unpacked size as an outline, the stored size filled, both as parts
     * of the largest.
     */
    private static final class OverviewBar extends Region {
      private final Region outline = Controls.styled(new Region(), "overview-bar-outline");
      private final Region filled = new Region();
      private final double original;
      private final double stored;

      /**
       * A bar.
       *
       * @param original the unpacked size, as a part of the widest bar, 0–1
       * @param stored the stored size on the same scale; below 0 if it is not known
       */
      OverviewBar(OwnerColors colors, String target, double original, double stored) {
        this.original = original;
        this.stored = stored;
        getStyleClass().add("overview-bar");
        filled.setBackground(
            new javafx.scene.layout.Background(
                new BackgroundFill(
                    colors.paint(OwnerKind.DEVICE_CODE, target), CornerRadii.EMPTY, Insets.EMPTY)));
        outline.setVisible(original > 0);
        filled.setVisible(stored > 0);
        getChildren().addAll(outline, filled);
      }

      @Override
      protected void layoutChildren() {
        outline.resizeRelocate(0, 0, getWidth() * original, getHeight());
        filled.resizeRelocate(0, 0, getWidth() * Math.max(0, stored), getHeight());
      }
    }
  }
}
