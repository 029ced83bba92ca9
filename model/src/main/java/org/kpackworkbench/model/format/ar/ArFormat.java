package org.kpackworkbench.model.format.ar;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.Checking;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.ReadFormat;
import org.kpackworkbench.model.format.registry.Structure;

/** Static libraries. Debian packages begin alike, with a first member of their own. */
public final class ArFormat extends ReadFormat {
  /** The only instance. */
  public static final ArFormat FORMAT = new ArFormat();

  private ArFormat() {
    super("static-library", "static library");
  }

  @Override
  public String signature() {
    return "!<arch>";
  }

  @Override
  public Likeness likeness(Head head) throws FormatException {
    boolean library = head.startsWith("!<arch>\n") || head.startsWith("!<thin>\n");
    return library && !head.startsWith("!<arch>\ndebian-binary") ? Likeness.SURE : Likeness.NONE;
  }

  @Override
  public Document open(OpenSource source, Opening opening) throws FormatException {
    return new StaticLibraryDocument(source, opening);
  }

  @Override
  public List<Rule<?>> rules() {
    return List.of(LIBRARY_READS);
  }

  @Override
  public void check(Place place, ByteView bytes, Checking checks) throws IOException {
    StaticLibrary library = StaticLibrary.read(bytes);
    checks.run(new LibrarySubject(place, bytes, library));
    if (library.thin() && !library.members().isEmpty()) {
      checks.leaveOut(
          place, "the members of a thin library", "They are files of their own: name those");
    }
    Map<Format, List<String>> others = new LinkedHashMap<>();
    for (ArMember member : library.thin() ? List.<ArMember>of() : library.members()) {
      checks.progress().step(0);
      ByteView content = library.content(member);
      Format format = checks.formats().detect(content);
      if (format.isCodeInLibraries()) {
        checks.part(ArClaims.place(library, place, member), content);
      } else if (content.size() > 0 && !StaticLibrary.isImport(content)) {
        others.computeIfAbsent(format, each -> new ArrayList<>()).add(member.name());
      }
    }
    others.forEach(
        (format, names) ->
            checks.leaveOut(
                place,
                names.size() == 1
                    ? "member %s (%s)".formatted(names.getFirst(), format.words())
                    : "%d members, such as %s (%s)"
                        .formatted(names.size(), names.getFirst(), format.words()),
                "In static libraries, objects, code objects, bundles and containers are checked"));
  }

  @Override
  public List<Structure> structures() {
    return List.of(
        new Structure(
            0x72613c21L, (bytes, offset, lines) -> lines.title("static library (ar)", 8)));
  }

  @Override
  public List<FileSummary.Group> groups() {
    return List.of(
        new FileSummary.Group("static library", "static libraries", OwnerKind.HOST_CODE));
  }

  private static final Rule<LibrarySubject> LIBRARY_READS =
      Rule.of(
          LibrarySubject.class,
          "library-reads",
          "The members of a static library follow one another to its end.",
          ArFormat::libraryReads);

  private static void libraryReads(LibrarySubject subject, Sink sink) {
    for (FormatException problem : subject.library().problems()) {
      sink.problem(subject.place(), problem, "Make the library again with ar or llvm-ar.");
    }
  }
}
