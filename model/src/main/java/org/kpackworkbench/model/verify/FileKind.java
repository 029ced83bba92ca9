package org.kpackworkbench.model.verify;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.kpackworkbench.model.ar.StaticLibrary;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.codeobject.CodeObject;
import org.kpackworkbench.model.coff.CoffFile;
import org.kpackworkbench.model.elf.ElfFile;
import org.kpackworkbench.model.offload.BundleFile;

/** What a file is worked on as: told by its content, and only for want of that by its name. */
public enum FileKind {
  /** A {@code .kpack} archive. */
  ARCHIVE("an archive"),
  /** A {@code .kpm} manifest. */
  MANIFEST("a manifest"),
  /** A GPU code object. */
  CODE_OBJECT("a code object"),
  /** Any other ELF file. */
  HOST("an ELF file"),
  /** A file of bundles. */
  BUNDLE("a bundle"),
  /** A static library. */
  LIBRARY("a static library"),
  /** A Windows binary. */
  WINDOWS("a Windows binary"),
  /** Something else. */
  OTHER("anything that is known");

  private static final int HEAD_BYTES = 4096;
  private static final String MANIFEST_KEY = "kpack_files";

  private final String words;

  FileKind(String words) {
    this.words = words;
  }

  /** What it is, with an article. */
  public String words() {
    return words;
  }

  /** The kind of a file. */
  public static FileKind of(Path path, ByteView bytes) throws FormatException {
    FileKind known = of(bytes);
    if (known != OTHER) {
      return known;
    }
    // A damaged beginning does not turn an archive into something that needs no checking.
    String name = String.valueOf(path.getFileName());
    return name.endsWith(".kpack") ? ARCHIVE : name.endsWith(".kpm") ? MANIFEST : OTHER;
  }

  /** Of a part of a file, which has no name of its own. */
  public static FileKind of(ByteView bytes) throws FormatException {
    byte[] head = bytes.bytes(0, (int) Math.min(HEAD_BYTES, bytes.size()));
    String text = new String(head, StandardCharsets.ISO_8859_1);
    if (text.startsWith("KPAK")) {
      return ARCHIVE;
    }
    if (CodeObject.isCodeObject(bytes)) {
      return CODE_OBJECT;
    }
    if (ElfFile.isElf(bytes)) {
      return HOST;
    }
    if (BundleFile.isBundle(bytes)) {
      return BUNDLE;
    }
    if (StaticLibrary.isLibrary(bytes)) {
      return LIBRARY;
    }
    if (head.length > 0 && isMap(head[0] & 0xff) && text.contains(MANIFEST_KEY)) {
      return MANIFEST;
    }
    return text.startsWith("MZ") && CoffFile.isCoff(bytes) ? WINDOWS : OTHER;
  }

  private static boolean isMap(int first) {
    return (first >= 0x80 && first <= 0x8f) || first == 0xde || first == 0xdf;
  }
}
