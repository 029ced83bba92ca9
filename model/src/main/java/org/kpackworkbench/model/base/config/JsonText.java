package org.kpackworkbench.model.base.config;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.config.ConfigNode.Scalar;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/** Reads JSON (RFC 8259). */
final class JsonText {
  private JsonText() {}

  static ConfigText read(String text, TreeMaker maker) {
    try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
      boolean any = false;
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        ConfigPosition at = position(parser.currentTokenLocation());
        if (any && maker.atRoot()) {
          return maker.failed(at, "something follows behind the end of the value");
        }
        any = true;
        token(parser, token, at, maker);
      }
      return any
          ? maker.done(true)
          : maker.failed(ConfigPosition.START, "there is no value in the text");
    } catch (TreeMaker.TooMuch tooMuch) {
      return maker.failed(ConfigPosition.START, String.valueOf(tooMuch.getMessage()));
    } catch (JacksonException failure) {
      return maker.failed(position(failure.getLocation()), words(failure));
    }
  }

  private static void token(JsonParser parser, JsonToken token, ConfigPosition at, TreeMaker maker)
      throws TreeMaker.TooMuch {
    switch (token) {
      case START_OBJECT -> maker.start(at, true);
      case START_ARRAY -> maker.start(at, false);
      case END_OBJECT, END_ARRAY -> maker.end();
      case PROPERTY_NAME -> maker.key(at, parser.currentName());
      case VALUE_STRING -> maker.scalar(new Scalar(at, Scalar.Kind.TEXT, parser.getString()));
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
          maker.scalar(new Scalar(at, Scalar.Kind.NUMBER, parser.getString()));
      case VALUE_TRUE, VALUE_FALSE ->
          maker.scalar(new Scalar(at, Scalar.Kind.BOOLEAN, parser.getString()));
      case VALUE_NULL -> maker.scalar(new Scalar(at, Scalar.Kind.NOTHING, ""));
      case NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          throw new IllegalStateException("a text has no such token: " + token);
    }
  }

  private static String words(JacksonException failure) {
    return "this is no JSON: "
        + String.valueOf(failure.getOriginalMessage()).lines().findFirst().orElse("");
  }

  private static ConfigPosition position(@Nullable TokenStreamLocation at) {
    return at == null
        ? ConfigPosition.START
        : new ConfigPosition(Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()));
  }
}
