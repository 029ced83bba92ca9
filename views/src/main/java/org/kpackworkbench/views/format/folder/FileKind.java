package org.kpackworkbench.views.format.folder;

import org.kpackworkbench.icons.KpackIcon;

/** What a file of a folder is, by its content. */
enum FileKind {
  FAT(KpackIcon.ELF_LIBRARY, "fat binary", "fat binaries"),
  HOST_ONLY(KpackIcon.ELF_LIBRARY, "host-only binary", "host-only binaries"),
  /** Neither fat nor host-only. */
  HALF_CONVERTED(KpackIcon.WARNING, "half-converted binary", "half-converted binaries"),
  /** Device code that is not reached through wrappers, or of which nothing can be said. */
  UNCLEAR(KpackIcon.ELF_LIBRARY, "other binary", "other binaries"),
  PLAIN(KpackIcon.ELF_LIBRARY, "binary without device code", "binaries without device code"),
  ARCHIVE(KpackIcon.ARCHIVE, "archive", "archives"),
  MANIFEST(KpackIcon.MANIFEST, "archive manifest", "archive manifests"),
  CODE_OBJECT(KpackIcon.CODE_OBJECT, "code object", "code objects"),
  BUNDLE(KpackIcon.BUNDLE, "offload bundle", "offload bundles"),
  STATIC_LIBRARY(KpackIcon.STATIC_LIBRARY, "static library", "static libraries"),
  WINDOWS(KpackIcon.ELF_LIBRARY, "Windows binary", "Windows binaries"),
  DATABASE(KpackIcon.DATABASE, "database", "databases"),
  TEXT(KpackIcon.TEXT_FILE, "text", "texts"),
  PACKED(KpackIcon.FOLDER, "compressed file", "compressed files"),
  LINK(KpackIcon.GO_TO, "link", "links"),
  OTHER(KpackIcon.UNKNOWN_FILE, "other file", "other files"),
  UNREADABLE(KpackIcon.ERROR, "unreadable file", "unreadable files");

  private final KpackIcon icon;
  private final String one;
  private final String many;

  FileKind(KpackIcon icon, String one, String many) {
    this.icon = icon;
    this.one = one;
    this.many = many;
  }

  KpackIcon icon() {
    return icon;
  }

  String words() {
    return one;
  }

  String plural() {
    return many;
  }

  String counted(int count) {
    return count == 1 ? "1 " + one : count + " " + many;
  }
}
