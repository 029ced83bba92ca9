package org.kpackworkbench.model.analysis.diff;

/** The kinds of things to compare. */
public enum ComparisonKind {
  ARCHIVES("archives", "archives"),
  MANIFESTS("manifests", "manifests"),
  DISK("manifest-and-disk", "a manifest and the disk"),
  CODE_OBJECTS("code-objects", "GPU code objects"),
  KERNEL("kernel", "a kernel"),
  ELF("elf", "ELF binaries"),
  WINDOWS("windows", "Windows binaries"),
  RELOCATIONS("relocations", "relocations"),
  BUNDLES("bundles", "offload bundles"),
  LIBRARIES("static-libraries", "static libraries"),
  CONTENTS("contents", "files of one kind"),
  TREES("trees", "folders"),
  ARTIFACTS("artifacts", "artifacts"),
  FILES("files", "files of unlike or unknown kinds"),
  BYTES("bytes", "bytes");

  private final String id;
  private final String words;

  ComparisonKind(String id, String words) {
    this.id = id;
    this.words = words;
  }

  /** For programs. */
  public String id() {
    return id;
  }

  /** For people, after "Comparison of". */
  public String words() {
    return words;
  }
}
