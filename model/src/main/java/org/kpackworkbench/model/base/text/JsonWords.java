package org.kpackworkbench.model.base.text;

import tools.jackson.core.JacksonException;

/** Problems of a JSON document, for messages. */
public final class JsonWords {
  private JsonWords() {}

  /** The reader's message in one line, without where the reader has the document from. */
  public static String of(JacksonException failure) {
    return String.valueOf(failure.getOriginalMessage())
        .lines()
        .findFirst()
        .map(line -> line.replaceFirst(" \\(start marker at .*", ""))
        .orElse("");
  }
}
