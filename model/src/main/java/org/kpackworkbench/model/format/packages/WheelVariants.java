package org.kpackworkbench.model.format.packages;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.config.ConfigNode;
import org.kpackworkbench.model.base.config.ConfigText;
import org.kpackworkbench.model.base.config.ConfigText.ConfigFormat;

/**
 * Variants of a wheel, as {@code variant.json} in its information folder and the index file {@code
 * NAME-VERSION-variants.json} describe them: JSON after the draft of PEP 825. Immutable.
 *
 * <pre>
 * $schema              the address of the format, with its version
 * default-priorities
 *   namespace          namespaces, the preferred one first
 *   property           NAMESPACE / FEATURE / values, the preferred one first (may be missing)
 * variants
 *   LABEL              NAMESPACE / FEATURE / values; a machine needs one value of each feature
 * </pre>
 *
 * @param schema the address of the format; empty if none is stated
 * @param namespaces all namespaces, the preferred one first
 * @param properties for each label its properties, as {@code NAMESPACE :: FEATURE :: VALUE}
 */
public record WheelVariants(
    String schema, List<String> namespaces, SortedMap<String, List<String>> properties) {
  /** The file in the information folder. */
  public static final String FILE = "variant.json";

  /** The format that is written: the draft's. */
  public static final String SCHEMA = "https://variants-schema.wheelnext.dev/peps/825/v0.1.1.json";

  /** The label of the variant that any machine can use. */
  public static final String NULL_LABEL = "null";

  private static final String SEPARATOR = " :: ";
  private static final Pattern LABEL = Pattern.compile("[0-9a-z_.]+");
  private static final Pattern PROPERTY =
      Pattern.compile("[a-z0-9_]+ :: [a-z0-9_]+ :: [a-z0-9_.]+");

  public WheelVariants {
    namespaces = List.copyOf(namespaces);
    properties = new TreeMap<>(properties);
  }

  /** Whether a text may be a label: lower case letters, digits, {@code _} and {@code .}. */
  public static boolean isLabel(String text) {
    return LABEL.matcher(text).matches();
  }

  /** Whether a text is a property that the format allows. */
  public static boolean isProperty(String text) {
    return PROPERTY.matcher(text).matches();
  }

  /** A property's text. */
  public static String property(String namespace, String feature, String value) {
    return namespace + SEPARATOR + feature + SEPARATOR + value;
  }

  /**
   * One variant for machines that have one of several values of one feature.
   *
   * @param values the preferred one first
   */
  public static WheelVariants of(
      String label, String namespace, String feature, Collection<String> values) {
    SortedMap<String, List<String>> properties = new TreeMap<>();
    properties.put(
        label, values.stream().map(value -> property(namespace, feature, value)).toList());
    return new WheelVariants(SCHEMA, List.of(namespace), properties);
  }

  /**
   * Reads a text. What it does not have is empty.
   *
   * @throws IllegalArgumentException with what is wrong, where it is not JSON of this shape
   */
  public static WheelVariants read(String text) {
    ConfigText read = ConfigText.read(ConfigFormat.JSON, text);
    if (!read.complete() || !(read.root() instanceof ConfigNode.Mapping top)) {
      throw new IllegalArgumentException(
          read.problems().isEmpty()
              ? "expected an object"
              : String.valueOf(read.problems().getFirst().message()));
    }
    String schema = "";
    List<String> namespaces = List.of();
    SortedMap<String, List<String>> properties = new TreeMap<>();
    for (ConfigNode.Entry entry : top.entries()) {
      switch (entry.key()) {
        case "$schema" -> schema = text(entry.value(), "$schema");
        case "default-priorities" -> {
          for (ConfigNode.Entry priority : mapping(entry.value(), entry.key())) {
            if (priority.key().equals("namespace")) {
              namespaces = texts(priority.value(), "namespace");
            }
          }
        }
        case "variants" -> {
          for (ConfigNode.Entry label : mapping(entry.value(), entry.key())) {
            properties.put(label.key(), properties(label));
          }
        }
        // Other keys belong to later drafts.
        default -> {}
      }
    }
    return new WheelVariants(schema, namespaces, properties);
  }

  private static List<String> properties(ConfigNode.Entry label) {
    List<String> properties = new ArrayList<>();
    for (ConfigNode.Entry namespace : mapping(label.value(), label.key())) {
      for (ConfigNode.Entry feature : mapping(namespace.value(), namespace.key())) {
        for (String value : texts(feature.value(), feature.key())) {
          properties.add(property(namespace.key(), feature.key(), value));
        }
      }
    }
    return properties;
  }

  private static List<ConfigNode.Entry> mapping(ConfigNode node, String key) {
    if (node instanceof ConfigNode.Mapping mapping) {
      return mapping.entries();
    }
    throw expected("an object", key, node);
  }

  private static List<String> texts(ConfigNode node, String key) {
    if (node instanceof ConfigNode.Sequence sequence) {
      return sequence.items().stream().map(item -> text(item, key)).toList();
    }
    throw expected("a list", key, node);
  }

  private static String text(ConfigNode node, String key) {
    if (node instanceof ConfigNode.Scalar(_, ConfigNode.Scalar.Kind kind, String text)
        && kind == ConfigNode.Scalar.Kind.TEXT) {
      return text;
    }
    throw expected("a text", key, node);
  }

  private static IllegalArgumentException expected(String what, String key, ConfigNode found) {
    return new IllegalArgumentException(
        "%s: expected %s, found %s".formatted(key, what, found.words()));
  }

  /**
   * The text of {@link #FILE} and of the index file. Labels and properties must be such as the
   * format allows, so nothing in them has to be escaped.
   */
  public String text() {
    List<String> labels = new ArrayList<>();
    for (var entry : properties.entrySet()) {
      labels.add("    %s: %s".formatted(quoted(entry.getKey()), nested(entry.getValue(), "    ")));
    }
    List<String> all = properties.values().stream().flatMap(List::stream).distinct().toList();
    return """
        {
          "$schema": %s,
          "default-priorities": {
            "namespace": %s,
            "property": %s
          },
          "variants": {
        %s
          }
        }
        """
        .formatted(
            quoted(schema), list(namespaces), nested(all, "    "), String.join(",\n", labels));
  }

  /** Properties as objects in objects. */
  private static String nested(List<String> properties, String indent) {
    SortedMap<String, SortedMap<String, List<String>>> tree = new TreeMap<>();
    for (String property : properties) {
      String[] parts = property.split(SEPARATOR, -1);
      if (!isProperty(property)) {
        throw new IllegalArgumentException(property);
      }
      tree.computeIfAbsent(parts[0], none -> new TreeMap<>())
          .computeIfAbsent(parts[1], none -> new ArrayList<>())
          .add(parts[2]);
    }
    List<String> namespaces = new ArrayList<>();
    tree.forEach(
        (namespace, features) -> {
          List<String> inside = new ArrayList<>();
          features.forEach(
              (feature, values) ->
                  inside.add("%s    %s: %s".formatted(indent, quoted(feature), list(values))));
          namespaces.add(
              "%s  %s: {\n%s\n%s  }"
                  .formatted(indent, quoted(namespace), String.join(",\n", inside), indent));
        });
    return namespaces.isEmpty()
        ? "{}"
        : "{\n%s\n%s}".formatted(String.join(",\n", namespaces), indent);
  }

  private static String list(List<String> texts) {
    return "[%s]".formatted(String.join(", ", texts.stream().map(WheelVariants::quoted).toList()));
  }

  private static String quoted(String text) {
    return "\"" + text + "\"";
  }

  /**
   * Returns the reasons why this is not the description of one wheel with a label; empty if there
   * are none.
   */
  List<String> problems(String label) {
    List<String> problems = new ArrayList<>();
    if (schema.isEmpty()) {
      problems.add("it states no $schema, so its version is unknown");
    }
    if (properties.size() != 1 || !properties.containsKey(label)) {
      problems.add(
          "its variants are %s, and must be %s alone"
              .formatted(
                  properties.isEmpty() ? "none" : String.join(", ", properties.keySet()), label));
    }
    TreeSet<String> used = new TreeSet<>();
    for (List<String> all : properties.values()) {
      for (String property : all) {
        if (!isProperty(property)) {
          problems.add("\"%s\" has characters that no property may have".formatted(property));
        }
        used.add(property.substring(0, property.indexOf(SEPARATOR)));
      }
    }
    used.removeAll(namespaces);
    if (!used.isEmpty()) {
      problems.add("default-priorities lack the namespace %s".formatted(String.join(", ", used)));
    }
    if (label.equals(NULL_LABEL) && !properties.getOrDefault(label, List.of()).isEmpty()) {
      problems.add("the label null is for a variant without properties");
    }
    return problems;
  }
}
