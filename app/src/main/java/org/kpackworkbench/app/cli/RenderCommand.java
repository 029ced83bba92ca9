package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kpackworkbench.app.console.Console;
import org.kpackworkbench.app.picture.PictureMaker;
import org.kpackworkbench.app.picture.PictureRequest;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.views.kit.theme.Theme;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code render}: a picture of a view. */
final class RenderCommand extends Command {
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,5})[xX×]([0-9]{1,5})");
  private static final int LEAST_PIXELS = 16;
  private static final int MOST_PIXELS = 8192;
  private static final String LIST = "list";

  RenderCommand(Console console) {
    super(console);
  }

  @Override
  void describe(CommandSpec spec) {
    spec.name(PROGRAM + " render");
    spec.usageMessage()
        .description(
            "Writes a picture of a view of a file, or of the whole window. Needs no display.")
        .customSynopsis(
            "kpack-workbench render FILE --view VIEW -o PNG [OPTIONS]",
            "       kpack-workbench render FILE --view list")
        .footer(
            "  kpack-workbench render librocrand.so.1.1 --view list",
            "  kpack-workbench render librocrand.so.1.1 --view window -o window.png --theme dark",
            "  kpack-workbench render librocrand.so.1.1 --view bytes -o bytes.png \\",
            "      --select section:.hip_fatbin --size 1000x600",
            "  kpack-workbench render shard --view window --do verify -o findings.png",
            "",
            "PLACE is one of offset:0xc53000+16, section:NAME, segment:N, symbol:NAME, wrapper:N,",
            "bundle:N, marker, member:NAME, row:TARGET, key:BINARY#INDEX@TARGET, kernel:NAME, 'key:…",
            "kernel:NAME' for a kernel of a code object inside the file, and entry:PATH for an entry",
            "of a folder.");
    spec.addPositional(file("The file to show, or a folder: an artifact, a shard or a tree."))
        .addOption(
            OptionSpec.builder("--view")
                .paramLabel("VIEW")
                .type(String.class)
                .required(true)
                .description("The view, window for the whole window, or list to show all names.")
                .build())
        .addOption(
            OptionSpec.builder("-o", "--output")
                .paramLabel("PNG")
                .type(String.class)
                .description("The picture to write. An existing picture is replaced.")
                .build())
        .addOption(value("--size", "WxH", String.class, "The size in pixels. Default: 1280x800."))
        .addOption(value("--theme", "THEME", String.class, themes() + ". Default: light."))
        .addOption(value("--select", "PLACE", String.class, "The place to show and select."))
        .addOption(value("--tab", "VIEW", String.class, "With --view window: the view to show."))
        .addOption(
            OptionSpec.builder("--do")
                .paramLabel("ACTION")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description(
                    "With --view window: the action to run first, by its name in menus, such as "
                        + "verify or make-host-only. A dialog appears in the picture. May be given "
                        + "several times.")
                .build())
        .addOption(
            OptionSpec.builder("--with")
                .paramLabel("FILE")
                .type(List.class)
                .auxiliaryTypes(Path.class)
                .description(
                    "With --view compare: the file to compare with FILE. May be given several "
                        + "times. PLACE is then the name of a row to open, or several names separated "
                        + "by \" > \".")
                .build());
  }

  private static String themes() {
    return Arrays.stream(Theme.values()).map(Theme::id).collect(Collectors.joining(", "));
  }

  @Override
  int run(ParseResult parsed) throws Exception {
    Path file = file(parsed);
    String view = parsed.matchedOptionValue("--view", "");
    // Said before the toolkit starts, which takes a second.
    checkReadable(file);
    if (view.equals(LIST)) {
      return list(file);
    }
    String output = parsed.matchedOptionValue("--output", "");
    if (output.isEmpty()) {
      throw usage(parsed, "Missing required option: '--output=PNG'");
    }
    PictureRequest request = request(parsed);
    checkFolder(request.output());
    PictureMaker.make(request);
    return ExitStatus.DONE;
  }

  /** The picture that a command line asks for. */
  static PictureRequest request(ParseResult parsed) {
    int[] size = size(parsed);
    return new PictureRequest(
        Stream.concat(
                Stream.of(file(parsed)),
                parsed.matchedOptionValue("--with", List.<Path>of()).stream())
            .toList(),
        parsed.matchedOptionValue("--view", ""),
        Path.of(parsed.matchedOptionValue("--output", "")),
        size[0],
        size[1],
        theme(parsed),
        parsed.matchedOptionValue("--select", null),
        parsed.matchedOptionValue("--tab", null),
        parsed.matchedOptionValue("--do", List.<String>of()));
  }

  private static void checkReadable(Path file) throws IOException {
    if (!Files.isDirectory(file)) {
      MappedFile.open(file).close();
    }
  }

  private static void checkFolder(Path target) throws IOException {
    Path folder = target.toAbsolutePath().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      throw new NoSuchFileException(folder.toString(), null, "the folder does not exist");
    }
  }

  private int list(Path file) throws Exception {
    Facts facts =
        new Facts()
            .list(
                "views",
                PictureMaker.views(file),
                (known, row) -> row.text("view", known.id()).text("title", known.title()));
    new ReportOutput(console(), false).print(new Report(facts).table("views", "view", "title"));
    return ExitStatus.DONE;
  }

  private static int[] size(ParseResult parsed) {
    String text = parsed.matchedOptionValue("--size", "1280x800");
    Matcher size = SIZE.matcher(text);
    if (size.matches()) {
      int width = Integer.parseInt(size.group(1));
      int height = Integer.parseInt(size.group(2));
      if (Math.min(width, height) >= LEAST_PIXELS && Math.max(width, height) <= MOST_PIXELS) {
        return new int[] {width, height};
      }
    }
    throw usage(
        parsed,
        "--size: expected WIDTHxHEIGHT from %d to %d pixels, found \"%s\""
            .formatted(LEAST_PIXELS, MOST_PIXELS, text));
  }

  private static Theme theme(ParseResult parsed) {
    String id = parsed.matchedOptionValue("--theme", Theme.LIGHT.id());
    return Arrays.stream(Theme.values())
        .filter(theme -> theme.id().equals(id))
        .findFirst()
        .orElseThrow(
            () -> usage(parsed, "--theme: expected %s, found \"%s\"".formatted(themes(), id)));
  }
}
