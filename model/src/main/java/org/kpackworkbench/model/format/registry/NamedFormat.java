package org.kpackworkbench.model.format.registry;

import java.util.Locale;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.bytes.FormatException;

/** Formats that are named and shown as text or bytes, but not taken apart. */
public enum NamedFormat implements Format {
  /** The stand-in that Git leaves where a large file was not fetched. */
  LFS_POINTER("git-lfs-pointer", "Git LFS pointer", Use.TEXT) {
    @Override
    boolean isText(Head head) throws FormatException {
      return head.words().startsWith(LfsPointer.START) && LfsPointer.of(head.file()).isPresent();
    }
  },
  SEVEN_ZIP("7z", "7-Zip archive", Use.PACKAGE, "7z\u00bc\u00af\u0027\u001c"),
  ZSTD("zstd", "zstd-compressed file", Use.PACKED, "(\u00b5/\u00fd"),
  XZ("xz", "xz-compressed file", Use.PACKED, "\u00fd7zXZ\0"),
  GZIP("gzip", "gzip-compressed file", Use.PACKED, "\u001f\u008b"),
  BZIP2("bzip2", "bzip2-compressed file", Use.PACKED, "BZh"),
  MACH_O(
      "mach-o",
      "Mach-O binary (macOS)",
      Use.OTHER,
      "\u00cf\u00fa\u00ed\u00fe",
      "\u00ce\u00fa\u00ed\u00fe",
      "\u00fe\u00ed\u00fa\u00cf",
      "\u00fe\u00ed\u00fa\u00ce") {
    @Override
    boolean isSure(Head head) throws FormatException {
      return super.isSure(head) || (isFat(head) && machines(head) < MOST_MACHINES);
    }
  },
  LLVM_BITCODE(
      "llvm-bitcode", "LLVM bitcode", Use.OTHER, "BC\u00c0\u00de", "\u00de\u00c0\u0017\u000b"),
  /** Shares its magic with Mach-O files for several machines, of which few exist. */
  JAVA_CLASS("java-class", "Java class file", Use.OTHER) {
    @Override
    boolean isSure(Head head) {
      return isFat(head) && machines(head) >= MOST_MACHINES;
    }
  },
  IMAGE("image", "picture", Use.OTHER, "\u0089PNG\r\n\u001a\n", "\u00ff\u00d8\u00ff", "GIF8"),
  PDF("pdf", "PDF document", Use.OTHER, "%PDF-"),
  HTML("html", "HTML page", Use.TEXT) {
    @Override
    boolean isText(Head head) {
      return HTML_PAGE.matcher(head.words()).matches();
    }
  },
  XML("xml", "XML document", Use.TEXT) {
    @Override
    boolean isText(Head head) {
      return head.words().toLowerCase(Locale.ROOT).startsWith("<?xml");
    }
  },
  SCRIPT("script", "script", Use.TEXT) {
    @Override
    boolean isText(Head head) {
      return head.words().startsWith("#!");
    }
  },
  LINKER_SCRIPT("linker-script", "linker script", Use.TEXT) {
    @Override
    boolean isText(Head head) {
      return LINKER_COMMAND.matcher(head.words()).matches();
    }
  },
  TEXT("text", "text", Use.TEXT) {
    @Override
    boolean isText(Head head) {
      return true;
    }
  },
  EMPTY("empty", "empty file", Use.OTHER),
  /** Nothing that can be read twice; known without its bytes. */
  SPECIAL("special", "device, pipe or socket", Use.OTHER),
  UNKNOWN("unknown", "unknown kind of file", Use.OTHER);

  private static final int MOST_MACHINES = 40;

  // Possessive, so that a text made of comments is examined once.
  private static final Pattern HTML_PAGE =
      Pattern.compile(
          "(?:<!--.*?-->\\s*|<\\?xml[^>]*>\\s*)*+<(!doctype\\s+html|html)\\b.*",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
  private static final Pattern LINKER_COMMAND =
      Pattern.compile(
          "(?:/\\*.*?\\*/\\s*)*+(INPUT|GROUP|OUTPUT_FORMAT|OUTPUT_ARCH|ENTRY|SECTIONS|AS_NEEDED|VERSION"
              + "|PROVIDE|EXTERN|SEARCH_DIR)\\s*[({].*",
          Pattern.DOTALL);

  private final String id;
  private final String words;
  private final Use use;
  private final String[] signatures;

  NamedFormat(String id, String words, Use use, String... signatures) {
    this.id = id;
    this.words = words;
    this.use = use;
    this.signatures = signatures;
  }

  /** Whether a file begins with a signature of its own. */
  boolean isSure(Head head) throws FormatException {
    for (String signature : signatures) {
      if (head.startsWith(signature)) {
        return true;
      }
    }
    return false;
  }

  /** Of a text, whether it is of this kind. */
  boolean isText(Head head) throws FormatException {
    return false;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String words() {
    return words;
  }

  @Override
  public Use use() {
    return use;
  }

  @Override
  public String advice() {
    return switch (this) {
      case LFS_POINTER -> "Fetch the file itself: git lfs pull";
      case HTML ->
          "If another file was expected, the server answered with a page; download it again.";
      case EMPTY -> "If another file was expected, it was not written in full.";
      case MACH_O -> "Binaries for macOS have no device code for AMD GPUs.";
      default -> Format.super.advice();
    };
  }

  @Override
  public Likeness likeness(Head head) throws FormatException {
    if (isSure(head)) {
      return Likeness.SURE;
    }
    return use == Use.TEXT && head.isText() && isText(head) ? Likeness.TEXT : Likeness.NONE;
  }

  private static boolean isFat(Head head) {
    return head.size() >= 8 && head.hasAt(0, "\u00ca\u00fe\u00ba\u00be");
  }

  private static long machines(Head head) {
    return (long) head.u8(4) << 24 | head.u8(5) << 16 | head.u8(6) << 8 | head.u8(7);
  }
}
