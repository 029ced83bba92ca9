package org.kpackworkbench.model.format.kpm;

import java.util.Set;

/** The two ways in which manifests are written. */
public enum ManifestDialect {
  /** A map of targets; what split tools write, and the default. */
  BY_ARCHITECTURE("by architecture", "format_version", "component_name", "file", "sha256"),
  /** A list of rows with checksums. */
  BY_LIST("by list", "version", "component", "filename", "checksum");

  /** The keys that one of the dialects has, or both; others do not depend on the dialect. */
  public static final Set<String> KEYS =
      Set.of(
          "format_version",
          "version",
          "component_name",
          "component",
          "prefix",
          "kpack_files",
          "architecture",
          "file",
          "filename",
          "size",
          "kernel_count",
          "sha256",
          "checksum");

  private final String words;
  private final String versionKey;
  private final String componentKey;
  private final String fileKey;
  private final String checksumKey;

  ManifestDialect(
      String words, String versionKey, String componentKey, String fileKey, String checksumKey) {
    this.words = words;
    this.versionKey = versionKey;
    this.componentKey = componentKey;
    this.fileKey = fileKey;
    this.checksumKey = checksumKey;
  }

  /** The dialect in words, as views show it. */
  public String words() {
    return words;
  }

  String versionKey() {
    return versionKey;
  }

  String componentKey() {
    return componentKey;
  }

  String fileKey() {
    return fileKey;
  }

  String checksumKey() {
    return checksumKey;
  }
}
