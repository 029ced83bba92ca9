package org.kpackworkbench.views.kit.action;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.input.KeyCombination;
import org.kpackworkbench.icons.KpackIcon;

/** A row of the table of actions, {@code actions.tsv}: all that is fixed about an action. */
record ActionRow(
    String id,
    ActionMenu menu,
    int section,
    Optional<String> submenu,
    String state,
    Optional<KpackIcon> icon,
    List<KeyCombination> keys,
    String text,
    String description) {
  private static final int COLUMNS = 9;

  /** All rows, by the name of the action. */
  static final Map<String, ActionRow> ALL =
      lines().map(ActionRow::read).collect(Collectors.toMap(ActionRow::id, Function.identity()));

  /** Returns the row of an action. */
  static ActionRow of(String action) {
    return Objects.requireNonNull(ALL.get(action), action);
  }

  private static Stream<String> lines() {
    try (InputStream table = ActionRow.class.getResourceAsStream("actions.tsv")) {
      String all = new String(Objects.requireNonNull(table).readAllBytes(), StandardCharsets.UTF_8);
      return all.lines().skip(1);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static ActionRow read(String line) {
    String[] cells = line.split("\t", COLUMNS);
    return new ActionRow(
        cells[0],
        ActionMenu.valueOf(cells[1]),
        Integer.parseInt(cells[2]),
        stated(cells[3]),
        cells[4],
        stated(cells[5]).map(KpackIcon::valueOf),
        stated(cells[6]).stream()
            .flatMap(keys -> Arrays.stream(keys.split(" \\| ")))
            .map(ActionRow::key)
            .toList(),
        cells[7],
        cells[8]);
  }

  private static Optional<String> stated(String cell) {
    return cell.isEmpty() ? Optional.empty() : Optional.of(cell);
  }

  /** {@code Shortcut} is Command on macOS and Ctrl elsewhere. */
  private static KeyCombination key(String spelling) {
    return spelling.endsWith("?")
        ? new CharacterKey("?", KeyCombination.SHORTCUT_DOWN, KeyCombination.SHIFT_ANY)
        : KeyCombination.keyCombination(spelling);
  }
}
