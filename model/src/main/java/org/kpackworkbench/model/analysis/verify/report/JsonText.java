package org.kpackworkbench.model.analysis.verify.report;

import java.io.IOException;
import java.io.Writer;
import org.kpackworkbench.model.base.text.JsonEscapes;

/** JSON, one small piece after another; commas and brackets are the caller's. */
record JsonText(Writer out) {
  JsonText raw(String text) throws IOException {
    out.write(text);
    return this;
  }

  /** A text in quotes. */
  JsonText text(String text) throws IOException {
    out.write('"');
    out.write(JsonEscapes.quoted(text));
    out.write('"');
    return this;
  }

  /** A field's name. */
  JsonText name(String name) throws IOException {
    return text(name).raw(": ");
  }

  JsonText field(String name, String value) throws IOException {
    return name(name).text(value);
  }

  JsonText field(String name, long value) throws IOException {
    return name(name).raw(Long.toString(value));
  }

  JsonText field(String name, boolean value) throws IOException {
    return name(name).raw(Boolean.toString(value));
  }
}
