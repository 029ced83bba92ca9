package org.kpackworkbench.model.format.ar;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.Claims;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.FileInfo;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.format.registry.Lazy;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.PlaceSyntax;
import org.kpackworkbench.model.format.registry.PlaceSyntaxException;
import org.kpackworkbench.model.format.registry.SelectedCodeObjects;
import org.kpackworkbench.model.format.registry.SourceDocument;

/**
 * An open static library: its members, and the documents that its ELF members are. The members of a
 * thin library are files of their own and are only named.
 */
public final class StaticLibraryDocument extends SourceDocument {
  private final StaticLibrary library;
  private final Formats formats;
  private final Lazy<Opened> opened;

  private record Opened(
      List<Document> members, CodeObjects codeObjects, List<FormatException> problems) {}

  StaticLibraryDocument(OpenSource source, Opening opening) throws FormatException {
    super(source, ArFormat.FORMAT);
    this.formats = opening.formats();
    this.library = StaticLibrary.read(source.bytes());
    this.opened = new Lazy<>(() -> open(opening));
  }

  private Opened open(Opening opening) {
    List<Document> members = new ArrayList<>();
    List<FormatException> problems = new ArrayList<>(library.problems());
    for (ArMember member : library.thin() ? List.<ArMember>of() : library.members()) {
      try {
        ByteView content = library.content(member);
        if (opening.formats().detect(content).isCodeInLibraries()) {
          Place place = ArClaims.place(library, place(), member);
          members.add(opening.part(place, content));
        }
      } catch (FormatException failure) {
        problems.add(failure);
      }
    }
    for (Document member : members) {
      problems.addAll(member.problems());
    }
    return new Opened(
        List.copyOf(members),
        new SelectedCodeObjects(members.stream().map(Document::codeObjects).toList()),
        List.copyOf(problems));
  }

  /** Returns the format of a member, by its content. */
  public Format formatOf(ArMember member) throws FormatException {
    return formats.detect(library.content(member));
  }

  @Override
  protected Ownership owners() throws FormatException {
    List<Claim> all = new ArrayList<>(ArClaims.of(library, place()));
    for (Document member : members()) {
      long base = member.bytes().fileOffset(0) - bytes().fileOffset(0);
      for (Claim claim : member.ownership().claims()) {
        ByteRange range = new ByteRange(claim.range().start() + base, claim.range().length());
        all.add(new Claim(range, claim.kind(), claim.label(), claim.place(), claim.target()));
      }
    }
    return Claims.map(bytes(), all);
  }

  /** The library. */
  public StaticLibrary library() {
    return library;
  }

  /** The members that are ELF files, in their order. Reads their headers the first time. */
  public List<Document> members() {
    return opened.get().members();
  }

  @Override
  public List<FormatException> problems() {
    return opened.get().problems();
  }

  @Override
  public CodeObjects codeObjects() {
    return opened.get().codeObjects();
  }

  @Override
  public void close() {
    for (Document member : members()) {
      member.close();
    }
    super.close();
  }

  @Override
  public String whyNoCodeObjects() {
    return library.thin()
        ? "not known: a thin library only names its members, which are separate files; use"
            + " those instead"
        : super.whyNoCodeObjects();
  }

  @Override
  public FileInfo info(boolean checksums, Progress progress) throws IOException {
    return new StaticLibraryInfo(this);
  }

  @Override
  public Optional<Place> place(String form, String name, PlaceSyntax syntax)
      throws PlaceSyntaxException {
    if (!form.equals("member")) {
      return Optional.empty();
    }
    for (ArMember member : library.members()) {
      if (member.name().equals(name)) {
        return Optional.of(ArClaims.place(library, place(), member));
      }
    }
    throw syntax.none("member", library.members().stream().map(ArMember::name));
  }
}
