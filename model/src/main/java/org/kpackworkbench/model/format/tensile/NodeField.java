package org.kpackworkbench.model.format.tensile;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.msgpack.MsgKind;

/** The fields of a tree's nodes without which libraries do not read a node. */
enum NodeField {
  ROWS("rows", MsgKind.ARRAY),
  PROPERTY("property", MsgKind.MAP),
  MAP("map", MsgKind.MAP),
  PROPERTIES("properties", MsgKind.ARRAY),
  DISTANCE("distance", MsgKind.TEXT),
  TABLE("table", MsgKind.ARRAY),
  EXACT("exact", MsgKind.ARRAY),
  TREES("trees", MsgKind.ARRAY),
  INDICES("indices", MsgKind.ARRAY),
  INDEX("index", MsgKind.INTEGER),
  VALUE("value", MsgKind.TEXT);

  private static final Map<String, NodeField> BY_KEY =
      Arrays.stream(values())
          .collect(Collectors.toUnmodifiableMap(NodeField::key, Function.identity()));

  /** Required fields of nodes, by their type; nothing where that is not known. */
  private static final Map<String, List<NodeField>> REQUIRED =
      Map.ofEntries(
          Map.entry("Hardware", List.of(ROWS)),
          Map.entry("Problem", List.of(ROWS)),
          Map.entry("ProblemMap", List.of(PROPERTY, MAP)),
          Map.entry("Matching", List.of(PROPERTIES, DISTANCE, TABLE)),
          Map.entry("FreeSize", List.of(TABLE)),
          Map.entry("Prediction", List.of(TABLE)),
          Map.entry("MLPClassification", List.of(TABLE)),
          Map.entry("EmbeddingSimilarity", List.of(TABLE)),
          Map.entry("DecisionTree", List.of(TREES)),
          Map.entry("GranularitySelection", List.of(INDICES)),
          Map.entry("Single", List.of(INDEX)),
          Map.entry("Placeholder", List.of(VALUE)),
          Map.entry("FitnessSelection", List.of()),
          Map.entry("FixedLinearArbiter", List.of()),
          Map.entry("FixedLinearCatalog", List.of()),
          Map.entry("TileAwareMetricSelection", List.of()),
          Map.entry("TwoTowersEmbedding", List.of()));

  private final String key;
  private final MsgKind kind;

  NodeField(String key, MsgKind kind) {
    this.key = key;
    this.kind = kind;
  }

  String key() {
    return key;
  }

  MsgKind kind() {
    return kind;
  }

  /** The field with a key; null for any other. */
  static @Nullable NodeField of(String key) {
    return BY_KEY.get(key);
  }

  /** The types of nodes that are known. */
  static SortedSet<String> types() {
    return new TreeSet<>(REQUIRED.keySet());
  }

  /** Whether a type is one of {@link #types}. */
  static boolean isKnown(String type) {
    return REQUIRED.containsKey(type);
  }

  /** Returns the required fields of a node of a type; nothing where the type is not known. */
  static List<NodeField> required(String type) {
    return REQUIRED.getOrDefault(type, List.of());
  }
}
