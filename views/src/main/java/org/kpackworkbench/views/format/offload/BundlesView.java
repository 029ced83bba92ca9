package org.kpackworkbench.views.format.offload;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.CompressedBundle.UnpackLimits;
import org.kpackworkbench.model.format.offload.UnpackedBundle;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.kit.place.CodeObjectPlaces;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowColumn.Face;
import org.kpackworkbench.views.kit.rows.RowColumn.Tint;
import org.kpackworkbench.views.kit.rows.RowMark;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsPane;
import org.kpackworkbench.views.kit.rows.RowsTable;
import org.kpackworkbench.views.kit.rows.RowsView;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;
import org.kpackworkbench.views.kit.rows.TreeRows;
import org.kpackworkbench.views.kit.rows.TreeRows.Row;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The bundles of a file with their entries, and what its marker says. */
public final class BundlesView extends RowsView<Row<BundleNode>> {
  /** Title of the view if there is nothing but a marker. */
  static final String MARKER = "Marker";

  private static final int MOST_OPENED = 24;

  private final OpenedFile file;
  private final ViewContext context;
  private final Spec spec;
  private final HashJobs hashes;

  /** Where the rows come from; background threads. */
  @FunctionalInterface
  interface Source {
    List<BundleNode> load() throws IOException;
  }

  BundlesView(String title, Source source, Place parent, OpenedFile file, ViewContext context) {
    this(title, new Spec(source, parent, title.equals(MARKER)), file, context);
  }

  private BundlesView(String title, Spec spec, OpenedFile file, ViewContext context) {
    super(title, spec, context);
    this.spec = spec;
    this.file = file;
    this.context = context;
    this.hashes = new HashJobs(context, this::checked);
    around(this::complete);
  }

  /** A binary without code of its own shows its marker here, by which the view is known, too. */
  @Override
  public List<Part> parts() {
    return title().equals(MARKER) ? List.of(new Part("marker", MARKER)) : List.of();
  }

  private void complete(RowsPane<Row<BundleNode>> made) {
    RowsTable<Row<BundleNode>> table = made.table();
    made.onLoaded(
        () -> {
          if (!compressed().isEmpty()) {
            made.above(buttons(table));
          }
        });
    made.handlers()
        .on(ActionId.VERIFY_HASH, verifiable(table), () -> verify(table))
        .on(
            ActionId.EXTRACT,
            table.selectedProperty().map(row -> !codeObjects(row.index()).isEmpty()).orElse(false),
            () -> context.export().extract(file, codeObjects(table)));
    table.treeActions(table.tree(), made.handlers());
    file.as(CodeObjectSource.class)
        .ifPresent(found -> context.export().draggable(table, found, () -> codeObjects(table)));
  }

  private HBox buttons(RowsTable<Row<BundleNode>> table) {
    Button one = Controls.named(new Button("Verify Hash"), "verify-hash");
    one.disableProperty().bind(verifiable(table).map(possible -> !possible));
    one.setOnAction(event -> verify(table));
    Button all = Controls.named(new Button("Verify All Hashes"), "verify-all-hashes");
    all.setOnAction(event -> hashes.verify(compressed()));
    return Controls.styled(new HBox(one, all), "button-line");
  }

  private static ObservableValue<Boolean> verifiable(RowsTable<Row<BundleNode>> table) {
    return table.selectedProperty().map(row -> row.value().compressed() != null).orElse(false);
  }

  private void verify(RowsTable<Row<BundleNode>> table) {
    hashes.verify(
        table.selected().stream().filter(row -> row.value().compressed() != null).toList());
  }

  private List<Row<BundleNode>> compressed() {
    return IntStream.range(0, spec.rows.size())
        .mapToObj(spec.rows::row)
        .filter(row -> row.value().compressed() != null)
        .toList();
  }

  private void checked(Row<BundleNode> row, BundleNode now) {
    spec.rows.set(row.index(), now);
    model().changed(false);
  }

  /** The code objects that are selected, or that are in what is selected; each once. */
  private List<Place.CodeObject> codeObjects(RowsTable<Row<BundleNode>> table) {
    return table.selectedRows().stream()
        .flatMap(index -> codeObjects(index).stream())
        .distinct()
        .toList();
  }

  private List<Place.CodeObject> codeObjects(int index) {
    return spec.rows.subtree(index).stream()
        .map(row -> row.value().leadsTo())
        .filter(Place.CodeObject.class::isInstance)
        .map(Place.CodeObject.class::cast)
        .toList();
  }

  /** Several wrappers may share a bundle: the code object is one, under whichever index. */
  private static boolean isAt(@Nullable Place row, Place place) {
    if (row instanceof Place.CodeObject here && place instanceof Place.CodeObject there) {
      return here.parent().equals(there.parent()) && here.target().equals(there.target());
    }
    return Objects.equals(row, place);
  }

  /** Bundles, what is in them, and the marker as rows. */
  private static final class Spec extends TableSpec<Row<BundleNode>> {
    private final Source source;
    private final Place parent;
    private final boolean onlyMarker;
    private volatile TreeRows<BundleNode> rows = TreeRows.none();

    /**
     * @param onlyMarker whether there are no bundles, whose columns would all be empty
     */
    Spec(Source source, Place parent, boolean onlyMarker) {
      super(
          TableWords.of("bundles", "Bundles", "The file holds no offload bundle and no marker.")
              .prompt(onlyMarker ? "name:path kpack" : "arch:gfx90a size>1M"));
      this.source = source;
      this.parent = parent;
      this.onlyMarker = onlyMarker;
      place(row -> row.value().place());
      mark(row -> row.value().mark());
    }

