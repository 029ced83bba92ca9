package org.kpackworkbench.views.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/** A pane is made when it is first needed, and then knows what it has missed. */
@ExtendWith(WindowRobot.class)
class LatePaneTest {
  private static final Place.File PLACE = new Place.File(Path.of("/a.kpack"));

  private final List<String> told = new ArrayList<>();
  private final LatePane<Pane> late = new LatePane<>("Search", Pane::new);
  private final StackPane root = new StackPane();

  @Start
  void start(Stage stage) {
    stage.setScene(new Scene(root));
    stage.show();
  }

  /** Notes its making and each call. */
  private final class Pane implements FollowingPane {
    private final Label node = new Label();
    private final ReadOnlyStringWrapper heading = new ReadOnlyStringWrapper("Search (3)");
    private Runnable bring = () -> {};

    Pane() {
      told.add("made");
    }

    @Override
    public String title() {
      return "Search";
    }

    @Override
    public ObservableValue<String> heading() {
      return heading;
    }

    @Override
    public Node node() {
      return node;
    }

    @Override
    public void open(@Nullable OpenedFile file) {
      told.add("open " + file);
    }

    @Override
    public void show(Place place) {
      told.add("show " + place.label());
    }

    @Override
    public ObservableValue<? extends @Nullable Place> selection() {
      return new ReadOnlyObjectWrapper<>(PLACE);
    }

    @Override
    public ObservableValue<Double> mostHeight() {
      return new ReadOnlyObjectWrapper<>(80.0);
    }

    @Override
    public void among(Supplier<List<OpenedFile>> open) {
      told.add("among " + open.get().size());
    }

    @Override
    public void broughtBy(Runnable bringIt) {
      bring = bringIt;
    }
  }

  private void follow() {
    late.among(List::of);
    late.broughtBy(() -> told.add("brought"));
    late.open(null);
    late.show(PLACE);
  }

  @Test
  void isMadeWhenItIsShown(FxRobot robot) {
    robot.interact(this::follow);
    assertThat(told).isEmpty();
    assertThat(late.heading().getValue()).isEqualTo("Search");
    assertThat(late.mostHeight().getValue()).isEqualTo(Double.MAX_VALUE);
    assertThat(late.selection().getValue()).isNull();
    robot.interact(() -> root.getChildren().add(late.node()));
    assertThat(told).containsExactly("made", "among 0", "open null", "show a.kpack");
    assertThat(late.get().node().getScene()).isEqualTo(root.getScene());
  }

  @Test
  void isMadeOnceWhereItIsUsed(FxRobot robot) {
    robot.interact(this::follow);
    robot.interact(() -> late.get().bring.run());
    robot.interact(() -> root.getChildren().add(late.node()));
    assertThat(told).containsExactly("made", "among 0", "open null", "show a.kpack", "brought");
  }

  @Test
  void isAsItsPaneFromThenOn(FxRobot robot) {
    List<String> headings = new ArrayList<>();
    robot.interact(
        () -> {
          late.heading().subscribe(words -> headings.add(words));
          late.get();
          told.clear();
          late.open(null);
          late.show(PLACE);
        });
    assertThat(headings).containsExactly("Search", "Search (3)");
    assertThat(told).containsExactly("open null", "show a.kpack");
    assertThat(late.selection().getValue()).isEqualTo(PLACE);
    assertThat(late.mostHeight().getValue()).isEqualTo(80);
  }
}
