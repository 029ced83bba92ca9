package org.kpackworkbench.views.kit.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableView;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.GoTo;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.views.kit.draw.Pulses;
import org.kpackworkbench.views.robot.WindowRobot;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(WindowRobot.class)
class InspectorTest {
  private static final Claim SECTION =
      new Claim(new ByteRange(0, 48), OwnerKind.HOST_DATA, ".hipFatBinSegment", null);
  private static final Claim WRAPPER =
      new Claim(new ByteRange(24, 24), OwnerKind.WRAPPER, "wrapper 1", null);

  private Inspector inspector;
  private final List<Object> followed = new ArrayList<>();

  @Start
  void show(Stage stage) {
    inspector = new Inspector(Pulses.BACKGROUND, Pulses.palette(), StandardFormats.all());
    inspector.setOnOwner(followed::add);
    inspector.setOnPointer(followed::add);
    inspector.setOnBytes(followed::add);
    byte[] bytes =
        ByteBuffer.allocate(48)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(24, 0x48495046)
            .putInt(28, 1)
            .putLong(32, 0x401000)
            .array();
    InspectorModel model = inspector.model();
    model.viewProperty().set(ByteView.of("bytes", bytes));
    model.ownershipProperty().set(ClaimMap.of(48, List.of(SECTION, WRAPPER)));
    model.addressOfProperty().set(offset -> OptionalLong.of(0x403000 + offset));
    model
        .pointersProperty()
        .set(
            address ->
                address == 0x401000
                    ? Optional.of(new GoTo.Found(new ByteRange(4, 0), null, ".hip_fatbin + 0"))
                    : Optional.empty());
    stage.setScene(Pulses.scene(inspector, 360, 700));
    stage.show();
  }

  private void lookAt(FxRobot robot, long offset) {
    robot.interact(() -> inspector.model().offsetProperty().set(offset));
    Pulses.settle();
  }

  private String value(String name) {
    return inspector.model().rows().stream()
        .filter(row -> row.name().equals(name))
        .map(InspectorRow::value)
        .findFirst()
        .orElse("(none)");
  }

  @Test
  void saysWhereTheByteIsAndWhatItMeans(FxRobot robot) {
    lookAt(robot, 24);
    assertThat(value("offset")).isEqualTo("0x18  24");
    assertThat(value("address")).isEqualTo("0x403018");
    assertThat(value("wrapper 1")).isEqualTo("+0x0 of 24 B, wrapper");
    assertThat(value("u32")).startsWith("0x48495046");
    assertThat(value("magic")).startsWith("HIPF wrapper");
    assertThat(value("binary")).isEqualTo("0x401000");
  }

  @Test
  void namesOfNumbersAreWholeInANarrowPane(FxRobot robot) {
    robot.interact(() -> inspector.getScene().getWindow().setWidth(218));
    lookAt(robot, 24);
    TableCell<?, ?> name =
        robot
            .lookup(".inspector-name")
            .<TableCell<?, ?>>match(cell -> "address".equals(cell.getText()))
            .query();
    assertThat(((Text) name.lookup(".text")).getText()).isEqualTo("address");
  }

  /** Half of a number says something else. */
  @Test
  void longNumbersAreWholeInANarrowPane(FxRobot robot) {
    robot.interact(() -> inspector.getScene().getWindow().setWidth(190));
    lookAt(robot, 28);
    for (String number : List.of("0x40100000000001", "18031990695526401")) {
      TableCell<?, ?> cell =
          robot
              .lookup(".inspector-value")
              .<TableCell<?, ?>>match(node -> number.equals(node.getText()))
              .query();
      assertThat(((Text) cell.lookup(".text")).getText()).isEqualTo(number);
    }
  }

  @Test
  void namesOfOwnersAreWholeInANarrowPane(FxRobot robot) {
    robot.interact(() -> inspector.getScene().getWindow().setWidth(270));
    lookAt(robot, 24);
    for (String owner : List.of(".hipFatBinSegment", "wrapper 1")) {
      Hyperlink link =
          robot.lookup(".hyperlink").<Hyperlink>match(node -> node.getText().equals(owner)).query();
      assertThat(((Text) link.lookup(".text")).getText()).isEqualTo(owner);
    }
  }

