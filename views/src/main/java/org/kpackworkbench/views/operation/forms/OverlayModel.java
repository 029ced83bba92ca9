package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.overlay.Overlay;
import org.kpackworkbench.model.operation.overlay.OverlayRequest;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.operation.forms.FormField.WrongInput;

/** The form that brings artifacts onto one tree. UI thread only. */
final class OverlayModel extends FormModel<OverlayRequest> {
  private final FormField artifacts;
  private final FormField output;
  private final BooleanProperty flatten = new SimpleBooleanProperty(this, "flatten");
  private final BooleanProperty clean = new SimpleBooleanProperty(this, "clean");
  private final BooleanProperty replace = new SimpleBooleanProperty(this, "replace");

  OverlayModel(List<Path> inputs, String output, Background background) {
    super(background);
    artifacts = field(lines(inputs));
    this.output = field(output);
    watch(flatten);
    watch(clean);
    watch(replace);
    update();
  }

  private static String lines(Collection<Path> paths) {
    return paths.stream().map(Path::toString).collect(Collectors.joining("\n"));
  }

  /** One artifact a line. */
  FormField artifacts() {
    return artifacts;
  }

  /** Further artifacts. */
  void add(Collection<Path> more) {
    if (!more.isEmpty()) {
      artifacts.set((artifacts.text() + "\n" + lines(more)).strip());
    }
  }

  FormField output() {
    return output;
  }

  BooleanProperty flattenProperty() {
    return flatten;
  }

  BooleanProperty cleanProperty() {
    return clean;
  }

  BooleanProperty replaceProperty() {
    return replace;
  }

  @Override
  OverlayRequest build() throws WrongInput {
    List<Path> paths = new ArrayList<>();
    for (String line : artifacts.text().lines().map(String::strip).toList()) {
      if (!line.isEmpty()) {
        paths.add(path(line));
      }
    }
    if (paths.isEmpty()) {
      throw artifacts.wrong("Name at least one artifact: a folder, a .tar.zst or a .tar.xz file.");
    }
    Path to = output.path("Say where the tree goes.");
    for (Path artifact : paths) {
      if (to.startsWith(artifact)) {
        throw output.wrong("The tree cannot lie in %s, which goes into it.".formatted(artifact));
      }
    }
    return new OverlayRequest(paths, to, flatten.get(), clean.get(), replace.get(), false);
  }

  private Path path(String line) throws WrongInput {
    try {
      return Path.of(line).toAbsolutePath().normalize();
    } catch (InvalidPathException wrong) {
      throw artifacts.wrong(
          "“%s” is no path on this system: %s.".formatted(line, wrong.getReason()));
    }
  }

  @Override
  String command(OverlayRequest request) {
    return FormCommands.of(request);
  }

  @Override
  Forecast forecast(OverlayRequest request, Progress progress) throws IOException {
    return new Forecast(ArtifactRows.preview(new Overlay(request).plan(progress)), () -> {});
  }
}
