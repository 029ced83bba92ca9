package org.kpackworkbench.app.settings;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/**
 * Settings as JSON, read and written token by token: a tree of objects and what it takes to bind
 * them would be loaded before each first window, and take longer than all the rest of it.
 *
 * @param texts what has one value, by key
 * @param lists what has several, by key
 */
record SettingsJson(Map<String, String> texts, Map<String, List<String>> lists) {
  private static final JsonFactory JSON = new JsonFactory();

  /**
   * Adds what is in a document; what no setting can be, an object in it, is skipped.
   *
   * @return whether it is one object, as settings are
   * @throws JacksonException if it is no JSON
   */
  boolean read(String document) {
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), document)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return false;
      }
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String key = json.currentName();
        JsonToken value = json.nextToken();
        if (value == JsonToken.START_ARRAY) {
          lists.put(key, list(json));
        } else if (value == JsonToken.START_OBJECT) {
          json.skipChildren();
        } else {
          texts.put(key, text(json));
        }
      }
      return json.nextToken() == null;
    }
  }

  private static List<String> list(JsonParser json) {
    List<String> all = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      all.add(text(json));
      json.skipChildren();
    }
    return List.copyOf(all);
  }

  /** A value as text; that of null, lists and objects is empty. */
  private static String text(JsonParser json) {
    return json.currentToken().isScalarValue() && json.currentToken() != JsonToken.VALUE_NULL
        ? json.getString()
        : "";
  }

  /** The document, for people to read, too. */
  String write() {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(new Indented(), out)) {
      json.writeStartObject();
      for (Map.Entry<String, String> text : texts.entrySet()) {
        json.writeName(text.getKey());
        json.writeString(text.getValue());
      }
      for (Map.Entry<String, List<String>> list : lists.entrySet()) {
        json.writeName(list.getKey());
        json.writeStartArray();
        list.getValue().forEach(json::writeString);
        json.writeEndArray();
      }
      json.writeEndObject();
    }
    return out.toString();
  }

  private static final class Indented extends ObjectWriteContext.Base {
    private final PrettyPrinter printer = new DefaultPrettyPrinter();

    @Override
    public PrettyPrinter getPrettyPrinter() {
      return printer;
    }

    @Override
    public boolean hasPrettyPrinter() {
      return true;
    }
  }
}
