package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.views.kit.action.ActionHandlers;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.operation.forms.Forms.Kind;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;
import org.kpackworkbench.views.spi.WindowActions;

/**
 * Split, Recombine, Make Packages and Overlay: filled in with what is selected in the workspace, or
 * active, as far as that fits.
 */
public final class ArtifactActions implements WindowActions {

  @Override
  public void install(
      ActionHandlers window, ViewContext context, ObservableValue<@Nullable OpenedFile> file) {
    Forms forms = new Forms(context);
    window
        .on(ActionId.SPLIT, () -> split(forms, context, file.getValue()))
        .on(
            ActionId.RECOMBINE,
            () -> configured(forms, context, file.getValue(), Kind.RECOMBINE, RecombineModel::new))
        .on(
            ActionId.PACKAGES,
            () -> configured(forms, context, file.getValue(), Kind.PACKAGES, PackagesModel::new))
        .on(ActionId.OVERLAY, () -> overlay(forms, context, file.getValue()));
  }

  /**
   * Returns the way to find the selected artifact; without a file, a choice for a form filled in by
   * hand.
   */
  private static Callable<ArtifactChoice> choice(ViewContext context, @Nullable OpenedFile file) {
    if (file == null) {
      return () -> new ArtifactChoice(Path.of(""), ArtifactChoice.Kind.OTHER);
    }
    Path root = file.isFolder() ? file.path() : null;
    Path selected =
        root != null && context.navigator().current() instanceof Place.Entry entry
            ? entry.target()
            : file.path();
    return () -> ArtifactChoice.of(selected, root);
  }

  private static <T> void look(
      ViewContext context, Callable<T> work, Consumer<? super T> then, String title) {
    context.run(work, then, "Could not " + title);
  }

  private static void split(Forms forms, ViewContext context, @Nullable OpenedFile file) {
    look(
        context,
        choice(context, file),
        choice -> {
          switch (choice.kind()) {
            case ARTIFACT -> split(forms, context, choice.path().toString(), false);
            case SHARD -> split(forms, context, choice.path().toString(), true);
            case FOLDER, CONFIGURATION, OTHER -> split(forms, context, "", false);
          }
        },
        "split");
  }

  /** A form about a folder and a configuration. */
  private interface Configured {
    JobModel<?> of(String folder, String configuration, Background background);
  }

  private static void configured(
      Forms forms, ViewContext context, @Nullable OpenedFile file, Kind kind, Configured form) {
    look(
        context,
        choice(context, file),
        choice -> {
          String path = choice.path().toString();
          JobModel<?> model =
              switch (choice.kind()) {
                case SHARD, FOLDER -> form.of(path, "", context.background());
                case CONFIGURATION -> form.of("", path, context.background());
                case ARTIFACT, OTHER -> form.of("", "", context.background());
              };
          forms.open(kind, model);
        },
        kind.id());
  }

  private static void split(Forms forms, ViewContext context, String input, boolean batch) {
    forms.open(Kind.SPLIT, new SplitModel(input, batch, context.background()));
  }

  private record Overlaid(List<Path> artifacts, String output) {}

  private static void overlay(Forms forms, ViewContext context, @Nullable OpenedFile file) {
    Callable<ArtifactChoice> choice = choice(context, file);
    look(
        context,
        () -> {
          ArtifactChoice chosen = choice.call();
          List<Path> artifacts = chosen.artifacts();
          return new Overlaid(artifacts, artifacts.isEmpty() ? "" : chosen.path() + "-tree");
        },
        overlaid ->
            forms.open(
                Kind.OVERLAY,
                new OverlayModel(overlaid.artifacts(), overlaid.output(), context.background())),
        "overlay");
  }

  /**
   * Input with which a form about artifacts begins.
   *
   * @param path what is meant
   * @param kind what it is
   */
  record ArtifactChoice(Path path, Kind kind) {
    /** The selection. */
    enum Kind {
      /** An artifact: its folder or packed. */
      ARTIFACT,
      /** A folder of artifacts. */
      SHARD,
      /** Another folder. */
      FOLDER,
      /** A file in which a configuration may be. */
      CONFIGURATION,
      /** Something else. */
      OTHER
    }

    /**
     * Finds what a selection means: the artifact around it, else the folder that is open. In the
     * background.
     *
     * @param root the folder that is open; null if a file is active
     */
    static ArtifactChoice of(Path selected, @Nullable Path root) throws IOException {
      String name = String.valueOf(selected.getFileName());
      if (name.endsWith(".tar.zst") || name.endsWith(".tar.xz")) {
        return new ArtifactChoice(selected, Kind.ARTIFACT);
      }
      if (root == null) {
        return new ArtifactChoice(
            selected, name.matches("(?i).*\\.(ya?ml|json|toml)") ? Kind.CONFIGURATION : Kind.OTHER);
      }
      for (Path at = selected; at != null && at.startsWith(root); at = at.getParent()) {
        if (ArtifactFolder.isArtifact(at)) {
          return new ArtifactChoice(at, Kind.ARTIFACT);
        }
      }
      Path folder = Files.isDirectory(selected) ? selected : root;
      return new ArtifactChoice(
          folder, ArtifactFolder.foldersIn(folder).isEmpty() ? Kind.FOLDER : Kind.SHARD);
    }

    /** The artifacts that are meant, generic ones first. In the background. */
    List<Path> artifacts() throws IOException {
      return switch (kind) {
        case ARTIFACT -> List.of(path);
        case SHARD ->
            ArtifactFolder.foldersIn(path).stream()
                .sorted(Comparator.comparing(folder -> !isGeneric(folder)))
                .toList();
        case FOLDER, CONFIGURATION, OTHER -> List.of();
      };
    }

    private static boolean isGeneric(Path folder) {
      return ArtifactName.parse(String.valueOf(folder.getFileName()))
          .filter(ArtifactName::generic)
          .isPresent();
    }
  }
}
