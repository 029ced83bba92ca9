package org.kpackworkbench.views.format.kpack;

import java.util.List;
import java.util.Map;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeTableColumn;
import javafx.scene.control.TreeTableView;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.views.kit.table.Columns;
import org.kpackworkbench.views.kit.table.Tables;

/** Metadata as a tree of names and values. */
final class MetadataTree extends TreeTableView<MetadataTree.Item> {
  private static final double ROW_EM = 1.9;
  private static final int MOST_LINES = 14;

  /** A name with its value; of what has parts, how many. */
  record Item(String name, String value) {}

  MetadataTree() {
    TreeTableColumn<Item, String> name = Columns.treeText("Name", Item::name);
    TreeTableColumn<Item, String> value = Columns.treeText("Value", Item::value);
    getColumns().setAll(List.of(name, value));
    Tables.dress(this, "entry-metadata", "Metadata", "There is no metadata.");
    setTableMenuButtonVisible(false);
    setColumnResizePolicy(CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    name.setPrefWidth(120);
  }

  /** Shows these values, opened. */
  void show(Map<String, MsgValue> metadata) {
    TreeItem<Item> root = new TreeItem<>(new Item("", ""));
    metadata.forEach((name, value) -> root.getChildren().add(item(name, value)));
    setRoot(root);
    root.setExpanded(true);
    int lines = Math.min(MOST_LINES, Math.max(2, getExpandedItemCount()));
    setStyle("-fx-pref-height: " + (lines + 1.4) * ROW_EM + "em;");
  }

  private static TreeItem<Item> item(String name, MsgValue value) {
    TreeItem<Item> item =
        switch (value) {
          case MsgValue.Mapping mapping -> {
            TreeItem<Item> map = new TreeItem<>(new Item(name, parts(mapping.pairs().size())));
            mapping
                .pairs()
                .forEach(pair -> map.getChildren().add(item(pair.key().toString(), pair.value())));
            yield map;
          }
          case MsgValue.Array array -> {
            TreeItem<Item> list = new TreeItem<>(new Item(name, parts(array.items().size())));
            for (int i = 0; i < array.items().size(); i++) {
              list.getChildren().add(item("[" + i + "]", array.items().get(i)));
            }
            yield list;
          }
          default -> new TreeItem<>(new Item(name, value.toString()));
        };
    item.setExpanded(true);
    return item;
  }

  private static String parts(int count) {
    return count == 1 ? "1 value" : count + " values";
  }
}
