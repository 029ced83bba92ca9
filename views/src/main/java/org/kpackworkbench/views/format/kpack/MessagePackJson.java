package org.kpackworkbench.views.format.kpack;

import java.util.Map;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.text.HexText;

/** Writes MessagePack values as JSON (RFC 8259). Bytes become hexadecimal text. */
public final class MessagePackJson {
  private MessagePackJson() {}

  static void map(StringBuilder text, Map<String, MsgValue> values) {
    text.append('{');
    String between = "";
    for (Map.Entry<String, MsgValue> entry : values.entrySet()) {
      text.append(between);
      string(text, entry.getKey());
      text.append(": ");
      value(text, entry.getValue());
      between = ", ";
    }
    text.append('}');
  }

  static void value(StringBuilder text, MsgValue value) {
    switch (value) {
      case MsgValue.Nil nil -> text.append("null");
      case MsgValue.Bool bool -> text.append(bool.value());
      case MsgValue.Int number -> text.append(number.value());
      case MsgValue.Real(double number) -> {
        if (Double.isFinite(number)) {
          text.append(number);
        } else {
          text.append("null");
        }
      }
      case MsgValue.Text words -> string(text, words.value());
      case MsgValue.Binary binary -> string(text, HexText.of(binary.bytes()));
      case MsgValue.Array array -> {
        text.append('[');
        String between = "";
        for (MsgValue item : array.items()) {
          text.append(between);
          value(text, item);
          between = ", ";
        }
        text.append(']');
      }
      case MsgValue.Mapping mapping -> {
        text.append('{');
        String between = "";
        for (MsgValue.Pair pair : mapping.pairs()) {
          text.append(between);
          string(text, pair.key().toString());
          text.append(": ");
          value(text, pair.value());
          between = ", ";
        }
        text.append('}');
      }
    }
  }

  /** Writes a text in quotes. */
  public static void string(StringBuilder text, String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> text.append("\\\"");
        case '\\' -> text.append("\\\\");
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '\t' -> text.append("\\t");
        default -> {
          if (c < ' ') {
            text.append("\\u%04x".formatted((int) c));
          } else {
            text.append(c);
          }
        }
      }
    }
    text.append('"');
  }
}
