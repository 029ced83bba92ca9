package org.kpackworkbench.model.hostonly.restore;

/** Why device code cannot be put back. */
public enum RestoreRefusal {
  /** Not an ELF file of 64 bits, little-endian, for x86-64. */
  NOT_X86_64_ELF("it is no ELF file for x86-64 (64-bit, little-endian)"),
  /** There are no section headers, or none that can be read. */
  NO_SECTION_HEADERS("it has no section headers: they were stripped, or the file was cut off"),
  /** It was never made host-only. */
  NOT_HOST_ONLY("it is not host-only"),
  /** Some wrappers are converted, others not, or marker and wrappers contradict each other. */
  HALF_CONVERTED("it is half-converted"),
  /** Wrappers are HIPK, but what they point to does not say what the binary is called. */
  NO_MARKER("it has no marker that names it"),
  /** A wrapper whose pointer cannot be set. */
  UNKNOWN_WRAPPER("a wrapper's pointer cannot be set"),
  /** Nothing was found where the marker leads. */
  NO_ARCHIVES("none of its archives was found"),
  /** An archive cannot be read. */
  ARCHIVE_UNREADABLE("an archive cannot be read"),
  /** A code object does not come out of its archive as it went in. */
  CODE_OBJECT_DAMAGED("a code object in an archive is damaged"),
  /** Several archives have different code for the same place. */
  CONTRADICTING_ARCHIVES("archives contradict each other"),
  /** Code objects are in no archive. */
  MISSING_CODE("code objects are in no archive"),
  /** A bundle is larger than its form allows. */
  BUNDLE_TOO_LARGE("a bundle is larger than its form allows"),
  /** Headers that contradict each other, or sections where no linker puts them. */
  UNUSUAL_LAYOUT("its layout is not one that can be changed safely"),
  /** No room behind the program headers. */
  NO_ROOM_FOR_HEADERS("there is no room for another program header");

  private final String words;

  RestoreRefusal(String words) {
    this.words = words;
  }

  /** The reason in words, without the file and the details. */
  public String words() {
    return words;
  }
}
