package org.kpackworkbench.app.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import javafx.animation.AnimationTimer;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.kit.job.CountedBackground;
import org.kpackworkbench.views.kit.theme.Theme;
import org.kpackworkbench.views.spi.OpenedFile;
import org.testfx.api.FxToolkit;

/** A picture is taken when nothing moves any more, not only when no work is left. */
class PictureAtRestTest {
  private static final int ROWS = 60;

  @BeforeAll
  static void startToolkit() throws TimeoutException {
    FxToolkit.registerPrimaryStage();
  }

  private static final PictureRequest REQUEST =
      new PictureRequest(
          List.of(Path.of("none")),
          "view",
          Path.of("none.png"),
          200,
          200,
          Theme.LIGHT,
          null,
          null,
          List.of());

  /** Fails while it is drawn, as a view with a defect does. */
  private static final class Broken extends PictureSubject {
    private boolean shown;

    Broken() {
      super(Theme.LIGHT);
      Region content =
          new Region() {
            @Override
            protected void layoutChildren() {
              if (shown) {
                throw new IllegalStateException("cannot be laid out");
              }
            }
          };
      show(content, REQUEST);
      shown = true;
      content.requestLayout();
    }

    @Override
    @Nullable OpenedFile file() {
      return null;
    }

    @Override
    void select(Place place) {}
  }

  /** Changes with each frame, which no work in the background tells of. */
  private static final class Moving extends PictureSubject {
    private final VBox content = new VBox();
    private final AnimationTimer timer;
    private int frames;

    /**
     * @param rows how many rows it gets, one in each frame; 0 for one row that never rests
     */
    Moving(int rows) {
      super(Theme.LIGHT);
      show(content, REQUEST);
      timer =
          new AnimationTimer() {
            @Override
            public void handle(long now) {
              Label row = new Label("row " + ++frames);
              if (rows == 0) {
                content.getChildren().setAll(row);
                return;
              }
              content.getChildren().add(row);
              if (frames == rows) {
                stop();
              }
            }
          };
      timer.start();
    }

    @Override
    OpenedFile file() {
      throw new UnsupportedOperationException();
    }

    @Override
    void select(Place place) {}

    @Override
    void close() throws Exception {
      timer.stop();
      super.close();
    }
  }

  private static PictureMaker.Picture take(int rows) throws Exception {
    try (CountedBackground work = new CountedBackground(2)) {
      Moving moving = Toolkit.call(() -> new Moving(rows));
      try {
        return PictureMaker.atRest(moving, work);
      } finally {
        Toolkit.call(
            () -> {
              moving.close();
              return moving;
            });
      }
    }
  }

  @Test
  void waitsUntilNothingMoves() throws Exception {
    assertThat(take(ROWS).texts()).hasSize(ROWS);
  }

  @Test
  void givesUpOnWhatNeverRests() {
    assertThatThrownBy(() -> take(0))
        .isInstanceOf(PictureException.class)
        .hasMessageContaining("still changed");
  }

  @Test
  void aViewThatFailsHasNoPicture() {
    assertThatThrownBy(() -> PictureMaker.take(REQUEST, work -> Toolkit.call(Broken::new)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("cannot be laid out");
  }

  @Test
  void aDialogKeepsItsHeightHoweverOftenItIsLaidOut() throws Exception {
    List<Double> heights =
        Toolkit.call(
            () -> {
              Region content = new Region();
              content.setMinHeight(100);
              content.setPrefHeight(300);
              DrawnDialogs dialogs = new DrawnDialogs();
              new Scene(dialogs.layer(), 600, 600);
              dialogs.show("Title", content);
              List<Double> found = new ArrayList<>();
              for (int i = 0; i < 4; i++) {
                dialogs.settle();
                found.add(content.getHeight());
              }
              return found;
            });
    assertThat(heights).containsOnly(300.0);
  }

  @Test
  void everythingThatIsSeenCounts() {
    Label label = new Label("one");
    Region box = new Region();
    VBox root = new VBox(label, box);
    List<String> before = SceneState.of(root);
    label.setText("two");
    assertThat(SceneState.of(root)).isNotEqualTo(before);
    label.setText("one");
    assertThat(SceneState.of(root)).isEqualTo(before);
    box.resize(10, 1);
    assertThat(SceneState.of(root)).isNotEqualTo(before);
    box.resize(0, 0);
    box.relocate(0, 7);
    assertThat(SceneState.of(root)).isNotEqualTo(before);
    box.relocate(0, 0);
    assertThat(SceneState.of(root)).isEqualTo(before);
    box.setVisible(false);
    assertThat(SceneState.of(root)).isNotEqualTo(before);
  }
}
