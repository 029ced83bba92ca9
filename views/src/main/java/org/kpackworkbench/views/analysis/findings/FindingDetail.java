package org.kpackworkbench.views.analysis.findings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import javafx.geometry.VPos;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.hex.HexRowText;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.text.VisibleText;

/**
 * All of what is selected in the list of findings; selecting never moves the focus here, Tab does.
 * UI thread only.
 */
final class FindingDetail extends ScrollPane {
  private static final int MOST_NAMED = 12;

  private final Background.Latest reading;
  private final Background.Latest fixing;
  private final Runnable open;
  private final VBox box = Controls.styled(new VBox(), "finding-detail-box");

  /**
   * An empty detail.
   *
   * @param open what a click on the place does
   */
  FindingDetail(Background background, Runnable open) {
    this.reading = background.latest();
    this.fixing = background.latest();
    this.open = open;
    setId("finding-detail");
    // Reached by Tab, so that a long finding can be scrolled by keys.
    setFocusTraversable(true);
    setAccessibleText("details of the selected finding");
    setFitToWidth(true);
    getStyleClass().add("finding-detail");
    setContent(box);
  }

  /** Shows what a verification came to as a whole; nothing for null. */
  void show(@Nullable VerifiedWords words) {
    reading.forget();
    fixing.forget();
    box.getChildren().clear();
    if (words != null) {
      box.getChildren().add(text(words.inShort(), "finding-title"));
      box.getChildren()
          .add(
              text(
                  "Select a finding to see all of it. Enter opens its place; F8 and Shift+F8 go to"
                      + " the next and the previous one.",
                  "muted"));
    }
  }

  /** Shows a line of the list. */
  void show(FindingLine line, FindingWords words) {
    reading.forget();
    fixing.forget();
    box.getChildren().clear();
    setVvalue(0);
    switch (line) {
      case FindingLine.Group group -> {
        head(group.finding().severity(), group.group().title());
        box.getChildren().add(text(group.group().counts(), "muted"));
        consequences(group.group().consequences());
        add("What to do", group.group().advice(), "");
        add(
            "Files",
            some(group.findings().stream().map(words::file).distinct().toList()),
            "monospace");
      }
      case FindingLine.Item item -> item(item.finding(), words);
    }
  }

  /**
   * Shows a button for a change below what is to be done.
   *
   * @param obstacle finds out, in the background, why it cannot be made; empty if it can
   */
  void offer(String text, Callable<String> obstacle, Runnable change) {
    Button button = new Button(text);
    button.setId("finding-fix");
    button.setMnemonicParsing(false);
    button.getStyleClass().add("small");
    button.setOnAction(event -> change.run());
    box.getChildren().add(Math.min(2, box.getChildren().size()), button);
    fixing.run(
        obstacle,
        why -> {
          if (!why.isEmpty()) {
            button.setDisable(true);
            Label words = Controls.named(text(why, "muted"), "finding-fix-obstacle");
            box.getChildren().add(box.getChildren().indexOf(button) + 1, words);
          }
        },
        failure -> {
          throw new IllegalStateException("asking whether a folder can be changed", failure);
        });
  }

  private void item(Finding finding, FindingWords words) {
    head(finding.severity(), finding.message());
    consequences(finding.evidence().consequences());
    add("What to do", finding.advice(), "");
    long offset = FindingWords.offset(finding);
    Hyperlink place = new Hyperlink(VisibleText.of(words.file(finding)));
    place.setId("finding-place");
    place.setWrapText(true);
    place.setOnAction(event -> open.run());
    GridPane facts = Controls.styled(new GridPane(), "finding-facts");
    ColumnConstraints names = new ColumnConstraints();
    names.setMinWidth(Region.USE_PREF_SIZE);
    ColumnConstraints values = new ColumnConstraints();
    values.setHgrow(Priority.ALWAYS);
    facts.getColumnConstraints().addAll(names, values);
    facts.addRow(0, top(text("File", "muted")), place);
    fact(facts, "Where", finding.placeText(), "");
    fact(facts, "Offset", offset < 0 ? "" : "0x%x (%d)".formatted(offset, offset), "monospace");
    fact(facts, "Expected", finding.evidence().expected(), "monospace");
    fact(facts, "Found", finding.evidence().found(), "monospace");
    fact(facts, "Rule", rule(finding.rule()), "");
    box.getChildren().add(facts);
    if (offset >= 0) {
      bytes(FindingWords.file(finding.place()), offset);
    }
  }

