package org.kpackworkbench.views.format.folder;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.NaturalOrder;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.views.spi.WorkspaceNode;
import org.kpackworkbench.views.spi.WorkspaceNodeProvider;

/** The rows below a folder in the workspace tree: artifacts, prefixes, what lies in them. */
public final class FolderNodes implements WorkspaceNodeProvider.Of<FolderFile> {
  /** More rows than this are too many for a tree. */
  static final int MOST_ROWS = 2000;

  private static final int MOST_COUNTED = 9999;

  @Override
  public List<WorkspaceNode> children(FolderFile folder, Place parent) throws IOException {
    String path = parent instanceof Place.Entry entry ? entry.way() : "";
    ArtifactRow artifact = folder.content().artifact(path);
    if (artifact != null) {
      return inArtifact(folder, artifact);
    }
    if (path.isEmpty() && folder.content().kind() == FolderKind.SHARD) {
      List<WorkspaceNode> rows = new ArrayList<>();
      folder.content().artifacts().forEach(each -> rows.add(artifact(folder, each)));
      Set<String> known =
          folder.content().artifacts().stream().map(ArtifactRow::path).collect(Collectors.toSet());
      rows.addAll(level(folder, path, known));
      return rows;
    }
    return level(folder, path, Set.of());
  }

  @Override
  public List<Place> way(FolderFile folder, Place place) {
    List<Place> way = new ArrayList<>();
    way.add(folder.place());
    if (place instanceof Place.Entry entry) {
      String from = "";
      ArtifactRow artifact = folder.content().artifactAround(entry.way());
      if (artifact != null) {
        add(way, folder, artifact.path());
        from = artifact.path();
        String prefix = artifact.prefixAround(entry.way());
        if (prefix != null) {
          from = artifact.at(prefix);
          add(way, folder, from);
        }
      }
      for (int slash = entry.way().indexOf('/', Math.min(entry.way().length(), from.length() + 1));
          slash >= 0;
          slash = entry.way().indexOf('/', slash + 1)) {
        add(way, folder, entry.way().substring(0, slash));
      }
      add(way, folder, entry.way());
    }
    return List.copyOf(way);
  }

  private static void add(List<Place> way, FolderFile folder, String path) {
    Place place = folder.entry(path);
    if (!way.contains(place)) {
      way.add(place);
    }
  }

  private static WorkspaceNode artifact(FolderFile folder, ArtifactRow artifact) {
    String detail =
        !artifact.problem().isEmpty()
            ? "⚠ " + artifact.problem()
            : artifact.name() == null ? "no artifact's name" : artifact.name().family();
    String path = artifact.path();
    return WorkspaceNode.folder(folder.entry(path), path, detail, true, KpackIcon.ARTIFACT);
  }

  /** The prefixes in one row each, then what else is in the artifact's own folder. */
  private static List<WorkspaceNode> inArtifact(FolderFile folder, ArtifactRow artifact)
      throws IOException {
    List<WorkspaceNode> rows = new ArrayList<>();
    for (String prefix : artifact.prefixes()) {
      boolean missing = artifact.missing().contains(prefix);
      rows.add(
          WorkspaceNode.folder(
              folder.entry(artifact.at(prefix)),
              prefix,
              missing ? "not found" : "",
              !missing,
              KpackIcon.FOLDER));
    }
    Set<String> shown =
        artifact.prefixes().stream()
            .map(prefix -> prefix.substring(0, (prefix + "/").indexOf('/')))
            .map(artifact::at)
            .collect(Collectors.toSet());
    rows.addAll(level(folder, artifact.path(), shown));
    return rows;
  }

  /** Lists a folder on the disk: folders first, then files. */
  private static List<WorkspaceNode> level(FolderFile folder, String path, Set<String> butNot)
      throws IOException {
    List<Path> files = new ArrayList<>();
    List<Path> folders = new ArrayList<>();
    for (Path each : FolderList.of(folder.path().resolve(path))) {
      (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS) ? folders : files).add(each);
    }
    folders.sort((a, b) -> NaturalOrder.INSTANCE.compare(name(a), name(b)));
    files.sort((a, b) -> NaturalOrder.INSTANCE.compare(name(a), name(b)));
    List<WorkspaceNode> rows = new ArrayList<>();
    for (Path each : folders) {
      String at = path.isEmpty() ? name(each) : path + "/" + name(each);
      if (!butNot.contains(at) && rows.size() < MOST_ROWS) {
        rows.add(
            WorkspaceNode.folder(
                folder.entry(at), name(each), counted(each), true, KpackIcon.FOLDER));
      }
    }
    for (Path each : files) {
      if (rows.size() < MOST_ROWS) {
        rows.add(file(folder, path.isEmpty() ? name(each) : path + "/" + name(each), each));
      }
    }
    int more = folders.size() + files.size() - butNot.size() - rows.size();
    if (rows.size() >= MOST_ROWS && more > 0) {
      rows.add(WorkspaceNode.more(folder.entry(path), more, "in the list of files"));
    }
    return rows;
  }

  private static WorkspaceNode file(FolderFile folder, String at, Path file) {
    FileSummary summary = folder.summary(at);
    return new WorkspaceNode(
        folder.entry(at),
        name(file),
        summary.words(),
        null,
        null,
        false,
        folder.rooms().icon(summary),
        opens(summary, file));
  }

  private static @Nullable Path opens(FileSummary summary, Path file) {
    return !summary.group().equals(FileSummary.Group.LINK) || Files.isRegularFile(file)
        ? file
        : null;
  }

  private static String counted(Path folder) {
    try (Stream<Path> all = Files.list(folder)) {
      long count = all.limit(MOST_COUNTED + 1L).count();
      return count > MOST_COUNTED ? "more than " + MOST_COUNTED : CountText.of(count, "entry");
    } catch (AccessDeniedException denied) {
      return "⚠ no permission";
    } catch (IOException unreadable) {
      return "⚠ cannot be read";
    }
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }
}
