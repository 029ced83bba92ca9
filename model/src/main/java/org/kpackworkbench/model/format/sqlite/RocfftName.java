package org.kpackworkbench.model.format.sqlite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.msgpack.MsgValue;

/** Names of rocFFT's kernels. */
public final class RocfftName {
  private static final Pattern TRANSFORM =
      Pattern.compile(
          "_len(?<length>\\d+(?:x\\d+)*)_(?:.*?_)?(?<precision>sp|dp|half)_[io]p(?:_|$)");
  private static final Pattern FACTORS = Pattern.compile("_factors(?<factors>(?:_\\d{1,9})+)_");
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

  /** A kernel's length, precision and factors; empty if its name has no length. */
  public static Map<String, MsgValue> facts(String kernel) {
    Map<String, MsgValue> says = new LinkedHashMap<>();
    parameters(kernel)
        .forEach(
            (name, text) ->
                says.put(
                    name,
                    text.matches("\\d{1,18}")
                        ? MsgValue.Int.of(Long.parseLong(text))
                        : new MsgValue.Text(text)));
    List<MsgValue> factors = new ArrayList<>();
    factors(kernel).forEach(factor -> factors.add(MsgValue.Int.of(Long.parseLong(factor))));
    if (!says.isEmpty() && !factors.isEmpty()) {
      says.put("factors", new MsgValue.Array(factors));
    }
    return says;
  }

  /** The lengths of a kernel's steps; empty if its name does not have them. */
  static List<String> factors(String kernel) {
    Matcher matcher = FACTORS.matcher(kernel);
    return matcher.find()
        ? List.of(matcher.group("factors").substring(1).split("_", -1))
        : List.of();
  }
}
