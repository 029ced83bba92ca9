package org.kpackworkbench.model.analysis.resolve.tree;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.HtmlText;
import org.kpackworkbench.model.base.text.JsonEscapes;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.text.MarkdownText;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Which binaries of a tree have their code on which GPUs, and why others do not, to be written
 * down. Immutable.
 *
 * @param tree the grid
 * @param failures why code is missing
 */
public record TreeReport(TreeResolution tree, TreeFailures failures) {
  private static final String STYLE =
      """
      :root { color-scheme: light dark; --line: #c8c8c8; --bad: #b02a00; --good: #00704f; }
      @media (prefers-color-scheme: dark) { :root { --line: #4a4a4a; --bad: #ff8f6b;
        --good: #4ad0a4; } }
      body { font: 15px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto;
        padding: 0 1rem; }
      code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
      .grid { overflow-x: auto; } table { border-collapse: collapse; font-size: .85rem; }
      th, td { border: 1px solid var(--line); padding: .2rem .5rem; text-align: left;
        white-space: nowrap; }
      .good { color: var(--good); } .bad { color: var(--bad); font-weight: 600; }
      """;

  /** How it is written. */
  public enum Format {
    HTML("html"),
    MARKDOWN("md"),
    JSON("json"),
    TEXT("txt");

    private final String ending;

    Format(String ending) {
      this.ending = ending;
    }

    /** Returns the extension of files, without the dot. */
    public String ending() {
      return ending;
    }

    /** The format that a file's name selects; text if it selects none. */
    public static Format ofFile(String name) {
      String lower = name.toLowerCase(Locale.ROOT);
      for (Format format : values()) {
        if (lower.endsWith("." + format.ending)) {
          return format;
        }
      }
      return lower.endsWith(".htm") ? HTML : TEXT;
    }
  }

  /**
   * Writes a file, which appears whole or not at all.
   *
   * @throws java.nio.file.FileAlreadyExistsException if it is there and may not be replaced
   */
  public void write(Format format, Path file, boolean replace) throws IOException {
    try (ReplacingFile target = ReplacingFile.createUnlessSame(file, replace);
        Writer out =
            new BufferedWriter(Channels.newWriter(target.channel(), StandardCharsets.UTF_8))) {
      out.write(text(format));
      out.flush();
      target.commit();
    }
  }

  /** All of it as one text. */
  public String text(Format format) {
    return switch (format) {
      case HTML -> html();
      case MARKDOWN -> markdown();
      case JSON -> json();
      case TEXT -> plain();
    };
  }

  private String name(Path file) {
    return file.startsWith(tree.root())
        ? SystemText.escaped(tree.root().relativize(file))
        : SystemText.printed(file);
  }

  private List<String> binaries(TreeFailures.Cause cause) {
    return cause.binaries().stream()
        .map(
            binary ->
                "%s, %s %s"
                    .formatted(
                        name(binary.file()),
                        CountText.word(binary.wrappers().size(), "wrapper"),
                        ListText.some(binary.wrappers().stream().map(String::valueOf).toList())))
        .toList();
  }

  private String outcome() {
    int unread = tree.unreadable().size();
    String rest =
        unread == 0 ? "" : "; %s could not be read".formatted(CountText.of(unread, "file"));
    if (tree.rows().isEmpty()) {
      return "No binary with wrappers was found" + rest;
    }
    return (tree.complete()
            ? "Every wrapper of %s finds its code on every target"
                .formatted(CountText.of(tree.rows().size(), "binary"))
            : tree.unloadableWords()
                + (tree.lacking().isEmpty() || tree.unloadable().isEmpty() ? "" : ". ")
                + (tree.lacking().isEmpty()
                    ? ""
                    : "Code is missing for "
                        + String.join(
                            ", ", tree.lacking().stream().map(GpuTarget::toString).toList())))
        + (tree.loaded() ? "" : "; the code was looked up, not unpacked")
        + rest;
  }

  /** The outcome as sentences. */
  private String sentences() {
    return outcome() + "." + (tree.overlaid().isEmpty() ? "" : " " + tree.overlaid());
  }

  private String plain() {
    StringBuilder text = new StringBuilder();
    text.append(tree.root()).append("\n").append(sentences()).append("\n");
    for (TreeResolution.Row row : tree.rows()) {
      text.append('\n').append(row.path()).append('\n');
      for (int i = 0; i < row.cells().size(); i++) {
        text.append("  %s: %s\n".formatted(tree.devices().get(i), row.cells().get(i).words()));
      }
    }
    for (TreeFailures.Cause cause : failures.causes()) {
      text.append("\n%s: %s\n  %s\n".formatted(cause.device(), cause.sentence(), cause.advice()));
      binaries(cause).forEach(binary -> text.append("  - ").append(binary).append('\n'));
    }
    for (FolderWalk.Unreadable one : tree.unreadable()) {
      text.append("\nnot read: %s: %s\n".formatted(one.path(), one.words()));
    }
    return text.toString();
  }

