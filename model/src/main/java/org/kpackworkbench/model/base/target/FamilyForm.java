package org.kpackworkbench.model.base.target;

import java.util.regex.Pattern;

/**
 * Names for several processors at once, where {@code x} represents any digit: {@code gfx11xx} for
 * gfx1100 to gfx1153, {@code gfx110x} for gfx1100 to gfx1103.
 */
public final class FamilyForm {
  private static final Pattern FORM = Pattern.compile("gfx\\d[0-9a-f]*x{1,2}");

  private FamilyForm() {}

  /** Whether a processor's name is one for several. */
  public static boolean is(String processor) {
    return FORM.matcher(processor).matches();
  }

  /** Whether one of two names includes the other, or both are the same. */
  public static boolean related(String one, String other) {
    return one.equals(other) || covers(one, other) || covers(other, one);
  }

  private static boolean covers(String form, String processor) {
    if (!is(form) || form.length() != processor.length()) {
      return false;
    }
    int fixed = form.indexOf('x', "gfx".length());
    return processor.startsWith(form.substring(0, fixed))
        && processor.substring(fixed).chars().allMatch(c -> Character.digit(c, 16) >= 0);
  }
}
