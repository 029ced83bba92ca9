package org.kpackworkbench.model.format.tensile;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.msgpack.MsgKind;
import org.kpackworkbench.model.base.msgpack.MsgValue;

/**
 * A solution: a kernel, and for which problems it is.
 *
 * @param index its number in the library; -1 if it says none
 * @param name its name
 * @param kernel the name of its kernel, as code objects have it
 * @param target the processor that it is for; empty if it does not say
 * @param types the data types of A, B and D; one where they are equal
 * @param transposes {@code N} or {@code T} for A and for B; empty if it does not say
 * @param macroTile what a work group computes, e.g. {@code 128×64}
 * @param depth how much of the summation a loop does; -1 if it does not say
 * @param workGroup its sizes, e.g. {@code 16×16×1}
 */
public record Solution(
    long index,
    String name,
    String kernel,
    String target,
    String types,
    String transposes,
    String macroTile,
    long depth,
    String workGroup) {
  /** Short names of data types, as people type them in filters. */
  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("Half", "f16"),
          Map.entry("Float", "f32"),
          Map.entry("Double", "f64"),
          Map.entry("ComplexFloat", "c32"),
          Map.entry("ComplexDouble", "c64"),
          Map.entry("BFloat16", "bf16"),
          Map.entry("XFloat32", "xf32"),
          Map.entry("Float8", "f8"),
          Map.entry("BFloat8", "bf8"),
          Map.entry("Int8", "i8"),
          Map.entry("Int8x4", "i8x4"),
          Map.entry("Int32", "i32"));

  private static final int MOST_LEVELS = 16;

  /** Maps without which libraries do not read a solution. */
  private static final List<String> MAPS =
      List.of("hardwarePredicate", "problemType", "sizeMapping");

  /**
   * Fault in a solution.
   *
   * @param field whose it is
   */
  record Wrong(String field, String expected, String found) {}

  static Solution of(MsgValue.Mapping fields) {
    MsgValue type = fields.get("problemType").orElse(null);
    MsgValue sizes = fields.get("sizeMapping").orElse(null);
    String name = text(fields.get("name").orElse(null));
    String kernel = text(fields.get("kernelName").orElse(null));
    return new Solution(
        index(fields),
        name,
        kernel.isEmpty() ? name : kernel,
        processors(fields.get("hardwarePredicate").orElse(null)).stream().findFirst().orElse(""),
        types(type),
        transposes(type),
        product(of(sizes, "macroTile"), 2),
        number(of(sizes, "depthU")),
        product(of(sizes, "workGroup"), 3));
  }

  /** The number that a solution says; -1 if it says none. */
  static long index(MsgValue.Mapping fields) {
    return number(fields.get("index").orElse(null));
  }

  /** The first field that libraries do not read; empty if they read them all. */
  static Optional<Wrong> wrong(MsgValue.Mapping fields) {
    if (!(fields.get("name").orElse(null) instanceof MsgValue.Text)) {
      return Optional.of(new Wrong("name", MsgKind.TEXT.words(), "none"));
    }
    return MAPS.stream()
        .filter(key -> !(fields.get(key).orElse(null) instanceof MsgValue.Mapping))
        .findFirst()
        .map(
            key ->
                new Wrong(
                    key,
                    MsgKind.MAP.words(),
                    fields.get(key).isPresent() ? "something else" : "none"));
  }

  private static @Nullable MsgValue of(@Nullable MsgValue value, String key) {
    return value instanceof MsgValue.Mapping fields ? fields.get(key).orElse(null) : null;
  }

  private static String text(@Nullable MsgValue value) {
    return value instanceof MsgValue.Text(String text) ? text : "";
  }

  /** The number; -1 if it is none, or not from 0 to 2⁶³−1. */
  static long number(@Nullable MsgValue value) {
    return value instanceof MsgValue.Int number && number.isLong()
        ? Math.max(-1, number.value().longValue())
        : -1;
  }

  /** The processors that a predicate names, at any depth. */
  static List<String> processors(@Nullable MsgValue predicate) {
    List<String> found = new ArrayList<>();
    addProcessors(predicate, 0, found);
    return found;
  }

  private static void addProcessors(@Nullable MsgValue predicate, int level, List<String> found) {
    if (level > MOST_LEVELS) {
      return;
    }
    switch (predicate) {
      case MsgValue.Mapping fields
          when text(fields.get("type").orElse(null)).equals("Processor") -> {
        String processor = text(fields.get("value").orElse(null));
        if (!processor.isEmpty()) {
          found.add(processor);
        }
      }
      case MsgValue.Mapping fields ->
          addProcessors(fields.get("value").orElse(null), level + 1, found);
      case MsgValue.Array(List<MsgValue> items) ->
          items.forEach(item -> addProcessors(item, level + 1, found));
      case null, default -> {
        // Any other predicate is about no processor.
      }
    }
  }

  private static String types(@Nullable MsgValue type) {
    Set<String> found = new LinkedHashSet<>();
    for (String operand : List.of("aType", "bType", "dType")) {
      String name = text(of(type, operand));
      if (!name.isEmpty()) {
        found.add(Objects.requireNonNullElse(TYPES.get(name), name));
      }
    }
    return String.join(" ", found);
  }

  /**
   * From the operation's indices: the summation's comes first in a transposed A and in a plain B.
   */
  private static String transposes(@Nullable MsgValue type) {
    if (of(type, "transA") instanceof MsgValue.Bool(boolean a)
        && of(type, "transB") instanceof MsgValue.Bool(boolean b)) {
      return (a ? "T" : "N") + (b ? "T" : "N");
    }
    String operation = text(of(type, "operationIdentifier"));
    boolean known = operation.startsWith("Contraction_l_A");
    return !known
        ? ""
        : (operation.startsWith("Contraction_l_Al") ? "T" : "N")
            + (operation.contains("_Bl") ? "N" : "T");
  }

  private static String product(@Nullable MsgValue sizes, int most) {
    return sizes instanceof MsgValue.Array(List<MsgValue> items)
        ? items.stream().limit(most).map(MsgValue::toString).collect(Collectors.joining("×"))
        : "";
  }
}
