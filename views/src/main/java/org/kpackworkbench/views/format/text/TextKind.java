package org.kpackworkbench.views.format.text;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.config.ConfigText;
import org.kpackworkbench.model.base.config.ConfigText.ConfigFormat;
import org.kpackworkbench.model.base.config.ConfigText.ConfigProblem;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.artifact.config.PackagingConfig;
import org.kpackworkbench.model.format.artifact.config.Topology;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.operation.packages.PackageBuild;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.kit.dialog.MessageBar.Severity;

/** Kinds of texts, which decide what is checked in a text. */
enum TextKind {
  /** Parts of which a build is made. */
  TOPOLOGY("build topology"),
  /** Which architectures go into one package. */
  PACKAGING("packaging configuration"),
  /** The packages that artifacts become. */
  PACKAGES("list of packages"),
  /** The stage prefixes of an artifact. */
  ARTIFACT_MANIFEST("manifest of an artifact"),
  /** Anything else. */
  PLAIN("text");

  /** Pattern that only such a text matches, whatever the file is called. */
  private static final Pattern TOPOLOGY_TABLE =
      Pattern.compile(
          "^\\s*\\[\\s*\"?(artifacts|artifact_groups|build_stages)\"?\\s*[.\\]]",
          Pattern.MULTILINE);

  private static final Pattern PACKAGING_KEY =
      Pattern.compile(
          "^[\\s{,]*[\"']?(architecture_groups|primary_shard|primary_generic_source)[\"']?\\s*:",
          Pattern.MULTILINE);

  /** Other programs have lists of packages, too: those here are made of artifacts. */
  private static final Pattern PACKAGES_KEYS =
      Pattern.compile(
          "\"(Artifactory|Metapackage)\"\\s*:|^[\\s{,]*\"?packages\"?\\s*:.*"
              + "\\b(artifacts|components|stages|summary|depends|deb_depends|rpm_requires)\"?\\s*:",
          Pattern.MULTILINE | Pattern.DOTALL);

  private final String words;

  TextKind(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  /** Whether there is anything to check in it. */
  boolean checked() {
    return this != PLAIN;
  }

  /**
   * Returns the kind of a text by its content; only an artifact's manifest has nothing but a name.
   */
  static TextKind of(Path file, String text) {
    if (file.endsWith(ArtifactManifest.FILE_NAME)) {
      return ARTIFACT_MANIFEST;
    }
    if (TOPOLOGY_TABLE.matcher(text).find()) {
      return TOPOLOGY;
    }
    if (PACKAGING_KEY.matcher(text).find()) {
      return PACKAGING;
    }
    return PACKAGES_KEYS.matcher(text).find() ? PACKAGES : PLAIN;
  }

  /** Returns the problems of a text, in the order of its lines. In the background. */
  List<TextProblem> check(Path file, String text) {
    return switch (this) {
      case TOPOLOGY ->
          problems(
              Topology.read(ConfigText.read(ConfigFormat.TOML, text), Databases.installed().names())
                  .problems());
      case PACKAGING ->
          problems(
              PackagingConfig.read(ConfigText.read(ConfigFormat.of(file, text), text)).problems());
      case PACKAGES ->
          problems(PackageBuild.problems(ConfigText.read(ConfigFormat.of(file, text), text)));
      case ARTIFACT_MANIFEST -> manifest(file, text);
      case PLAIN -> List.of();
    };
  }

  private static List<TextProblem> problems(List<ConfigProblem> found) {
    return found.stream()
        .map(
            problem ->
                new TextProblem(
                    switch (problem.severity()) {
                      case ERROR -> Severity.ERROR;
                      case WARNING -> Severity.WARNING;
                      case NOTE -> Severity.INFO;
                    },
                    problem.line(),
                    problem.column(),
                    problem.path(),
                    problem.message(),
                    problem.advice()))
        .toList();
  }

  private static List<TextProblem> manifest(Path file, String text) {
    try {
      ArtifactManifest.parse(file.toString(), text.getBytes(StandardCharsets.UTF_8));
      return List.of();
    } catch (FormatException wrong) {
      String advice = wrong.advice();
      ErrorText words = ErrorText.of(wrong);
      return List.of(
          new TextProblem(
              Severity.ERROR,
              line(wrong, text),
              1,
              "",
              "expected %s, found %s".formatted(wrong.expected(), wrong.found()),
              advice == null ? words.what() : advice));
    }
  }

  private static int line(FormatException wrong, String text) {
    String field = String.valueOf(wrong.field());
    if (field.matches("line [0-9]{1,9}")) {
      return Integer.parseInt(field.substring(5));
    }
    List<String> lines = text.lines().map(String::strip).toList();
    return Math.max(0, lines.indexOf(field)) + 1;
  }
}
