package org.kpackworkbench.model.format.registry;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.GoTo;
import org.kpackworkbench.model.base.place.GoToParser;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.ar.ArClaims;
import org.kpackworkbench.model.format.ar.ArMember;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.elf.ElfPlaceFinder;
import org.kpackworkbench.model.format.elf.ElfPlaces;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.offload.BundlePlaceFinder;

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

  private final String text;
  private final Document document;

  private PlaceSyntax(String text, Document document) {
    this.text = text;
    this.document = document;
  }

  /**
   * Reads a place of a document.
   *
   * @throws PlaceSyntaxException where it names none
   * @throws IOException where the document cannot be read to find it
   */
  public static Place parse(String text, Document document)
      throws PlaceSyntaxException, IOException {
    return new PlaceSyntax(text.strip(), document).parse();
  }

  private Place parse() throws PlaceSyntaxException, IOException {
    int colon = text.indexOf(':');
    String form = (colon < 0 ? text : text.substring(0, colon)).toLowerCase(Locale.ROOT);
    String rest = colon < 0 ? "" : text.substring(colon + 1).strip();
    return switch (form) {
      case "offset" -> bytes(rest);
      case "section", "segment", "symbol" -> new ElfPlaceFinder(this, elf()).find(form, rest);
      case "wrapper", "bundle", "marker" -> bundles().find(form, rest);
      case "member" -> member(rest);
      case "row" -> row(rest);
      case "key" -> key(rest);
      case "kernel" -> kernel(rest, code(), document.place());
      default ->
          throw new PlaceSyntaxException("\"%s\" names no place; forms: %s".formatted(text, FORMS));
    };
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

  private PlaceSyntaxException notIn(String what) {
    return new PlaceSyntaxException(
        "\"%s\": this file (%s) has no %s".formatted(text, document.format().words(), what));
  }

  private ElfPlaces elf() throws PlaceSyntaxException {
    return switch (document) {
      case ElfDocument elf -> new ElfPlaces(elf.elf(), document.place());
      case CodeObjectDocument code -> new ElfPlaces(code.code().elf(), document.place());
      default -> throw notIn("sections, segments and symbols");
    };
  }

  private BundlePlaceFinder bundles() throws PlaceSyntaxException {
    return switch (document) {
      case ElfDocument elf -> BundlePlaceFinder.of(this, elf);
      case BundleDocument bundles -> BundlePlaceFinder.of(this, bundles);
      default -> throw notIn("wrappers, bundles and marker");
    };
  }

  private CodeObject code() throws PlaceSyntaxException {
    if (document instanceof CodeObjectDocument code) {
      return code.code();
    }
    throw new PlaceSyntaxException(
        "\"%s\": say which code object of this file: key:BINARY#INDEX@TARGET%s%s"
            .formatted(text, KERNEL, text.substring(text.indexOf(':') + 1)));
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

  private Place member(String name) throws PlaceSyntaxException {
    if (!(document instanceof StaticLibraryDocument library)) {
      throw notIn("members");
    }
    List<ArMember> members = library.library().members();
    for (ArMember member : members) {
      if (member.name().equals(name)) {
        return ArClaims.place(library.library(), document.place(), member);
      }
    }
    throw none("member", members.stream().map(ArMember::name));
  }

  private Place row(String target) throws PlaceSyntaxException {
    if (!(document instanceof ManifestDocument manifest)) {
      throw notIn("rows");
    }
    List<ManifestRow> rows = manifest.file().manifest().rows();
    for (int row = 0; row < rows.size(); row++) {
      if (rows.get(row).targetText().equals(target)) {
        return manifest.file().place(row);
      }
    }
    throw none("row", rows.stream().map(ManifestRow::targetText));
  }

  private Place key(String rest) throws PlaceSyntaxException, IOException {
    int kernel = rest.indexOf(KERNEL);
    CodeObjectRow row = codeObject(kernel < 0 ? rest : rest.substring(0, kernel).strip());
    if (kernel < 0) {
      return row.place();
    }
    ByteView bytes = document.codeObjects().load(row.row(), Progress.NONE);
    return kernel(rest.substring(kernel + KERNEL.length()), CodeObject.read(bytes), row.place());
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

  private Place kernel(String name, CodeObject code, Place parent)
      throws PlaceSyntaxException, IOException {
    for (Kernel kernel : code.kernels()) {
      if (name.equals(kernel.name())
          || name.equals(kernel.codeSymbol())
          || name.equals(kernel.demangledName())
          || name.equals(kernel.shortName())) {
        return code.placeOf(kernel, parent);
      }
    }
    throw none("kernel", code.kernels().stream().map(Kernel::shortName));
  }
}
