package org.kpackworkbench.model.operation.tar;

import java.nio.file.Path;
import java.util.Optional;
import org.kpackworkbench.model.base.bytes.FileModes;
import org.kpackworkbench.model.base.members.Member;
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

  /** Returns what is odd about a member; empty for usual ones. */
  static Optional<OddMember> of(Member member) {
    int bits = member.mode() & FileModes.SET_ID;
    return switch (member.kind()) {
      case FILE -> bits == 0 ? Optional.empty() : Optional.of(setId(member, bits));
      case FOLDER -> bits == 0 ? Optional.empty() : Optional.of(setIdFolder(member, bits));
      case LINK ->
          leadsOutside(member.path(), member.linkTarget())
              ? Optional.of(
                  new OddMember(
                      member.path(),
                      Kind.LINK_OUTSIDE,
                      "it is a link to %s, which lies outside".formatted(member.linkTarget())))
              : Optional.empty();
      case SPECIAL -> Optional.empty();
    };
  }

  private static OddMember setId(Member member, int bits) {
    String whose =
        bits == FileModes.SET_ID ? "owner and its group" : bits == SET_USER ? "owner" : "group";
    return new OddMember(
        member.path(),
        Kind.SET_ID,
        "it has mode %04o: it runs as its %s for every user".formatted(member.mode(), whose));
  }

  private static OddMember setIdFolder(Member member, int bits) {
    String what =
        bits == SET_USER
            ? "on some systems, its owner gets what is created in it"
            : "what is created in it belongs to its group, and folders in it get the bit";
    return new OddMember(
        member.path() + "/",
        Kind.SET_ID,
        "it is a folder with mode %04o: %s".formatted(member.mode(), what));
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
    return OperationNote.warning(
        kind.rule(), tar, member + ": " + words, "Check it before you install the result.");
  }
}
