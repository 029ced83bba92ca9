package org.kpackworkbench.views.format.ar;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.TimeText;
import org.kpackworkbench.model.format.ar.ArClaims;
import org.kpackworkbench.model.format.ar.ArMember;
import org.kpackworkbench.model.format.ar.StaticLibraryDocument;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.views.format.elf.ElfViews;

/**
 * A member of a static library as the table shows it.
 *
 * @param member the member
 * @param place where it is
 * @param kind what it is, in words
 * @param deviceCode what it has of device code, in words; empty if that is not known
 * @param codeObjects how many code objects it holds; -1 if that is not known
 * @param document its document; null if it is not taken apart
 * @param external of a thin library, the file that holds the content; null if that is no such path,
 *     and in ordinary libraries
 * @param problem what is wrong with it; empty if nothing is
 */
record MemberRow(
    ArMember member,
    Place.Member place,
    String kind,
    String deviceCode,
    int codeObjects,
    @Nullable Document document,
    @Nullable Path external,
    String problem) {

  /** The rows of all members; reads the headers of each: background threads only. */
  static List<MemberRow> of(StaticLibraryDocument document) throws FormatException {
    Map<Place, Document> documents = new HashMap<>();
    document.members().forEach(member -> documents.put(member.place(), member));
    List<MemberRow> rows = new ArrayList<>();
    for (ArMember member : document.library().members()) {
      Place.Member place = ArClaims.place(document.library(), document.place(), member);
      rows.add(
          document.library().thin()
              ? external(document, member, place)
              : row(document, member, place, documents.get(place)));
    }
    return List.copyOf(rows);
  }

  /** When the member was last changed, in UTC; empty where reproducible builds left it out. */
  String time() {
    return member.timeSeconds() == 0
        ? ""
        : TimeText.minutes(Instant.ofEpochSecond(member.timeSeconds()), ZoneOffset.UTC);
  }

  /** The permissions as in a listing, such as {@code 644}. */
  String mode() {
    return member.mode() == 0 ? "" : Integer.toOctalString(member.mode());
  }

  private static MemberRow row(
      StaticLibraryDocument library,
      ArMember member,
      Place.Member place,
      @Nullable Document document)
      throws FormatException {
    if (document == null) {
      String kind = library.formatOf(member).words();
      return new MemberRow(member, place, kind, "", -1, null, null, "");
    }
    List<FormatException> problems = document.problems();
    return new MemberRow(
        member,
        place,
        document instanceof ElfDocument elf
            ? elf.elf().typeName() + ", " + elf.elf().header().machineName()
            : document.format().words(),
        document instanceof ElfDocument elf ? ElfViews.stateWords(elf.fat().state()) : "",
        document.codeObjects().size(),
        document,
        null,
        problems.isEmpty() ? "" : String.valueOf(problems.getFirst().getMessage()));
  }

  private static MemberRow external(
      StaticLibraryDocument document, ArMember member, Place.Member place) {
    try {
      Path file = document.library().externalPath(document.path(), member);
      boolean there = Files.isRegularFile(file);
      return new MemberRow(
          member,
          place,
          "a file of its own: " + file,
          "",
          -1,
          null,
          there ? file : null,
          there ? "" : "The file does not exist: " + file);
    } catch (FormatException unsafe) {
      return new MemberRow(
          member,
          place,
          "a file of its own",
          "",
          -1,
          null,
          null,
          String.valueOf(unsafe.getMessage()));
    }
  }
}
