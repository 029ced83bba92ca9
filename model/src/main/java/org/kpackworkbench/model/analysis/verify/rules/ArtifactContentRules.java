package org.kpackworkbench.model.analysis.verify.rules;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.ArchiveSubject;
import org.kpackworkbench.model.analysis.verify.ArtifactSubject;
import org.kpackworkbench.model.analysis.verify.HostSubject;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.NamedRule;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Severity;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.artifact.TreeHome;
import org.kpackworkbench.model.format.artifact.TreeLayout;
import org.kpackworkbench.model.format.artifact.TreePosition;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.KpackArchive.TargetSum;
import org.kpackworkbench.model.format.kpm.DiskFinding;
import org.kpackworkbench.model.format.kpm.ManifestSubject;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.operation.tar.OddMember;

/** Rules about what may be in which artifact, and what it states about it. */
public final class ArtifactContentRules {
  private static final Databases DATABASES = Databases.installed();

  private ArtifactContentRules() {}

  /** Every binary of the artifact for every GPU that can be converted was converted. */
  public static final Rule<HostSubject> NO_FAT_BINARIES =
      HostRule.of(
          "generic-fat-binary",
          "The generic artifact has no fat binaries.",
          ArtifactContentRules::noFatBinaries);

  private static void noFatBinaries(HostSubject subject, Sink sink) {
    TreePosition position = subject.position();
    if (position != null
        && position.home().generic()
        && subject.fat().state() == DeviceCode.FAT
        && !subject.image().isObject()) {
      sink.error(
          subject.place(),
          "Fat, not converted, in the artifact for every GPU: its device code is inside.",
          "Split the artifact again; it installs the code of all architectures on every system.");
    }
  }

  /** The archives of an architecture's artifact hold only that architecture. */
  public static final Rule<ArchiveSubject> ONE_ARCHITECTURE =
      Rule.of(
          ArchiveSubject.class,
          "artifact-architecture",
          "The archives of an architecture's artifact hold only that architecture.",
          ArtifactContentRules::oneArchitecture);

  private static void oneArchitecture(ArchiveSubject subject, Sink sink) throws IOException {
    TreePosition position = subject.position();
    KpackArchive archive = subject.archive();
    GpuTarget wanted = position == null ? null : architecture(position.home());
    if (archive == null || wanted == null) {
      return;
    }
    List<String> others = new ArrayList<>();
    for (TargetSum sum : archive.targetSums()) {
      if (!isFor(GpuTarget.lenient(sum.targetText()), wanted)) {
        others.add(sum.targetText());
      }
    }
    if (!others.isEmpty()) {
      sink.error(
          subject.place(),
          archive.tableRange().start(),
          "It holds code for %s, in the artifact for %s."
              .formatted(String.join(", ", others), wanted),
          "Split the artifact again; anyone who installs %s gets the wrong code."
              .formatted(wanted));
    }
  }

  /** Code for an artifact's architecture may name features where the artifact does not. */
  static boolean isFor(GpuTarget target, GpuTarget wanted) {
    return target.equals(wanted) || target.bare().equals(wanted);
  }

  /** Returns the only architecture of an artifact; null if its family means several or all. */
  static @Nullable GpuTarget architecture(TreeHome home) {
    ArtifactName name = home.name();
    if (home.layout() != TreeLayout.ARTIFACT || name == null) {
      return null;
    }
    GpuTarget target = GpuTarget.lenient(name.family());
    boolean one =
        target.processor().matches("gfx[0-9]{1,3}[0-9a-f][0-9a-f](-strict)?|gfx.*-generic");
    return one ? target : null;
  }

  /** Beside a generic artifact, those of architectures have no host code. */
  public static final Rule<HostSubject> NO_HOST_CODE =
      HostRule.of(
          "artifact-host-code",
          "With a generic artifact, the artifacts of architectures have no host binaries.",
          ArtifactContentRules::noHostCode);

  private static void noHostCode(HostSubject subject, Sink sink) throws IOException {
    TreePosition position = subject.position();
    if (position == null || position.home().generic() || isDatabase(position)) {
      return;
    }
    boolean split =
        subject.context().siblings(position.home()).stream().anyMatch(TreeHome::generic);
    if (split && position.home().name() != null) {
      sink.error(
          subject.place(),
          "It is code for the host, in the artifact %s.".formatted(position.home().name()),
          "It belongs in the generic artifact; here each architecture has a copy.");
    }
  }

  /** A library that has code for one architecture, and is called so, moves to it whole. */
  private static boolean isDatabase(TreePosition position) {
    return DATABASES.recognise(position.path()).map(DatabaseFile::architecture).isPresent();
  }

  /** An archive of an artifact is called as its group and family say, and as the artifact is. */
  public static final Rule<ArchiveSubject> ARCHIVE_NAMES =
      Rule.of(
          ArchiveSubject.class,
          "artifact-archive-name",
          "Archives are named after their content: in artifacts GROUP_FAMILY.kpack.",
          ArtifactContentRules::archiveNames);

  private static final String ENDING = ".kpack";

  /** Where archives of binaries are. */
  private static final String FOLDER = ".kpack/";

  private static final Pattern CALLED =
      Pattern.compile("(?<start>.*[_-])(?<target>gfx[0-9a-f]{3,4}(?:-strict)?(?:[:-].*)?)\\.kpack");

