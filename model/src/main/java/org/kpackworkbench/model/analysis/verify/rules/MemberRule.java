package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.MemberSubject;
import org.kpackworkbench.model.analysis.verify.NamedRule;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.operation.tar.OddMember;

/** A rule about members of packed artifacts that do more than lie there once they are unpacked. */
public final class MemberRule extends NamedRule<MemberSubject> {
  private final OddMember.Kind kind;
  private final String advice;

  private MemberRule(OddMember.Kind kind, String sentence, String advice) {
    super(MemberSubject.class, kind.rule(), sentence);
    this.kind = kind;
    this.advice = advice;
  }

  /** Files that run as another user, and folders that hand on their group. */
  public static MemberRule setId() {
    return new MemberRule(
        OddMember.Kind.SET_ID,
        "No file or folder in a packed artifact has the setuid or setgid bit.",
        "Libraries and tools for GPUs need no such bit; find out who set it.");
  }

  /** Links that lead out of the artifact. */
  public static MemberRule link() {
    return new MemberRule(
        OddMember.Kind.LINK_OUTSIDE,
        "No link in a packed artifact leads out of it.",
        "What it leads to is another file on each machine, or none; make it relative.");
  }

  @Override
  public void check(MemberSubject subject, Sink sink) {
    for (OddMember member : subject.odd()) {
      if (member.kind() == kind) {
        sink.warning(
            subject.place(), -1, "%s: %s.".formatted(member.member(), member.words()), advice);
      }
    }
  }
}
