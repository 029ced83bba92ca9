package org.kpackworkbench.model.operation.hostonly;

import java.io.IOException;
import java.nio.file.Path;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan.LayoutException;
import org.kpackworkbench.model.operation.restore.RestoreRefusedException.RestoreRefusal;

/** A file cannot be made host-only; nothing was written. */
public final class HostOnlyRefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final HostOnlyRefusal refusal;
  private final String details;

  HostOnlyRefusedException(Path file, HostOnlyRefusal refusal, String details) {
    super("%s cannot be made host-only: %s".formatted(file, reason(refusal, details)));
    this.refusal = refusal;
    this.details = details;
  }

  /** The reason, for programs. */
  public HostOnlyRefusal refusal() {
    return refusal;
  }

  /** Returns exactly what was found; may be empty. */
  public String details() {
    return details;
  }

  /** The reason in words, with what was found. */
  public String reason() {
    return reason(refusal, details);
  }

  private static String reason(HostOnlyRefusal refusal, String details) {
    return refusal.words() + (details.isEmpty() ? "" : " (" + details + ")");
  }

  /** A refusal on its way up to where the file's name is known. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    private final HostOnlyRefusal refusal;

    Refused(HostOnlyRefusal refusal, String details) {
      super(details);
      this.refusal = refusal;
    }

    static Refused of(LayoutException failure) {
      return new Refused(
          switch (failure.fault()) {
            case UNUSUAL_LAYOUT -> HostOnlyRefusal.UNUSUAL_LAYOUT;
            case NO_ROOM_FOR_HEADERS -> HostOnlyRefusal.NO_ROOM_FOR_HEADERS;
            case POINTER -> HostOnlyRefusal.UNKNOWN_WRAPPER;
          },
          failure.details());
    }

    HostOnlyRefusal refusal() {
      return refusal;
    }

    String details() {
      return String.valueOf(getMessage());
    }

    String reason() {
      return HostOnlyRefusedException.reason(refusal, details());
    }
  }

  /** Why a file cannot be made host-only. */
  public enum HostOnlyRefusal {
    /** Neither an ELF file of 64 bits, little-endian, for x86-64 nor a Windows program. */
    NOT_X86_64_ELF(
        RestoreRefusal.NOT_X86_64_ELF.words(),
        "Only libraries and programs of Linux for x86-64, and of Windows, can be made host-only."),
    /** An object file. */
    NOT_LINKED(
        "it is an object file, which is not linked yet",
        "Link it first, and convert the resulting library or program."),
    /** There are no section headers, or none that can be read. */
    NO_SECTION_HEADERS(
        RestoreRefusal.NO_SECTION_HEADERS.words(),
        "Convert the file before its section headers are stripped."),
    /** Device code without wrappers. */
    NO_WRAPPERS(
        "it has .hip_fatbin, but no wrapper section .hipFatBinSegment",
        "Its code is registered in another way, which cannot refer to archives: leave the file as it is."),
    /** Some wrappers are converted, others not, or marker and wrappers contradict each other. */
    HALF_CONVERTED(
        RestoreRefusal.HALF_CONVERTED.words(),
        "Examine its wrappers and marker, and convert the original file again."),
    /** A wrapper that points to no device code, or whose pointer cannot be worked out. */
    UNKNOWN_WRAPPER(
        "a wrapper does not lead to device code",
        "Leave the file fat. Verify it to see whether the wrapper gets code."),
    /** Something other than a wrapper points into the device code. */
    RELOCATION_INTO_DEVICE_CODE(
        "a relocation points into the device code that would be removed", Advice.LEAVE_FAT),
    /** Headers that contradict each other, or sections where no linker puts them. */
    UNUSUAL_LAYOUT(
        RestoreRefusal.UNUSUAL_LAYOUT.words(),
        "Leave the file fat; it works as it is. Verify it to see what is unusual."),
    /** No room behind the program headers; GNU strip breaks programs that have them elsewhere. */
    NO_ROOM_FOR_HEADERS(
        "there is no room for another program header, and strip would break the file if its headers"
            + " went elsewhere",
        Advice.LEAVE_FAT),
    /** No room for the marker in a Windows binary. */
    NO_ROOM_FOR_MARKER("there is no room for the marker", Advice.LEAVE_FAT),
    /** The marker is longer than the device code. */
    MARKER_TOO_LONG(
        "the marker does not fit where the device code was", "Use fewer or shorter search paths."),
    /** The device code could be taken out, but not put back. */
    NO_WAY_BACK(
        "its device code could not be put back afterwards",
        "Leave the file fat; it works as it is."),
    /** A bundle whose entries cannot all be read, so that archives could not keep them. */
    BROKEN_BUNDLE("a bundle cannot be read", Advice.LOOK_AT_BUNDLES),
    /** A bundle of which archives would keep nothing. */
    NO_DEVICE_CODE(
        "a bundle holds no code for any device, so archives would keep nothing of it",
        "Leave the file fat, or build that unit for a device."),
    /** Bytes among the device code that no bundle says anything of. */
    UNCLAIMED_BYTES(
        "bytes of the device code belong to no entry of a bundle and would be lost",
        Advice.LOOK_AT_BUNDLES),
    /** An entry whose id is no plain text. */
    UNREADABLE_ID(
        "an entry of a bundle has an id that is not plain text, which archives cannot keep",
        Advice.LOOK_AT_BUNDLES),
    /** An entry for a device that does not say for which. */
    NO_TARGET("an entry of a bundle names no target", Advice.LOOK_AT_BUNDLES),
    /** Archives and artifacts are called after their targets. */
    UNSAFE_TARGET(
        "an entry of a bundle names a target that cannot be part of a file's name",
        Advice.LOOK_AT_BUNDLES),
    /** Two entries of a bundle that would be one row of an archive. */
    SAME_TARGET("two entries of a bundle are for the same target", Advice.LOOK_AT_BUNDLES),
    /** Bytes in a bundle that are for the host. */
    HOST_CODE(
        "a bundle holds code for the host, which archives cannot keep", Advice.LOOK_AT_BUNDLES),
    /** A signed file whose signature is to be kept. */
    SIGNED(
        "its signature would no longer be true",
        "Leave the file fat, or convert it without --keep-signature and sign the result."),
    /** A bundle that belongs to no wrapper. */
    UNREFERENCED_BUNDLE(
        "a bundle that no wrapper points to would be lost",
        "No runtime uses that bundle; leave it out if it may be lost.");

    private final String words;
    private final String advice;

    HostOnlyRefusal(String words, String advice) {
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
      static final String LEAVE_FAT = "Leave the file fat; it works as it is.";
      static final String LOOK_AT_BUNDLES =
          "Examine its bundles: an archive cannot store all of their content. Leave the file fat,"
              + " or build it again.";

      private Advice() {}
    }
  }
}
