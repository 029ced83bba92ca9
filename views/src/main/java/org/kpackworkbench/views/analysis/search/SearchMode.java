package org.kpackworkbench.views.analysis.search;

import java.util.function.Function;
import org.kpackworkbench.model.analysis.contents.CodeSearch.Wanted;

/** How what is typed is meant. */
enum SearchMode {
  TEXT(
      "Text",
      "Part of a name of a kernel, an argument or a symbol, or of a text in the bytes; in any case",
      "text to find in code objects",
      Wanted::text),
  EXPRESSION(
      "Expression",
      "A regular expression for the names of kernels, arguments and symbols",
      "regular expression, such as ^_ZN.*reduceI[fd]",
      Wanted::expression),
  BYTES(
      "Bytes",
      "Bytes as hexadecimal digits; ?? is any byte",
      "bytes to find, such as 00 00 ?? bf",
      Wanted::bytes);

  private final String words;
  private final String help;
  private final String prompt;
  private final Function<String, Wanted> reader;

  SearchMode(String words, String help, String prompt, Function<String, Wanted> reader) {
    this.words = words;
    this.help = help;
    this.prompt = prompt;
    this.reader = reader;
  }

  /** The name a choice shows. */
  String words() {
    return words;
  }

  /** Returns the help text: what the mode finds. */
  String help() {
    return help;
  }

  /** Returns the prompt of an empty field. */
  String prompt() {
    return prompt;
  }

  /**
   * Reads what is looked for.
   *
   * @throws IllegalArgumentException if the text makes no sense; the message is for people
   */
  Wanted read(String text) {
    return reader.apply(text);
  }
}