  private static void archiveNames(ArchiveSubject subject, Sink sink) throws IOException {
    TreePosition position = subject.position();
    KpackArchive archive = subject.archive();
    if (archive != null && archive.complete() && otherTarget(subject, archive, sink)) {
      return;
    }
    boolean named =
        position != null
            && (position.home().layout() == TreeLayout.ARTIFACT
                || position.home().layout() == TreeLayout.OVERLAID);
    if (archive == null
        || position == null
        || !named
        || !archive.complete()
        || isOfLibrary(position, archive)) {
      return;
    }
    String file = subject.place().label();
    String stem = file.endsWith(ENDING) ? file.substring(0, file.length() - ENDING.length()) : file;
    String start = archive.groupName() + "_";
    boolean agrees =
        stem.startsWith(start)
            && stem.length() > start.length()
            && GpuTarget.lenient(stem.substring(start.length()))
                .equals(GpuTarget.lenient(archive.family()));
    if (!agrees) {
      sink.add(
          Severity.WARNING,
          subject.place(),
          archive.tableRange().start(),
          "Its table says group \"%s\" and family \"%s\"."
              .formatted(archive.groupName(), archive.family()),
          "It was renamed, or belongs to another artifact; search paths use its name.",
          Evidence.of(start + archive.family() + ENDING, file));
      return;
    }
    ArtifactName name = position.home().name();
    if (name != null && !name.prefix().equals(archive.groupName())) {
      sink.warning(
          subject.place(),
          archive.tableRange().start(),
          "Its group is \"%s\", and the artifact is %s.".formatted(archive.groupName(), name),
          "It belongs to another artifact; binaries of this one do not look for it.");
    }
  }

  /**
   * Whether a library opens it by the path in its descriptors: it is a database's, or has free keys
   * and is not where loaders look for archives.
   */
  private static boolean isOfLibrary(TreePosition position, KpackArchive archive)
      throws FormatException {
    if (DATABASES.recognise(position.path()).isPresent()) {
      return true;
    }
    if (position.path().startsWith(FOLDER) || position.path().contains("/" + FOLDER)) {
      return false;
    }
    for (int row = 0; row < archive.entryCount(); row++) {
      if (archive.entry(row).key().indexed()) {
        return false;
      }
    }
    return archive.entryCount() > 0;
  }

  /** Whether it is called after a target that it has no code for: a loader goes by the name. */
  private static boolean otherTarget(ArchiveSubject subject, KpackArchive archive, Sink sink) {
    String file = subject.place().label();
    Matcher called = CALLED.matcher(file);
    List<String> held = archive.targetSums().stream().map(TargetSum::targetText).toList();
    if (!called.matches() || held.isEmpty()) {
      return false;
    }
    GpuTarget target = GpuTarget.lenient(called.group("target"));
    boolean has =
        held.stream()
            .map(text -> GpuTarget.lenient(text).processor())
            .anyMatch(processor -> GpuTable.related(processor, target.processor()));
    if (!has) {
      sink.add(
          Severity.ERROR,
          subject.place(),
          archive.tableRange().start(),
          "It is named after %s, but has code for %s only."
              .formatted(target, String.join(", ", held)),
          "Loaders open it for %s and find nothing there. Name it after its content, or get the right archive."
              .formatted(target),
          Evidence.of(called.group("start") + held.getFirst() + ENDING, file));
    }
    return !has;
  }

  /** A manifest states the component and the stage prefix that it lies in. */
  public static final Rule<ManifestSubject> MANIFEST_NAMES =
      Rule.of(
          ManifestSubject.class,
          "artifact-kpm-names",
          "A .kpm manifest states the artifact and the stage prefix that it lies in.",
          ArtifactContentRules::manifestNames);

  private static void manifestNames(ManifestSubject subject, Sink sink) {
    TreePosition position = subject.position();
    ArtifactName name = position.home().name();
    @Nullable String prefix = subject.manifest().manifest().prefix();
    if (!position.prefix().isEmpty() && prefix != null && !prefix.equals(position.prefix())) {
      sink.warning(
          subject.place(),
          "It states the stage prefix \"%s\", and lies in \"%s\"."
              .formatted(prefix, position.prefix()),
          DiskFinding.WRITE_AGAIN);
    }
    String component = subject.manifest().manifest().component();
    if (name != null && !component.equals(name.prefix())) {
      sink.warning(
          subject.place(),
          "It states the component \"%s\", and the artifact is %s.".formatted(component, name),
          DiskFinding.WRITE_AGAIN);
    }
  }

  /**
   * A rule about members of packed artifacts that do more than lie there once they are unpacked.
   */
  public static final class OddMembers extends NamedRule<ArtifactSubject.Members> {
    private final OddMember.Kind kind;
    private final String advice;

    private OddMembers(OddMember.Kind kind, String sentence, String advice) {
      super(ArtifactSubject.Members.class, kind.rule(), sentence);
      this.kind = kind;
      this.advice = advice;
    }

    /** Files that run as another user, and folders that hand on their group. */
    public static OddMembers setId() {
      return new OddMembers(
          OddMember.Kind.SET_ID,
          "No file or folder in a packed artifact has the setuid or setgid bit.",
          "Libraries and tools for GPUs do not need such a bit; find out what set it.");
    }

    /** Links that lead out of the artifact. */
    public static OddMembers link() {
      return new OddMembers(
          OddMember.Kind.LINK_OUTSIDE,
          "No link in a packed artifact leads out of it.",
          "It leads to a different file on each machine, or to none; make it relative.");
    }

    @Override
    public void check(ArtifactSubject.Members subject, Sink sink) {
      for (OddMember member : subject.odd()) {
        if (member.kind() == kind) {
          sink.warning(
              subject.place(), "%s: %s.".formatted(member.member(), member.words()), advice);
        }
      }
    }
  }
}
