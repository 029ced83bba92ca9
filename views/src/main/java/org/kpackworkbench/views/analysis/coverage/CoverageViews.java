package org.kpackworkbench.views.analysis.coverage;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageScan;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.format.folder.FolderFile;
import org.kpackworkbench.views.kit.dialog.ErrorView;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.table.Tables;
import org.kpackworkbench.views.spi.Closeness;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The coverage of a folder that is open as a whole. */
public final class CoverageViews implements DocumentViewFactory {
  @Override
  public boolean handles(OpenedFile file) {
    return file.as(FolderFile.class).isPresent();
  }

  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    FolderFile folder = file.as(FolderFile.class).orElseThrow();
    return List.of(
        new CoverageView(
            () -> CoverageData.of(folder.once(CoverageGrid.class, CoverageScan::of)),
            folder::entry,
            context));
  }

  /** Which wrapper has code for which architecture: an inner tab of a folder. */
  static final class CoverageView implements DocumentView {
    private final Callable<CoverageData> source;
    private final Function<String, Place> entry;
    private final ViewContext context;
    private final BorderPane root = new BorderPane();
    private final ReadOnlyObjectWrapper<@Nullable Place> selection =
        new ReadOnlyObjectWrapper<>(this, "selection");
    private final ReadOnlyStringWrapper status = new ReadOnlyStringWrapper(this, "status", "");
    private @Nullable CoveragePane pane;
    private @Nullable Place awaited;
    private boolean built;

    /**
     * A view.
     *
     * @param source reads the grid; in the background
     * @param entry the place of a binary, by its path
     */
    CoverageView(
        Callable<CoverageData> source, Function<String, Place> entry, ViewContext context) {
      this.source = source;
      this.entry = entry;
      this.context = context;
    }

    @Override
    public String id() {
      return "coverage";
    }

    @Override
    public String title() {
      return "Coverage";
    }

    @Override
    public Node node() {
      if (!built) {
        built = true;
        root.setCenter(Tables.placeholder("Looking for device code…"));
        context
            .background()
            .run(
                () -> new CoverageModel(source.call()),
                this::loaded,
                failure -> root.setCenter(new ErrorView("The grid could not be made", failure)));
      }
      return root;
    }

    private void loaded(CoverageModel model) {
      CoveragePane made =
          new CoveragePane(model, context, row -> selection.set(entry.apply(row.path())));
      pane = made;
      status.set(model.summary());
      root.setCenter(made);
      List<String> problems = model.data().problems();
      if (!problems.isEmpty()) {
        Button all = new Button("Details");
        VBox list = new VBox(Tables.placeholder(String.join("\n", problems)));
        all.setOnAction(event -> context.dialogs().show("Not in the grid", list));
        root.setTop(
            new MessageBar(
                MessageBar.Severity.WARNING,
                problems.size() == 1
                    ? problems.getFirst()
                    : problems.size() + " files could not be read and are not in the grid.",
                all));
      }
      context.actions().resolve();
      Place place = awaited;
      if (place != null) {
        show(place);
      }
    }

    @Override
    public boolean shows(Place place) {
      return place instanceof Place.Entry;
    }

    @Override
    public Closeness closeness(Place place) {
      return Closeness.ON_MAP;
    }

    @Override
    public void show(Place place) {
      selection.set(null);
      CoveragePane made = pane;
      if (made == null) {
        awaited = place;
      } else if (place instanceof Place.Entry wanted) {
        awaited = null;
        made.show(wanted.way());
      }
    }

    @Override
    public ObservableValue<@Nullable Place> selection() {
      return selection.getReadOnlyProperty();
    }

    @Override
    public ObservableValue<String> statusText() {
      return status.getReadOnlyProperty();
    }
  }
}
