package org.kpackworkbench.views.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.views.guide.GuideText.Code;
import org.kpackworkbench.views.guide.GuideText.Heading;
import org.kpackworkbench.views.guide.GuideText.Look;
import org.kpackworkbench.views.guide.GuideText.Picture;
import org.kpackworkbench.views.guide.GuideText.Span;
import org.kpackworkbench.views.guide.GuideText.Words;

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
  void whatIsNotClosedStaysText() {
    assertThat(GuideText.parse("2 * 3 and `x"))
        .containsExactly(new Words("", List.of(plain("2 * 3 and `x"))));
    assertThat(GuideText.parse("```\nlast")).containsExactly(new Code(List.of("last")));
    assertThat(GuideText.parse("")).isEmpty();
  }
}
