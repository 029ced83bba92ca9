package org.kpackworkbench.model.base.config;

import java.util.List;
import org.kpackworkbench.model.base.config.ConfigText.ConfigPosition;

/** A value of a configuration. Immutable. */
public sealed interface ConfigNode {
  /** Its position. */
  ConfigPosition at();

  /** Returns the value in words, for messages. */
  String words();

  /**
   * Keys and values; in TOML a table.
   *
   * @param at its position
   * @param entries in the order of the text; each key once
   */
  record Mapping(ConfigPosition at, List<Entry> entries) implements ConfigNode {
    @Override
    public String words() {
      return "a mapping";
    }
  }

  /**
   * A key and its value.
   *
   * @param key the key as text
   * @param keyAt position of the key
   * @param value its value
   */
  record Entry(String key, ConfigPosition keyAt, ConfigNode value) {}

  /**
   * Values in a row.
   *
   * @param at its position
   * @param items the values
   */
  record Sequence(ConfigPosition at, List<ConfigNode> items) implements ConfigNode {
    public Sequence {
      items = List.copyOf(items);
    }

    @Override
    public String words() {
      return "a list";
    }
  }

  /**
   * A single value.
   *
   * @param at its position
   * @param kind what it is
   * @param text as it is written; for texts what it says
   */
  record Scalar(ConfigPosition at, Kind kind, String text) implements ConfigNode {
    private static final int MOST_SHOWN = 40;

    /** The kinds of single values. */
    public enum Kind {
      TEXT,
      NUMBER,
      BOOLEAN,
      NOTHING,
      TIME
    }

    @Override
    public String words() {
      String shown = text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "…" : text;
      return switch (kind) {
        case TEXT -> "the text \"%s\"".formatted(shown);
        case NUMBER -> "the number " + shown;
        case BOOLEAN, TIME -> shown;
        case NOTHING -> "nothing";
      };
    }
  }
}
