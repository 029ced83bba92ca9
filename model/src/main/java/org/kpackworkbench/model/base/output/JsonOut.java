package org.kpackworkbench.model.base.output;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.text.JsonEscapes;
import org.kpackworkbench.model.base.text.JsonSchema;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON on standard output, written as it is made: one document or many lines. Failures of the
 * stream come out as {@link tools.jackson.core.exc.JacksonIOException}.
 */
public final class JsonOut implements AutoCloseable {
  /** Nothing to know about what was read or written. */
  public static final Facts.Rows<Facts> NO_FINDINGS = take -> {};

  private static final String FINDINGS = "findings";

  private final OutputStream out;
  private final JsonGenerator json;
  private final JsonLayout layout;
  private final Extent extent;
  private final int depth;
  private final Facts.Rows<Facts> findings;

  private enum Extent {
    DOCUMENT,
    LINES,
    PART
  }

  private JsonOut(OutputStream out, JsonLayout layout, Extent extent, Facts.Rows<Facts> findings) {
    this.out = out;
    this.findings = findings;
    this.layout = layout;
    this.extent = extent;
    this.depth = 0;
    // Closing ends the document, not standard output.
    this.json =
        JsonFactory.builder()
            .characterEscapes(new JsonEscapes())
            .build()
            .createGenerator(
                new ObjectWriteContext.Base() {
                  @Override
                  public PrettyPrinter getPrettyPrinter() {
                    return layout;
                  }

                  @Override
                  public boolean hasPrettyPrinter() {
                    return true;
                  }
                },
                new KeptOpen(out));
  }

  private JsonOut(JsonOut whole) {
    this.out = whole.out;
    this.layout = whole.layout;
    this.json = whole.json;
    this.extent = Extent.PART;
    this.findings = NO_FINDINGS;
    this.depth = json.streamWriteContext().getNestingDepth();
    json.writeStartObject();
    if (depth == 0) {
      schema();
    }
  }

  private void schema() {
    json.writeNumberProperty(JsonSchema.FIELD, JsonSchema.NUMBER);
  }

  /**
   * One document; it begins with the number of its {@link JsonSchema} and ends with findings.
   *
   * @param findings what there is to know about what was read or written, called at the end
   */
  public static JsonOut document(OutputStream out, Facts.Rows<Facts> findings) {
    JsonOut document = new JsonOut(out, JsonLayout.document(), Extent.DOCUMENT, findings);
    document.json.writeStartObject();
    document.schema();
    return document;
  }

  /**
   * As many as there will be {@link #part}s, a line each; they begin as documents do. Findings are
   * a line behind all others, if there are any.
   */
  public static JsonOut lines(OutputStream out, Facts.Rows<Facts> findings) {
    return new JsonOut(out, JsonLayout.lines(), Extent.LINES, findings);
  }

  /**
   * Starts an object in a list, or the next line. Closing it ends it with all that is still open in
   * it, so that a part that fails spoils no other.
   */
  public JsonOut part() {
    return new JsonOut(this);
  }

  /** Flushes the output so far, for readers that process lines as they are printed. */
  public void flush() throws IOException {
    json.flush();
    out.flush();
  }

  /** A text, or nothing. */
  public JsonOut field(String name, @Nullable String value) {
    json.writeName(name);
    if (value == null) {
      json.writeNull();
    } else {
      json.writeString(value);
    }
    return this;
  }

  /** A number. */
  public JsonOut field(String name, long value) {
    json.writeName(name);
    json.writeNumber(value);
    return this;
  }

  /** Yes or no. */
  public JsonOut field(String name, boolean value) {
    json.writeName(name);
    json.writeBoolean(value);
    return this;
  }

  /** A virtual address, or other bits that people know in hexadecimal. */
  JsonOut address(String name, long value) {
    return field(name, "0x" + Long.toHexString(value));
  }

  /** Short texts, in one line. */
  JsonOut texts(String name, Collection<String> values) {
    layout.inline(true);
    json.writeName(name);
    json.writeStartArray();
    values.forEach(json::writeString);
    json.writeEndArray();
    layout.inline(false);
    return this;
  }

  /** Starts a list, one line for each of its values. */
  public JsonOut list(String name) {
    json.writeName(name);
    json.writeStartArray();
    return this;
  }

  /** A number in a list. */
  JsonOut value(long number) {
    json.writeNumber(number);
    return this;
  }

  /** Ends a list. */
  public JsonOut endList() {
    json.writeEndArray();
    return this;
  }

  /** Starts an object in a list. */
  public JsonOut object() {
    json.writeStartObject();
    return this;
  }

  /** Starts an object as a field. */
  JsonOut object(String name) {
    json.writeName(name);
    json.writeStartObject();
    return this;
  }

  /** Ends an object. */
  public JsonOut endObject() {
    json.writeEndObject();
    return this;
  }

  /** A field that says that there is nothing. */
  JsonOut nothing(String name) {
    json.writeName(name);
    return nothing();
  }

  /** Nothing in a list. */
  JsonOut nothing() {
    json.writeNull();
    return this;
  }

  /** MessagePack pairs as they are; bytes become hexadecimal text. */
  JsonOut values(String name, Map<String, MsgValue> values) {
    object(name);
    values.forEach(
        (key, value) -> {
          json.writeName(key);
          value(value);
        });
    return endObject();
  }

  private void value(MsgValue value) {
    switch (value) {
      case MsgValue.Nil ignored -> json.writeNull();
      case MsgValue.Bool(boolean flag) -> json.writeBoolean(flag);
      case MsgValue.Int number when number.isLong() -> json.writeNumber(number.value().longValue());
      case MsgValue.Int(var number) -> json.writeNumber(number);
      case MsgValue.Real(double number) -> json.writeNumber(number);
      case MsgValue.Array array -> {
        json.writeStartArray();
        array.items().forEach(item -> value(item));
        json.writeEndArray();
      }
      case MsgValue.Mapping mapping -> {
        json.writeStartObject();
        for (MsgValue.Pair pair : mapping.pairs()) {
          json.writeName(pair.key().toString());
          value(pair.value());
        }
        json.writeEndObject();
      }
      case MsgValue.Text text -> json.writeString(text.value());
      case MsgValue.Binary bytes -> json.writeString(bytes.toString());
    }
  }

  /** Ends the document or part, with all that is still open in it. */
  @Override
  public void close() throws IOException {
    if (extent == Extent.PART) {
      endOpen(depth);
      if (depth == 0) {
        json.writeRaw('\n');
      }
      return;
    }
    if (extent == Extent.DOCUMENT) {
      endOpen(1);
      list(FINDINGS);
      findings.each(this::finding);
      endList();
    } else {
      lastLine();
    }
    json.close();
    if (extent == Extent.DOCUMENT) {
      out.write('\n');
    }
  }

  private void finding(Facts finding) throws IOException {
    finding.json(object());
    endObject();
  }

  private void lastLine() throws IOException {
    List<Facts> found = new ArrayList<>();
    findings.each(found::add);
    if (!found.isEmpty()) {
      try (JsonOut line = part()) {
        line.list(FINDINGS);
        for (Facts each : found) {
          line.finding(each);
        }
      }
    }
  }

  private void endOpen(int depth) {
    while (json.streamWriteContext().getNestingDepth() > depth) {
      if (json.streamWriteContext().inArray()) {
        json.writeEndArray();
      } else {
        json.writeEndObject();
      }
    }
  }

  /** Takes bytes on, and neither closes nor flushes. */
  private static final class KeptOpen extends OutputStream {
    private final OutputStream out;

    KeptOpen(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }
  }
}
