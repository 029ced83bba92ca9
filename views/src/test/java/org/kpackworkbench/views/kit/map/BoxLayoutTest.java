package org.kpackworkbench.views.kit.map;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.OwnerKind;

class BoxLayoutTest {
  private static final int WIDTH = 1_000;

  private final List<Claim> claims = new ArrayList<>();

  private void claim(long start, long length, OwnerKind kind, String label) {
    claims.add(new Claim(new ByteRange(start, length), kind, label, null));
  }

  private List<MapBox> boxes(long sizeBytes) {
    LayoutMapModel model = OwnershipLayout.of(ClaimMap.of(sizeBytes, claims));
    MapViewport viewport = new MapViewport(model);
    viewport.resize(WIDTH);
    return new BoxLayout(new LaneIndex(model.lanes().getFirst()), viewport, 0, 50, 20).boxes();
  }

  private static MapBox named(List<MapBox> boxes, String label) {
    return boxes.stream()
        .filter(box -> box.piece().label().equals(label))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void nestedPiecesStandLowerAndAreDrawnLater() {
    claim(0, 500_000, OwnerKind.HOST_DATA, "section");
    claim(0, 250_000, OwnerKind.METADATA, "bundle");
    claim(500_000, 500_000, OwnerKind.HOST_CODE, ".text");
    List<MapBox> boxes = boxes(1_000_000);
    assertThat(boxes)
        .extracting(box -> box.piece().label())
        .containsExactly("section", ".text", "bundle");
    MapBox bundle = named(boxes, "bundle");
    assertThat(bundle.top()).isEqualTo(70);
    assertThat(bundle.bottom()).isEqualTo(90);
    assertThat(bundle.right()).isEqualTo(250);
    assertThat(named(boxes, ".text").bottom()).as("fills the height").isEqualTo(90);
  }

  @Test
  void tinyPiecesStayVisibleOverTheirNeighbours() {
    claim(0, 500_000_000, OwnerKind.HOST_DATA, ".rodata");
    claim(500_000_000, 24, OwnerKind.WRAPPER, "wrapper");
    claim(500_000_100, 499_999_900, OwnerKind.HOST_CODE, ".text");
    List<MapBox> boxes = boxes(1_000_000_000);
    assertThat(boxes.getLast().piece().label()).isEqualTo("wrapper");
    assertThat(boxes.getLast().width()).isEqualTo(BoxLayout.TINY_PIXELS);
  }

  @Test
  void ofImportantPiecesOnOneSpotTheMostImportantIsSeen() {
    claim(1_000, 10, OwnerKind.WRAPPER, "wrapper");
    claim(1_010, 10, OwnerKind.PROBLEM, "broken");
    claim(1_020, 10, OwnerKind.METADATA, "table");
    List<MapBox> boxes = boxes(1_000_000_000);
    assertThat(boxes).extracting(box -> box.piece().label()).containsExactly("table", "broken");
  }

  @Test
  void hundredThousandPiecesNeedFewBoxes() {
    for (int i = 0; i < 100_000; i++) {
      claim(10L * i, 1, OwnerKind.METADATA, "size " + i);
      claim(10L * i + 1, 9, OwnerKind.COMPRESSED, "frame " + i);
    }
    List<MapBox> boxes = boxes(1_000_000);
    assertThat(boxes).hasSize(1);
    MapBox crowd = boxes.getFirst();
    assertThat(crowd.count()).isEqualTo(200_000);
    assertThat(crowd.piece().look())
        .as("looks like most of its bytes")
        .isEqualTo(new MapPiece.Owned(OwnerKind.COMPRESSED, null));
  }

  @Test
  void zoomedInOnlyWhatIsSeenHasBoxes() {
    for (int i = 0; i < 100_000; i++) {
      claim(10L * i, 10, OwnerKind.COMPRESSED, "frame " + i);
    }
    LayoutMapModel model = OwnershipLayout.of(ClaimMap.of(1_000_000, claims));
    MapViewport viewport = new MapViewport(model);
    viewport.resize(WIDTH);
    viewport.show(0, new ByteRange(500_000, 100));
    List<MapBox> boxes =
        new BoxLayout(new LaneIndex(model.lanes().getFirst()), viewport, 0, 50, 20).boxes();
    assertThat(boxes).hasSizeBetween(10, 14);
    assertThat(boxes).extracting(box -> box.piece().label()).contains("frame 50000", "frame 50009");
  }
}
