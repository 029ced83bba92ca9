package org.kpackworkbench.model.format.host;

import java.util.List;
import java.util.OptionalInt;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.StructReader;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfMachine;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.ReadFormat;
import org.kpackworkbench.model.format.registry.Structure;

/** Libraries, programs and object files for the host: every ELF file but GPU code objects. */
public final class ElfFormat extends ReadFormat {
  /** The only instance. */
  public static final ElfFormat FORMAT = new ElfFormat();

  /** Binaries with device code inside. */
  public static final FileSummary.Group FAT =
      new FileSummary.Group("fat binary", "fat binaries", OwnerKind.DEVICE_CODE);

  /** Binaries whose device code is in archives. */
  public static final FileSummary.Group HOST_ONLY =
      new FileSummary.Group("host-only binary", "host-only binaries", OwnerKind.HOST_CODE);

  /** Binaries that are neither fat nor host-only. */
  public static final FileSummary.Group HALF_CONVERTED =
      new FileSummary.Group("half-converted binary", "half-converted binaries", OwnerKind.PROBLEM);

  /** Device code that is not reached through wrappers, or of which nothing can be said. */
  static final FileSummary.Group UNCLEAR =
      new FileSummary.Group("other binary", "other binaries", OwnerKind.HOST_CODE);

  static final FileSummary.Group PLAIN =
      new FileSummary.Group(
          "binary without device code", "binaries without device code", OwnerKind.HOST_CODE);

  private ElfFormat() {
    super("elf", "ELF binary", "an ELF file");
  }

  @Override
  public boolean isCodeInLibraries() {
    return true;
  }

  @Override
  public Likeness likeness(Head head) throws FormatException {
    OptionalInt machine = ElfFile.machine(head);
    return machine.isPresent() && machine.getAsInt() != ElfMachine.AMDGPU
        ? Likeness.SURE
        : Likeness.NONE;
  }

  @Override
  public Document open(OpenSource source, Opening opening) throws FormatException {
    return new ElfDocument(source, opening);
  }

  @Override
  public List<FileSummary.Group> groups() {
    return List.of(FAT, HOST_ONLY, HALF_CONVERTED, UNCLEAR, PLAIN);
  }

  @Override
  public List<Structure> structures() {
    return List.of(new Structure(0x464c457fL, Header::read));
  }

  /** The first fields of an ELF header for the inspector. */
  private static final class Header {
    private static final String[] CLASSES = {"no class", "32-bit", "64-bit"};
    private static final String[] ORDERS = {"no byte order", "little-endian", "big-endian"};
    private static final String[] TYPES = {"none", "object file", "executable", "shared", "core"};
    private static final int OS_ABI_HSA = 64;

    private Header() {}

    static void read(ByteView bytes, long offset, Structure.Lines lines) throws FormatException {
      lines.title("ELF file", 64);
      StructReader reader = new StructReader(bytes, offset + 4, "ELF header");
      String width = name(CLASSES, reader.u8("class"));
      String order = name(ORDERS, reader.u8("byte order"));
      lines.field("class", width + ", " + order);
      reader.skip("version", 1);
      int osAbi = reader.u8("OS ABI");
      int abiVersion = reader.u8("ABI version");
      reader.skip("padding", 7);
      lines.field("type", name(TYPES, reader.u16("type")));
      lines.field("machine", ElfMachine.name(reader.u16("machine")));
      lines.field(
          "OS ABI",
          osAbi == OS_ABI_HSA ? "64 (AMDGPU HSA), version " + abiVersion : Integer.toString(osAbi));
    }

    private static String name(String[] names, int value) {
      return value < names.length ? names[value] : Integer.toString(value);
    }
  }
}
