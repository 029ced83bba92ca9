package org.kpackworkbench.model.format.sqlite;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of rocFFT's kernels. */
public final class RocfftName {
  private static final Pattern TRANSFORM =
      Pattern.compile(
          "_len(?<length>\\d+(?:x\\d+)*)_(?:.*?_)?(?<precision>sp|dp|half)_[io]p(?:_|$)");
  private static final Map<String, String> PRECISIONS =
      Map.of("sp", "single", "dp", "double", "half", "half");

  private RocfftName() {}

  /**
   * A kernel's {@code length} and {@code precision}, in this order; empty if its name does not have
   * them.
   */
  public static Map<String, String> parameters(String kernel) {
    Map<String, String> says = new LinkedHashMap<>();
    Matcher matcher = TRANSFORM.matcher(kernel);
    if (matcher.find()) {
      says.put("length", matcher.group("length"));
      says.put("precision", PRECISIONS.getOrDefault(matcher.group("precision"), ""));
    }
    return says;
  }
}
