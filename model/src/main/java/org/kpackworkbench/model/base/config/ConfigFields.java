package org.kpackworkbench.model.base.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.config.ConfigNode.Entry;
import org.kpackworkbench.model.base.config.ConfigNode.Mapping;
import org.kpackworkbench.model.base.config.ConfigNode.Scalar;
import org.kpackworkbench.model.base.config.ConfigNode.Sequence;
import org.kpackworkbench.model.base.config.ConfigText.ConfigPosition;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem.Severity;

/**
 * The fields of one mapping, for a reader that knows which there should be: values of a wrong type
 * and keys that were never read become problems. Not safe for use by several threads.
 */
public final class ConfigFields {
  private final Mapping mapping;
  private final String path;
  private final List<ConfigProblem> problems;
  private final Map<String, Entry> entries = new HashMap<>();
  private final Set<String> asked = new LinkedHashSet<>();

  /**
   * A text with its position.
   *
   * @param text never empty
   * @param at where
   */
  public record Word(String text, ConfigPosition at) {}

  /**
   * Of a mapping.
   *
   * @param path the keys that lead to it, with dots; empty for the whole text
   * @param problems where problems are added
   */
  public ConfigFields(Mapping mapping, String path, List<ConfigProblem> problems) {
    this.mapping = mapping;
    this.path = path;
    this.problems = problems;
    mapping.entries().forEach(entry -> entries.put(entry.key(), entry));
  }

  /** The fields of a whole text; none, and a problem, where it is no mapping. */
  public static ConfigFields of(ConfigText text, List<ConfigProblem> problems) {
    ConfigNode root = text.root();
    if (root instanceof Mapping mapping) {
      return new ConfigFields(mapping, "", problems);
    }
    if (root != null) {
      add(
          problems,
          Severity.ERROR,
          root.at(),
          "",
          "expected keys and values, found " + root.words(),
          "");
    }
    return new ConfigFields(new Mapping(ConfigPosition.START, List.of()), "", problems);
  }

  /** Position of the mapping. */
  public ConfigPosition at() {
    return mapping.at();
  }

  /** The keys that lead to one of its values. */
  public String path(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /** The entries, in the order of the text, for a mapping whose keys are names. */
  public List<Entry> all() {
    mapping.entries().forEach(entry -> asked.add(entry.key()));
    return mapping.entries();
  }

  /** Whether a key is there. */
  public boolean has(String key) {
    asked.add(key);
    return entries.containsKey(key);
  }

  /** The value of a key; null if it is missing, or has nothing behind it. */
  public @Nullable ConfigNode node(String key) {
    asked.add(key);
    Entry entry = entries.get(key);
    return entry == null || isNothing(entry.value()) ? null : entry.value();
  }

  /** Position of a key; of the mapping where it is missing. */
  public ConfigPosition at(String key) {
    Entry entry = entries.get(key);
    return entry == null ? mapping.at() : entry.keyAt();
  }

  private static boolean isNothing(ConfigNode node) {
    return node instanceof Scalar scalar && scalar.kind() == Scalar.Kind.NOTHING;
  }

  /** A text; null if there is none. */
  public @Nullable Word text(String key) {
    ConfigNode node = node(key);
    return node == null ? null : word(node, path(key));
  }

  private @Nullable Word word(ConfigNode node, String where) {
    if (node instanceof Scalar scalar && !isNothing(node)) {
      if (scalar.kind() == Scalar.Kind.TEXT && !scalar.text().isBlank()) {
        return new Word(scalar.text(), node.at());
      }
    }
    wrong(node, where, "a text");
    return null;
  }

  /** A list of texts; what in it is none is left out, with a problem. */
  public List<Word> texts(String key) {
    List<Word> words = new ArrayList<>();
    ConfigNode node = node(key);
    if (node instanceof Sequence sequence) {
      for (int i = 0; i < sequence.items().size(); i++) {
        Word word = word(sequence.items().get(i), path(key) + "[" + i + "]");
        if (word != null) {
          words.add(word);
        }
      }
    } else if (node != null) {
      wrong(node, path(key), "a list of texts");
    }
    return words;
  }

  /** A truth value. */
  public boolean bool(String key, boolean otherwise) {
    ConfigNode node = node(key);
    if (node instanceof Scalar scalar && scalar.kind() == Scalar.Kind.BOOLEAN) {
      return List.of("true", "yes", "on").contains(scalar.text().toLowerCase(Locale.ROOT));
    }
    if (node != null) {
      wrong(node, path(key), "true or false");
    }
    return otherwise;
  }

  /** A mapping; null if there is none. */
  public @Nullable ConfigFields mapping(String key) {
    ConfigNode node = node(key);
    return node == null ? null : mapping(node, path(key));
  }

  /** The mapping that is an entry's value; null if it is none. */
  public @Nullable ConfigFields mapping(Entry entry) {
    return mapping(entry.value(), path(entry.key()));
  }

  private @Nullable ConfigFields mapping(ConfigNode node, String where) {
    if (node instanceof Mapping found) {
      return new ConfigFields(found, where, problems);
    }
    wrong(node, where, "keys and values");
    return null;
  }

  private void wrong(ConfigNode node, String where, String expected) {
    String message = "expected %s, found %s".formatted(expected, node.words());
    add(problems, Severity.ERROR, node.at(), where, message, "");
  }

  /** Adds a problem. */
  public void problem(
      Severity severity, ConfigPosition where, String key, String message, String advice) {
    add(problems, severity, where, key.isEmpty() ? path : path(key), message, advice);
  }

  /** Adds a problem with the mapping itself for a key that it has to have, and has not. */
  public void missing(String key, String advice) {
    problem(Severity.ERROR, mapping.at(), "", "\"%s\" is missing".formatted(key), advice);
  }

  /**
   * Reports keys that were not requested; to be called after the last request.
   *
   * @param also keys that are known though nothing is made of them
   */
  public void unknown(String... also) {
    asked.addAll(List.of(also));
    for (Entry entry : mapping.entries()) {
      if (!asked.contains(entry.key())) {
        String near = Nearest.advice(entry.key(), asked);
        problem(
            near.isEmpty() ? Severity.NOTE : Severity.WARNING,
            entry.keyAt(),
            entry.key(),
            "this key is unknown and is ignored",
            near);
      }
    }
  }

  private static void add(
      List<ConfigProblem> problems,
      Severity severity,
      ConfigPosition at,
      String path,
      String message,
      String advice) {
    problems.add(new ConfigProblem(severity, at, path, message, advice));
  }
}
