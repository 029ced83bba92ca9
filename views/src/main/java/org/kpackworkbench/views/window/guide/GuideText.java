package org.kpackworkbench.views.window.guide;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the Markdown of guides: headings, paragraphs, lists of one level, tables, blocks of code
 * between fences, pictures on lines of their own; in them code, strong and emphasised words and
 * links. Whatever else there is stays text.
 */
public final class GuideText {
  private static final Pattern HEADING = Pattern.compile("(#{1,6}) +(.*)");
  private static final Pattern PICTURE = Pattern.compile("!\\[([^]]*)]\\(([^)]+)\\)");
  private static final Pattern ITEM = Pattern.compile("(-|[0-9]{1,3}\\.) +(.*)");
  private static final Pattern SPAN =
      Pattern.compile("`([^`]+)`|\\*\\*([^*]+)\\*\\*|\\*([^*]+)\\*|\\[([^]]+)]\\(([^)]+)\\)");
  private static final Pattern TABLE_RULE = Pattern.compile("[|: -]*---[|: -]*");
  private static final Pattern COLUMN_END = Pattern.compile("(?<!\\\\)\\|");
  private static final String FENCE = "```";

  private final List<Block> blocks = new ArrayList<>();
  private final StringBuilder open = new StringBuilder();
  private String mark = "";
  private final List<List<Cell>> rows = new ArrayList<>();

  private GuideText() {}

  /** A piece of a guide that is by itself. */
  public sealed interface Block {}

  /**
   * A heading.
   *
   * @param level from 1, the title
   */
  public record Heading(int level, String text) implements Block {}

  /**
   * Running text.
   *
   * @param mark what is before it in a list, such as {@code 1.}; empty outside of lists
   */
  public record Words(String mark, List<Span> spans) implements Block {
    public Words {
      spans = List.copyOf(spans);
    }
  }

  /** Lines as stored. */
  public record Code(List<String> lines) implements Block {
    public Code {
      lines = List.copyOf(lines);
    }
  }

  /**
   * A picture.
   *
   * @param words what it shows
   * @param target where it lies, from the guide
   */
  public record Picture(String words, String target) implements Block {}

  /**
   * A table.
   *
   * @param head its first row; empty where no column has a title
   * @param rows the others; all may have different numbers of cells
   */
  public record Table(List<Cell> head, List<List<Cell>> rows) implements Block {
    public Table {
      head = List.copyOf(head);
      rows = rows.stream().map(List::copyOf).toList();
    }
  }

  /** What one cell of a table says. */
  public record Cell(List<Span> spans) {
    public Cell {
      spans = List.copyOf(spans);
    }

    /** Its text without any look. */
    public String plainText() {
      return spans.stream().map(Span::text).collect(Collectors.joining());
    }
  }

  /** How words look. */
  public enum Look {
    PLAIN,
    CODE,
    STRONG,
    EMPHASIS,
    LINK
  }

  /**
   * Some words.
   *
   * @param target where a link leads; empty for everything else
   */
  public record Span(Look look, String text, String target) {}

  /** Reads a guide. Every text is one. */
  public static List<Block> parse(String markdown) {
    GuideText text = new GuideText();
    @Nullable List<String> code = null;
    for (String line : markdown.lines().toList()) {
      if (line.startsWith(FENCE)) {
        text.endWords();
        if (code != null) {
          text.blocks.add(new Code(code));
        }
        code = code == null ? new ArrayList<>() : null;
      } else if (code != null) {
        code.add(line);
      } else {
        text.line(line.strip());
      }
    }
    text.endWords();
    if (code != null) {
      text.blocks.add(new Code(code));
    }
    return List.copyOf(text.blocks);
  }

  private void line(String line) {
    Matcher heading = HEADING.matcher(line);
    Matcher picture = PICTURE.matcher(line);
    Matcher item = ITEM.matcher(line);
    if (line.isEmpty()) {
      endWords();
    } else if (line.startsWith("|")) {
      row(line);
    } else if (heading.matches()) {
      endWords();
      blocks.add(new Heading(heading.group(1).length(), heading.group(2)));
    } else if (picture.matches()) {
      endWords();
      blocks.add(new Picture(picture.group(1), picture.group(2)));
    } else if (item.matches()) {
      endWords();
      mark = item.group(1).equals("-") ? "•" : item.group(1);
      open.append(item.group(2));
    } else {
      endTable();
      open.append(open.isEmpty() ? "" : " ").append(line);
    }
  }

  private void row(String line) {
    if (rows.isEmpty()) {
      endWords();
    }
    if (TABLE_RULE.matcher(line).matches()) {
      return;
    }
    rows.add(
        COLUMN_END
            .splitAsStream(line.replaceAll("^\\||(?<!\\\\)\\|$", ""))
            .map(cell -> new Cell(spans(cell.strip().replace("\\|", "|"))))
            .toList());
  }

  private void endTable() {
    if (!rows.isEmpty()) {
      List<Cell> first = rows.removeFirst();
      boolean titled = first.stream().anyMatch(cell -> !cell.spans().isEmpty());
      blocks.add(new Table(titled ? first : List.of(), rows));
      rows.clear();
    }
  }

  private void endWords() {
    endTable();
    if (!open.isEmpty()) {
      blocks.add(new Words(mark, spans(open.toString())));
    }
    open.setLength(0);
    mark = "";
  }

  private static List<Span> spans(String text) {
    List<Span> spans = new ArrayList<>();
    Matcher span = SPAN.matcher(text);
    int from = 0;
    while (span.find()) {
      if (span.start() > from) {
        spans.add(new Span(Look.PLAIN, text.substring(from, span.start()), ""));
      }
      if (span.group(1) != null) {
        spans.add(new Span(Look.CODE, span.group(1), ""));
      } else if (span.group(2) != null) {
        // Words have one look: code among strong words is strong, and so with emphasis.
        spans.add(new Span(Look.STRONG, span.group(2).replace("`", ""), ""));
      } else if (span.group(3) != null) {
        spans.add(new Span(Look.EMPHASIS, span.group(3).replace("`", ""), ""));
      } else {
        spans.add(new Span(Look.LINK, span.group(4), span.group(5)));
      }
      from = span.end();
    }
    if (from < text.length()) {
      spans.add(new Span(Look.PLAIN, text.substring(from), ""));
    }
    return spans;
  }
}
