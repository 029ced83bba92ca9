package org.kpackworkbench.model.base.target;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names for several processors at once. Either {@code x} represents any digit: {@code gfx11xx} for
 * gfx1100 to gfx1153, {@code gfx110x} for gfx1100 to gfx1103. Or it is the name of a family, {@code
 * gfx11}, or of a part of one, {@code gfx12_0} for gfx1200 and gfx1201.
 */
public final class FamilyForm {
  private static final Pattern ANY_DIGIT = Pattern.compile("gfx\\d[0-9a-f]*x{1,2}");
  private static final Pattern FAMILY = Pattern.compile("gfx\\d{1,2}");
  private static final Pattern PART = Pattern.compile("gfx(?<family>\\d{1,2})_(?<part>\\d)");

  private FamilyForm() {}

  /** Whether a processor's name is one for several. */
  public static boolean is(String processor) {
    return ANY_DIGIT.matcher(processor).matches()
        || FAMILY.matcher(processor).matches()
        || isPart(processor);
  }

  /** Whether it is the name of a part of a family, which has an underscore in it. */
  public static boolean isPart(String processor) {
    return PART.matcher(processor).matches();
  }

  /** Whether one of two names includes the other, or both are the same. */
  public static boolean related(String one, String other) {
    return one.equals(other) || covers(one, other) || covers(other, one);
  }

  /** Whether a name for several processors includes another name. */
  public static boolean covers(String form, String processor) {
    Matcher part = PART.matcher(form);
    if (part.matches()) {
      String start = "gfx" + part.group("family") + part.group("part");
      return processor.length() > start.length() && processor.startsWith(start);
    }
    if (FAMILY.matcher(form).matches()) {
      return GpuTarget.of(processor).family().equals(form);
    }
    if (!ANY_DIGIT.matcher(form).matches() || form.length() != processor.length()) {
      return false;
    }
    int fixed = form.indexOf('x', "gfx".length());
    return processor.startsWith(form.substring(0, fixed))
        && processor.substring(fixed).chars().allMatch(c -> Character.digit(c, 16) >= 0);
  }
}
