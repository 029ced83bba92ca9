package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertPlan;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.operation.forms.FormField.WrongInput;

/** The form that makes a binary host-only. UI thread only. */
final class ConvertModel extends FormModel<ConvertRequest> {
  private final Path input;
  private final String proposedGroup;
  private final FormField output;
  private final FormField kernelName;
  private final FormField searchPaths;
  private final BooleanProperty keep = new SimpleBooleanProperty(this, "keep", true);
  private final FormField archives;
  private final FormField group;
  private final FormField family;
  private final PackingFields packing;
  private final BooleanProperty replace = new SimpleBooleanProperty(this, "replace");

  ConvertModel(Path input, Background background) {
    super(background);
    this.input = input.toAbsolutePath().normalize();
    Proposal proposal = Proposal.of(input);
    proposedGroup = proposal.group();
    output = field(proposal.output().toString());
    kernelName = field(proposal.kernelName());
    searchPaths = field(proposal.searchPath());
    archives = field(proposal.archives().toString());
    group = field(proposal.group());
    family = field("");
    packing = new PackingFields(this);
    watch(keep);
    watch(replace);
    update();
  }

  Path input() {
    return input;
  }

  FormField output() {
    return output;
  }

  FormField kernelName() {
    return kernelName;
  }

  /** One search path a line. */
  FormField searchPaths() {
    return searchPaths;
  }

  /** Whether device code is kept in archives; else it is discarded. */
  BooleanProperty keepProperty() {
    return keep;
  }

  FormField archives() {
    return archives;
  }

  FormField group() {
    return group;
  }

  /** Empty: each archive is called after the target that it is for. */
  FormField family() {
    return family;
  }

  PackingFields packing() {
    return packing;
  }

  BooleanProperty replaceProperty() {
    return replace;
  }

  @Override
  ConvertRequest build() throws WrongInput {
    Path to = output.path("Say where the host-only binary goes.");
    String name = kernelName.needed("The marker needs the name that archives use.");
    List<String> paths = searchPaths.text().lines().map(String::strip).toList();
    paths = paths.stream().filter(path -> !path.isEmpty()).toList();
    if (paths.isEmpty()) {
      throw searchPaths.wrong("The marker needs a way to the archives.");
    }
    if (!keep.get()) {
      return ConvertRequest.discarding(input, to, name, paths).replacing(replace.get());
    }
    return new ConvertRequest(
        input,
        to,
        name,
        paths,
        archives.path("Say which folder the archives go to."),
        false,
        group.name("group"),
        family.text().isEmpty() ? null : family.name("family"),
        packing.options(),
        replace.get());
  }

  @Override
  String command(ConvertRequest request) {
    return FormCommands.of(request);
  }

  @Override
  Forecast forecast(ConvertRequest request, Progress progress) throws IOException {
    ConvertPlan plan = new Convert(request).plan(progress);
    List<String> targets = targets(plan);
    return new Forecast(
        ConvertPreviews.of(request, plan, discarded(request, progress)),
        () -> {
          if (!targets.isEmpty()) {
            packing.targets().found(targets);
          }
        });
  }

  /** What would be in the archives if there were any. */
  private @Nullable ConvertPlan discarded(ConvertRequest request, Progress progress)
      throws IOException {
    if (!request.discard()) {
      return null;
    }
    return new Convert(
            new ConvertRequest(
                request.input(),
                request.output(),
                request.kernelName(),
                request.searchPaths(),
                request.output().resolveSibling(".kpack"),
                false,
                proposedGroup,
                null,
                ArchiveOptions.DEFAULT,
                true))
        .plan(progress);
  }

  private static List<String> targets(ConvertPlan plan) {
    TreeSet<String> targets = new TreeSet<>();
    plan.archives().stream().map(PlannedArchive::targets).forEach(targets::addAll);
    plan.dropped().stream().map(DroppedTarget::target).map(Object::toString).forEach(targets::add);
    return new ArrayList<>(targets);
  }

  /** Whether something is at a path, be it a link that leads nowhere. In the background. */
  static boolean exists(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }
}
