package org.kpackworkbench.model.base.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.config.ConfigText.ConfigPosition;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem.Severity;

/**
 * Puts a tree together from what a parser finds, value by value, so that what precedes an error is
 * kept.
 */
final class TreeMaker {
  private final List<Open> open = new ArrayList<>();
  private final List<ConfigProblem> problems = new ArrayList<>();
  private @Nullable ConfigNode root;
  private long values;

  /** A mapping or list that has not ended; {@code entries} is null for a list. */
  private static final class Open {
    final ConfigPosition at;
    final @Nullable Map<String, ConfigNode.Entry> entries;
    final List<ConfigNode> items = new ArrayList<>();
    @Nullable String key;
    ConfigPosition keyAt = ConfigPosition.START;

    Open(ConfigPosition at, boolean mapping) {
      this.at = at;
      this.entries = mapping ? new LinkedHashMap<>() : null;
    }

    ConfigNode node() {
      return entries == null
          ? new ConfigNode.Sequence(at, items)
          : new ConfigNode.Mapping(at, List.copyOf(entries.values()));
    }

    /** Takes the entries of a mapping, or of several, that are not there yet. */
    boolean merge(ConfigNode from) {
      switch (from) {
        case ConfigNode.Mapping mapping when entries != null ->
            mapping.entries().forEach(entry -> entries.putIfAbsent(entry.key(), entry));
        case ConfigNode.Sequence several
            when several.items().stream().allMatch(item -> item instanceof ConfigNode.Mapping) ->
            several.items().forEach(this::merge);
        default -> {
          return false;
        }
      }
      return true;
    }
  }

  /** There is more than this program is willing to read. */
  static final class TooMuch extends Exception {
    private static final long serialVersionUID = 1L;

    TooMuch(String message) {
      super(message);
    }
  }

  void problem(ConfigPosition at, String message, String advice) {
    problems.add(new ConfigProblem(Severity.ERROR, at, path(), message, advice));
  }

  private String path() {
    StringBuilder path = new StringBuilder();
    for (Open each : open) {
      if (each.key != null) {
        path.append(path.isEmpty() ? "" : ".").append(each.key);
      }
    }
    return path.toString();
  }

  /** Whether nothing is open. */
  boolean atRoot() {
    return open.isEmpty();
  }

  /** Whether a value that comes now is a mapping's key. */
  boolean atKey() {
    return !open.isEmpty() && open.getLast().entries != null && open.getLast().key == null;
  }

  void start(ConfigPosition at, boolean mapping) throws TooMuch {
    count(1);
    if (open.size() >= ConfigText.MOST_DEPTH) {
      throw new TooMuch(
          "values are nested more than %d levels deep".formatted(ConfigText.MOST_DEPTH));
    }
    open.add(new Open(at, mapping));
  }

  void key(ConfigPosition at, String key) {
    Open mapping = open.getLast();
    mapping.key = key;
    mapping.keyAt = at;
  }

  /** Ends a mapping, in which a value of the given key may represent entries from elsewhere. */
  ConfigNode endMerging(String key) {
    Open mapping = open.getLast();
    if (mapping.entries != null) {
      ConfigNode.Entry merged = mapping.entries.remove(key);
      if (merged != null && !mapping.merge(merged.value())) {
        mapping.entries.put(key, merged);
      }
    }
    return end();
  }

  /** Ends the innermost mapping or list. */
  ConfigNode end() {
    ConfigNode node = open.removeLast().node();
    put(node);
    return node;
  }

  void scalar(ConfigNode.Scalar scalar) throws TooMuch {
    count(1);
    put(scalar);
  }

  /** A value that also occurs elsewhere, with all that is in it. */
  void again(ConfigNode node, long size) throws TooMuch {
    count(size);
    put(node);
  }

  /** How many values there are up to now. */
  long values() {
    return values;
  }

  private void count(long more) throws TooMuch {
    values += more;
    if (values > ConfigText.MOST_VALUES) {
      throw new TooMuch(
          "it expands to more than %d values, aliases counted as what they refer to"
              .formatted(ConfigText.MOST_VALUES));
    }
  }

  private void put(ConfigNode node) {
    if (open.isEmpty()) {
      root = node;
      return;
    }
    Open in = open.getLast();
    if (in.entries == null) {
      in.items.add(node);
      return;
    }
    String key = in.key == null ? "" : in.key;
    if (in.entries.containsKey(key)) {
      problem(in.keyAt, "this key occurs twice", "Readers differ in which one they take.");
    } else {
      in.entries.put(key, new ConfigNode.Entry(key, in.keyAt, node));
    }
    in.key = null;
  }

  /** The tree; what has not ended ends here. */
  ConfigText done(boolean complete) {
    while (!open.isEmpty()) {
      end();
    }
    return new ConfigText(root, complete, problems);
  }

  /** The tree up to an error. */
  ConfigText failed(ConfigPosition at, String message) {
    problem(at, message, "");
    return done(false);
  }
}
