package org.kpackworkbench.views.window.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.property.SimpleObjectProperty;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextArea;
import javafx.scene.control.TreeCell;
import javafx.scene.control.TreeView;
import javafx.scene.image.ImageView;
import javafx.scene.image.WritableImage;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.window.standard.BareContext;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(WindowRobot.class)
class GuidePageTest {

  private static final String TEXT =
      """
      # Compare `this`

      One line
      and the next.
      1. First
         goes on
         - Inside

           ```
           $ in the item
           ```
      2. Then
      - Second
      ```console
      $ cmd # no heading

      - no item
      ```

      Open `a*b*c`, then *File ▸ Open*, **not** [this
      one](x.md)! *What `a` is* **`--x` ends** 2 * 3 and `x <b>

      Words before
      > and a quotation

      | option | what |
      |---|:---:|
      | `a \\| b` | *x* y |
      | one |

      | | |
      |---|---|
      | c | d |

      ---

      ![Missing](../pictures/q.png)

      ```
      last""";

  private static Guide guide(String name, String group, String markdown) {
    return new Guide(
        name,
        group,
        Guide.parse(markdown),
        target -> target.endsWith("/p.png") ? new WritableImage(40, 30) : null);
  }

  private final ViewContext context = BareContext.sameThread();

  @Start
  void start(Stage stage) {
    GuidePage page =
        new GuidePage(
            () ->
                List.of(
                    guide("one.md", "Tasks", "# First task\n\nSee [the other](two.md).\n"),
                    guide(
                        "two.md",
                        "Tasks",
                        "# Second task\n\n```\n$ cmd\n```\n\n![What it shows](../pictures/p.png)"
                            + "\n\n[All](more/all.md)"),
                    guide(
                        "more/all.md",
                        "Subjects",
                        """
                        # All

                        | command | what it does |
                        |---|---|
                        | `a \\| b` | %s |
                        | `c` | see [the first](../one.md) |
                        """
                            .formatted("words ".repeat(60))),
                    guide("more/text.md", "Subjects", TEXT)),
            context);
    stage.setScene(new Scene(new StackPane(page.node()), 800, 500));
    context.actions().follow(stage.getScene(), new SimpleObjectProperty<>(page.node()));
    stage.show();
  }

  @Test
  void linksLeadFromGuideToGuide(FxRobot robot) {
    assertThat(titles(robot))
        .containsExactly("Tasks", "First task", "Second task", "Subjects", "All", "Compare this");
    assertThat(shown(robot)).isEqualTo("First task");
    followLink(robot);
    assertThat(shown(robot)).isEqualTo("Second task");
    assertThat(
            robot
                .lookup("#guide-titles")
                .queryAs(TreeView.class)
                .getSelectionModel()
                .getSelectedIndex())
        .isEqualTo(2);
    assertThat(robot.lookup("#guide-text .text-area").queryAs(TextArea.class).getText())
        .isEqualTo("$ cmd");
    assertThat(robot.lookup("#guide-text .image-view").queryAs(ImageView.class).getAccessibleText())
        .isEqualTo("What it shows");
  }

  @Test
  void linksLeadFromGroupToGroup(FxRobot robot) {
    followLink(robot);
    followLink(robot);
    assertThat(shown(robot)).isEqualTo("All");
    followLink(robot);
    assertThat(shown(robot)).isEqualTo("First task");
  }

  @Test
  void aGroupOfGuidesIsNoGuide(FxRobot robot) {
    TreeView<?> tree = robot.lookup("#guide-titles").queryAs(TreeView.class);
    robot.interact(() -> tree.getSelectionModel().select(3));
    assertThat(shown(robot)).isEqualTo("First task");
  }

  @Test
  void aTableHasItsWholeTextInTheWidthThereIs(FxRobot robot) {
    followLink(robot);
    followLink(robot);
    GridPane table = robot.lookup(".guide-table").queryAs(GridPane.class);
    ScrollPane text = robot.lookup("#guide-text").queryAs(ScrollPane.class);
    assertThat(table.getWidth()).isLessThanOrEqualTo(text.getViewportBounds().getWidth());
    assertThat(cells(table))
        .startsWith("command", "what it does", "a | b")
        .endsWith("c", "see the first");
    assertThat(table.getChildren())
        .allSatisfy(
            cell -> {
              Region flow = (Region) cell;
              assertThat(flow.getHeight())
                  .isGreaterThanOrEqualTo(Math.floor(flow.prefHeight(flow.getWidth())));
            });
    Region longest = (Region) table.getChildren().get(3);
    assertThat(longest.getHeight()).isGreaterThan(3 * 16);
  }

  @Test
  void findsWordsFirstInTheGuideThatIsRead(FxRobot robot) {
    robot.interact(
        () -> robot.lookup("#guide-titles").queryAs(TreeView.class).getSelectionModel().select(4));
    assertThat(shown(robot)).isEqualTo("All");
    robot.interact(() -> context.actions().run(ActionId.FIND));
    robot.write("first").type(KeyCode.ENTER);
    assertThat(shown(robot)).isEqualTo("All");
    robot.interact(() -> context.actions().run(ActionId.FIND_NEXT));
    assertThat(shown(robot)).as("then in the guide behind it").isEqualTo("Compare this");
  }