  private String markdown() {
    StringBuilder text = new StringBuilder();
    text.append("## Loading in %s\n\n".formatted(code(tree.root().toString(), false)));
    text.append(
        "**%s**.%s\n\n| binary |"
            .formatted(
                MarkdownText.of(outcome()),
                tree.overlaid().isEmpty() ? "" : " " + MarkdownText.of(tree.overlaid())));
    tree.devices()
        .forEach(device -> text.append(' ').append(code(device.toString(), true)).append(" |"));
    text.append("\n|---|").append("---|".repeat(tree.devices().size())).append('\n');
    for (TreeResolution.Row row : tree.rows()) {
      text.append("| ").append(code(row.path(), true)).append(" |");
      row.cells().forEach(cell -> text.append(' ').append(cell.words()).append(" |"));
      text.append('\n');
    }
    for (TreeFailures.Cause cause : failures.causes()) {
      text.append(
          "\n### %s\n\n%s\n%s\n\n"
              .formatted(
                  code(cause.device().toString(), false),
                  MarkdownText.of(cause.sentence()),
                  MarkdownText.of(cause.advice())));
      binaries(cause).forEach(binary -> text.append("- ").append(code(binary, false)).append('\n'));
    }
    for (FolderWalk.Unreadable one : tree.unreadable()) {
      text.append(
          "\nNot read: %s: %s\n"
              .formatted(code(one.path().toString(), false), MarkdownText.of(one.words())));
    }
    return text.toString();
  }

  private static String code(String text, boolean inTable) {
    return MarkdownText.code(text, inTable);
  }

  private String html() {
    StringBuilder text = new StringBuilder();
    text.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    text.append("<title>Loading in %s</title>\n".formatted(HtmlText.of(tree.root().toString())));
    text.append("<style>\n").append(STYLE).append("</style>\n</head>\n<body>\n");
    text.append(
        "<h1>Loading in <code>%s</code></h1>\n".formatted(HtmlText.of(tree.root().toString())));
    text.append(
        "<p class=\"%s\">%s</p>\n"
            .formatted(tree.complete() ? "good" : "bad", HtmlText.of(sentences())));
    text.append("<div class=\"grid\"><table>\n<tr><th>binary</th>");
    tree.devices()
        .forEach(
            device -> text.append("<th>").append(HtmlText.of(device.toString())).append("</th>"));
    text.append("</tr>\n");
    for (TreeResolution.Row row : tree.rows()) {
      text.append("<tr><td><code>%s</code></td>".formatted(HtmlText.of(row.path())));
      for (TreeResolution.Cell cell : row.cells()) {
        text.append(
            "<td class=\"%s\">%s %s</td>"
                .formatted(
                    cell.complete() ? "good" : "bad",
                    cell.complete() ? cell.loaded() ? "✓" : "○" : "✖",
                    cell.words()));
      }
      text.append("</tr>\n");
    }
    text.append("</table></div>\n");
    for (TreeFailures.Cause cause : failures.causes()) {
      text.append(
          "<h2>%s</h2>\n<p>%s<br>%s</p>\n<ul>\n"
              .formatted(
                  HtmlText.of(cause.device().toString()),
                  HtmlText.of(cause.sentence()),
                  HtmlText.of(cause.advice())));
      binaries(cause)
          .forEach(
              binary -> text.append("<li><code>%s</code></li>\n".formatted(HtmlText.of(binary))));
      text.append("</ul>\n");
    }
    for (FolderWalk.Unreadable one : tree.unreadable()) {
      text.append(
          "<p>Not read: <code>%s</code>: %s</p>\n"
              .formatted(HtmlText.of(one.path().toString()), HtmlText.of(one.words())));
    }
    return text.append("</body>\n</html>\n").toString();
  }

  private String json() {
    StringWriter out = new StringWriter();
    try (JsonGenerator json =
        JsonFactory.builder()
            .characterEscapes(new JsonEscapes())
            .build()
            .createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartObject();
      json.writeStringProperty("root", tree.root().toString());
      json.writeBooleanProperty("complete", tree.complete());
      json.writeBooleanProperty("unpacked", tree.loaded());
      json.writeArrayPropertyStart("failing");
      tree.failing().forEach(device -> json.writeString(device.toString()));
      json.writeEndArray();
      json.writeArrayPropertyStart("grid");
      tree.rows().forEach(row -> row(row, json));
      json.writeEndArray();
      json.writeArrayPropertyStart("causes");
      failures.causes().forEach(cause -> cause(cause, json));
      json.writeEndArray();
      json.writeArrayPropertyStart("unreadable");
      for (FolderWalk.Unreadable one : tree.unreadable()) {
        json.writeStartObject();
        json.writeStringProperty("file", one.path().toString());
        json.writeStringProperty("message", one.words());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return out.append('\n').toString();
  }

  private void row(TreeResolution.Row row, JsonGenerator json) {
    json.writeRaw("\n");
    json.writeStartObject();
    json.writeStringProperty("binary", row.path());
    json.writeArrayPropertyStart("cells");
    for (int i = 0; i < row.cells().size(); i++) {
      TreeResolution.Cell cell = row.cells().get(i);
      json.writeStartObject();
      json.writeStringProperty("target", tree.devices().get(i).toString());
      json.writeNumberProperty("found", cell.found());
      json.writeNumberProperty("unpacked", cell.unpacked());
      json.writeNumberProperty("wrappers", cell.wrappers());
      json.writeNumberProperty("error", cell.error().number());
      json.writeNumberProperty("notOwn", cell.foreign());
      json.writeNumberProperty("refused", cell.refused());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void cause(TreeFailures.Cause cause, JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("target", cause.device().toString());
    json.writeStringProperty("sentence", cause.sentence());
    json.writeStringProperty("advice", cause.advice());
    json.writeArrayPropertyStart("binaries");
    for (TreeFailures.Failing binary : cause.binaries()) {
      json.writeStartObject();
      json.writeStringProperty("binary", name(binary.file()));
      json.writeArrayPropertyStart("wrappers");
      binary.wrappers().forEach(json::writeNumber);
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
