package org.kpackworkbench.model.operation.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan.LayoutException;
import org.kpackworkbench.model.operation.restore.RestoreReport.MissingCode;
import org.kpackworkbench.model.operation.restore.RestoreReport.SearchedPath;

/** Device code cannot be put back; nothing was written. */
public final class RestoreRefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final RestoreRefusal refusal;
  private final String details;
  private final transient List<MissingCode> missing;
  private final transient List<SearchedPath> searched;

  RestoreRefusedException(Path file, Refused refused, List<SearchedPath> searched) {
    super(
        "Device code cannot be put back into %s: %s%s"
            .formatted(
                file,
                refused.refusal().words(),
                refused.details().isEmpty() ? "" : " (" + refused.details() + ")"),
        refused.getCause());
    this.refusal = refused.refusal();
    this.details = refused.details();
    this.missing = refused.missing();
    this.searched = List.copyOf(searched);
  }

  /** The reason, for programs. */
  public RestoreRefusal refusal() {
    return refusal;
  }

  /** Returns exactly what was found; may be empty. */
  public String details() {
    return details;
  }

  /** Returns the code that no archive has, where that is the reason. */
  public List<MissingCode> missing() {
    return missing;
  }

  /** Where archives were looked for. */
  public List<SearchedPath> searched() {
    return searched;
  }

  /** A refusal on its way up to where the file's name is known. */
  static final class Refused extends IOException {
    private static final long serialVersionUID = 1L;

    private final RestoreRefusal refusal;
    private final transient List<MissingCode> missing;

    Refused(RestoreRefusal refusal, String details) {
      this(refusal, details, List.of(), null);
    }

    Refused(
        RestoreRefusal refusal,
        String details,
        List<MissingCode> missing,
        @Nullable Throwable cause) {
      super(details, cause);
      this.refusal = refusal;
      this.missing = missing;
    }

    static Refused of(LayoutException failure) {
      return new Refused(
          switch (failure.fault()) {
            case UNUSUAL_LAYOUT -> RestoreRefusal.UNUSUAL_LAYOUT;
            case NO_ROOM_FOR_HEADERS -> RestoreRefusal.NO_ROOM_FOR_HEADERS;
            case POINTER -> RestoreRefusal.UNKNOWN_WRAPPER;
          },
          failure.details());
    }

    RestoreRefusal refusal() {
      return refusal;
    }

    String details() {
      return String.valueOf(getMessage());
    }

    List<MissingCode> missing() {
      return missing;
    }
  }

  /** Why device code cannot be put back. */
  public enum RestoreRefusal {
    /** Not an ELF file of 64 bits, little-endian, for x86-64. */
    NOT_X86_64_ELF(
        "it is neither an ELF file for x86-64 (64-bit, little-endian) nor a Windows program",
        "Only libraries and programs of Linux for x86-64, and of Windows, can be restored."),
    /** There are no section headers, or none that can be read. */
    NO_SECTION_HEADERS(
        "it has no section headers: they were stripped, or the file was cut off",
        "Restore the file before its section headers are stripped."),
    /** The file was never made host-only. */
    NOT_HOST_ONLY("it is not host-only", "There is no marker in it that leads to archives."),
    /** Some wrappers are converted, others not, or marker and wrappers contradict each other. */
    HALF_CONVERTED("it is half-converted", Advice.LOOK),
    /** Wrappers are HIPK, but what they point to does not say what the binary is called. */
    NO_MARKER("it has no marker that names it", Advice.LOOK),
    /** A wrapper whose pointer cannot be set. */
    UNKNOWN_WRAPPER("a wrapper's pointer cannot be set", Advice.LOOK),
    /** Nothing was found where the marker leads. */
    NO_ARCHIVES(
        "none of its archives was found", "Add the archives, or put them where the marker leads."),
    /** An archive cannot be read. */
    ARCHIVE_UNREADABLE("an archive cannot be read", Advice.FETCH),
    /** A code object does not come out of its archive as it went in. */
    CODE_OBJECT_DAMAGED("a code object in an archive is damaged", Advice.FETCH),
    /** No byte of the code that would be in the result, which readers take for removed code. */
    ONLY_ZEROS(
        "of its device code only zeros would be left, as if it had been removed",
        "Fetch the file again, or keep targets whose code is intact."),
    /** Several archives have different code for the same place. */
    CONTRADICTING_ARCHIVES(
        "archives contradict each other", "Remove the archive from another build."),
    /** Code objects are in no archive. */
    MISSING_CODE(
        "code objects are not in any archive",
        "Add the archives that have them, or leave them out of the result."),
    /** A bundle is larger than its form allows. */
    BUNDLE_TOO_LARGE(
        "a bundle is larger than its form allows", "Use the archives of fewer targets."),
    /** Headers that contradict each other, or sections where no linker puts them. */
    UNUSUAL_LAYOUT("its layout cannot be changed safely", Advice.LEAVE),
    /** No room behind the program headers. */
    NO_ROOM_FOR_HEADERS("there is no room for another program header", Advice.LEAVE);

    private final String words;
    private final String advice;

    RestoreRefusal(String words, String advice) {
      this.words = words;
      this.advice = advice;
    }

    /** The reason in words, without the file and the details. */
    public String words() {
      return words;
    }

    /** Returns what can be done about it, in a sentence. */
    public String advice() {
      return advice;
    }

    private static final class Advice {
      static final String LOOK =
          "Examine its wrappers and marker; another program changed the file.";
      static final String FETCH = "Fetch the archive again, or leave it out.";
      static final String LEAVE = "Leave the file host-only; it works as it is.";

      private Advice() {}
    }
  }
}
