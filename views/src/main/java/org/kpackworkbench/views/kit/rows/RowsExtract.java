package org.kpackworkbench.views.kit.rows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.value.ObservableValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.operation.extract.DragOut;
import org.kpackworkbench.views.operation.extract.Exporter;
import org.kpackworkbench.views.spi.CodeObjectSource;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** Takes the code objects of the selected rows out of their file. UI thread only. */
final class RowsExtract<R> {
  private final RowsSpec<R> spec;
  private final RowsTable<R> table;
  private final RowsModel<R> model;
  private final ViewContext context;

  RowsExtract(RowsSpec<R> spec, RowsTable<R> table, RowsModel<R> model, ViewContext context) {
    this.spec = spec;
    this.table = table;
    this.model = model;
    this.context = context;
  }

  /** Handles Extract, and makes rows draggable. */
  void install(OpenedFile file, ActionHandlers handlers) {
    Exporter exporter = new Exporter(context);
    ObservableValue<Boolean> some =
        table.getSelectionModel().selectedIndexProperty().map(index -> index.intValue() >= 0);
    handlers.on(ActionId.EXTRACT, some, () -> extract(file, exporter));
    file.as(CodeObjectSource.class)
        .ifPresent(source -> new DragOut(source, context, this::inSight).install(table));
  }

  private void extract(OpenedFile file, Exporter exporter) {
    RowSource<R> source = model.source();
    if (source == null) {
      return;
    }
    List<Integer> indices = new ArrayList<>();
    for (int position : positions()) {
      indices.add(model.row(position).index());
    }
    context
        .background()
        .run(
            () -> places(source, indices),
            places -> exporter.extract(file, places),
            failure -> context.dialogs().showError("The selected rows could not be read", failure));
  }

  private List<Place.CodeObject> places(RowSource<R> source, List<Integer> indices)
      throws IOException {
    List<Place.CodeObject> places = new ArrayList<>();
    for (int index : indices) {
      Place.CodeObject code = spec.codeObject(source.row(index));
      if (code != null) {
        places.add(code);
      }
    }
    return List.copyOf(places);
  }

  /** The selected rows that have been read, as any that the pointer is on. */
  private List<Place.CodeObject> inSight() {
    List<Integer> positions = positions();
    if (positions.size() > DragOut.MOST_FILES) {
      return List.of();
    }
    List<Place.CodeObject> places = new ArrayList<>();
    for (int position : positions) {
      R row = model.row(position).content();
      Place.CodeObject code = row == null ? null : spec.codeObject(row);
      if (code != null) {
        places.add(code);
      }
    }
    return List.copyOf(places);
  }

  private List<Integer> positions() {
    return table.getSelectionModel().getSelectedIndices().stream()
        .filter(position -> position >= 0)
        .sorted()
        .distinct()
        .toList();
  }
}
