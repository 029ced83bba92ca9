package org.kpackworkbench.model.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import org.kpackworkbench.model.base.bytes.FormatException;

/** What targets share. */
public final class Check {
  private Check() {}

  /** Fails where two values that must be the same are not. */
  public static void same(Object expected, Object found, String what) {
    if (!expected.equals(found)) {
      throw new AssertionError(what + ": expected " + shown(expected) + ", found " + shown(found));
    }
  }

  /** Fails where something does not hold. */
  public static void that(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  /** Reads everything in a list, also what is read only on access. */
  public static void listed(Collection<?> list) {
    list.forEach(each -> that(each != null, "an element of a list"));
  }

  /** The refusal that is allowed; it must say where and what. */
  public static void refusal(FormatException refusal) {
    that(!refusal.file().isEmpty(), "a refusal names the file");
    that(!refusal.structure().isEmpty(), "a refusal names the structure");
    that(!String.valueOf(refusal.getMessage()).isEmpty(), "a refusal has words");
  }

  /** The input of a reader of texts. */
  public static String text(byte[] input) {
    return new String(input, StandardCharsets.UTF_8);
  }

  private static String shown(Object value) {
    String text = String.valueOf(value);
    return text.length() < 200 ? text : text.substring(0, 200) + "…";
  }
}