  private static String rule(String rule) {
    String checks = FindingWords.checks(rule);
    return checks.isEmpty() ? rule : rule + ": " + checks;
  }

  private void head(Severity severity, String title) {
    Label head = text(title, "finding-title");
    head.setGraphic(FindingWords.icon(severity).node());
    head.getStyleClass().add(FindingWords.style(severity));
    head.setAccessibleText(severity.word() + ": " + title);
    box.getChildren().add(head);
  }

  private void add(String name, String value, String style) {
    if (!value.isEmpty()) {
      box.getChildren().add(new VBox(text(name, "muted"), text(value, style)));
    }
  }

  private void consequences(List<String> all) {
    add("Consequence", some(all), "");
  }

  private static String some(List<String> lines) {
    int more = lines.size() - MOST_NAMED;
    return lines.stream().limit(MOST_NAMED).collect(Collectors.joining("\n"))
        + (more > 0 ? "\nand %d more".formatted(more) : "");
  }

  private static void fact(GridPane facts, String name, String value, String style) {
    if (!value.isEmpty()) {
      facts.addRow(facts.getRowCount(), top(text(name, "muted")), text(value, style));
    }
  }

  private static Label top(Label name) {
    GridPane.setValignment(name, VPos.TOP);
    return name;
  }

  private static Label text(String text, String style) {
    Label label = Controls.text(VisibleText.of(text));
    if (!style.isEmpty()) {
      label.getStyleClass().add(style);
    }
    return label;
  }

  /** The bytes, as soon as they have been read; the file need not be open. */
  private void bytes(Path file, long offset) {
    TextFlow flow = Controls.named(new TextFlow(), "finding-bytes", "monospace", "finding-bytes");
    box.getChildren().add(flow);
    reading.run(
        () -> BytesAround.read(file, offset),
        around -> {
          Text at = Controls.styled(new Text(around.at()), "finding-byte");
          flow.getChildren().setAll(new Text(around.before()), at, new Text(around.after()));
          flow.setAccessibleText("bytes around the offset 0x%x".formatted(offset));
        },
        failure -> flow.getChildren().setAll(new Text(String.valueOf(failure.getMessage()))));
  }

  /**
   * A few lines of a file around an offset, as a hex view writes them. Immutable.
   *
   * @param before the text before the byte at the offset
   * @param at its two digits
   * @param after the text behind it
   */
  private record BytesAround(String before, String at, String after) {
    private static final int IN_LINE = 8;
    private static final int LINES_BEFORE = 2;
    private static final int LINES = 5;

    /**
     * Reads them. In the background.
     *
     * @throws IOException if the file cannot be read, or ends before the offset
     */
    static BytesAround read(Path path, long offset) throws IOException {
      try (OpenFile file = OpenFile.open(path)) {
        ByteView view = file.view();
        if (offset >= view.size()) {
          throw new IOException(
              "The file ends at 0x%x, before the offset 0x%x.".formatted(view.size(), offset));
        }
        long line = offset - offset % IN_LINE;
        long start = Math.max(0, line - (long) LINES_BEFORE * IN_LINE);
        long end = Math.min(view.size(), start + (long) LINES * IN_LINE);
        byte[] bytes = view.bytes(start, (int) (end - start));
        StringBuilder text = new StringBuilder();
        int mark = 0;
        int digits = HexRowText.offsetDigits(view.size());
        for (long at = start; at < end; at += IN_LINE) {
          text.append(HexRowText.offset(at, digits)).append("  ");
          StringBuilder characters = new StringBuilder();
          for (int i = 0; i < IN_LINE; i++) {
            if (at + i == offset) {
              mark = text.length();
            }
            if (at + i < end) {
              int value = bytes[(int) (at + i - start)] & 0xff;
              text.append("%02x".formatted(value));
              characters.append(HexRowText.character(value));
            } else {
              text.append("  ");
            }
            text.append(' ');
          }
          text.append(' ').append(characters).append(at + IN_LINE < end ? "\n" : "");
        }
        return new BytesAround(
            text.substring(0, mark), text.substring(mark, mark + 2), text.substring(mark + 2));
      }
    }
  }
}
