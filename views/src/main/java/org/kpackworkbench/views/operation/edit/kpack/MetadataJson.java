package org.kpackworkbench.views.operation.edit.kpack;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.config.ConfigFormat;
import org.kpackworkbench.model.base.config.ConfigNode;
import org.kpackworkbench.model.base.config.ConfigProblem;
import org.kpackworkbench.model.base.config.ConfigText;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.views.format.kpack.JsonText;

/** Metadata as JSON text, and back. */
final class MetadataJson {
  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MOST = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);

  private MetadataJson() {}

  /** The text, with one key a line; empty for nothing. */
  static String text(Map<String, MsgValue> metadata) {
    if (metadata.isEmpty()) {
      return "";
    }
    List<MsgValue.Pair> pairs = new ArrayList<>();
    metadata.forEach((key, value) -> pairs.add(new MsgValue.Pair(new MsgValue.Text(key), value)));
    StringBuilder text = new StringBuilder();
    write(text, new MsgValue.Mapping(pairs), "\n");
    return text.toString();
  }

  private static void write(StringBuilder text, MsgValue value, String newLine) {
    switch (value) {
      case MsgValue.Nil _ -> text.append("null");
      case MsgValue.Bool(boolean bool) -> text.append(bool);
      case MsgValue.Int(BigInteger number) -> text.append(number);
      case MsgValue.Real(double number) -> text.append(number);
      case MsgValue.Text(String words) -> JsonText.string(text, words);
      case MsgValue.Binary binary -> JsonText.string(text, binary.toString());
      case MsgValue.Array(List<MsgValue> items) -> {
        String between = "[";
        for (MsgValue item : items) {
          text.append(between);
          write(text, item, newLine + "  ");
          between = ", ";
        }
        text.append(items.isEmpty() ? "[]" : "]");
      }
      case MsgValue.Mapping(List<MsgValue.Pair> pairs) -> {
        String between = "{";
        for (MsgValue.Pair pair : pairs) {
          text.append(between).append(newLine).append("  ");
          JsonText.string(text, pair.key().toString());
          text.append(": ");
          write(text, pair.value(), newLine + "  ");
          between = ",";
        }
        text.append(pairs.isEmpty() ? "{}" : newLine + "}");
      }
    }
  }

  /** What JSON could not say of a metadata map; empty where nothing would be lost. */
  static String lost(Map<String, MsgValue> metadata) {
    return metadata.values().stream().allMatch(MetadataJson::same)
        ? ""
        : "It holds bytes, numbers or keys that JSON cannot say, and can only be looked at here.";
  }

  private static boolean same(MsgValue value) {
    return switch (value) {
      case MsgValue.Nil _, MsgValue.Bool _, MsgValue.Int _, MsgValue.Text _ -> true;
      case MsgValue.Real(double number) -> Double.isFinite(number);
      case MsgValue.Binary _ -> false;
      case MsgValue.Array(List<MsgValue> items) -> items.stream().allMatch(MetadataJson::same);
      case MsgValue.Mapping(List<MsgValue.Pair> pairs) ->
          pairs.stream().map(MsgValue.Pair::key).distinct().count() == pairs.size()
              && pairs.stream()
                  .allMatch(pair -> pair.key() instanceof MsgValue.Text && same(pair.value()));
    };
  }

  /**
   * Reads what was typed.
   *
   * @throws IllegalArgumentException where it is no JSON object; says where and why
   */
  static Map<String, MsgValue> read(String text) {
    if (text.isBlank()) {
      return Map.of();
    }
    ConfigText read = ConfigText.read(ConfigFormat.JSON, text);
    for (ConfigProblem problem : read.problems()) {
      throw new IllegalArgumentException(
          "Line %d, column %d: %s".formatted(problem.line(), problem.column(), problem.message()));
    }
    if (!(read.root() instanceof ConfigNode.Mapping mapping)) {
      throw new IllegalArgumentException("This is no JSON object. Expected: {\"key\": value}");
    }
    Map<String, MsgValue> values = new LinkedHashMap<>();
    mapping.entries().forEach(entry -> values.put(entry.key(), value(entry.value())));
    return values;
  }

  private static MsgValue value(ConfigNode node) {
    return switch (node) {
      case ConfigNode.Sequence sequence ->
          new MsgValue.Array(sequence.items().stream().map(MetadataJson::value).toList());
      case ConfigNode.Mapping mapping ->
          new MsgValue.Mapping(
              mapping.entries().stream()
                  .map(
                      entry ->
                          new MsgValue.Pair(new MsgValue.Text(entry.key()), value(entry.value())))
                  .toList());
      case ConfigNode.Scalar scalar ->
          switch (scalar.kind()) {
            case TEXT, TIME -> new MsgValue.Text(scalar.text());
            case BOOLEAN -> new MsgValue.Bool(Boolean.parseBoolean(scalar.text()));
            case NOTHING -> new MsgValue.Nil();
            case NUMBER -> number(scalar);
          };
    };
  }

  private static MsgValue number(ConfigNode.Scalar scalar) {
    if (!scalar.text().matches("-?[0-9]{1,40}")) {
      double real = new BigDecimal(scalar.text()).doubleValue();
      if (!Double.isFinite(real)) {
        throw tooLarge(scalar);
      }
      return new MsgValue.Real(real);
    }
    BigInteger whole = new BigInteger(scalar.text());
    if (whole.compareTo(LEAST) < 0 || whole.compareTo(MOST) > 0) {
      throw tooLarge(scalar);
    }
    return new MsgValue.Int(whole);
  }

  private static IllegalArgumentException tooLarge(ConfigNode.Scalar scalar) {
    return new IllegalArgumentException(
        "Line %d, column %d: the number is larger than the format can store."
            .formatted(scalar.at().line(), scalar.at().column()));
  }
}
