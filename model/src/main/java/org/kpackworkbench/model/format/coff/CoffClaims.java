package org.kpackworkbench.model.format.coff;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.Gaps;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;

/** Claims of a Windows file on its bytes: section headers and sections. */
public final class CoffClaims {
  private static final long EXECUTE = 0x20000000L;

  private CoffClaims() {}

  /**
   * Lists the claims.
   *
   * @param parts what has bytes of its own beside and in sections
   * @param parent the place of the file
   * @throws FormatException if the file changed meanwhile
   */
  public static List<Claim> of(CoffFile file, List<ImagePart> parts, Place parent)
      throws FormatException {
    ByteView view = file.view();
    List<Claim> claims = new ArrayList<>();
    List<ByteRange> taken = new ArrayList<>();
    if (!file.sections().isEmpty()) {
      long end = file.sections().getLast().headerOffset() + CoffSection.HEADER_SIZE_BYTES;
      ByteRange headers = new ByteRange(0, Math.min(end, view.size()));
      taken.add(headers);
      Place place = new Place.Part(parent, "headers", outer(view, headers));
      claims.add(new Claim(outer(view, headers), OwnerKind.METADATA, "headers", place));
    }
    for (CoffSection section : file.sections()) {
      ByteRange range = file.paddedRangeOf(section);
      if (!range.isEmpty()) {
        taken.add(range);
        claims.add(
            new Claim(
                outer(view, range), kind(section), section.label(), file.placeOf(section, parent)));
      }
    }
    for (CoffSection section : file.sections()) {
      long size = (long) section.relocationCount() * ObjectRelocations.ENTRY_BYTES;
      long start = section.relocationsOffset();
      if (size > 0 && start <= view.size() - size) {
        part(
            parent,
            view,
            new ByteRange(start, size),
            "relocations of " + section.label(),
            claims,
            taken);
      }
    }
    if (!file.symbols().isEmpty()) {
      part(parent, view, file.symbols(), "symbols", claims, taken);
    }
    for (ImagePart part : parts) {
      if (!part.range().isEmpty()) {
        part(parent, view, part.range(), part.label(), claims, taken);
      }
    }
    ByteRange whole = new ByteRange(0, view.size());
    claims.addAll(Gaps.of(view, whole, taken, "bytes that no section holds"));
    return List.copyOf(claims);
  }

  /** The place of a part. */
  public static Place.Part placeOf(CoffFile file, ImagePart part, Place parent) {
    return new Place.Part(parent, part.label(), outer(file.view(), part.range()));
  }

  private static void part(
      Place parent,
      ByteView view,
      ByteRange range,
      String label,
      List<Claim> claims,
      List<ByteRange> taken) {
    taken.add(range);
    ByteRange outer = outer(view, range);
    claims.add(new Claim(outer, OwnerKind.METADATA, label, new Place.Part(parent, label, outer)));
  }

  private static OwnerKind kind(CoffSection section) {
    return switch (section.role()) {
      case BUNDLES -> OwnerKind.DEVICE_CODE;
      case WRAPPERS -> OwnerKind.WRAPPER;
      case MARKER -> OwnerKind.MARKER;
      case OTHER -> (section.flags() & EXECUTE) != 0 ? OwnerKind.HOST_CODE : OwnerKind.HOST_DATA;
    };
  }

  private static ByteRange outer(ByteView view, ByteRange range) {
    return new ByteRange(view.fileOffset(range.start()), range.length());
  }
}
