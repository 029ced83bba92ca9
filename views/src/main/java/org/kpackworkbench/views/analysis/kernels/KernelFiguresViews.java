package org.kpackworkbench.views.analysis.kernels;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.contents.KernelFigures;
import org.kpackworkbench.model.analysis.contents.KernelScan;
import org.kpackworkbench.model.analysis.contents.KernelsSettings;
import org.kpackworkbench.model.analysis.contents.KernelsSettings.Figure;
import org.kpackworkbench.model.base.job.Maker;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.codeobject.CodeObjectFormat;
import org.kpackworkbench.model.format.codeobject.Occupancy;
import org.kpackworkbench.model.format.host.HostDocument;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.views.format.folder.FolderFile;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.rows.ColumnFilter;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowList;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsModel;
import org.kpackworkbench.views.kit.rows.RowsPane;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.rows.RowsView;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;
import org.kpackworkbench.views.kit.theme.KeySplitPane;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * The kernels of a tree, of a file with code objects, or of the archives of a host-only binary,
 * with what they use.
 */
public final class KernelFiguresViews implements DocumentViewFactory {
  /** A code object by itself has a page of its own. */
  private static boolean hasCode(Document document) {
    return !document.format().equals(CodeObjectFormat.FORMAT)
        && (document.saysCodeIsElsewhere()
            || (document.mayHoldCodeObjects() && document.codeObjects().size() > 0));
  }

  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    boolean shown =
        file.as(FolderFile.class).isPresent()
            || file.as(Document.class).filter(KernelFiguresViews::hasCode).isPresent();
    if (!shown) {
      return List.of();
    }
    boolean elsewhere = file.as(Document.class).filter(Document::saysCodeIsElsewhere).isPresent();
    boolean oneBinary = !elsewhere && file.as(HostDocument.class).isPresent();
    Spec spec = new Spec(source(file, context), oneBinary);
    RowsView<KernelFigures> view = new RowsView<>(spec, context);
    return List.of(
        (elsewhere ? view : view.extractsFrom(file))
            .around(pane -> new Around(spec, pane, context).follow()));
  }

  /** The kernels of a file; those of a folder are read until it is closed. */
  static Maker<Progress, KernelScan.Result> source(OpenedFile file, ViewContext context) {
    FolderFile folder = file.as(FolderFile.class).orElse(null);
    return folder == null
        ? progress -> KernelScan.of(file.as(Document.class).orElseThrow(), progress)
        : progress ->
            folder.once(
                KernelScan.Result.class,
                (root, closed) -> KernelScan.of(root, context.formats(), closed));
  }

  /** Returns the figures of a kernel that are compared and drawn, as columns. */
  private static List<RowColumn<KernelFigures>> figures() {
    return List.of(
        RowColumn.count("VGPRs", row -> row.vgprs()),
        RowColumn.count("AGPRs", row -> row.agprs()),
        RowColumn.count("SGPRs", row -> row.sgprs()),
        RowColumn.count("Spills", row -> row.spills()),
        RowColumn.size("LDS", row -> row.ldsBytes()),
        RowColumn.size("Scratch", row -> row.scratchBytes()),
        RowColumn.<KernelFigures>figure(
                "Occupancy", row -> row.occupancy().map(Occupancy::toString).orElse(""))
            .counted(row -> row.of(Figure.OCCUPANCY)),
        RowColumn.size("Code", row -> row.codeBytes()),
        RowColumn.<KernelFigures>size("Kernarg", row -> row.kernargBytes()).hidden(),
        RowColumn.<KernelFigures>count("Wave", row -> row.wavefrontSize()).hidden(),
        RowColumn.<KernelFigures>count("Work-group", row -> row.maxFlatWorkgroupSize()).hidden());
  }

  /** The table of all kernels. */
  private static final class Spec extends TableSpec<KernelFigures> {
    private final Maker<Progress, KernelScan.Result> source;
    private final boolean oneBinary;
    private volatile KernelScan.Result last = new KernelScan.Result(List.of(), 0, List.of());

    /**
     * @param oneBinary whether all kernels are in the file that is shown
     */
    Spec(Maker<Progress, KernelScan.Result> source, boolean oneBinary) {
      super(
          TableWords.of("kernel-figures", "Kernels", "There is no kernel.")
              .prompt("filter, e.g. gemm arch:gfx942 vgprs>128 lds>=16K spills>0 occupancy<4"));
      this.source = source;
      this.oneBinary = oneBinary;
      target(KernelFigures::place);
      status(rows -> CountText.of(rows.size(), "kernel"));
    }

    @Override
    public List<RowColumn<KernelFigures>> columns() {
      List<RowColumn<KernelFigures>> columns = new ArrayList<>();
      columns.add(
          RowColumn.<KernelFigures>function("Name", row -> row.name().demangled()).keeping(0.4));
      columns.add(RowColumn.text("Target", KernelFigures::targetText));
      // Figures of kernels are read beside each other.
      figures().forEach(figure -> columns.add(figure.besideOthers()));
      RowColumn<KernelFigures> binary = RowColumn.path("Binary", KernelFigures::binary);
      // A binary by itself is named by its tab; names of kernels need the room.
      columns.add(oneBinary ? binary.hidden() : binary);
      columns.add(RowColumn.<KernelFigures>count("#", KernelFigures::index).hidden());
      columns.add(RowColumn.<KernelFigures>mono("Symbol", row -> row.name().mangled()).hidden());
      return List.copyOf(columns);
    }

    @Override
    public RowSource<KernelFigures> load(Progress progress) throws IOException {
      KernelScan.Result read = source.make(progress);
      last = read;
      return RowSource.of(read.kernels());
    }

    KernelScan.Result last() {
      return last;
    }

    @Override
    public Place.CodeObject codeObject(KernelFigures row) {
      return row.codeObject();
    }

    @Override
    public Predicate<KernelFigures> filter(String text) {
      Set<String> fields = new LinkedHashSet<>(KernelsSettings.FIELDS);
      fields.addAll(ColumnFilter.EVERYWHERE);
      try {
        return Query.parse(text, fields)::matches;
      } catch (QueryException wrong) {
        throw new IllegalArgumentException(wrong.getMessage(), wrong);
      }
    }
  }

  /** The chart above the table, and below it the selected kernel for other targets. */
  private static final class Around {
    private static final double LEAST_CHART = 140;
    private static final double MOST_CHART = 240;
    private static final int LEAST_ROWS = 10;

    /** The filter, the headings, the scroll bar and the line below the table. */
    private static final double ROWS_AROUND = 5;

    private final Spec spec;
    private final RowsTable<KernelFigures> table;
    private final RowsPane<KernelFigures> pane;
    private final KernelScatter scatter;
    private final RowsTable<KernelFigures> others;
    private final Label heading = new Label();
    private final ToggleButton more = new ToggleButton("Targets and Chart");
    private boolean chosen;
    private final Label problems = new Label();
    private final Background background;
    private final Background.Latest points;
    private Map<String, Same> byName = Map.of();
    private KernelScan.@Nullable Result named;

    /**
     * The kernels of a name.
     *
     * @param kernels by target
     * @param targets how many there are
     */
    private record Same(List<KernelFigures> kernels, int targets) {
      static Same of(List<KernelFigures> kernels) {
        return new Same(
            kernels.stream().sorted(Comparator.comparing(KernelFigures::target)).toList(),
            (int) kernels.stream().map(KernelFigures::target).distinct().count());
      }
    }

    Around(Spec spec, RowsPane<KernelFigures> pane, ViewContext context) {
      this.spec = spec;
      this.pane = pane;
      this.table = pane.table();
      this.background = context.background();
      this.points = background.latest();
      this.scatter = new KernelScatter(table::pick, context.ownerColors());
      this.others = RowsTable.alone(othersSpec(), context);
      others.onOpen(
          row -> {
            KernelFigures kernel = row.content();
            if (kernel != null) {
              context.navigator().go(kernel.place());
            }
            return kernel != null;
          });
    }

    private static RowsSpec<KernelFigures> othersSpec() {
      List<RowColumn<KernelFigures>> columns = new ArrayList<>();
      columns.add(RowColumn.text("Target", KernelFigures::targetText));
      columns.addAll(figures());
      columns.add(RowColumn.path("Binary", KernelFigures::binary));
      return RowsSpec.of(
          "kernel-targets", "The same kernel", "Select a kernel above.", List.copyOf(columns));
    }

    void follow() {
      pane.getStylesheets().add(Controls.sheet(KernelFiguresViews.class, "kernels.css"));
      heading.setId("kernel-targets-heading");
      heading.getStyleClass().add("kernels-heading");
      heading.setWrapText(true);
      heading.setMinHeight(Region.USE_PREF_SIZE);
      problems.setId("kernel-problems");
      problems.getStyleClass().add("kernels-heading");
      problems.setWrapText(true);
      problems.setMinHeight(Region.USE_PREF_SIZE);
      Controls.collapsing(problems).setVisible(false);
      SplitPane below = Controls.named(new KeySplitPane(others, scatter), "kernels-below");
      below.setDividerPosition(0, 0.55);
      below.setMinHeight(LEAST_CHART);
      for (Region part : List.of(heading, below)) {
        Controls.collapsing(part).visibleProperty().bind(more.selectedProperty());
      }
      more.setId("kernels-more");
      more.getStyleClass().add("small");
      more.setMinWidth(Region.USE_PREF_SIZE);
      more.setOnAction(event -> chosen = true);
      pane.heightProperty()
          .subscribe(
              height ->
                  below.setPrefHeight(
                      Math.clamp(0.4 * height.doubleValue(), LEAST_CHART, MOST_CHART)));
      pane.heightProperty().subscribe(height -> fit());
      SplitPane.setResizableWithParent(scatter, true);
      pane.above(problems);
      pane.beside(more);
      pane.setBottom(new VBox(heading, below));
      table.selectedProperty().subscribe(this::selected);
      table.model().arrangedProperty().subscribe(this::arranged);
    }

    /** In a low window the table has the height until the user wants what is below it. */
    private void fit() {
      if (!chosen) {
        double rows = Math.min(LEAST_ROWS, table.model().all()) + ROWS_AROUND;
        more.setSelected(pane.getHeight() - LEAST_CHART >= rows * table.getFixedCellSize());
      }
    }

    private void arranged(RowsModel.@Nullable Arranged<KernelFigures> now) {
      if (now == null) {
        return;
      }
      fit();
      KernelScan.Result read = spec.last();
      // A filter or an order leaves the kernels as they are.
      if (!read.equals(named)) {
        named = read;
        byName = Map.of();
        background.run(
            () -> byName(read.kernels()),
            names -> {
              if (read.equals(named)) {
                byName = names;
                selected(table.selectedProperty().get());
              }
            },
            table.model()::fail);
      }
      int left = read.problems().size();
      problems.setText(
          left == 0
              ? ""
              : "%s could not be read; the first: %s"
                  .formatted(CountText.of(left, "part"), read.problems().getFirst()));
      problems.setVisible(left > 0);
      RowList<KernelFigures> rows = table.model().rows();
      int[] shown = IntStream.range(0, rows.size()).map(rows::index).toArray();
      points.run(
          () -> {
            // As they come, in whatever order the table has them: points cover each other.
            Arrays.sort(shown);
            return KernelScatter.Points.of(read.kernels(), shown);
          },
          scatter::show,
          table.model()::fail);
    }

    private static Map<String, Same> byName(List<KernelFigures> kernels) {
      return kernels.stream()
          .collect(
              Collectors.groupingBy(
                  each -> each.name().mangled(),
                  Collectors.collectingAndThen(Collectors.toList(), Same::of)));
    }

    private void selected(@Nullable KernelFigures kernel) {
      scatter.select(kernel);
      if (kernel == null) {
        heading.setText("On other targets");
        others.show(List.of());
        return;
      }
      Same same = byName.get(kernel.name().mangled());
      if (same == null) {
        same = Same.of(List.of(kernel));
      }
      heading.setText(
          "%s: %s".formatted(kernel.name().brief(), CountText.of(same.targets(), "target")));
      others.show(same.kernels());
    }
  }
}
