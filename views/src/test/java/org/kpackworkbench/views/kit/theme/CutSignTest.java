package org.kpackworkbench.views.kit.theme;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonType;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.DialogPane;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioButton;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TitledPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.VBox;
import javafx.stage.PopupWindow;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** Text that has no room ends with the same sign in all controls. */
@ExtendWith(WindowRobot.class)
class CutSignTest {
  private static final String WORDS = "more words than there is room for";

  private final Label label = new Label(WORDS);
  private final VBox root = new VBox(label);

  @Start
  void start(Stage stage) {
    TableView<String> table = new TableView<>();
    table.getColumns().add(new TableColumn<>(WORDS));
    table.getItems().add(WORDS);
    ListView<String> list = new ListView<>();
    list.getItems().add(WORDS);
    ChoiceBox<String> choice = new ChoiceBox<>();
    choice.getItems().add(WORDS);
    choice.setValue(WORDS);
    DialogPane dialog = new DialogPane();
    dialog.setHeaderText(WORDS);
    dialog.setContentText(WORDS);
    dialog.getButtonTypes().add(ButtonType.OK);
    root.getChildren()
        .addAll(
            new Button(WORDS),
            new ToggleButton(WORDS),
            new CheckBox(WORDS),
            new RadioButton(WORDS),
            new Hyperlink(WORDS),
            new MenuButton(WORDS),
            choice,
            new TitledPane(WORDS, new Label()),
            new TabPane(new Tab(WORDS)),
            table,
            list,
            dialog);
    Scene scene = new Scene(root, 120, 900);
    new Themes(new SystemLook(false, false), new Zoom()).dress(scene);
    stage.setScene(scene);
    stage.show();
  }

  private static List<Labeled> labeled(Node node) {
    List<Labeled> found = new ArrayList<>();
    if (node instanceof Labeled labeled) {
      found.add(labeled);
    }
    if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> found.addAll(labeled(child)));
    }
    return found;
  }

  @Test
  void itIsTheSameInAllControls() {
    assertThat(labeled(root))
        .hasSizeGreaterThan(20)
        .allSatisfy(each -> assertThat(each.getEllipsisString()).as("%s", each).isEqualTo("…"));
    assertThat(shown(label)).endsWith("…").doesNotEndWith("...");
  }

  private static String shown(Labeled labeled) {
    return labeled.lookupAll(".text").stream()
        .filter(javafx.scene.text.Text.class::isInstance)
        .map(text -> ((javafx.scene.text.Text) text).getText())
        .findFirst()
        .orElse("");
  }

  private static List<Labeled> inPopup(PopupWindow popup) {
    return Window.getWindows().stream()
        .filter(popup::equals)
        .flatMap(window -> labeled(Objects.requireNonNull(window.getScene()).getRoot()).stream())
        .toList();
  }

  @Test
  void itIsTheSameInMenusAndTooltips(FxRobot robot) {
    ContextMenu menu = new ContextMenu(new MenuItem(WORDS));
    robot.interact(() -> menu.show(label, 0, 0));
    assertThat(inPopup(menu))
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each.getEllipsisString()).as("%s", each).isEqualTo("…"));
    robot.interact(menu::hide);
    Tooltip tooltip = new Tooltip(WORDS);
    robot.interact(() -> tooltip.show(label, 0, 0));
    assertThat(inPopup(tooltip))
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each.getEllipsisString()).as("%s", each).isEqualTo("…"));
    robot.interact(tooltip::hide);
  }
}
