package org.kpackworkbench.model.format.hostonly;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.elf.SectionType;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.kpack.DroppedTargets;

/**
 * The note that a fat binary keeps of the code that prune removed from it: a section that is not
 * loaded, with {@link DroppedTargets} in MessagePack, in which {@link #SELF} is the binary. Each
 * run adds a section of its own. Its type is {@code PROGBITS}, as that of {@code .comment}, since
 * {@code eu-elflint} knows the owners of {@code NOTE}.
 */
public final class PruneNote {
  /** The section's name, which is not longer than that of the marker. */
  public static final String SECTION = ".kpack_pruned";

  /** The section's name in Windows binaries, whose linkers cut names after eight bytes. */
  public static final String SHORT_SECTION = ".kpackpr";

  /** Name in the note for the binary that it is in. */
  public static final String SELF = "";

  private static final int MOST_SECTIONS = 64;

  private PruneNote() {}

  /** The section's content. */
  public static byte[] bytes(DroppedTargets dropped) {
    return dropped.encoded();
  }

  /**
   * Returns the dropped targets of all note sections of a binary.
   *
   * @throws FormatException if the file changed meanwhile, or was closed
   */
  public static DroppedTargets of(HostImage image) throws FormatException {
    DroppedTargets sum = DroppedTargets.NONE;
    List<? extends HostImage.Section> own =
        image.sections().stream().filter(PruneNote::isNote).limit(MOST_SECTIONS).toList();
    for (HostImage.Section section : own) {
      ByteRange range = image.rangeOf(section);
      sum = sum.with(DroppedTargets.decoded(image.view().slice(range.start(), range.length())));
    }
    return sum;
  }

  private static boolean isNote(HostImage.Section section) {
    return section instanceof ElfSection elf
        ? elf.name().equals(SECTION) && elf.type() == SectionType.PROGBITS
        : section.name().equals(SHORT_SECTION);
  }

  /**
   * Returns the dropped targets of a binary, which is opened for it.
   *
   * @throws IOException if it cannot be read
   */
  public static DroppedTargets of(Path binary) throws IOException {
    try (OpenFile open = OpenFile.open(binary)) {
      ByteView view = open.view();
      return of(CoffFile.isCoff(view) ? CoffFile.read(view) : ElfFile.read(view));
    }
  }

  /** The section's name as a table of names has it, filled with zeros to some length. */
  public static byte[] name(int length) {
    byte[] ascii = SECTION.getBytes(StandardCharsets.US_ASCII);
    if (ascii.length > length) {
      throw new IllegalArgumentException(length + " bytes");
    }
    return Arrays.copyOf(ascii, length);
  }
}
