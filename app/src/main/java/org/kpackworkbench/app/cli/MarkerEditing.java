package org.kpackworkbench.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.kpackworkbench.app.console.Facts;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.offload.Marker;
import org.kpackworkbench.model.operation.edit.EditedDocument;
import org.kpackworkbench.model.operation.edit.EditedMarker;
import org.kpackworkbench.model.operation.edit.MarkerEdit;
import org.kpackworkbench.model.operation.edit.MarkerFit;

/** The marker of a host-only binary that a command edits. */
final class MarkerEditing implements Editing {
  private final EditedMarker marker;
  private final List<String> searchPaths;
  private final Contents contents;

  /**
   * @param searchPaths all that were named; they replace those that are there
   * @param contents which names and paths are taken
   */
  MarkerEditing(Path file, List<String> searchPaths, Contents contents) throws IOException {
    this.contents = contents;
    this.marker = EditedMarker.open(file);
    this.searchPaths = List.copyOf(searchPaths);
  }

  @Override
  public EditedDocument<?> document() {
    return marker;
  }

  @Override
  public void change(AskedEdit asked, Progress progress) throws IOException, CliException {
    switch (asked.option()) {
      case EditCommand.KERNEL_NAME -> {
        if (!asked.value().equals(marker.content().kernelName())) {
          contents.apply(marker, new MarkerEdit.SetKernelName(asked.value()));
        }
      }
      case EditCommand.SEARCH_PATH -> {
        if (!searchPaths.equals(marker.content().searchPaths())) {
          contents.apply(marker, new MarkerEdit.SetSearchPaths(searchPaths));
        }
      }
      default -> throw asked.notFor("a host-only binary");
    }
  }

  @Override
  public void save(Progress progress) throws IOException {
    marker.save(progress);
  }

  @Override
  public void saveAs(Path target, boolean replace, Progress progress) throws IOException {
    marker.saveAs(target, replace, progress);
  }

  @Override
  public void facts(Facts facts) throws IOException {
    facts.add("kernel name", marker.content().kernelName());
    List<String> paths = marker.content().searchPaths();
    for (int i = 0; i < paths.size(); i++) {
      facts.add("search path " + i, paths.get(i));
    }
    facts.add("marker", marker.fit().words());
  }

  @Override
  public void json(JsonOut out) throws IOException {
    MarkerFit fit = marker.fit();
    out.object("marker")
        .field(Marker.KERNEL_NAME_KEY, marker.content().kernelName())
        .texts(Marker.SEARCH_PATHS_KEY, marker.content().searchPaths())
        .endObject()
        .object("layout")
        .field("kind", fit.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .field("size", fit.sizeBytes())
        .field("room", fit.roomBytes())
        .field("grown", fit.grownBytes())
        .endObject();
  }

  @Override
  public void close() throws IOException {
    marker.close();
  }
}
