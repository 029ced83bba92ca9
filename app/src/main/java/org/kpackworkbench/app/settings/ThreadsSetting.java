package org.kpackworkbench.app.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The number of threads that the user decided on in the window, for commands: read alone, without
 * what the window needs, because commands are to start fast. It changes no result, only how fast it
 * comes; what is decided about names stays the window's, so that scripts do the same everywhere.
 */
public final class ThreadsSetting {
  private static final String KEY = "threads";
  private static final int MOST = 1024;

  private ThreadsSetting() {}

  /** The number in a settings folder; nothing if there is none, or the file is broken. */
  public static OptionalInt in(Path folder) {
    Path file = folder.resolve(SettingsStore.FILE);
    if (!Files.isRegularFile(file)) {
      return OptionalInt.empty();
    }
    try {
      String text = Files.readString(file);
      // Most users leave it alone, and a reader of JSON takes a command 25 ms to start.
      if (!text.contains('"' + KEY + '"')) {
        return OptionalInt.empty();
      }
      try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
        return read(json);
      }
    } catch (IOException | JacksonException broken) {
      // The window says so; a command has its own work to speak of.
      return OptionalInt.empty();
    }
  }

  private static OptionalInt read(JsonParser json) {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      return OptionalInt.empty();
    }
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      boolean found = KEY.equals(json.currentName());
      JsonToken value = json.nextToken();
      if (found && value != null && value.isScalarValue()) {
        return number(json.getString());
      }
      json.skipChildren();
    }
    return OptionalInt.empty();
  }

  private static OptionalInt number(String text) {
    try {
      int threads = Integer.parseInt(text);
      return threads >= 1 && threads <= MOST ? OptionalInt.of(threads) : OptionalInt.empty();
    } catch (NumberFormatException none) {
      return OptionalInt.empty();
    }
  }
}
