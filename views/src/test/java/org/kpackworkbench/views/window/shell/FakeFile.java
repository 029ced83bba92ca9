package org.kpackworkbench.views.window.shell;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.views.spi.OpenedFile;

/** A made-up library: {@code .text}, and a fat section with two code objects in a bundle. */
public final class FakeFile implements OpenedFile {
  static final int SIZE = 0x4000;

  public final Path path;
  final Place.File place;
  public final Place.Section text;
  final Place.Section fat;
  final Place.Bundle bundle;
  public final List<Place.CodeObject> objects;
  final List<FormatException> problems = new ArrayList<>();
  final Place.CodeObject packed;
  final Place.Kernel packedKernel;

  /** Bytes to have in stead of a few empty ones. */
  ByteView large;

  boolean packedIsBroken;
  int unpacked;
  public long addressBase = 0x10000;
  boolean closed;

  public FakeFile(Path path) {
    this.path = path;
    place = new Place.File(path);
    text = new Place.Section(place, 1, ".text", new ByteRange(0x1000, 0x800));
    fat = new Place.Section(place, 2, ".hip_fatbin", new ByteRange(0x2000, 0x2000));
    bundle = new Place.Bundle(fat, 0, new ByteRange(0x2000, 0x1800));
    packed = new Place.CodeObject(place, "packed.so", 0, "gfx942", null, true);
    packedKernel = new Place.Kernel(packed, "packed_kernel", new ByteRange(0x10, 0x40));
    objects =
        List.of(
            new Place.CodeObject(
                bundle, "libfake.so", 0, "gfx90a:xnack+", new ByteRange(0x2100, 0x600), false),
            new Place.CodeObject(
                bundle, "libfake.so", 0, "gfx1030", new ByteRange(0x2800, 0x900), false));
  }

  @Override
  public Path path() {
    return path;
  }

  @Override
  public Place place() {
    return place;
  }

  @Override
  public String kindWords() {
    return "made-up library";
  }

  @Override
  public ByteView bytes() {
    return large == null ? ByteView.of(path.toString(), new byte[SIZE]) : large;
  }

  @Override
  public Ownership ownership() {
    List<Claim> claims = new ArrayList<>();
    claims.add(new Claim(text.range(), OwnerKind.HOST_CODE, ".text", text));
    claims.add(new Claim(fat.range(), OwnerKind.PADDING, ".hip_fatbin", fat));
    claims.add(new Claim(bundle.range(), OwnerKind.METADATA, "bundle 0", bundle));
    for (Place.CodeObject object : objects) {
      claims.add(
          new Claim(
              object.range(), OwnerKind.DEVICE_CODE, object.target(), object, object.target()));
    }
    return ClaimMap.of(SIZE, claims);
  }

  @Override
  public <T> Optional<T> as(Class<T> type) {
    return Optional.of(this).filter(type::isInstance).map(type::cast);
  }

  @Override
  public List<FormatException> problems() {
    return problems;
  }

  @Override
  public OptionalLong virtualAddress(long fileOffset) {
    return OptionalLong.of(fileOffset + addressBase);
  }

  @Override
  public OptionalLong fileOffset(long virtualAddress) {
    return virtualAddress < addressBase
        ? OptionalLong.empty()
        : OptionalLong.of(virtualAddress - addressBase);
  }

  @Override
  public InnerBytes inner(Place container) throws IOException {
    if (packedIsBroken || !container.equals(packed)) {
      throw FormatException.in(path.toString(), "frame", "", FormatException.Reason.BAD_COMPRESSION)
          .build();
    }
    unpacked++;
    return new InnerBytes(
        ByteView.of("packed", new byte[0x100]),
        ClaimMap.of(
            0x100,
            List.of(
                new Claim(
                    packedKernel.range(), OwnerKind.DEVICE_CODE, "packed_kernel", packedKernel))));
  }

  @Override
  public void close() {
    closed = true;
  }
}
