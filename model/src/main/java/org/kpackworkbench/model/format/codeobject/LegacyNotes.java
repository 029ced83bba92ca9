package org.kpackworkbench.model.format.codeobject;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.StructReader;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.target.GpuTarget.Feature;
import org.kpackworkbench.model.format.elf.ElfNote;

/**
 * The notes of V2 code objects, whose owner is {@code AMD}.
 *
 * <p>See "Code Object V2 Note Records" in LLVM's AMDGPU usage guide.
 */
final class LegacyNotes {
  private static final String OWNER = "AMD";
  private static final int ISA_VERSION = 3;
  private static final int METADATA = 10;
  private static final int ISA_NAME = 11;
  private static final int LONGEST_TEXT_BYTES = 1 << 20;
  private static final Pattern OLD_FEATURE = Pattern.compile("([+-])(xnack|sram-?ecc)");

  private LegacyNotes() {}

  /** The note with the metadata's YAML text; null where there is none. */
  static @Nullable ElfNote metadata(List<ElfNote> notes) {
    return find(notes, METADATA);
  }

  /** The text of a note, up to its final zero bytes; at most a mebibyte. */
  static String text(ElfNote note) throws FormatException {
    ByteView content = note.content();
    String text = content.text(0, (int) Math.min(LONGEST_TEXT_BYTES, content.size()));
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == 0) {
      end--;
    }
    return text.substring(0, end);
  }

  /** The target that the notes name; null where none does. */
  static @Nullable String target(List<ElfNote> notes) throws FormatException {
    ElfNote name = find(notes, ISA_NAME);
    if (name != null && name.content().size() > 0) {
      return text(name);
    }
    ElfNote version = find(notes, ISA_VERSION);
    return version == null ? null : isa(version);
  }

  private static String isa(ElfNote note) throws FormatException {
    StructReader reader = new StructReader(note.content(), 0, "ISA version note");
    reader.skip("name sizes", 4);
    long major = reader.u32("major version");
    long minor = reader.u32("minor version");
    long stepping = reader.u32("stepping");
    return String.format(Locale.ROOT, "gfx%d%d%x", major, minor, stepping);
  }

  /** Reads a target, also as it was written before V4: {@code gfx906+sram-ecc-xnack}. */
  static GpuTarget parse(String text) {
    GpuTarget target = GpuTarget.lenient(text);
    Matcher feature = OLD_FEATURE.matcher(target.processor());
    if (!feature.find() || feature.start() == 0) {
      return target;
    }
    String processor = target.processor().substring(0, feature.start());
    List<Feature> features = new ArrayList<>(target.features());
    do {
      features.add(new Feature(feature.group(2).replace("-", ""), feature.group(1).equals("+")));
    } while (feature.find());
    return new GpuTarget(processor, features);
  }

  private static @Nullable ElfNote find(List<ElfNote> notes, int type) {
    for (ElfNote note : notes) {
      if (note.name().equals(OWNER) && note.type() == type) {
        return note;
      }
    }
    return null;
  }
}
