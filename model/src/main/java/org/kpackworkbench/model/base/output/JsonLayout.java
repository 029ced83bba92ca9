package org.kpackworkbench.model.base.output;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.PrettyPrinter;

/**
 * How JSON is laid out: each field of the document on a line of its own, each value of its lists
 * too, and what is inside those in one line, so that people and {@code grep} both find their way.
 * Or each document is in one line.
 */
final class JsonLayout implements PrettyPrinter {
  /** Deep enough for everything to stay in one line. */
  private static final int IN_LINE = 2;

  private int depth;
  private boolean inline;

  private JsonLayout(int depth) {
    this.depth = depth;
  }

  /** One document. */
  static JsonLayout document() {
    return new JsonLayout(0);
  }

  /** Many of them, a line each. */
  static JsonLayout lines() {
    return new JsonLayout(IN_LINE);
  }

  /** Whether a list that begins now stays in one line. */
  void inline(boolean yes) {
    inline = yes;
  }

  private boolean broken() {
    return depth == 1 || (depth == 2 && !inline);
  }

  private void lineBreak(JsonGenerator json) {
    json.writeRaw(depth == 2 ? "\n    " : depth == 1 ? "\n  " : "\n");
  }

  private void open(JsonGenerator json, char bracket) {
    json.writeRaw(bracket);
    depth++;
  }

  private void first(JsonGenerator json, boolean ofList) {
    if (depth == 1 || (ofList && broken())) {
      lineBreak(json);
    }
  }

  private void next(JsonGenerator json, boolean ofList) {
    json.writeRaw(',');
    if (depth == 1 || (ofList && broken())) {
      lineBreak(json);
    } else {
      json.writeRaw(' ');
    }
  }

  private void close(JsonGenerator json, int count, boolean ofList, char bracket) {
    boolean onItsOwn = count > 0 && (depth == 1 || (ofList && broken()));
    depth--;
    if (onItsOwn) {
      lineBreak(json);
    }
    json.writeRaw(bracket);
  }

  @Override
  public void writeStartObject(JsonGenerator json) {
    open(json, '{');
  }

  @Override
  public void beforeObjectEntries(JsonGenerator json) {
    first(json, false);
  }

  @Override
  public void writeObjectNameValueSeparator(JsonGenerator json) {
    json.writeRaw(": ");
  }

  @Override
  public void writeObjectEntrySeparator(JsonGenerator json) {
    next(json, false);
  }

  @Override
  public void writeEndObject(JsonGenerator json, int count) {
    close(json, count, false, '}');
  }

  @Override
  public void writeStartArray(JsonGenerator json) {
    open(json, '[');
  }

  @Override
  public void beforeArrayValues(JsonGenerator json) {
    first(json, true);
  }

  @Override
  public void writeArrayValueSeparator(JsonGenerator json) {
    next(json, true);
  }

  @Override
  public void writeEndArray(JsonGenerator json, int count) {
    close(json, count, true, ']');
  }

  /** Lines end themselves. */
  @Override
  public void writeRootValueSeparator(JsonGenerator json) {}
}
