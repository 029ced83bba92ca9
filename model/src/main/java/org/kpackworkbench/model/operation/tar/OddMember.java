package org.kpackworkbench.model.operation.tar;

import java.nio.file.Path;
import org.kpackworkbench.model.base.bytes.FileModes;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * A member of a tar file that is unpacked unchanged, and that users should know about before they
 * install it.
 *
 * @param member its name in the tar file
 * @param kind what is odd about it
 * @param words the same in words, without a full stop
 */
public record OddMember(String member, Kind kind, String words) {
  /** Reasons why a member is odd. */
  public enum Kind {
    /** A file that runs as its owner or group, not as its user, or a folder with that bit. */
    SET_ID,
    /** A link to something that is not in the tar file. */
    LINK_OUTSIDE;

    /** The name of the rule that finds it. */
    public String rule() {
      return this == SET_ID ? "member-set-id" : "member-link";
    }
  }

  private static final int SET_USER = 04000;

  static boolean isSetId(int mode) {
    return (mode & FileModes.SET_ID) != 0;
  }

  static OddMember setId(String member, int mode) {
    String whose =
        (mode & FileModes.SET_ID) == FileModes.SET_ID
            ? "owner and its group"
            : (mode & SET_USER) != 0 ? "owner" : "group";
    return new OddMember(
        member,
        Kind.SET_ID,
        "it has mode %04o: it runs as its %s for every user".formatted(mode, whose));
  }

  /** Makes an odd member of a folder, for which the bits mean something else. */
  static OddMember setIdFolder(String member, int mode) {
    String what =
        (mode & FileModes.SET_ID) == SET_USER
            ? "on some systems, its owner gets what is created in it"
            : "what is created in it belongs to its group, and folders in it get the bit";
    return new OddMember(
        member, Kind.SET_ID, "it is a folder with mode %04o: %s".formatted(mode, what));
  }

  static OddMember link(String member, String to) {
    return new OddMember(
        member, Kind.LINK_OUTSIDE, "it is a link to %s, which lies outside".formatted(to));
  }

  /**
   * Whether a link leads out of the folder that it lies in, by its text alone.
   *
   * @param member the link's name
   * @param to what it leads to
   */
  static boolean leadsOutside(String member, String to) {
    if (to.startsWith("/")) {
      return true;
    }
    int depth = -1;
    for (String part : (member + "/../" + to).split("/", -1)) {
      depth += part.isEmpty() || part.equals(".") ? 0 : part.equals("..") ? -1 : 1;
      if (depth < -1) {
        return true;
      }
    }
    return false;
  }

  /** Returns this as a warning of an operation. */
  OperationNote finding(Path tar) {
    return new OperationNote(
        Severity.WARNING,
        kind.rule(),
        tar,
        member + ": " + words,
        "Check it before you install the result.");
  }
}
