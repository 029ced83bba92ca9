package org.kpackworkbench.views.format.kpack;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.base.text.JsonEscapes;

/** MessagePack values as JSON text: bytes are hexadecimal digits, what is no number is null. */
public final class MessagePackJson {
  private MessagePackJson() {}

  /**
   * Returns an object.
   *
   * @param newLine what begins the line of each pair, such as a line break; empty for one line
   */
  public static String text(Map<String, MsgValue> values, String newLine) {
    return text(
        new MsgValue.Mapping(
            values.entrySet().stream()
                .map(each -> new MsgValue.Pair(new MsgValue.Text(each.getKey()), each.getValue()))
                .toList()),
        newLine);
  }

  private static String text(MsgValue value, String newLine) {
    String inner = newLine.isEmpty() ? "" : newLine + "  ";
    return switch (value) {
      case MsgValue.Nil _ -> "null";
      case MsgValue.Real(double number) when !Double.isFinite(number) -> "null";
      case MsgValue.Bool _, MsgValue.Int _, MsgValue.Real _ -> value.toString();
      case MsgValue.Text(String words) -> string(words);
      case MsgValue.Binary binary -> string(HexText.of(binary.bytes()));
      case MsgValue.Array(List<MsgValue> items) ->
          items.stream().map(item -> text(item, inner)).collect(Collectors.joining(", ", "[", "]"));
      case MsgValue.Mapping(List<MsgValue.Pair> pairs) when pairs.isEmpty() -> "{}";
      case MsgValue.Mapping(List<MsgValue.Pair> pairs) ->
          pairs.stream()
              .map(pair -> string(pair.key().toString()) + ": " + text(pair.value(), inner))
              .collect(
                  Collectors.joining(
                      inner.isEmpty() ? ", " : "," + inner, "{" + inner, newLine + "}"));
    };
  }

  static String string(String text) {
    return '"' + JsonEscapes.quoted(text) + '"';
  }
}
