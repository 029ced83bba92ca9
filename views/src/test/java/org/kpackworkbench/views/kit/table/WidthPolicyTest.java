package org.kpackworkbench.views.kit.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.kit.table.WidthPolicy.Column;

class WidthPolicyTest {
  private static Column figure(double natural) {
    return new Column(
        natural, natural, natural - 10, 0, false, false, 0, OptionalDouble.empty(), 0);
  }

  private static Column text(double natural, double least) {
    return new Column(natural, least, least, 0, false, true, 0, OptionalDouble.empty(), 0);
  }

  private static Column stretching(double natural) {
    return new Column(
        natural,
        Math.min(natural, 100),
        Math.min(natural, 100),
        0,
        true,
        true,
        0,
        OptionalDouble.empty(),
        0);
  }

  private static double[] widths(List<Column> columns, double available) {
    return WidthPolicy.widths(columns, available, 15).pixels();
  }

  @Test
  void oneColumnTakesWhatIsLeftAndTheOthersWhatTheyNeed() {
    assertThat(widths(List.of(text(200.2, 100), figure(60), stretching(90)), 1000))
        .containsExactly(201, 60, 739);
  }

  @Test
  void withoutOneThatStretchesTheRestStaysFree() {
    assertThat(widths(List.of(text(200, 100), figure(60)), 1000)).containsExactly(200, 60);
  }

  @Test
  void theWidestGiveWayFirstAndFiguresNever() {
    assertThat(widths(List.of(text(600, 100), text(150, 100), figure(90)), 500))
        .containsExactly(260, 150, 90);
  }

  @Test
  void aWishTakesNothingThatAnotherNeeds() {
    Column wishing = new Column(60, 60, 60, 200, false, true, 0, OptionalDouble.empty(), 0);
    assertThat(widths(List.of(wishing, stretching(300)), 1000)).containsExactly(200, 800);
    assertThat(widths(List.of(wishing, stretching(300)), 400)).containsExactly(100, 300);
    assertThat(widths(List.of(wishing, stretching(300)), 300)).containsExactly(60, 240);
  }

  @Test
  void whereNothingGivesWayAnyMoreTheTableScrollsAndItsEdgeCutsNoColumn() {
    List<Column> columns = List.of(text(600, 240), figure(90), figure(90), figure(90));
    WidthPolicy.Widths widths = WidthPolicy.widths(columns, 460, 15);
    assertThat(widths.inView()).isEqualTo(3);
    assertThat(widths.pixels()).containsExactly(265, 90, 105, 90);
    widths = WidthPolicy.widths(columns, 380, 15);
    assertThat(widths.inView()).isEqualTo(2);
    assertThat(widths.pixels()).containsExactly(275, 105, 90, 90);
  }

  @Test
  void theColumnAtTheEdgeBecomesNarrowerRatherThanLeaveTheView() {
    Column name = new Column(600, 240, 120, 0, false, true, 0, OptionalDouble.empty(), 0);
    WidthPolicy.Widths widths = WidthPolicy.widths(List.of(figure(90), name, figure(90)), 278, 15);
    assertThat(widths.inView()).isEqualTo(2);
    assertThat(widths.pixels()).containsExactly(83, 195, 90);
    Column about = new Column(600, 400, 400, 0, true, true, 0, OptionalDouble.empty(), 0);
    widths = WidthPolicy.widths(List.of(figure(90), about, text(600, 240)), 300, 15);
    assertThat(widths.inView()).isEqualTo(2);
    assertThat(widths.pixels()).containsExactly(90, 210, 240);
  }

  @Test
  void aHeadingAtTheEdgeIsWhole() {
    Column remarks = new Column(178, 178, 178, 0, true, true, 0, OptionalDouble.empty(), 150);
    WidthPolicy.Widths widths = WidthPolicy.widths(List.of(text(400, 400), remarks), 500, 15);
    assertThat(widths.inView()).isEqualTo(1);
    assertThat(widths.pixels()).containsExactly(500, 178);
  }

  @Test
  void whereNothingCanBeWiderTheEdgeIsWhereItIs() {
    WidthPolicy.Widths widths = WidthPolicy.widths(List.of(figure(90), figure(90)), 100, 15);
    assertThat(widths.inView()).isEqualTo(2);
    assertThat(widths.pixels()).containsExactly(90, 90);
  }