  @Test
  void theByteOrderCanBeSwitched(FxRobot robot) {
    lookAt(robot, 28);
    assertThat(value("u32")).isEqualTo("1");
    robot.clickOn("#inspector-big");
    Pulses.settle();
    assertThat(value("u32")).isEqualTo("0x1000000  16777216");
    robot.clickOn("#inspector-big");
    Pulses.settle();
    assertThat(value("u32")).as("still on").isEqualTo("0x1000000  16777216");
    robot.clickOn("#inspector-little");
    Pulses.settle();
    assertThat(value("u32")).isEqualTo("1");
  }

  @Test
  void theByteOrderFollowsArrowKeys(FxRobot robot) {
    lookAt(robot, 28);
    robot.clickOn("#inspector-little");
    robot.type(KeyCode.RIGHT);
    Pulses.settle();
    assertThat(value("u32")).isEqualTo("0x1000000  16777216");
    robot.type(KeyCode.LEFT);
    Pulses.settle();
    assertThat(value("u32")).isEqualTo("1");
  }

  @Test
  void ownersAndAddressesAreLinks(FxRobot robot) {
    lookAt(robot, 32);
    robot.clickOn(link(robot, "wrapper 1"));
    assertThat(followed).containsExactly(WRAPPER);
    robot.clickOn(link(robot, ".hip_fatbin + 0"));
    assertThat(followed.getLast())
        .isEqualTo(new GoTo.Found(new ByteRange(4, 0), null, ".hip_fatbin + 0"));
  }

  @Test
  void aValueIsWholeInItsTipWhichIsMadeWhenThePointerComes(FxRobot robot) throws Exception {
    lookAt(robot, 28);
    TableCell<?, ?> cell =
        robot
            .lookup(".inspector-value")
            .match(node -> node instanceof TableCell<?, ?> it && "1".equals(it.getText()))
            .query();
    assertThat(cell.getTooltip()).isNull();
    robot.moveTo(cell);
    Pulses.settle();
    robot.interact(() -> assertThat(cell.getTooltip().getText()).isEqualTo("1"));
    robot.moveTo("#inspector-big");
    lookAt(robot, 24);
    robot.interact(() -> assertThat(cell.getTooltip()).as("of another value").isNull());
  }

  private static Hyperlink link(FxRobot robot, String text) {
    return robot.lookup(".hyperlink").queryAllAs(Hyperlink.class).stream()
        .filter(link -> link.getText().equals(text))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void valuesAreCopiedAndTheirBytesSelected(FxRobot robot) {
    lookAt(robot, 28);
    TableView<InspectorRow> table = robot.lookup("#inspector-table").queryTableView();
    int row = table.getItems().stream().map(InspectorRow::name).toList().indexOf("u32");
    robot.interact(
        () -> {
          table.requestFocus();
          table.getSelectionModel().clearAndSelect(row);
        });
    robot.push(KeyCode.SHORTCUT, KeyCode.C);
    String[] copied = new String[1];
    robot.interact(() -> copied[0] = Clipboard.getSystemClipboard().getString());
    assertThat(copied[0]).isEqualTo("1");
    robot.push(KeyCode.ENTER);
    assertThat(followed).containsExactly(new ByteRange(28, 4));
  }

  @Test
  void behindTheEndThereIsNothing(FxRobot robot) {
    lookAt(robot, 48);
    assertThat(inspector.model().rows()).isEmpty();
    assertThat(robot.lookup("No byte is selected.").tryQuery()).isPresent();
  }

  @Test
  void bothWaysToWriteALongNumberHaveALineOfTheirOwn(FxRobot robot) {
    lookAt(robot, 24);
    List<InspectorRow> rows = List.copyOf(inspector.model().rows());
    int u64 = rows.stream().map(InspectorRow::name).toList().indexOf("u64");
    assertThat(rows.get(u64).value()).isEqualTo("0x148495046");
    assertThat(rows.get(u64 + 1).name()).isEmpty();
    assertThat(rows.get(u64 + 1).value()).isEqualTo(Long.toString(0x148495046L));
    assertThat(rows).allMatch(row -> !row.value().startsWith("0x") || row.value().length() <= 20);
  }
}
