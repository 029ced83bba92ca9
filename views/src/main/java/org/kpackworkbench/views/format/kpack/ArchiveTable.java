package org.kpackworkbench.views.format.kpack;

import java.util.List;
import javafx.css.PseudoClass;
import javafx.scene.control.Label;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.rows.Reveal;
import org.kpackworkbench.views.kit.table.LastColumn;
import org.kpackworkbench.views.kit.table.ManySelection;
import org.kpackworkbench.views.kit.table.RowHeight;
import org.kpackworkbench.views.kit.table.Tables;

/**
 * The table of an archive: a tree or a list in one control, so that 100,000 rows cost the same in
 * both, with the keys that trees have. UI thread only.
 */
final class ArchiveTable extends TableView<Line> {

  private final Label fontProbe = new Label();
  private final ArchiveTableModel model;
  private final ArchiveColumns columns;
  private final Runnable open;

  /**
   * A table.
   *
   * @param open opens the selected row
   */
  ArchiveTable(
      ArchiveTableModel model,
      LineWords words,
      Summaries summaries,
      Summaries stated,
      javafx.beans.value.ObservableValue<org.kpackworkbench.views.kit.theme.OwnerColors> colors,
      Runnable open) {
    this.model = model;
    this.open = open;
    this.columns = new ArchiveColumns(words, summaries, stated, colors, this::toggle);
    setId("archive-table");
    getStyleClass().addAll("dense", "edge-to-edge", "data-table", "archive-table");
    setAccessibleText("Code objects of the archive");
    setTableMenuButtonVisible(true);
    setPlaceholder(Tables.placeholder("Reading the table of contents…"));
    getColumns().setAll(columns.all());
    LastColumn.mark(this);
    RowHeight.fix(fixedCellSizeProperty(), fontProbe);
    fontProbe.setManaged(false);
    fontProbe.setVisible(false);
    getChildren().add(fontProbe);
    setRowFactory(table -> new LineRow(words));
    setItems(model.lines());
    ManySelection.install(this);
    setSortPolicy(
        table -> {
          model.sort(columns.keys(List.copyOf(getSortOrder())));
          return true;
        });
    addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
    addEventHandler(MouseEvent.MOUSE_CLICKED, this::clicked);
  }

  ArchiveColumns columns() {
    return columns;
  }

  /** Adds what the keys of trees do, for menus. */
  ActionHandlers treeActions(ActionHandlers handlers) {
    return handlers
        .on(ActionId.EXPAND_SUBTREE, () -> model.openSubtree(lead()))
        .on(ActionId.EXPAND_ALL, this::openAll)
        .on(ActionId.TO_PARENT, this::toParent);
  }

  /** The line that was selected last; -1 where none is. */
  int lead() {
    return getSelectionModel().getSelectedIndex();
  }

  /** Selects one line and scrolls to it. */
  void pick(int index) {
    getSelectionModel().clearAndSelect(index);
    getFocusModel().focus(index);
    Reveal.row(this, index);
  }

  private void toggle(int index) {
    if (model.lines().get(index) instanceof Line.Group group) {
      model.open(index, !group.open());
    }
  }

  private void openAll() {
    @Nullable Line line = lead() < 0 ? null : model.lines().get(lead());
    model.openAll(true);
    int again = line == null ? -1 : indexOf(line);
    if (again >= 0) {
      pick(again);
    }
  }

  private int indexOf(Line line) {
    return switch (line) {
      case Line.Row row -> model.lines().lines().indexOfRow(row.row());
      case Line.Group group -> model.lines().lines().indexOfGroup(group.id());
    };
  }

  private void toParent() {
    int parent = lead() < 0 ? -1 : model.lines().lines().parentOf(lead());
    if (parent >= 0) {
      pick(parent);
    }
  }

  private void pressed(KeyEvent event) {
    if (matches(event, ActionId.EXPAND_SUBTREE)) {
      model.openSubtree(lead());
    } else if (matches(event, ActionId.EXPAND_ALL)) {
      openAll();
    } else if (matches(event, ActionId.TO_PARENT)) {
      toParent();
    } else if (event.isShiftDown() || event.isShortcutDown() || event.isAltDown() || lead() < 0) {
      return;
    } else if (event.getCode() == KeyCode.RIGHT && model.grouping().isTree()) {
      if (!model.open(lead(), true) && lead() + 1 < getItems().size() && isGroup(lead())) {
        pick(lead() + 1);
      }
    } else if (event.getCode() == KeyCode.LEFT && model.grouping().isTree()) {
      if (!model.open(lead(), false)) {
        toParent();
      }
    } else if (event.getCode() == KeyCode.ENTER) {
      enter(lead());
    } else {
      return;
    }
    event.consume();
  }

  private void clicked(MouseEvent event) {
    if (event.getButton() == MouseButton.PRIMARY
        && event.getClickCount() == 2
        && event.getPickResult().getIntersectedNode() instanceof javafx.scene.Node node
        && isInRow(node)) {
      enter(lead());
    }
  }

  private static boolean isInRow(javafx.scene.Node node) {
    for (javafx.scene.Node at = node; at != null; at = at.getParent()) {
      if (at instanceof TableRow<?> row) {
        return !row.isEmpty();
      }
    }
    return false;
  }

  private void enter(int index) {
    if (index < 0) {
      return;
    }
    if (isGroup(index)) {
      toggle(index);
    } else {
      open.run();
    }
  }

  private boolean isGroup(int index) {
    return model.lines().get(index) instanceof Line.Group;
  }

  private static boolean matches(KeyEvent event, ActionId id) {
    return id.accelerators().stream().anyMatch(key -> key.match(event));
  }

  /** A line that stands out where it is a group, and where something is wrong with it. */
  private static final class LineRow extends TableRow<Line> {
    private static final PseudoClass GROUP = PseudoClass.getPseudoClass("group");
    private static final PseudoClass PROBLEM = PseudoClass.getPseudoClass("problem");

    private final LineWords words;

    LineRow(LineWords words) {
      this.words = words;
    }

    @Override
    protected void updateItem(@Nullable Line line, boolean empty) {
      super.updateItem(line, empty);
      Line shown = empty ? null : line;
      pseudoClassStateChanged(GROUP, shown instanceof Line.Group);
      pseudoClassStateChanged(PROBLEM, shown != null && !words.problem(shown).isEmpty());
    }
  }
}
