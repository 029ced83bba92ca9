package org.kpackworkbench.model.format.offload;

/** States of device code in a host binary. */
public enum DeviceCode {
  /** None, and nothing that leads to any. */
  NONE("no device code"),
  /** Bundles, and wrappers that point to them. */
  FAT("fat: device code inside"),
  /** A marker, and wrappers that all point to it. */
  HOST_ONLY("host-only: device code is in archives"),
  /** Neither fat nor host-only: the contents contradict each other. */
  HALF_CONVERTED("half-converted"),
  /** Bundles without wrappers: the code is registered another way and cannot be made host-only. */
  NO_WRAPPERS("device code without wrappers"),
  /** An object made with {@code -fgpu-rdc}: its device code has yet to be linked. */
  RELOCATABLE("relocatable device code, not linked yet"),
  /** There are no section headers that can be read, so nothing can be found by name. */
  NO_SECTION_HEADERS("unknown: there are no section headers");

  private final String words;

  DeviceCode(String words) {
    this.words = words;
  }

  /** Returns the state in words for people. */
  public String words() {
    return words;
  }

  /** The state in JSON output, one of few: what is more is a diagnosis. */
  public String id() {
    return switch (this) {
      case NONE -> "none";
      case FAT, NO_WRAPPERS, RELOCATABLE -> "fat";
      case HOST_ONLY -> "host-only";
      case HALF_CONVERTED -> "half-converted";
      case NO_SECTION_HEADERS -> "unknown";
    };
  }
}
