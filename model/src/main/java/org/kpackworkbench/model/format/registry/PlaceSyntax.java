package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.GoTo;
import org.kpackworkbench.model.base.place.GoToParser;
import org.kpackworkbench.model.base.place.Place;

/**
 * Places as people write them on a command line.
 *
 * <table>
 * <caption>Forms</caption>
 * <tr><th>written</th><th>names</th></tr>
 * <tr><td>{@code offset:0xc53000+16}</td><td>16 bytes from a file offset; {@code +16} may be left
 *     out</td></tr>
 * <tr><td>{@code section:.hip_fatbin}, {@code section:16}</td><td>a section of an ELF file, by name
 *     or number</td></tr>
 * <tr><td>{@code segment:2}</td><td>a segment of an ELF file</td></tr>
 * <tr><td>{@code symbol:NAME}</td><td>a symbol of an ELF file</td></tr>
 * <tr><td>{@code wrapper:0}</td><td>a fat-binary wrapper</td></tr>
 * <tr><td>{@code bundle:1}</td><td>an offload bundle</td></tr>
 * <tr><td>{@code marker}</td><td>the marker of a host-only binary</td></tr>
 * <tr><td>{@code member:NAME}</td><td>a member of a static library</td></tr>
 * <tr><td>{@code row:gfx942}</td><td>a row of a manifest</td></tr>
 * <tr><td>{@code key:lib/x#0@gfx90a}</td><td>a code object; binary and index may be left out where
 *     that names only one</td></tr>
 * <tr><td>{@code kernel:NAME}</td><td>a kernel of a code object, mangled or as the source has
 *     it</td></tr>
 * <tr><td>{@code key:… kernel:NAME}</td><td>a kernel of a code object inside the file</td></tr>
 * </table>
 */
public final class PlaceSyntax {
  private static final String KERNEL = " kernel:";
  private static final String FORMS =
      "offset:0x1000+16, section:NAME, segment:N, symbol:NAME, wrapper:N, bundle:N, marker,"
          + " member:NAME, row:TARGET, key:BINARY#INDEX@TARGET, kernel:NAME";
  private static final int MOST_NAMED = 10;

  /** Names of what files lack that do not know a form. */
  private static final Map<String, String> GROUPS =
      Map.of(
          "section", "sections, segments and symbols",
          "segment", "sections, segments and symbols",
          "symbol", "sections, segments and symbols",
          "wrapper", "wrappers, bundles and marker",
          "bundle", "wrappers, bundles and marker",
          "marker", "wrappers, bundles and marker",
          "member", "members",
          "row", "rows");

  private final String text;
  private final Document document;
  private final Formats formats;

  private PlaceSyntax(String text, Document document, Formats formats) {
    this.text = text;
    this.document = document;
    this.formats = formats;
  }

  /**
   * Reads a place of a document.
   *
   * @throws PlaceSyntaxException if it names none
   * @throws IOException if the document cannot be read to find it
   */
  public static Place parse(String text, Document document, Formats formats)
      throws PlaceSyntaxException, IOException {
    return new PlaceSyntax(text.strip(), document, formats).parse();
  }

  private Place parse() throws PlaceSyntaxException, IOException {
    int colon = text.indexOf(':');
    String form = (colon < 0 ? text : text.substring(0, colon)).toLowerCase(Locale.ROOT);
    String rest = colon < 0 ? "" : text.substring(colon + 1).strip();
    if (form.equals("offset")) {
      return bytes(rest);
    }
    if (form.equals("key")) {
      return key(rest);
    }
    Optional<Place> own = document.place(form, rest, this);
    if (own.isPresent()) {
      return own.get();
    }
    if (form.equals("kernel")) {
      throw new PlaceSyntaxException(
          "\"%s\": say which code object of this file: key:BINARY#INDEX@TARGET%s%s"
              .formatted(text, KERNEL, rest));
    }
    String group = GROUPS.get(form);
    if (group == null) {
      throw new PlaceSyntaxException("\"%s\" is not a place; forms: %s".formatted(text, FORMS));
    }
    throw new PlaceSyntaxException(
        "\"%s\": this file (%s) has no %s".formatted(text, document.format().words(), group));
  }

  /** There is no such thing; the ones that there are help to find the right name. */
  public PlaceSyntaxException none(String what, Stream<String> thereAre) {
    List<String> names = thereAre.limit(MOST_NAMED + 1L).toList();
    String words =
        names.isEmpty()
            ? "there are none"
            : "there are "
                + names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                + (names.size() > MOST_NAMED ? " …" : "");
    return new PlaceSyntaxException("\"%s\": no such %s; %s".formatted(text, what, words));
  }

  /** An item by its number. */
  public <T> T numbered(List<T> items, String number, String what) throws PlaceSyntaxException {
    try {
      return items.get(Integer.parseInt(number));
    } catch (NumberFormatException | IndexOutOfBoundsException noneOfThem) {
      String range = items.isEmpty() ? "" : "0 to " + (items.size() - 1);
      throw none(what, Stream.of(range).filter(words -> !words.isEmpty()));
    }
  }

  private Place bytes(String rest) throws PlaceSyntaxException {
    // "+16" behind the offset is its length; the parser's own "+" would be relative.
    String range = rest.contains("+") || rest.contains("..") ? rest : rest + "+0";
    return switch (new GoToParser(document.bytes().size()).parse(range, 0)) {
      case GoTo.Found found -> new Place.Bytes(document.place(), found.range());
      case GoTo.Refused refused ->
          throw new PlaceSyntaxException("\"%s\": %s".formatted(text, refused.reason()));
    };
  }

  private Place key(String rest) throws PlaceSyntaxException, IOException {
    int kernel = rest.indexOf(KERNEL);
    CodeObjectRow row = codeObject(kernel < 0 ? rest : rest.substring(0, kernel).strip());
    if (kernel < 0) {
      return row.place();
    }
    ByteView bytes = document.codeObjects().load(row.row(), Progress.NONE);
    String name = rest.substring(kernel + KERNEL.length());
    try (Document code = formats.read(row.place(), bytes, Progress.NONE)) {
      return code.place("kernel", name, this).orElseThrow(() -> none("kernel", Stream.empty()));
    }
  }

  private CodeObjectRow codeObject(String key) throws PlaceSyntaxException, IOException {
    int at = key.lastIndexOf('@');
    String name = at < 0 ? key : key.substring(0, at);
    String target = at < 0 ? "" : key.substring(at + 1);
    CodeObjects source = document.codeObjects();
    List<String> keys = new ArrayList<>();
    List<CodeObjectRow> found = new ArrayList<>();
    for (int number = 0; number < source.size(); number++) {
      CodeObjectRow row = source.row(number);
      String indexed = row.binary() + "#" + row.index();
      if (keys.size() <= MOST_NAMED) {
        keys.add(indexed + "@" + row.targetText());
      }
      boolean named =
          name.isEmpty()
              || name.equals(row.binary())
              || name.equals(indexed)
              || name.equals("#" + row.index());
      if (named && (target.isEmpty() || target.equals(row.targetText()))) {
        found.add(row);
      }
    }
    if (found.isEmpty()) {
      throw none("code object", keys.stream());
    }
    if (found.size() > 1) {
      throw new PlaceSyntaxException(
          "\"%s\": %d code objects match; say which: key:BINARY#INDEX@TARGET"
              .formatted(text, found.size()));
    }
    return found.getFirst();
  }
}
