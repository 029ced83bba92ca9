package org.kpackworkbench.views.format.folder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.ListText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.host.ElfFormat;
import org.kpackworkbench.model.format.kpack.KpackFormat;
import org.kpackworkbench.model.format.packages.PackageFacts;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.registry.FileSummary.Group;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.kit.overview.Overview;

/** Makes the overview of a folder. In the background. */
final class FolderOverview {
  private static final int MOST_NAMED = 40;
  private static final int MOST_UNREADABLE_NAMED = 3;

  private FolderOverview() {}

  static Overview of(FolderFile folder, FolderSurvey survey) {
    FolderContent content = folder.content();
    Map<Group, Integer> kinds = survey.groups(folder.rooms().formats());
    List<String> warnings = warnings(content, survey, kinds);
    return new Overview(
        folder.place().label(),
        state(folder, kinds),
        warnings.isEmpty(),
        sentences(folder, survey, kinds),
        warnings,
        List.of(),
        survey.targets(),
        facts(folder, survey, kinds),
        List.of());
  }

  /** In a word or two: what it is, and how far it has come. */
  private static String state(FolderFile folder, Map<Group, Integer> kinds) {
    boolean fat = kinds.containsKey(ElfFormat.FAT);
    boolean split =
        kinds.containsKey(ElfFormat.HOST_ONLY)
            || kinds.containsKey(KpackFormat.GROUP)
            || kinds.containsKey(KpackFormat.DAMAGED);
    String how = fat && split ? ", partly split" : fat ? ", not split" : split ? ", split" : "";
    return folder.kindWords() + how;
  }

  private static List<String> sentences(
      FolderFile folder, FolderSurvey survey, Map<Group, Integer> kinds) {
    FolderContent content = folder.content();
    List<String> sentences = new ArrayList<>();
    PackageFile packed = folder.packed();
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
          case PACKAGES ->
              "A folder with packages. What to Install says which of them a GPU needs.";
          case TREE ->
              packed == null
                  ? "A folder without an artifact's manifest, such as an install tree."
                  : "%s. Its contents are read in place; nothing is unpacked into a folder."
                      .formatted(capital(packed.format().words()));
        });
    sentences.add(
        survey.folders() == 0
            ? "%s, %s together."
                .formatted(
                    CountText.of(survey.fileCount(), "file"), SizeText.of(survey.sizeBytes()))
            : "%s in %s, %s together."
                .formatted(
                    CountText.of(survey.fileCount(), "file"),
                    CountText.of(survey.folders(), "folder"),
                    SizeText.of(survey.sizeBytes())));
    if (kinds.containsKey(ElfFormat.FAT)) {
      String next =
          switch (content.kind()) {
            case ARTIFACT, SHARD -> ": splitting moves it to one artifact for each architecture";
            case TREE -> packed == null ? ": packing moves it to an archive" : "";
            case OVERLAY, PACKAGES -> "";
          };
      sentences.add(
          "There is device code in %s%s."
              .formatted(ElfFormat.FAT.counted(kinds.getOrDefault(ElfFormat.FAT, 0)), next));
    }
    int packedFiles = kinds.getOrDefault(Group.PACKED, 0);
    if (packedFiles > 0 && folder.tree().equals(content.root())) {
      sentences.add(
          "Code inside %s is not counted here: open one to see it."
              .formatted(Group.PACKED.counted(packedFiles)));
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
                    "%s: %s. Its content is not included in these numbers."
                        .formatted(each.path(), each.why())));
    if (survey.unread().size() > MOST_NAMED) {
      warnings.add("%d more could not be read.".formatted(survey.unread().size() - MOST_NAMED));
    }
    Set<String> said =
        survey.unread().stream().map(FolderSurvey.Unread::path).collect(Collectors.toSet());
    List<String> unreadable =
        survey.files().stream()
            .filter(row -> row.summary().group().equals(Group.UNREADABLE))
            .map(FolderRow::path)
            .filter(path -> !said.contains(path))
            .toList();
    if (!unreadable.isEmpty()) {
      warnings.add(
          "%s could not be read: %s."
              .formatted(
                  CountText.of(unreadable.size(), "file"),
                  ListText.some(unreadable, MOST_UNREADABLE_NAMED)));
    }
    List<FolderRow> cut =
        survey.files().stream()
            .filter(row -> !row.summary().problem().isEmpty())
            .filter(row -> !row.summary().group().equals(Group.UNREADABLE))
            .toList();
    for (FolderRow row : cut.subList(0, Math.min(cut.size(), MOST_NAMED))) {
      warnings.add(
          "%s could be read in part only, and what is missing is not in these numbers: %s"
              .formatted(row.path(), row.summary().problem()));
    }
    if (cut.size() > MOST_NAMED) {
      warnings.add("%d more could be read in part only.".formatted(cut.size() - MOST_NAMED));
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
    PackageFile packed = folder.packed();
    if (packed != null) {
      said(packed.facts(), facts);
    }
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
                  prefix + (missing ? " (not found)" : ""),
                  missing ? null : folder.entry(prefix)));
        }
      }
    }
    kinds.forEach(
        (kind, count) -> facts.add(Fact.of(capital(kind.many()), Integer.toString(count))));
    facts.add(Fact.of("Size of all files", SizeText.exact(survey.sizeBytes())));
    return facts;
  }

  private static void said(PackageFacts said, List<Fact> facts) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("Name", said.name());
    values.put("Version", said.version());
    values.put("For", said.architecture());
    values.put("Needs", String.join("\n", said.requires()));
    values.put("Provides", String.join("\n", said.provides()));
    values.put("Extras", String.join(", ", said.extras()));
    values.put("Signed", said.signed());
    values.forEach(
        (name, value) -> {
          if (!value.isEmpty()) {
            facts.add(Fact.of(name, value));
          }
        });
  }

  private static String capital(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }
}
