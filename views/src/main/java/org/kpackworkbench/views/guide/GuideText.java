package org.kpackworkbench.views.guide;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the Markdown of guides: headings, paragraphs, lists of one level, blocks of code between
 * fences, pictures on lines of their own; in them code, strong and emphasised words and links.
 * Whatever else there is stays text.
 */
public final class GuideText {
  private static final Pattern HEADING = Pattern.compile("(#{1,6}) +(.*)");
  private static final Pattern PICTURE = Pattern.compile("!\\[([^]]*)]\\(([^)]+)\\)");
  private static final Pattern ITEM = Pattern.compile("(-|[0-9]{1,3}\\.) +(.*)");
  private static final Pattern SPAN =
      Pattern.compile("`([^`]+)`|\\*\\*([^*]+)\\*\\*|\\*([^*]+)\\*|\\[([^]]+)]\\(([^)]+)\\)");
  private static final String FENCE = "```";

  private final List<Block> blocks = new ArrayList<>();
  private final StringBuilder open = new StringBuilder();
  private String mark = "";

  private GuideText() {}

  /** A piece of a guide that stands by itself. */
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
   * @param mark what stands before it in a list, such as {@code 1.}; empty outside of lists
   */
  public record Words(String mark, List<Span> spans) implements Block {
    public Words {
      spans = List.copyOf(spans);
    }
  }

  /** Lines as they stand. */
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
      open.append(open.isEmpty() ? "" : " ").append(line);
    }
  }

  private void endWords() {
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
        spans.add(new Span(Look.STRONG, span.group(2), ""));
      } else if (span.group(3) != null) {
        spans.add(new Span(Look.EMPHASIS, span.group(3), ""));
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
