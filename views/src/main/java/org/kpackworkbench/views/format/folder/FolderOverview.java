package org.kpackworkbench.views.format.folder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.host.ElfFormat;
import org.kpackworkbench.model.format.kpack.KpackFormat;
import org.kpackworkbench.model.format.registry.FileSummary.Group;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.kit.overview.Overview;

/** What the overview of a folder says. In the background. */
final class FolderOverview {
  private static final int MOST_NAMED = 40;

  private FolderOverview() {}

  static Overview of(FolderFile folder) throws IOException {
    return of(folder, folder.survey());
  }

  static Overview of(FolderFile folder, FolderSurvey survey) {
    FolderContent content = folder.content();
    Map<Group, Integer> kinds = survey.groups(folder.rooms().formats());
    List<String> warnings = warnings(content, survey, kinds);
    return new Overview(
        folder.place().label(),
        state(content, kinds),
        warnings.isEmpty(),
        sentences(content, survey, kinds),
        warnings,
        List.of(),
        survey.targets(),
        facts(folder, survey, kinds),
        List.of());
  }

  /** In a word or two: what it is, and how far it has come. */
  private static String state(FolderContent content, Map<Group, Integer> kinds) {
    boolean fat = kinds.containsKey(ElfFormat.FAT);
    boolean split = kinds.containsKey(ElfFormat.HOST_ONLY) || kinds.containsKey(KpackFormat.GROUP);
    String how = fat && split ? ", partly split" : fat ? ", not split" : split ? ", split" : "";
    return content.words() + how;
  }

  private static List<String> sentences(
      FolderContent content, FolderSurvey survey, Map<Group, Integer> kinds) {
    List<String> sentences = new ArrayList<>();
    sentences.add(
        switch (content.kind()) {
          case ARTIFACT -> artifact(content.artifacts().getFirst());
          case SHARD ->
              "A folder of artifacts: %s."
                  .formatted(CountText.of(content.artifacts().size(), "artifact"));
          case OVERLAY ->
              "Artifacts that were combined in one tree, with %s. It must not be split again."
                  .formatted(
                      CountText.of(
                          content.artifacts().getFirst().prefixes().size(), "stage prefix"));
          case TREE -> "A folder without an artifact's manifest, such as an install tree.";
        });
    sentences.add(
        "%s in %s, %s together."
            .formatted(
                CountText.of(survey.fileCount(), "file"),
                CountText.of(survey.folders(), "folder"),
                SizeText.of(survey.sizeBytes())));
    if (kinds.containsKey(ElfFormat.FAT)) {
      sentences.add(
          "There is device code in %s: splitting moves it to one artifact for each architecture."
              .formatted(ElfFormat.FAT.counted(kinds.getOrDefault(ElfFormat.FAT, 0))));
    }
    return sentences;
  }

  private static String artifact(ArtifactRow artifact) {
    return "%s with %s."
        .formatted(
            capital(FolderContent.artifactWords(artifact.name())),
            CountText.of(artifact.prefixes().size(), "stage prefix"));
  }

  private static List<String> warnings(
      FolderContent content, FolderSurvey survey, Map<Group, Integer> kinds) {
    List<String> warnings = new ArrayList<>();
    for (ArtifactRow artifact : content.artifacts()) {
      if (!artifact.problem().isEmpty()) {
        warnings.add(
            artifact.path().isEmpty()
                ? artifact.problem()
                : artifact.path() + ": " + artifact.problem());
      }
    }
    int half = kinds.getOrDefault(ElfFormat.HALF_CONVERTED, 0);
    if (half > 0) {
      warnings.add(
          "%s: verify says what is wrong.".formatted(ElfFormat.HALF_CONVERTED.counted(half)));
    }
    survey.unread().stream()
        .limit(MOST_NAMED)
        .forEach(
            each ->
                warnings.add(
                    "%s: %s. What is in it is in none of these numbers."
                        .formatted(each.path(), each.why())));
    if (survey.unread().size() > MOST_NAMED) {
      warnings.add("%d more could not be read.".formatted(survey.unread().size() - MOST_NAMED));
    }
    int unreadable = kinds.getOrDefault(Group.UNREADABLE, 0) - survey.unread().size();
    if (unreadable > 0) {
      warnings.add("%s could not be read.".formatted(CountText.of(unreadable, "file")));
    }
    if (!survey.complete()) {
      warnings.add(
          "There are more files: this page covers only the first %d."
              .formatted(survey.files().size()));
    }
    return warnings;
  }

  private static List<Fact> facts(
      FolderFile folder, FolderSurvey survey, Map<Group, Integer> kinds) {
    List<Fact> facts = new ArrayList<>();
    List<ArtifactRow> artifacts = folder.content().artifacts();
    if (folder.content().kind() == FolderKind.SHARD) {
      artifacts.stream()
          .limit(MOST_NAMED)
          .forEach(
              each ->
                  facts.add(
                      Fact.of(
                          "Artifact",
                          "%s, %s"
                              .formatted(
                                  each.path(),
                                  CountText.of(each.prefixes().size(), "stage prefix")),
                          folder.entry(each.path()))));
      if (artifacts.size() > MOST_NAMED) {
        facts.add(Fact.of("", "and %d more".formatted(artifacts.size() - MOST_NAMED)));
      }
    } else {
      for (ArtifactRow artifact : artifacts) {
        for (String prefix : artifact.prefixes()) {
          boolean missing = artifact.missing().contains(prefix);
          facts.add(
              Fact.of(
                  "Stage prefix",
                  prefix + (missing ? " (not there)" : ""),
                  missing ? null : folder.entry(prefix)));
        }
      }
    }
    kinds.forEach(
        (kind, count) -> facts.add(Fact.of(capital(kind.many()), Integer.toString(count))));
    facts.add(Fact.of("Size of all files", SizeText.exact(survey.sizeBytes())));
    return facts;
  }

  private static String capital(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }
}
