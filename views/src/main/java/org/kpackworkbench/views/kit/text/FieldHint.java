package org.kpackworkbench.views.kit.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javafx.scene.control.TextField;

/**
 * The hint that an empty field shows: the longest one for which there is room, or none, so that
 * none is cut off at the edge of the field. UI thread only.
 */
public final class FieldHint {
  /** Width beside the text of a field: padding, and a cross that clears it. */
  private static final double AROUND_EMS = 3.4;

  /** Beginning of examples, which says nothing without one. */
  private static final String EXAMPLES = ", e.g.";

  private FieldHint() {}

  /**
   * Shows a hint in a field from now on, in place of one that it may have.
   *
   * @param hints the same with ever fewer words
   */
  public static void show(TextField field, List<String> hints) {
    boolean first = field.getProperties().put(FieldHint.class, hints) == null;
    if (first) {
      field.widthProperty().subscribe(() -> fit(field));
      field.fontProperty().subscribe(() -> fit(field));
    } else {
      fit(field);
    }
  }

  /** A hint, and the same with ever fewer examples, which blanks separate, each of them whole. */
  public static List<String> ofExamples(String hint) {
    List<String> hints = new ArrayList<>(List.of(hint));
    String left = hint;
    while (left.indexOf(' ') > 0) {
      left = left.substring(0, left.lastIndexOf(' '));
      if (left.endsWith(EXAMPLES)) {
        left = left.substring(0, left.length() - EXAMPLES.length());
      }
      hints.add(left);
    }
    return hints;
  }

  private static void fit(TextField field) {
    TextWidth width = new TextWidth.Fonts().of(field.getFont());
    double room = field.getWidth() - AROUND_EMS * field.getFont().getSize();
    List<?> hints = (List<?>) Objects.requireNonNull(field.getProperties().get(FieldHint.class));
    field.setPromptText(
        hints.stream()
            .map(String.class::cast)
            .filter(hint -> field.getWidth() <= 0 || width.of(hint) <= room)
            .findFirst()
            .orElse(""));
  }
}
