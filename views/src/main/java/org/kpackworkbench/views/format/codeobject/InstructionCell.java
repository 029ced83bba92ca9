package org.kpackworkbench.views.format.codeobject;

import java.util.Locale;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.codeobject.AssemblyText;
import org.kpackworkbench.model.format.codeobject.AssemblyText.Registers;
import org.kpackworkbench.model.format.codeobject.AssemblyText.Token;
import org.kpackworkbench.model.format.codeobject.AssemblyText.TokenKind;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine;
import org.kpackworkbench.model.format.codeobject.Disassembler.DisassemblyLine.Instruction;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.rows.LoadedRow;

/**
 * An instruction with its parts in colours; registers are marked and branches followed by a click.
 */
final class InstructionCell extends TableCell<LoadedRow<CodeLine>, Object> {
  private final DisassemblyPane pane;

  InstructionCell(DisassemblyPane pane) {
    this.pane = pane;
    getStyleClass().addAll("mono-cell", "assembly");
    setAlignment(Pos.CENTER_LEFT);
  }

  @Override
  protected void updateItem(@Nullable Object item, boolean empty) {
    super.updateItem(item, empty);
    LoadedRow<CodeLine> row = empty || getTableRow() == null ? null : getTableRow().getItem();
    CodeLine code = row == null ? null : row.content();
    setText(null);
    if (code == null) {
      setGraphic(null);
    } else if (code.line() instanceof Instruction instruction) {
      setGraphic(parts(code.number(), instruction));
    } else if (code.line() instanceof DisassemblyLine.Padding) {
      setGraphic(part(code.text(), "assembly-comment"));
    } else {
      setGraphic(part(code.text(), "assembly-label"));
    }
  }

  private Node parts(int number, Instruction instruction) {
    AssemblyText text = AssemblyText.of(instruction.text());
    HBox parts = new HBox(part(CodeLine.INDENT, ""));
    parts.setAlignment(Pos.CENTER_LEFT);
    int end = 0;
    for (Token token : text.tokens()) {
      if (token.start() > end) {
        parts.getChildren().add(part(text.text().substring(end, token.start()), ""));
      }
      Label label =
          part(
              text.text().substring(token.start(), token.end()),
              "assembly-" + token.kind().name().toLowerCase(Locale.ROOT));
      clickable(label, number, token);
      parts.getChildren().add(label);
      end = token.end();
    }
    if (end < text.text().length()) {
      parts.getChildren().add(part(text.text().substring(end), ""));
    }
    return parts;
  }

  private void clickable(Label label, int number, Token token) {
    Registers registers = token.registers();
    if (registers != null) {
      if (pane.isMarked(registers)) {
        label.getStyleClass().add("assembly-marked");
      }
      onClick(label, () -> pane.mark(registers));
    } else if (token.kind() == TokenKind.LABEL && pane.targetLine(number) >= 0) {
      label.getStyleClass().add("assembly-branch");
      onClick(label, () -> pane.follow(number));
    }
  }

  private static void onClick(Label label, Runnable action) {
    label.setOnMouseClicked(
        event -> {
          if (event.getButton() == MouseButton.PRIMARY) {
            action.run();
          }
        });
  }

  private static Label part(String text, String style) {
    return Controls.whole(Controls.label(text, "assembly-part", style));
  }
}
