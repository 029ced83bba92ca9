package org.kpackworkbench.views.kit.rows;

import java.util.List;
import java.util.function.Consumer;
import javafx.css.PseudoClass;
import javafx.scene.control.TableRow;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.MouseButton;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.spi.Bookmarks;
import org.kpackworkbench.views.spi.FoundPlaces;
import org.kpackworkbench.views.spi.ViewContext;

/** A line of the table that is highlighted where something is wrong with what it shows. */
final class MarkedRow<R> extends TableRow<LoadedRow<R>> {
  private static final PseudoClass PROBLEM = PseudoClass.getPseudoClass("problem");
  private static final PseudoClass GROUP = PseudoClass.getPseudoClass("group");
  private static final PseudoClass BOOKMARKED = PseudoClass.getPseudoClass("bookmarked");

  private final RowsModel<R> model;
  private final FoundPlaces found;
  private final Bookmarks bookmarks;
  private List<String> styles = List.of();
  private Subscription content = Subscription.EMPTY;

  MarkedRow(RowsModel<R> model, ViewContext context, Consumer<LoadedRow<R>> onDoubleClick) {
    this.model = model;
    this.found = context.found();
    this.bookmarks = context.bookmarks();
    // A context menu belongs to the row that it was opened on.
    addEventHandler(ContextMenuEvent.CONTEXT_MENU_REQUESTED, event -> pick());
    setOnMouseClicked(
        event -> {
          LoadedRow<R> row = getItem();
          boolean twice = event.getClickCount() == 2 && event.getButton() == MouseButton.PRIMARY;
          if (twice && row != null) {
            onDoubleClick.accept(row);
          }
        });
  }

  private void pick() {
    var selection = getTableView().getSelectionModel();
    if (getItem() != null && !isSelected() && !selection.isCellSelectionEnabled()) {
      selection.clearAndSelect(getIndex());
    }
  }

  @Override
  protected void updateItem(@Nullable LoadedRow<R> row, boolean empty) {
    super.updateItem(row, empty);
    content.unsubscribe();
    content = Subscription.EMPTY;
    if (row == null || empty) {
      show(null);
      return;
    }
    content = row.contentProperty().subscribe(this::show);
  }

  private void show(@Nullable R now) {
    RowsSpec<R> spec = model.spec();
    RowsSpec.Tree<R> tree = model.tree();
    String style = now == null ? "" : spec.style(now);
    List<String> wanted = style.isEmpty() ? List.of() : List.of(style.split(" "));
    if (!wanted.equals(styles)) {
      getStyleClass().removeAll(styles);
      getStyleClass().addAll(wanted);
      styles = wanted;
    }
    pseudoClassStateChanged(
        PROBLEM,
        now != null && (spec.troubled(now) || !MarkCell.found(found, spec, now).isEmpty()));
    pseudoClassStateChanged(GROUP, now != null && tree != null && tree.isGroup(now));
    boolean bookmarked =
        now != null && !bookmarks.list().isEmpty() && bookmarks.isMarked(spec.place(now));
    pseudoClassStateChanged(BOOKMARKED, bookmarked);
    setAccessibleHelp(bookmarked ? "bookmarked" : null);
  }
}
