package org.kpackworkbench.views.window.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.window.guide.GuideText.Cell;
import org.kpackworkbench.views.window.guide.GuideText.Code;
import org.kpackworkbench.views.window.guide.GuideText.Heading;
import org.kpackworkbench.views.window.guide.GuideText.Look;
import org.kpackworkbench.views.window.guide.GuideText.Picture;
import org.kpackworkbench.views.window.guide.GuideText.Span;
import org.kpackworkbench.views.window.guide.GuideText.Table;
import org.kpackworkbench.views.window.guide.GuideText.Words;

class GuideTextTest {

  private static Span plain(String text) {
    return new Span(Look.PLAIN, text, "");
  }

  @Test
  void readsHeadingsWordsListsCodeAndPictures() {
    String markdown =
        """
        # Compare

        One line
        and the next.
        1. First
           goes on
        - Second
        ![A picture](../pictures/x.png)
        ```console
        $ cmd # no heading

        - no item
        ```
        """;
    assertThat(GuideText.parse(markdown))
        .containsExactly(
            new Heading(1, "Compare"),
            new Words("", List.of(plain("One line and the next."))),
            new Words("1.", List.of(plain("First goes on"))),
            new Words("•", List.of(plain("Second"))),
            new Picture("A picture", "../pictures/x.png"),
            new Code(List.of("$ cmd # no heading", "", "- no item")));
  }

  @Test
  void tellsCodeStrongWordsEmphasisAndLinks() {
    assertThat(GuideText.parse("Open `a*b*c`, then *File ▸ Open*, **not** [this\none](x.md)!"))
        .containsExactly(
            new Words(
                "",
                List.of(
                    plain("Open "),
                    new Span(Look.CODE, "a*b*c", ""),
                    plain(", then "),
                    new Span(Look.EMPHASIS, "File ▸ Open", ""),
                    plain(", "),
                    new Span(Look.STRONG, "not", ""),
                    plain(" "),
                    new Span(Look.LINK, "this one", "x.md"),
                    plain("!"))));
  }

  @Test
  void codeAmongOtherWordsLooksAsTheyDo() {
    assertThat(GuideText.parse("*What `a` is*"))
        .containsExactly(new Words("", List.of(new Span(Look.EMPHASIS, "What a is", ""))));
    assertThat(GuideText.parse("**`--x` ends**"))
        .containsExactly(new Words("", List.of(new Span(Look.STRONG, "--x ends", ""))));
  }

  @Test
  void readsTables() {
    String markdown =
        """
        Words before
        | option | what |
        |---|:---:|
        | `a \\| b` | *x* y |
        | one |

        | | |
        |---|---|
        | c | d |
        after
        """;
    assertThat(GuideText.parse(markdown))
        .containsExactly(
            new Words("", List.of(plain("Words before"))),
            new Table(
                List.of(cell(plain("option")), cell(plain("what"))),
                List.of(
                    List.of(
                        cell(new Span(Look.CODE, "a | b", "")),
                        cell(new Span(Look.EMPHASIS, "x", ""), plain(" y"))),
                    List.of(cell(plain("one"))))),
            new Table(List.of(), List.of(List.of(cell(plain("c")), cell(plain("d"))))),
            new Words("", List.of(plain("after"))));
    assertThat(GuideText.parse("| a |"))
        .containsExactly(new Table(List.of(cell(plain("a"))), List.of()));
  }

  private static Cell cell(Span... spans) {
    return new Cell(List.of(spans));
  }

  @Test
  void whatIsNotClosedStaysText() {
    assertThat(GuideText.parse("2 * 3 and `x"))
        .containsExactly(new Words("", List.of(plain("2 * 3 and `x"))));
    assertThat(GuideText.parse("```\nlast")).containsExactly(new Code(List.of("last")));
    assertThat(GuideText.parse("")).isEmpty();
  }
}
