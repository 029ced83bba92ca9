package org.kpackworkbench.views.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.Scene;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextArea;
import javafx.scene.image.ImageView;
import javafx.scene.image.WritableImage;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.views.action.Actions;
import org.kpackworkbench.views.document.AnsweredDialogs;
import org.kpackworkbench.views.extend.ViewContext;
import org.kpackworkbench.views.job.Background;
import org.kpackworkbench.views.job.Jobs;
import org.kpackworkbench.views.place.Navigator;
import org.kpackworkbench.views.robot.WindowRobot;
import org.kpackworkbench.views.theme.OwnerColors;
import org.kpackworkbench.views.theme.Theme;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(WindowRobot.class)
class GuidePageTest {

  private static Guide guide(String name, String markdown) {
    return new Guide(
        name, GuideText.parse(markdown), Map.of("../pictures/p.png", new WritableImage(40, 30)));
  }

  private static ViewContext context() {
    Background background = Background.sameThread();
    return new ViewContext(
        new Navigator(),
        background,
        new Jobs(background),
        new Actions(),
        new ReadOnlyObjectWrapper<>(OwnerColors.of(Theme.LIGHT)),
        new AnsweredDialogs());
  }

  @Start
  void start(Stage stage) {
    GuidePage page =
        new GuidePage(
            () ->
                List.of(
                    guide("one.md", "# First task\n\nSee [the other](two.md).\n"),
                    guide(
                        "two.md",
                        "# Second task\n\n```\n$ cmd\n```\n\n![What it shows](../pictures/p.png)")),
            context());
    stage.setScene(new Scene(new StackPane(page.node()), 800, 500));
    stage.show();
  }

  @Test
  void linksLeadFromGuideToGuide(FxRobot robot) {
    assertThat(robot.lookup("#guide-titles").queryListView().getItems()).hasSize(2);
    assertThat(robot.lookup(".title-2").queryAs(Label.class).getText()).isEqualTo("First task");
    robot.interact(robot.lookup(".hyperlink").queryAs(Hyperlink.class)::fire);
    assertThat(robot.lookup(".title-2").queryAs(Label.class).getText()).isEqualTo("Second task");
    assertThat(
            robot
                .lookup("#guide-titles")
                .queryAs(ListView.class)
                .getSelectionModel()
                .getSelectedIndex())
        .isEqualTo(1);
    assertThat(robot.lookup("#guide-text .text-area").queryAs(TextArea.class).getText())
        .isEqualTo("$ cmd");
    assertThat(robot.lookup("#guide-text .image-view").queryAs(ImageView.class).getAccessibleText())
        .isEqualTo("What it shows");
  }
}
