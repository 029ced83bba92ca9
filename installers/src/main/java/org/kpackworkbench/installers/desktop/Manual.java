package org.kpackworkbench.installers.desktop;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.kpackworkbench.app.cli.CommandLines;
import org.kpackworkbench.installers.Trees;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Manual pages: one for the program and one for each command, made of what the command line itself
 * knows, so that they cannot say something else.
 */
public final class Manual {
  private static final String PROGRAM = "kpack-workbench";
  private static final String EXAMPLE = "  ";

  private final String version;
  private final String date;
  private final List<CommandLines.Entry> entries;
  private final boolean window;

  /**
   * A manual.
   *
   * @param time the date on its pages
   * @param window whether the program that it describes has its window
   */
  public Manual(String version, Instant time, boolean window) {
    this.entries = CommandLines.all(window);
    this.window = window;
    this.version = version;
    this.date = DateTimeFormatter.ISO_LOCAL_DATE.withZone(ZoneOffset.UTC).format(time);
  }

  /** Writes the pages, packed as systems want them, into a folder for section 1. */
  public void write(Path folder) throws IOException {
    for (CommandLines.Entry entry : entries) {
      byte[] page = page(entry).getBytes(StandardCharsets.UTF_8);
      ByteArrayOutputStream packed = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
        gzip.write(page);
      }
      Trees.write(folder.resolve(pageName(entry) + ".1.gz"), packed.toByteArray());
    }
  }

  private static String pageName(CommandLines.Entry entry) {
    return entry.name().isEmpty() ? PROGRAM : PROGRAM + "-" + entry.name();
  }

  /** The page of a command, in roff. */
  String page(CommandLines.Entry entry) {
    CommandLine line = entry.line();
    Roff page = new Roff(pageName(entry), date, "Kpack Workbench " + version);
    page.section("NAME").text(pageName(entry) + " - " + entry.words());
    page.section("SYNOPSIS").verbatim(synopsis(line));
    page.section("DESCRIPTION").text(words(line.getCommandSpec().usageMessage().description()));
    if (entry.name().isEmpty()) {
      commands(page);
    }
    page.section("OPTIONS");
    for (PositionalParamSpec parameter : line.getCommandSpec().positionalParameters()) {
      page.item(Roff.italic(parameter.paramLabel()), words(parameter.description()));
    }
    line.getCommandSpec().options().stream()
        .filter(option -> !option.hidden())
        .sorted(java.util.Comparator.comparing(OptionSpec::longestName))
        .forEach(option -> page.item(term(option, line), words(option.description())));
    examples(page, line, entry.name().isEmpty());
    end(page, entry);
    return page.toString();
  }

  private static List<String> synopsis(CommandLine line) {
    return line.getHelp().synopsis(0).lines().map(String::strip).toList();
  }

  private static String term(OptionSpec option, CommandLine line) {
    String value = value(option, line);
    return Arrays.stream(option.names())
            .sorted(java.util.Comparator.comparingInt(String::length))
            .map(Roff::bold)
            .collect(Collectors.joining(", "))
        + (value.isEmpty() ? "" : "\\fB=\\fR" + Roff.italic(value));
  }

  private static String value(ArgSpec option, CommandLine line) {
    if (option.arity().max() == 0) {
      return "";
    }
    String label =
        line.getHelp()
            .createDefaultParamLabelRenderer()
            .renderParameterLabel(option, Help.Ansi.OFF, List.of())
            .plainString();
    return label.startsWith("=") ? label.substring(1) : label.strip();
  }

  private static String words(String... description) {
    return Arrays.stream(description)
        .map(line -> Help.Ansi.OFF.string(line.formatted()))
        .map(String::strip)
        .collect(Collectors.joining(" "));
  }

  private void commands(Roff page) {
    page.section("COMMANDS");
    for (CommandLines.Entry entry : entries) {
      if (!entry.name().isEmpty()) {
        page.item(Roff.bold(entry.name()), entry.words() + "; " + pageName(entry) + "(1)");
      }
    }
  }

  /** The help's last part: examples are set in by blanks, what is said about them is not. */
  private static void examples(Roff page, CommandLine line, boolean root) {
    List<String> lines = new ArrayList<>();
    for (String each : line.getCommandSpec().usageMessage().footer()) {
      lines.addAll(Help.Ansi.OFF.string(each.formatted()).lines().toList());
      if (each.isEmpty()) {
        lines.add("");
      }
    }
    if (root) {
      // First comes the list of commands, which has a section of its own here.
      lines.subList(0, lines.indexOf("Examples:") + 1).clear();
    }
    if (lines.isEmpty()) {
      return;
    }
    page.section("EXAMPLES");
    List<String> block = new ArrayList<>();
    boolean verbatim = lines.getFirst().startsWith(EXAMPLE);
    for (String each : lines) {
      boolean set = each.startsWith(EXAMPLE);
      if (each.isBlank() || set != verbatim) {
        block(page, block, verbatim);
        block.clear();
      }
      if (!each.isBlank()) {
        verbatim = set;
        block.add(each);
      }
    }
    block(page, block, verbatim);
  }

  private static void block(Roff page, List<String> block, boolean verbatim) {
    if (!block.isEmpty()) {
      if (verbatim) {
        page.verbatim(block);
      } else {
        page.paragraph(String.join(" ", block));
      }
    }
  }

  private void end(Roff page, CommandLines.Entry entry) {
    page.section("EXIT STATUS")
        .item(Roff.bold("0"), "Done, and nothing wrong.")
        .item(Roff.bold("1"), "Done, with findings or differences, or nothing was found.")
        .item(Roff.bold("2"), "Could not run, or ran only in part.");
    page.section("ENVIRONMENT");
    Variables.on(entry.name()).stream()
        .filter(each -> window || !each.name().equals("DISPLAY"))
        .forEach(each -> page.item(Roff.bold(each.name()), each.words()));
    if (!entry.name().isEmpty()) {
      page.paragraph(PROGRAM + "(1) lists all variables.");
    }
    if (entry.name().isEmpty()) {
      if (window) {
        page.section("FILES")
            .item(
                Roff.italic("$XDG_CONFIG_HOME/kpack-workbench"),
                "Settings of the window; in ~/.config where the variable is not set.");
      }
      page.section("SEE ALSO")
          .text(
              entries.stream()
                  .filter(other -> !other.name().isEmpty())
                  .map(other -> pageName(other) + "(1)")
                  .collect(Collectors.joining(", ")));
    } else {
      page.section("SEE ALSO").text(PROGRAM + "(1)");
    }
  }
}