    @Override
    public TreeRows<BundleNode> load() throws IOException {
      List<BundleNode> nodes = source.load();
      boolean few = nodes.size() <= MOST_OPENED;
      TreeRows<BundleNode> made =
          TreeRows.of(nodes, BundleNode::children, node -> few && nodes.contains(node));
      rows = made;
      return made;
    }

    @Override
    public Folding<Row<BundleNode>> folding() {
      return rows;
    }

    @Override
    public List<RowColumn<Row<BundleNode>>> columns() {
      RowColumn<Row<BundleNode>> name =
          RowColumn.<Row<BundleNode>>tree(
                  onlyMarker ? "Marker" : "Bundle, entry", row -> row.value().name(), Spec::name)
              .alsoNamed("name");
      RowColumn<Row<BundleNode>> size = RowColumn.size("Size", row -> row.value().sizeBytes());
      RowColumn<Row<BundleNode>> details = RowColumn.text("Details", row -> row.value().details());
      RowColumn<Row<BundleNode>> offset =
          RowColumn.address("Offset", row -> row.value().fileOffset());
      if (onlyMarker) {
        return List.of(name, size, details, offset);
      }
      return List.of(
          name,
          RowColumn.<Row<BundleNode>>text("Target", row -> row.value().target()).alsoNamed("arch"),
          size,
          details,
          offset,
          RowColumn.address("In bundle", row -> row.value().insideOffset()),
          RowColumn.size("Original", row -> row.value().originalBytes()),
          RowColumn.figure("Ratio", row -> row.value().ratio()));
    }

    private static Face name(Row<BundleNode> row) {
      RowMark mark = row.value().mark();
      OwnerKind kind = mark.kind();
      return Face.of(row.value().name(), row.value().name())
          .tinted(kind == null ? null : new Tint(kind, mark.target(), false));
    }

    @Override
    public boolean troubled(Row<BundleNode> row) {
      return !mark(row).problem().isEmpty();
    }

    @Override
    public @Nullable Place target(Row<BundleNode> row) {
      Place target = row.value().leadsTo();
      return target instanceof Place.CodeObject code ? CodeObjectPlaces.inside(code) : target;
    }

    @Override
    public boolean shows(Place place) {
      boolean kind =
          switch (place) {
            case Place.Bundle bundle -> true;
            case Place.Marker marker -> true;
            case Place.CodeObject code -> code.parent() instanceof Place.Bundle;
            case Place.Part part -> part.parent() instanceof Place.Bundle;
            default -> false;
          };
      return kind && place.path().contains(parent);
    }

    @Override
    public int indexOf(RowSource<Row<BundleNode>> shown, Place place) {
      return rows.indexOf(node -> isAt(node.place(), place));
    }

    @Override
    public String status(RowSource<Row<BundleNode>> shown) {
      List<BundleNode> tops =
          IntStream.range(0, rows.size())
              .mapToObj(rows::row)
              .filter(row -> row.parent() < 0)
              .map(Row::value)
              .toList();
      long bundles = tops.stream().filter(node -> node.place() instanceof Place.Bundle).count();
      List<String> sums = new ArrayList<>();
      if (tops.stream().anyMatch(node -> node.place() instanceof Place.Marker)) {
        sums.add("marker");
      }
      if (bundles > 0 || sums.isEmpty()) {
        sums.add(CountText.of(bundles, "bundle"));
      }
      long compressed = tops.stream().filter(node -> node.compressed() != null).count();
      if (compressed > 0) {
        sums.add(compressed + " compressed");
      }
      return String.join(" · ", sums);
    }
  }

  /**
   * Decompresses bundles and compares their hashes with the declared ones.
   *
   * @param done receives the new text of a row
   */
  record HashJobs(ViewContext context, BiConsumer<Row<BundleNode>, BundleNode> done) {
    /** The result: how many were checked, and the first that was wrong. */
    private record Checked(Row<BundleNode> item, String problem) {}

    /** Starts a job over some compressed bundles; their rows show the result. */
    void verify(List<Row<BundleNode>> items) {
      if (items.isEmpty()) {
        return;
      }
      String title =
          items.size() == 1
              ? "Verify the hash of " + items.getFirst().value().name()
              : "Verify %d hashes".formatted(items.size());
      context.jobs().start(title, progress -> check(items, progress), this::show);
    }

    private static List<Checked> check(List<Row<BundleNode>> items, Progress progress)
        throws IOException {
      List<Checked> checked = new java.util.ArrayList<>();
      for (Row<BundleNode> item : items) {
        checked.add(
            new Checked(
                item, problem(Objects.requireNonNull(item.value().compressed()), progress)));
      }
      return List.copyOf(checked);
    }

    /** Returns the problem with a bundle's hash or content; empty if both are right. */
    static String problem(CompressedBundle bundle, Progress progress) throws IOException {
      try (UnpackedBundle unpacked = bundle.unpack(UnpackLimits.of(UnpackBudget.one()), progress)) {
        unpacked.verifyHash(progress);
        return "";
      } catch (FormatException failure) {
        return switch (failure.reason()) {
          case FILE_CHANGED, CLOSED -> throw failure;
          default -> String.valueOf(failure.getMessage());
        };
      }
    }

    private JobOutcome show(List<Checked> checked) {
      int wrong = 0;
      for (Checked one : checked) {
        BundleNode node = one.item().value();
        boolean right = one.problem().isEmpty();
        wrong += right ? 0 : 1;
        done.accept(
            one.item(), node.checked(right ? "hash verified" : "wrong hash", one.problem()));
      }
      if (wrong > 0) {
        return JobOutcome.of(
            JobOutcome.Severity.ERROR,
            "%d of %d hashes are wrong".formatted(wrong, checked.size()));
      }
      return JobOutcome.done(
          checked.size() == 1
              ? "The hash is right"
              : "All %d hashes are right".formatted(checked.size()));
    }
  }
}
