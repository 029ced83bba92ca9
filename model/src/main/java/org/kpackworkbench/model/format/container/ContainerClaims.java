package org.kpackworkbench.model.format.container;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.Gaps;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;

/** Claims of containers on their bytes: tables, images, compressed data. */
public final class ContainerClaims {
  private ContainerClaims() {}

  /**
   * Lists the claims.
   *
   * @param parts what the entries are
   * @param parent the place of the file
   * @throws FormatException if the file changed meanwhile
   */
  public static List<Claim> of(ContainerFile file, List<ContainerPart> parts, Place parent)
      throws FormatException {
    ByteView view = file.view();
    List<Claim> claims = new ArrayList<>();
    List<ByteRange> taken = new ArrayList<>();
    for (Container container : file.containers()) {
      ByteRange tables = tables(container);
      String label =
          "container %d, %s"
              .formatted(container.index(), container.packed() == null ? "tables" : "header");
      taken.add(tables);
      claims.add(
          new Claim(
              outer(view, tables),
              OwnerKind.METADATA,
              label,
              new Place.Part(parent, label, outer(view, tables))));
      if (container.packed() != null && !container.payload().isEmpty()) {
        taken.add(container.payload());
        ByteRange payload = outer(view, container.payload());
        String packed = "container %d, compressed".formatted(container.index());
        claims.add(
            new Claim(
                payload, OwnerKind.COMPRESSED, packed, new Place.Part(parent, packed, payload)));
      }
    }
    for (ContainerPart part : parts) {
      ContainerEntry entry = part.entry();
      Container container = file.of(entry);
      if (container.packed() == null && entry.hasImage()) {
        ByteRange image =
            new ByteRange(container.range().start() + entry.image().start(), entry.image().length())
                .intersect(new ByteRange(0, view.size()));
        taken.add(image);
        claims.add(
            new Claim(
                outer(view, image),
                OwnerKind.DEVICE_CODE,
                "entry %d, %s".formatted(entry.number(), part.words()),
                part.place(),
                entry.arch().isEmpty() ? null : entry.arch()));
      }
    }
    claims.addAll(Gaps.of(view, new ByteRange(0, view.size()), taken, "bytes of no entry"));
    return List.copyOf(claims);
  }

  /** The header, and where nothing is compressed the entries and their texts, up to an image. */
  private static ByteRange tables(Container container) {
    long end = container.range().end();
    if (container.packed() != null) {
      return ByteRange.between(container.range().start(), container.payload().start());
    }
    for (ContainerEntry entry : container.entries()) {
      if (entry.hasImage()) {
        end = Math.min(end, container.range().start() + entry.image().start());
      }
    }
    return ByteRange.between(container.range().start(), end);
  }

  private static ByteRange outer(ByteView view, ByteRange range) {
    return new ByteRange(view.fileOffset(range.start()), range.length());
  }
}
