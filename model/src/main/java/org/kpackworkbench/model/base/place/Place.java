package org.kpackworkbench.model.base.place;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.text.CountText;

/**
 * Where something is. Immutable; two places are equal when they name the same thing.
 *
 * <p>{@link #range} is in the bytes of {@link #file}, or, below a code object that was
 * decompressed, in the bytes of that code object ({@link #container} is then that code object's
 * place).
 */
public sealed interface Place {

  /** The file that holds it. */
  Path file();

  /** The next larger thing that it is part of; null for a file. */
  @Nullable Place parent();

  /** Its bytes, where it has any that are known. */
  default @Nullable ByteRange range() {
    return null;
  }

  /** A short name, as a breadcrumb shows it. */
  default String label() {
    return switch (this) {
      case File(Path file) -> String.valueOf(Objects.requireNonNullElse(file.getFileName(), file));
      case Entry entry -> entry.way();
      case Bytes(Place in, ByteRange range) ->
          "0x%x, %s".formatted(range.start(), CountText.of(range.length(), "byte"));
      case Member member -> member.name();
      case Part part -> part.label();
      case Section section ->
          section.name().isEmpty() ? "section " + section.index() : section.name();
      case Segment segment -> segment.type() + " " + segment.index();
      case Wrapper wrapper -> "wrapper " + wrapper.index();
      case Marker marker -> "marker";
      case Bundle bundle -> "bundle " + bundle.index();
      case CodeObject code -> code.binary() + "#" + code.index() + " @ " + code.target();
      case Kernel kernel -> "kernel " + kernel.symbol();
      case Symbol symbol -> symbol.name();
      case ManifestRow row -> row.target();
    };
  }

  /** The unpacked code object whose bytes {@link #range} counts in; null: the file's own. */
  default @Nullable Place container() {
    Place above = parent();
    return switch (above) {
      case null -> null;
      case CodeObject code when code.unpacked() -> code;
      default -> above.container();
    };
  }

  /** The way from the file to here, outermost first, this one last. */
  default List<Place> path() {
    List<Place> way = new ArrayList<>();
    for (Place place = this; place != null; place = place.parent()) {
      way.addFirst(place);
    }
    return List.copyOf(way);
  }

  /** The labels of the way from the file to here, e.g. {@code lib/x.so#0 @ gfx942 » scale}. */
  default String wayText() {
    return path().stream()
        .filter(step -> !(step instanceof File))
        .map(Place::label)
        .collect(Collectors.joining(" » "));
  }

  /** Something in a file. */
  sealed interface Inner extends Place {
    @Override
    Place parent();

    @Override
    default Path file() {
      return parent().file();
    }
  }

  /** A whole file. */
  record File(Path file) implements Place {
    @Override
    public @Nullable Place parent() {
      return null;
    }
  }

  /**
   * A file or folder in a folder that is open as a whole.
   *
   * @param parent the folder that is open
   * @param way the way from it, with {@code /}
   */
  record Entry(Place parent, String way) implements Inner {

    /** The file or folder itself. */
    public Path target() {
      return file().resolve(way);
    }
  }

  /** Some bytes of {@code parent}. */
  record Bytes(Place parent, ByteRange range) implements Inner {}

  /** A member of a static library. */
  record Member(Place parent, int index, String name, ByteRange range) implements Inner {}

  /** A header, table or other part that a format names, e.g. {@code "ELF header"}. */
  record Part(Place parent, String label, ByteRange range) implements Inner {}

  /** A section; {@code range} is empty if it has no bytes in the file. */
  record Section(Place parent, int index, String name, ByteRange range) implements Inner {}

  /** A program header's segment. */
  record Segment(Place parent, int index, String type, ByteRange range) implements Inner {}

  /** A fat-binary wrapper, by its index in the wrapper section. */
  record Wrapper(Place parent, int index, ByteRange range) implements Inner {}

  /** The marker of a host-only binary. */
  record Marker(Place parent, ByteRange range) implements Inner {}

  /** An offload bundle, by its number in the file; {@code range} is what is stored. */
  record Bundle(Place parent, int index, ByteRange range) implements Inner {}

  /**
   * A code object: a row of an archive's table, an entry of a bundle, or a bare file.
   *
   * @param binary the binary's part of the key; for a bundle's entry the binary's file name
   * @param index the wrapper's index
   * @param target the target as it is written there
   * @param range the bytes as stored, in the file; null if they are not known yet
   * @param unpacked whether the bytes inside are not the file's own, but decompressed ones
   */
  record CodeObject(
      Place parent,
      String binary,
      int index,
      String target,
      @Nullable ByteRange range,
      boolean unpacked)
      implements Inner {

    // The range is knowledge about the code object, not part of its identity.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof CodeObject that
          && parent.equals(that.parent)
          && binary.equals(that.binary)
          && index == that.index
          && target.equals(that.target);
    }

    @Override
    public int hashCode() {
      return Objects.hash(parent, binary, index, target);
    }
  }

  /** A kernel of a code object, by its symbol; {@code range} is its machine code. */
  record Kernel(Place parent, String symbol, @Nullable ByteRange range) implements Inner {}

  /** A symbol of an ELF file. */
  record Symbol(Place parent, String name, @Nullable ByteRange range) implements Inner {}

  /** A row of a manifest. */
  record ManifestRow(Place parent, String target) implements Inner {}
}