  @Test
  void findsWordsInAllGuides(FxRobot robot) {
    robot.interact(() -> context.actions().run(ActionId.FIND));
    robot.write("$ cm").type(KeyCode.ENTER);
    assertThat(shown(robot)).isEqualTo("Second task");
    assertThat(robot.lookup(".guide-found").queryAs(TextArea.class).getText()).isEqualTo("$ cmd");
    assertThat(robot.lookup("#guide-find-outcome").queryAs(Label.class).getText())
        .isEqualTo("1 of 2");
    robot.interact(() -> context.actions().run(ActionId.FIND_NEXT));
    assertThat(shown(robot)).isEqualTo("Compare this");
    TextArea second = robot.lookup(".guide-found").queryAs(TextArea.class);
    assertThat(second.getText()).startsWith("$ cmd # no heading");
    ScrollPane text = robot.lookup("#guide-text").queryAs(ScrollPane.class);
    Bounds room = text.localToScene(text.getBoundsInLocal());
    assertThat(second.localToScene(0, 20).getY()).isBetween(room.getMinY(), room.getMaxY());
    robot.interact(() -> context.actions().run(ActionId.FIND_PREVIOUS));
    assertThat(shown(robot)).isEqualTo("Second task");
  }

  @Test
  void showsWhatMarkdownMeans(FxRobot robot) {
    TreeView<?> tree = robot.lookup("#guide-titles").queryAs(TreeView.class);
    robot.interact(() -> tree.getSelectionModel().select(5));
    assertThat(lines(robot.lookup(".welcome-box").queryAs(Parent.class)))
        .containsExactly(
            "Compare this",
            "One line and the next.",
            "1. First goes on",
            "• Inside",
            "$ in the item",
            "2. Then",
            "• Second",
            "$ cmd # no heading\n\n- no item",
            "Open `a*b*c`, then *File ▸ Open*, **not** [this one]! *What **`a`** is* **`--x`**** ends**"
                + " 2 * 3 and `x <b>",
            "Words before > and a quotation",
            "option|what",
            "`a | b`|*x* y",
            "one|",
            "c|d",
            "---",
            "Missing",
            "last");
  }

  /** What a reader sees, a line for each block. */
  private static List<String> lines(Parent box) {
    return box.getChildrenUnmodifiable().stream().flatMap(GuidePageTest::lines).toList();
  }

  private static Stream<String> lines(Node block) {
    return switch (block) {
      case Label label -> Stream.of(label.getText());
      case TextArea code -> Stream.of(code.getText());
      case TextFlow flow -> Stream.of(words(flow));
      case HBox item -> {
        List<String> inside = lines((Parent) item.getChildren().getLast());
        Label mark = (Label) item.getChildren().getFirst();
        yield Stream.concat(
            Stream.of(mark.getText() + " " + inside.getFirst()), inside.stream().skip(1));
      }
      case GridPane table ->
          table.getChildren().stream()
              .collect(
                  Collectors.groupingBy(
                      GridPane::getRowIndex,
                      TreeMap::new,
                      Collectors.mapping(cell -> words((TextFlow) cell), Collectors.joining("|"))))
              .values()
              .stream();
      default -> Stream.of(block.toString());
    };
  }

  private static String words(TextFlow flow) {
    StringBuilder words = new StringBuilder();
    for (Node part : flow.getChildren()) {
      if (part instanceof Hyperlink link) {
        words.append('[').append(link.getText()).append(']');
      } else {
        Text text = (Text) part;
        String look =
            (text.getStyle().contains("bold") ? "**" : "")
                + (text.getStyle().contains("italic") ? "*" : "")
                + (text.getStyle().contains("monospace") ? "`" : "");
        words.append(look).append(text.getText()).append(new StringBuilder(look).reverse());
      }
    }
    return words.toString();
  }

  private static List<String> cells(GridPane table) {
    return table.getChildren().stream()
        .map(cell -> (Parent) cell)
        .map(
            cell ->
                cell.getChildrenUnmodifiable().stream()
                    .map(
                        part ->
                            part instanceof Text text
                                ? text.getText()
                                : ((Hyperlink) part).getText())
                    .collect(Collectors.joining()))
        .toList();
  }

  private static List<String> titles(FxRobot robot) {
    return robot.lookup("#guide-titles .tree-cell").queryAllAs(TreeCell.class).stream()
        .map(TreeCell::getText)
        .filter(title -> title != null && !title.isEmpty())
        .toList();
  }

  private static String shown(FxRobot robot) {
    return robot.lookup(".title-2").queryAs(Label.class).getText();
  }

  private static void followLink(FxRobot robot) {
    robot.interact(robot.lookup(".hyperlink").queryAs(Hyperlink.class)::fire);
  }
}
