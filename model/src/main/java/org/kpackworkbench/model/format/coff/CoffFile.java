package org.kpackworkbench.model.format.coff;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;

/**
 * A Windows file: a program, DLL or object. Immutable.
 *
 * @param view its bytes
 * @param linked whether it is a program or DLL, not an object
 * @param dll whether it is a DLL
 * @param machine the machine's number
 * @param timeStamp the time, or whatever reproducible builds put there
 * @param flags the file's characteristics
 * @param imageBase the address it wants to be loaded at; 0 in objects
 * @param sections its sections
 * @param problems what was found broken
 */
public record CoffFile(
    ByteView view,
    boolean linked,
    boolean dll,
    int machine,
    long timeStamp,
    int flags,
    long imageBase,
    List<CoffSection> sections,
    List<FormatException> problems) {

  public static final int I386 = 0x14c;
  public static final int X86_64 = 0x8664;
  public static final int ARM64 = 0xaa64;

  /** Whether the bytes are those of a Windows program, DLL or object. */
  public static boolean isCoff(ByteView view) throws FormatException {
    return CoffReader.isCoff(view);
  }

  /**
   * Reads headers and sections.
   *
   * @throws FormatException if it is no such file
   */
  public static CoffFile read(ByteView view) throws FormatException {
    return new CoffReader(view).read();
  }

  /** Returns the kind of the file in words. */
  public String kindName() {
    return linked ? dll ? "Windows DLL" : "Windows program" : "Windows object file";
  }

  /** The machine's name. */
  public String machineName() {
    return switch (machine) {
      case I386 -> "x86";
      case X86_64 -> "x86-64";
      case ARM64 -> "AArch64";
      default -> "machine 0x%x".formatted(machine);
    };
  }

  /** Whether any section has to do with device code. */
  public boolean hasDeviceCode() {
    return sections.stream().anyMatch(section -> section.role() != CoffSection.Role.OTHER);
  }
}
