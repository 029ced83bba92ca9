package org.kpackworkbench.app.picture;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.describe.Arguments.WrongOptionException;
import org.kpackworkbench.model.operation.describe.Operation;
import org.kpackworkbench.model.operation.describe.Option;
import org.kpackworkbench.model.operation.describe.OptionKind;
import org.kpackworkbench.model.operation.describe.OptionKind.Choice;
import org.kpackworkbench.model.operation.describe.OptionKind.Shape;
import org.kpackworkbench.views.kit.theme.Theme;

/**
 * The content of a picture.
 *
 * @param files the files to open; all in the window, else the first
 * @param view a view's id, or {@link PictureMaker#WINDOW} for the whole window
 * @param output the PNG to write
 * @param width in pixels
 * @param height in pixels
 * @param theme what it looks like
 * @param select a place to go to, as {@link org.kpackworkbench.model.format.registry.PlaceSyntax}
 *     reads it; null for none
 * @param tab the view to show in the whole window; null for the one that is
 * @param actions what is done in the whole window before, one after the other: names of {@link
 *     org.kpackworkbench.views.kit.action.ActionId}, in small letters with dashes, such as {@code
 *     verify}; a dialog that comes up is in the picture
 */
public record PictureRequest(
    List<Path> files,
    String view,
    Path output,
    int width,
    int height,
    Theme theme,
    @Nullable String select,
    @Nullable String tab,
    List<String> actions) {
  /** The name of a view that means the list of all names. */
  public static final String LIST = "list";

  /**
   * Every view that {@code render --view list} names for one file or another; what a file has
   * depends on what is in it.
   */
  public static final List<String> VIEWS =
      List.of(
          "archives",
          "arguments",
          "bundles",
          "bytes",
          "code-object",
          "code-object-overview",
          "code-objects",
          "compare",
          "contents",
          "coverage",
          "descriptor",
          "disassembly",
          "doctor",
          "dynamic",
          "edit",
          "files",
          "kernel-figures",
          "kernels",
          "layout",
          "libraries",
          "list",
          "make-host-only",
          "marker",
          "member",
          "members",
          "metadata",
          "notes",
          "overlay",
          "overview",
          "pack",
          "pack-database",
          "packages",
          "parts",
          "prune",
          "recombine",
          "relocations",
          "resolve",
          "resolve-compare",
          "resolve-failing",
          "restore",
          "rows",
          "sections",
          "segments",
          "sizes",
          "split",
          "symbols",
          "text",
          "unpack-database",
          "window",
          "wrappers");

  private static final Pattern SIZE = Pattern.compile("([0-9]{1,5})[xX×]([0-9]{1,5})");
  private static final int LEAST_PIXELS = 16;
  private static final int MOST_PIXELS = 8192;
  private static final Path NOWHERE = Path.of("");
  private static final String NO_FORM = "The window saves pictures with its own action.";

  private record Size(int width, int height) {
    static Size read(String text) {
      Matcher size = SIZE.matcher(text);
      if (size.matches()) {
        int width = Integer.parseInt(size.group(1));
        int height = Integer.parseInt(size.group(2));
        if (Math.min(width, height) >= LEAST_PIXELS && Math.max(width, height) <= MOST_PIXELS) {
          return new Size(width, height);
        }
      }
      throw new IllegalArgumentException(
          "expected WIDTHxHEIGHT from %d to %d pixels, found \"%s\""
              .formatted(LEAST_PIXELS, MOST_PIXELS, text));
    }

    @Override
    public String toString() {
      return width + "x" + height;
    }
  }

  private static final Option<Path> FILE =
      Option.of(OptionKind.file())
          .positional()
          .label("FILE")
          .help("The file to show, or a folder: an artifact, a shard or a tree.")
          .noField(NO_FORM)
          .required("Choose a file.");

  private static final Option<String> VIEW =
      Option.of(OptionKind.text().completing(() -> VIEWS), "--view")
          .label("VIEW")
          .help("The view, window for the whole window, or list to show all names.")
          .noField(NO_FORM)
          .required("Choose a view.");

  private static final Option<Path> OUTPUT =
      Option.of(OptionKind.newFile(), "-o", "--output")
          .label("PNG")
          .help("The picture to write. An existing picture is replaced.")
          .noField(NO_FORM)
          .orElse(NOWHERE);

  private static final Option<Size> PIXELS =
      Option.of(OptionKind.of(Shape.TEXT, "WIDTHxHEIGHT", Size::read, Size::toString), "--size")
          .label("WxH")
          .help("The size in pixels. Default: 1280x800.")
          .noField(NO_FORM)
          .orElse(new Size(1280, 800));

  private static final Option<Theme> THEME =
      Option.of(
              OptionKind.choice(
                  Arrays.stream(Theme.values())
                      .map(theme -> new Choice<>(theme, theme.id(), theme.id()))
                      .toList()),
              "--theme")
          .label("THEME")
          .help(
              Arrays.stream(Theme.values()).map(Theme::id).collect(Collectors.joining(", "))
                  + ". Default: light.")
          .noField(NO_FORM)
          .orElse(Theme.LIGHT);

  private static final Option<Optional<String>> SELECT =
      Option.of(OptionKind.text().optional(), "--select")
          .label("PLACE")
          .help("The place to show and select.")
          .noField(NO_FORM)
          .orElse(Optional.empty());

  private static final Option<Optional<String>> TAB =
      Option.of(OptionKind.text().completing(() -> VIEWS).optional(), "--tab")
          .label("VIEW")
          .help("With --view window: the view to show.")
          .noField(NO_FORM)
          .orElse(Optional.empty());

  private static final Option<List<String>> DO =
      Option.of(OptionKind.text().several(), "--do")
          .label("ACTION")
          .help(
              "With --view window: the action to run first, by its name in menus, such as verify "
                  + "or make-host-only. A dialog appears in the picture. May be given several "
                  + "times.")
          .noField(NO_FORM)
          .orElse(List.of());

  private static final Option<List<Path>> WITH =
      Option.of(OptionKind.file().several(), "--with")
          .label("FILE")
          .help(
              "With --view compare: the file to compare with FILE. May be given several times. "
                  + "PLACE is then the name of a row to open, or several names separated by "
                  + "\" > \".")
          .noField(NO_FORM)
          .orElse(List.of());

  /** The operation {@code render}. */
  public static final Operation<PictureRequest> OPERATION =
      Operation.<PictureRequest>of("render", "write a picture of a view, without a display")
          .description(
              "Writes a picture of a view of a file, or of the whole window. Needs no display.")
          .synopsis(
              """
              FILE --view VIEW -o PNG [OPTIONS]
              FILE --view list
              """)
          .examples(
              """
                kpack-workbench render librocrand.so.1.1 --view list
                kpack-workbench render librocrand.so.1.1 --view window -o window.png --theme dark
                kpack-workbench render librocrand.so.1.1 --view bytes -o bytes.png \\
                    --select section:.hip_fatbin --size 1000x600
                kpack-workbench render shard --view window --do verify -o findings.png

              PLACE is one of offset:0xc53000+16, section:NAME, segment:N, symbol:NAME, wrapper:N,
              bundle:N, marker, member:NAME, row:TARGET, key:BINARY#INDEX@TARGET, kernel:NAME, 'key:…
              kernel:NAME' for a kernel of a code object inside the file, and entry:PATH for an entry
              of a folder.
              """)
          .option(FILE, request -> request.files.getFirst())
          .option(VIEW, PictureRequest::view)
          .option(OUTPUT, PictureRequest::output)
          .option(PIXELS, request -> new Size(request.width, request.height))
          .option(THEME, PictureRequest::theme)
          .option(SELECT, request -> Optional.ofNullable(request.select))
          .option(TAB, request -> Optional.ofNullable(request.tab))
          .option(DO, PictureRequest::actions)
          .option(WITH, request -> request.files.subList(1, request.files.size()))
          .reads(PictureRequest::read);

  public PictureRequest {
    files = List.copyOf(files);
    actions = List.copyOf(actions);
  }

  /** Whether only the names of views are requested, so that there need be no file to write. */
  public boolean isListing() {
    return view.equals(LIST);
  }

  private static PictureRequest read(Arguments given) {
    Path output = given.get(OUTPUT);
    if (output.equals(NOWHERE) && !given.get(VIEW).equals(LIST)) {
      throw new WrongOptionException("Missing required option: '--output=PNG'");
    }
    return new PictureRequest(
        Stream.concat(Stream.of(given.get(FILE)), given.get(WITH).stream()).toList(),
        given.get(VIEW),
        output,
        given.get(PIXELS).width(),
        given.get(PIXELS).height(),
        given.get(THEME),
        given.get(SELECT).orElse(null),
        given.get(TAB).orElse(null),
        given.get(DO));
  }
}
