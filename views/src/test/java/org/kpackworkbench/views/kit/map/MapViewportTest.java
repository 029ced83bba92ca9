package org.kpackworkbench.views.kit.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteRange;

class MapViewportTest {
  /** A file whose second half is loaded 1000 higher, with 500 more bytes in memory. */
  private static final LayoutMapModel MODEL =
      new LayoutMapModel(
          List.of(
              lane(MapLane.Unit.FILE_OFFSET, new ByteRange(0, 10_000)),
              lane(MapLane.Unit.ADDRESS, new ByteRange(0, 11_500))),
          List.of(
              new MapLink(new ByteRange(0, 5_000), new ByteRange(0, 5_000)),
              new MapLink(new ByteRange(5_000, 5_000), new ByteRange(6_000, 5_500))));

  private final MapViewport viewport = new MapViewport(MODEL);

  private static MapLane lane(MapLane.Unit unit, ByteRange range) {
    return new MapLane("lane", unit, range, List.of(), List.of());
  }

  @Test
  void showsEverythingAtFirstInOneScale() {
    viewport.resize(1_150);
    assertThat(viewport.bytesPerPixel(0)).isEqualTo(10);
    assertThat(viewport.x(0, 10_000)).isEqualTo(1_000);
    assertThat(viewport.x(1, 11_500)).isEqualTo(1_150);
    viewport.resize(575);
    assertThat(viewport.x(1, 11_500)).as("stays whole").isEqualTo(575);
  }

  @Test
  void zoomKeepsThePointUnderThePointerAndTheOtherLaneFollows() {
    viewport.resize(1_150);
    viewport.zoom(0, 800, 10);
    assertThat(viewport.offset(0, 800)).isCloseTo(8_000, within(1e-6));
    assertThat(viewport.bytesPerPixel(0)).isEqualTo(1);
    double centre = viewport.offset(0, 575);
    assertThat(viewport.offset(1, 575)).isCloseTo(centre + 1_000, within(1e-6));
    viewport.zoom(0, 800, 0.001);
    assertThat(viewport.isFitted()).isTrue();
  }

  @Test
  void lanesDoNotLeaveTheView() {
    viewport.resize(1_150);
    viewport.zoom(0, 0, 10);
    viewport.pan(0, 1e9);
    assertThat(viewport.x(0, 0)).isZero();
    viewport.pan(0, -1e9);
    assertThat(viewport.x(0, 10_000)).isCloseTo(1_150, within(1e-6));
    viewport.pan(1, -1e9);
    assertThat(viewport.x(1, 11_500)).isCloseTo(1_150, within(1e-6));
  }

  @Test
  void aPieceCanBeShownInFull() {
    viewport.resize(1_000);
    viewport.show(0, new ByteRange(7_000, 100));
    assertThat(viewport.x(0, 7_000)).isBetween(50.0, 150.0);
    assertThat(viewport.x(0, 7_100)).isBetween(850.0, 950.0);
    viewport.show(0, new ByteRange(7_000, 1));
    assertThat(viewport.bytesPerPixel(0))
        .as("not closer than some pixels a byte")
        .isEqualTo(1 / 8.0);
  }

  @Test
  void revealMovesOnlyWhereItMust() {
    viewport.resize(1_000);
    viewport.show(0, new ByteRange(5_000, 1_000));
    double before = viewport.offset(0, 0);
    viewport.reveal(0, new ByteRange(5_500, 10));
    assertThat(viewport.offset(0, 0)).isEqualTo(before);
    viewport.reveal(0, new ByteRange(100, 10));
    assertThat(viewport.x(0, 100)).isBetween(0.0, 1_000.0);
    viewport.reveal(0, new ByteRange(9_990, 10));
    assertThat(viewport.x(0, 10_000)).isBetween(0.0, 1_000.01);
  }

  @Test
  void rangesAreFoundAcrossLanes() {
    assertThat(MODEL.across(0, new ByteRange(6_000, 100))).isEqualTo(new ByteRange(7_000, 100));
    assertThat(MODEL.across(1, new ByteRange(7_000, 100))).isEqualTo(new ByteRange(6_000, 100));
    assertThat(MODEL.across(1, new ByteRange(5_500, 100))).as("a hole").isNull();
    assertThat(MODEL.across(1, new ByteRange(11_200, 10))).as("zero-filled").isNull();
  }

  @Test
  void theFileKeepsTheWidthWhereTheAddressSpaceIsSparse() {
    MapLane file = lane("file", MapLane.Unit.FILE_OFFSET, 1_000);
    MapLane memory = lane("memory", MapLane.Unit.ADDRESS, 100_000);
    MapViewport sparse =
        new MapViewport(
            new LayoutMapModel(
                List.of(file, memory),
                List.of(new MapLink(new ByteRange(0, 1_000), new ByteRange(90_000, 1_000)))));
    sparse.resize(500);
    assertThat(sparse.isOneScale()).isFalse();
    assertThat(sparse.x(0, 1_000)).isEqualTo(500);
    assertThat(sparse.x(1, 100_000)).isEqualTo(500);
    sparse.zoom(0, 250, 4);
    assertThat(sparse.bytesPerPixel(0)).isEqualTo(sparse.bytesPerPixel(1)).isEqualTo(0.5);
    assertThat(sparse.offset(0, 250)).isCloseTo(500, within(1e-6));
    sparse.zoom(0, 250, 0.001);
    assertThat(sparse.isFitted()).isTrue();
  }

  private static MapLane lane(String title, MapLane.Unit unit, long length) {
    return new MapLane(title, unit, new ByteRange(0, length), List.of(), List.of());
  }
}
