package org.kpackworkbench.model.format.tensile;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.msgpack.MsgValue;

/** The condition of a predicate, in a few words, e.g. {@code Processor gfx942 and CUCount 304}. */
final class PredicateText {
  private static final int MOST_CHARACTERS = 160;

  private PredicateText() {}

  static String of(@Nullable MsgValue predicate) {
    String words = words(predicate);
    return words.length() > MOST_CHARACTERS ? words.substring(0, MOST_CHARACTERS) + "…" : words;
  }

  private static String words(@Nullable MsgValue predicate) {
    if (!(predicate instanceof MsgValue.Mapping fields)
        || !(fields.get("type").orElse(null) instanceof MsgValue.Text(String type))) {
      return predicate == null ? "" : predicate.toString();
    }
    MsgValue value = fields.get("value").orElse(null);
    MsgValue index = fields.get("index").orElse(null);
    return switch (type) {
      case "TruePred" -> "any";
      case "And" -> joined(value, " and ");
      case "Or" -> joined(value, " or ");
      case "Not" -> "not " + words(value);
      case "AMDGPU" -> words(value);
      default ->
          type + (index == null ? "" : " " + index) + (value == null ? "" : " " + words(value));
    };
  }

  private static String joined(@Nullable MsgValue value, String between) {
    return value instanceof MsgValue.Array(List<MsgValue> items)
        ? items.stream().map(PredicateText::words).collect(Collectors.joining(between))
        : words(value);
  }
}