  @Test
  void headingsLoseTheRoomForTheSignOfSortingBeforeTheTableScrolls() {
    assertThat(widths(List.of(text(600, 240), figure(90), figure(90)), 405))
        .containsExactly(240, 82, 82);
    assertThat(widths(List.of(text(600, 240), figure(90), figure(90)), 420))
        .containsExactly(240, 90, 90);
  }

  @Test
  void textBecomesShorterStillWhereAllColumnsAreInViewThen() {
    Column name = new Column(600, 200, 120, 0, false, true, 0, OptionalDouble.empty(), 0);
    assertThat(widths(List.of(name, figure(90), figure(90)), 300)).containsExactly(120, 90, 90);
  }

  @Test
  void whatAColumnKeepsOthersGiveWayFor() {
    Column about = new Column(500, 200, 200, 0, true, true, 450, OptionalDouble.empty(), 0);
    assertThat(widths(List.of(about, text(600, 100), figure(90)), 600))
        .containsExactly(420, 100, 80);
    assertThat(widths(List.of(about, text(600, 100), figure(90)), 800))
        .containsExactly(450, 260, 90);
    assertThat(widths(List.of(about, text(600, 100), figure(90)), 390))
        .containsExactly(210, 100, 80);
  }

  @Test
  void whatAColumnKeepsComesBeforeColumnsBehindItInATableThatScrolls() {
    Column keeping = new Column(400, 80, 60, 0, false, true, 200, OptionalDouble.empty(), 50);
    List<Column> columns = List.of(figure(90), keeping, figure(90), figure(90), figure(90));
    WidthPolicy.Widths widths = WidthPolicy.widths(columns, 330, 15);
    assertThat(widths.inView()).isEqualTo(2);
    assertThat(widths.pixels()).startsWith(90, 240);
    // Where there is no room for it even so, the others are in view.
    widths = WidthPolicy.widths(columns, 280, 15);
    assertThat(widths.inView()).isEqualTo(3);
  }

  @Test
  void headingsLoseTheirRoomBeforeAColumnWhatItKeeps() {
    Column keeping = new Column(400, 80, 60, 0, true, true, 200, OptionalDouble.empty(), 50);
    List<Column> columns = List.of(keeping, figure(90), figure(90));
    assertThat(widths(columns, 400)).containsExactly(220, 90, 90);
    assertThat(widths(columns, 370)).containsExactly(200, 85, 85);
    assertThat(widths(columns, 350)).containsExactly(190, 80, 80);
  }

  @Test
  void whatTheUserDraggedStaysSo() {
    Column dragged = new Column(600, 100, 100, 0, true, true, 0, OptionalDouble.of(320), 0);
    assertThat(widths(List.of(dragged, stretching(90)), 1000)).containsExactly(320, 680);
    assertThat(widths(List.of(dragged, text(200, 100)), 400)).containsExactly(320, 100);
  }

  /**
   * The promise itself, for any columns: what is narrower than its contents is so for want of room.
   */
  @Test
  void nothingIsCutWhileThereIsRoom() {
    Random random = new Random(7);
    for (int run = 0; run < 2000; run++) {
      int stretching = random.nextInt(6);
      List<Column> columns =
          IntStream.range(0, 6)
              .mapToObj(
                  at -> {
                    double natural = 20 + random.nextDouble() * 400;
                    double least = random.nextBoolean() ? natural : natural * random.nextDouble();
                    return new Column(
                        natural,
                        least,
                        least,
                        0,
                        at == stretching,
                        true,
                        0,
                        OptionalDouble.empty(),
                        0);
                  })
              .toList();
      double room = 100 + random.nextDouble() * 2500;
      WidthPolicy.Widths all = WidthPolicy.widths(columns, room, 15);
      double[] widths = all.pixels();
      double sum = Arrays.stream(widths).sum();
      boolean cut = false;
      for (int i = 0; i < widths.length; i++) {
        cut |= widths[i] < columns.get(i).natural();
        boolean scrolls = columns.stream().mapToDouble(Column::least).sum() > room;
        if (!scrolls || i != all.inView() - 1) {
          assertThat(widths[i]).isGreaterThan(columns.get(i).least() - 1);
        }
      }
      if (cut) {
        assertThat(sum).as("all the room is used").isGreaterThan(Math.floor(room) - widths.length);
      }
      if (columns.stream().mapToDouble(Column::natural).sum() + widths.length < room) {
        assertThat(sum).isEqualTo(Math.floor(room));
      }
    }
  }
}
