package org.kpackworkbench.model.analysis.verify.rules;

import org.kpackworkbench.model.analysis.verify.TreeFileSubject;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.artifact.TreeHome;
import org.kpackworkbench.model.format.artifact.TreeLayout;
import org.kpackworkbench.model.format.kpack.KpackFormat;
import org.kpackworkbench.model.format.kpm.KpmFormat;
import org.kpackworkbench.model.format.registry.Format;

/** A rule about what a file is doing where it is in its tree. */
public final class TreeFileRule {
  private TreeFileRule() {}

  private static Rule<TreeFileSubject> rule(
      String name, String sentence, Rule.Check<TreeFileSubject> check) {
    return Rule.of(TreeFileSubject.class, name, sentence, check);
  }

  /** Every file lies in a stage prefix. */
  public static final Rule<TreeFileSubject> INSIDE_PREFIX =
      rule(
          "artifact-outside-prefix",
          "Every file of an artifact lies in a listed stage prefix.",
          TreeFileRule::insidePrefix);

  private static void insidePrefix(TreeFileSubject subject, Sink sink) {
    TreeHome home = subject.position().home();
    String path = subject.position().path();
    boolean has = home.layout() == TreeLayout.ARTIFACT || home.layout() == TreeLayout.OVERLAID;
    if (!has
        || home.prefixes().isEmpty()
        || !subject.position().prefix().isEmpty()
        || path.equals(ArtifactManifest.FILE_NAME)
        || isPrebuilt(home, path)) {
      return;
    }
    sink.warning(
        subject.place(),
        "It lies in none of the stage prefixes that %s lists."
            .formatted(ArtifactManifest.FILE_NAME),
        "Tools for artifacts ignore it; list its prefix, or remove it.");
  }

  private static boolean isPrebuilt(TreeHome home, String path) {
    return path.endsWith(ArtifactFolder.PREBUILT)
        && home.prefixes()
            .contains(path.substring(0, path.length() - ArtifactFolder.PREBUILT.length()));
  }

  /** The artifact for every GPU has no archives. */
  public static final Rule<TreeFileSubject> GENERIC_ARCHIVE =
      rule(
          "generic-archive", "The generic artifact has no archives.", TreeFileRule::genericArchive);

  private static void genericArchive(TreeFileSubject subject, Sink sink) {
    if (subject.position().home().generic() && subject.kind() == KpackFormat.FORMAT) {
      sink.error(
          subject.place(),
          "It is an archive of device code, in the artifact for every GPU.",
          "Move it to the artifact of its architecture; otherwise it is installed on "
              + "every system.");
    }
  }

  /** Only the artifact for every GPU, which is installed once, has a manifest of archives. */
  public static final Rule<TreeFileSubject> GENERIC_MANIFEST =
      rule(
          "generic-manifest",
          "Only the generic artifact has a .kpm manifest.",
          TreeFileRule::genericManifest);

  private static void genericManifest(TreeFileSubject subject, Sink sink) {
    TreeHome home = subject.position().home();
    ArtifactName name = home.name();
    if (home.layout() == TreeLayout.ARTIFACT
        && name != null
        && !name.generic()
        && subject.kind() == KpmFormat.FORMAT) {
      sink.warning(
          subject.place(),
          "It lists archives, in the artifact %s.".formatted(name),
          "Packages of several architectures with a file of this name cannot be installed"
              + " together. Split again, or remove it: loaders do not need it.");
    }
  }

  /** Device code that is left in the generic artifact because it was not recognized. */
  public static final Rule<TreeFileSubject> GENERIC_CODE =
      rule(
          "generic-code-object",
          "The generic artifact has no code objects in files of their own.",
          TreeFileRule::genericCode);

  private static void genericCode(TreeFileSubject subject, Sink sink) {
    Format kind = subject.kind();
    if (subject.position().home().generic() && kind.isDeviceCode()) {
      sink.note(
          subject.place(),
          "It is %s, in the artifact for every GPU.".formatted(kind.wordsWithArticle()),
          "If it belongs to a kernel database, split that database, too; files that no database"
              + " claims stay here.");
    }
  }
}
