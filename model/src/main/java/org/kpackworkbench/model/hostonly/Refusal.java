package org.kpackworkbench.model.hostonly;

/** Why a file cannot be made host-only. */
public enum Refusal {
  /** Not an ELF file of 64 bits, little-endian, for x86-64. */
  NOT_X86_64_ELF("it is no ELF file for x86-64 (64-bit, little-endian)"),
  /** An object file. */
  NOT_LINKED("it is an object file, which has yet to be linked"),
  /** There are no section headers, or none that can be read. */
  NO_SECTION_HEADERS("it has no section headers: they were stripped, or the file was cut off"),
  /** Device code without wrappers. */
  NO_WRAPPERS("it has .hip_fatbin, but no wrapper section .hipFatBinSegment"),
  /** Some wrappers are converted, others not, or marker and wrappers contradict each other. */
  HALF_CONVERTED("it is half-converted"),
  /** A wrapper that points to no device code, or whose pointer cannot be worked out. */
  UNKNOWN_WRAPPER("a wrapper does not lead to device code"),
  /** Something other than a wrapper points into the device code. */
  RELOCATION_INTO_DEVICE_CODE("a relocation points into the device code that would be removed"),
  /** Headers that contradict each other, or sections where no linker puts them. */
  UNUSUAL_LAYOUT("its layout is not one that can be changed safely"),
  /** No room behind the program headers. */
  NO_ROOM_FOR_HEADERS("there is no room for another program header"),
  /** The marker is longer than the device code. */
  MARKER_TOO_LONG("the marker does not fit where the device code was"),
  /** A bundle whose entries cannot all be read, so that archives could not keep them. */
  BROKEN_BUNDLE("a bundle cannot be read"),
  /** An entry for a device that does not say for which. */
  NO_TARGET("an entry of a bundle names no target"),
  /** Archives and artifacts are called after their targets. */
  UNSAFE_TARGET("an entry of a bundle names a target that cannot be part of a file's name"),
  /** Two entries of a bundle that would be one row of an archive. */
  SAME_TARGET("two entries of a bundle are for the same target"),
  /** Bytes in a bundle that are for the host. */
  HOST_CODE("a bundle holds code for the host, which archives cannot keep"),
  /** A bundle that belongs to no wrapper. */
  UNREFERENCED_BUNDLE("a bundle that no wrapper points to would be lost");

  private final String words;

  Refusal(String words) {
    this.words = words;
  }

  /** The reason in words, without the file and the details. */
  public String words() {
    return words;
  }
}
