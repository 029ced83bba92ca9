package org.kpackworkbench.model.format.ar;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.Gaps;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;

/** Claims of a static library on its bytes; the contents of its members are for others to claim. */
public final class ArClaims {
  private final ByteView view;
  private final Place parent;
  private final List<Claim> claims = new ArrayList<>();
  private final List<ByteRange> taken = new ArrayList<>();

  private ArClaims(ByteView view, Place parent) {
    this.view = view;
    this.parent = parent;
  }

  /** The place of a member. */
  public static Place.Member place(StaticLibrary library, Place parent, ArMember member) {
    long start = library.view().fileOffset(member.range().start());
    ByteRange range = new ByteRange(start, member.range().length());
    return new Place.Member(parent, member.index(), member.name(), range);
  }

  /**
   * Lists the claims.
   *
   * @param parent the place of the library
   * @throws FormatException if the file changed meanwhile
   */
  public static List<Claim> of(StaticLibrary library, Place parent) throws FormatException {
    ArClaims all = new ArClaims(library.view(), parent);
    all.part("magic", new ByteRange(0, StaticLibrary.MAGIC.length()));
    for (SymbolIndex index : library.symbolIndices()) {
      all.part("symbol index", ByteRange.between(index.headerOffset(), index.range().end()));
      all.padding(index.range());
    }
    ByteRange names = library.longNames();
    if (names != null) {
      long start = names.start() - ArMember.HEADER_SIZE_BYTES;
      all.part("long names", ByteRange.between(start, names.end()));
      all.padding(names);
    }
    for (ArMember member : library.members()) {
      ByteRange header = ByteRange.between(member.headerOffset(), member.range().start());
      all.part("header of " + member.name(), header);
      if (!member.range().isEmpty()) {
        all.add(member.range(), OwnerKind.HOST_DATA, member.name(), place(library, parent, member));
        all.padding(member.range());
      }
    }
    ByteRange whole = new ByteRange(0, library.view().size());
    all.claims.addAll(Gaps.of(library.view(), whole, all.taken, "bytes that no member holds"));
    return List.copyOf(all.claims);
  }

  /** Members start at even offsets; a line feed fills up. */
  private void padding(ByteRange content) {
    if (content.end() % 2 == 1 && content.end() < view.size()) {
      ByteRange range = new ByteRange(content.end(), 1);
      taken.add(range);
      claims.add(new Claim(outer(range), OwnerKind.PADDING, "padding", null));
    }
  }

  private void part(String label, ByteRange range) {
    add(range, OwnerKind.METADATA, label, new Place.Part(parent, label, outer(range)));
  }

  private void add(ByteRange range, OwnerKind kind, String label, Place place) {
    taken.add(range);
    claims.add(new Claim(outer(range), kind, label, place));
  }

  private ByteRange outer(ByteRange range) {
    return new ByteRange(view.fileOffset(range.start()), range.length());
  }
}
