package org.kpackworkbench.views.kit.action;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanExpression;
import javafx.beans.value.ChangeListener;
import javafx.beans.value.WeakChangeListener;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.Tooltip;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;

/** Makes menus and buttons from the catalogue of actions. UI thread only. */
public record ActionControls(Actions actions) {
  /** All menus of the menu bar; what has no handler is not shown. */
  public List<Menu> menus() {
    List<Menu> menus = new ArrayList<>();
    for (ActionMenu place : ActionMenu.values()) {
      Menu menu = new Menu(place.text());
      menu.setId("menu-" + place.plainText().toLowerCase(java.util.Locale.ROOT));
      List<ActionId> ids = new ArrayList<>();
      for (ActionId id : ActionId.values()) {
        if (id.menu() == place) {
          ids.add(id);
        }
      }
      menu.getItems().setAll(items(ids, true));
      menu.visibleProperty().bind(anyVisible(menu.getItems()));
      menus.add(menu);
    }
    return menus;
  }

  /** A context menu of some actions, shown in the catalogue's order and sections. */
  public ContextMenu contextMenu(ActionId... ids) {
    ContextMenu menu = new ContextMenu();
    menu.getItems().setAll(items(List.of(ids).stream().sorted().toList(), false));
    return menu;
  }

  /** A menu item; without accelerator where {@code accelerator} is false. */
  public MenuItem item(ActionId id, boolean accelerator) {
    ActionModel model = actions.get(id);
    MenuItem item = kind(id, model);
    item.setId("item-" + cssName(id));
    item.textProperty()
        .bind(
            Bindings.createStringBinding(
                () -> words(model), model.reasonProperty(), model.textProperty()));
    item.setMnemonicParsing(false);
    // Items that are on or off show that where the others show their icon.
    if (!id.isToggle()) {
      id.picture().map(KpackIcon::node).ifPresent(item::setGraphic);
    }
    item.disableProperty().bind(model.enabledProperty().not());
    item.visibleProperty().bind(model.offeredProperty());
    if (accelerator) {
      id.accelerator().ifPresent(item::setAccelerator);
    }
    item.setOnAction(event -> actions.run(id));
    return item;
  }

  private static String words(ActionModel model) {
    String reason = model.reasonProperty().get();
    String text = model.textProperty().get();
    return reason.isEmpty() ? text : text + "  – " + reason;
  }

  /** A button with the action's icon, for tool bars. */
  public Button toolButton(ActionId id) {
    ActionModel model = actions.get(id);
    Button button = new Button();
    id.picture()
        .ifPresentOrElse(icon -> button.setGraphic(icon.node()), () -> button.setText(id.text()));
    button.setId("tool-" + cssName(id));
    button.getStyleClass().addAll("flat", "tool-button");
    button.disableProperty().bind(model.enabledProperty().not());
    button.setTooltip(new Tooltip(tooltip(id)));
    button.setAccessibleText(id.text());
    button.setAccessibleHelp(id.description());
    button.setOnAction(event -> actions.run(id));
    return button;
  }

  /** A button with the action's icon and a word, for the tool bar of a view. */
  public Button wordButton(ActionId id) {
    Button button = toolButton(id);
    button.setText(id.text().replace("…", "").replaceAll(" (to|by) .*", ""));
    button.setMinWidth(Button.USE_PREF_SIZE);
    return button;
  }

  /** Registers the keys that menus do not show: other layouts, number pad. */
  public void installFurtherKeys(Scene scene) {
    for (ActionId id : ActionId.values()) {
      id.accelerators().stream()
          .skip(1)
          .forEach(key -> scene.getAccelerators().put(key, () -> actions.run(id)));
    }
  }

  /** Text, key and description of an action, as tooltips show them. */
  public static String tooltip(ActionId id) {
    String title = id.accelerator().map(key -> " (" + KeyText.of(key) + ")").orElse("");
    return id.text().replace("…", "") + title + "\n" + id.description();
  }

  private List<MenuItem> items(List<ActionId> ids, boolean accelerators) {
    List<MenuItem> items = new ArrayList<>();
    Map<String, Menu> submenus = new LinkedHashMap<>();
    @Nullable ActionId previous = null;
    for (ActionId id : ids) {
      if (previous != null && previous.section() != id.section()) {
        items.add(new SeparatorMenuItem());
      }
      previous = id;
      MenuItem item = item(id, accelerators);
      if (id.submenu().isEmpty()) {
        items.add(item);
      } else {
        submenus
            .computeIfAbsent(
                id.submenu().get(),
                title -> {
                  Menu menu = new Menu(title);
                  items.add(menu);
                  return menu;
                })
            .getItems()
            .add(item);
      }
    }
    submenus.values().forEach(menu -> menu.visibleProperty().bind(anyVisible(menu.getItems())));
    hideLonelySeparators(items);
    return items;
  }

  /** A line is shown where something visible is on both sides of it. */
  private static void hideLonelySeparators(List<MenuItem> items) {
    for (int i = 0; i < items.size(); i++) {
      if (items.get(i) instanceof SeparatorMenuItem line) {
        int end = i + 1;
        while (end < items.size() && !(items.get(end) instanceof SeparatorMenuItem)) {
          end++;
        }
        line.visibleProperty()
            .bind(anyVisible(items.subList(0, i)).and(anyVisible(items.subList(i + 1, end))));
      }
    }
  }

  private static BooleanExpression anyVisible(List<MenuItem> items) {
    List<MenuItem> real =
        items.stream().filter(item -> !(item instanceof SeparatorMenuItem)).toList();
    return Bindings.createBooleanBinding(
        () -> real.stream().anyMatch(MenuItem::isVisible),
        real.stream().map(MenuItem::visibleProperty).toArray(javafx.beans.Observable[]::new));
  }

  private static MenuItem kind(ActionId id, ActionModel model) {
    if (id.isChoice()) {
      RadioMenuItem item = new RadioMenuItem();
      keepInStep(item, item.selectedProperty(), model);
      return item;
    }
    if (id.isToggle()) {
      CheckMenuItem item = new CheckMenuItem();
      keepInStep(item, item.selectedProperty(), model);
      return item;
    }
    return new MenuItem();
  }

  /**
   * The item toggles itself when it is clicked; what counts is what the handler makes of it. The
   * action outlives the item, and does not hold it: behind a menu is all that a tab shows.
   */
  private static void keepInStep(
      MenuItem item, javafx.beans.property.BooleanProperty shown, ActionModel model) {
    ChangeListener<Boolean> follow = (selected, was, is) -> shown.set(is);
    item.getProperties().put(ActionControls.class, follow);
    model.selectedProperty().addListener(new WeakChangeListener<>(follow));
    shown.set(model.selectedProperty().get());
    shown.subscribe(
        value -> {
          if (value != model.selectedProperty().get()) {
            javafx.application.Platform.runLater(() -> shown.set(model.selectedProperty().get()));
          }
        });
  }

  private static String cssName(ActionId id) {
    return id.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }
}
