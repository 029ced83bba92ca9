package org.kpackworkbench.views.operation.edit.kpack;

import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Button;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.edit.ManifestRowEdits;
import org.kpackworkbench.model.operation.edit.ManifestRowEdits.Outdated;
import org.kpackworkbench.views.kit.dialog.MessageBar;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.operation.edit.kpm.EditPlace;
import org.kpackworkbench.views.spi.ViewContext;

/**
 * Offers to update the manifests beside an archive that was saved, where they say something else of
 * it. The update is an edit of the manifest, which is not saved by that. UI thread.
 */
final class ManifestOffer {
  private static final System.Logger LOG = System.getLogger(ManifestOffer.class.getName());

  private final ViewContext context;
  private final BiConsumer<@Nullable Node, @Nullable Node> announce;
  private final Background.Latest looking;
  private @Nullable Node bar;

  /**
   * An offer that shows nothing yet.
   *
   * @param announce shows a bar, or none, instead of another one
   */
  ManifestOffer(ViewContext context, BiConsumer<@Nullable Node, @Nullable Node> announce) {
    this.context = context;
    this.announce = announce;
    this.looking = context.background().latest();
  }

  /** Looks at the manifests beside an archive, as both are on disk now. */
  void look(Path archive) {
    looking.run(
        () -> ManifestRowEdits.outdated(archive, Progress.NONE),
        found -> show(archive, found),
        why -> LOG.log(Level.WARNING, "could not look at the manifests beside " + archive, why));
  }

  /** It is not shown any more. */
  void end() {
    looking.forget();
  }

  private void show(Path archive, List<Outdated> found) {
    Node before = bar;
    bar = found.isEmpty() ? null : bar(archive, found);
    announce.accept(bar, before);
  }

  private MessageBar bar(Path archive, List<Outdated> found) {
    Map<Path, List<Outdated>> manifests = new LinkedHashMap<>();
    found.forEach(
        row -> manifests.computeIfAbsent(row.manifest(), file -> new ArrayList<>()).add(row));
    List<Button> buttons = new ArrayList<>();
    manifests.forEach((file, rows) -> buttons.add(update(archive, file, rows, found)));
    Button later = new Button("Later");
    later.setId("manifest-later");
    later.setOnAction(event -> show(archive, List.of()));
    buttons.add(later);
    String names =
        manifests.keySet().stream()
            .map(file -> String.valueOf(file.getFileName()))
            .collect(Collectors.joining(", "));
    return new MessageBar(
        MessageBar.Severity.INFO,
        "What %s of %s is not true any more."
            .formatted(
                manifests.size() == 1 ? names + " says" : names + " say", archive.getFileName()),
        buttons.toArray(Button[]::new));
  }

  private Button update(Path archive, Path file, List<Outdated> rows, List<Outdated> all) {
    Button button = new Button("Update " + file.getFileName());
    button.setId("manifest-update");
    button.setOnAction(
        event -> {
          show(archive, all.stream().filter(row -> !row.manifest().equals(file)).toList());
          rows.forEach(row -> context.edits().request(file, row.edit()));
          context.navigator().open(EditPlace.of(file, rows.getFirst().target()));
        });
    return button;
  }
}
