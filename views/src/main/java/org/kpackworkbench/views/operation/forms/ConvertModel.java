package org.kpackworkbench.views.operation.forms;

import static org.kpackworkbench.model.operation.convert.ConvertRequest.ARCHIVES;
import static org.kpackworkbench.model.operation.convert.ConvertRequest.FAMILY;
import static org.kpackworkbench.model.operation.convert.ConvertRequest.GROUP;
import static org.kpackworkbench.model.operation.convert.ConvertRequest.INPUT;
import static org.kpackworkbench.model.operation.convert.ConvertRequest.KERNEL_NAME;
import static org.kpackworkbench.model.operation.convert.ConvertRequest.OUTPUT;
import static org.kpackworkbench.model.operation.convert.ConvertRequest.SEARCH_PATHS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertPlan;
import org.kpackworkbench.model.operation.convert.ConvertRequest;
import org.kpackworkbench.model.operation.describe.Arguments;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.kit.map.LayoutMapModel;
import org.kpackworkbench.views.operation.forms.FormField.WrongInput;

/** The form that makes a binary host-only. UI thread only. */
final class ConvertModel extends JobModel<ConvertRequest> {
  private final Path input;
  private final String proposedGroup;

  ConvertModel(Path input, Background background) {
    super(ConvertRequest.OPERATION, background);
    this.input = input.toAbsolutePath().normalize();
    Proposal proposal = Proposal.of(input);
    proposedGroup = proposal.group();
    field(OUTPUT).choose(proposal.output());
    field(KERNEL_NAME).set(proposal.kernelName());
    field(SEARCH_PATHS).set(proposal.searchPath());
    field(ARCHIVES).set(proposal.archives().toString());
    field(GROUP).set(proposedGroup);
    update();
  }

  @Override
  String heading() {
    return input.toString();
  }

  @Override
  Task task(ConvertRequest request) {
    return new Task(
        "Make %s host-only".formatted(ConvertRows.name(request.input())),
        progress -> {
          LayoutMapModel before = LayoutMaps.keep(request.input(), request.output(), progress);
          return ConvertRows.done(request, new Convert(request).run(progress), before);
        });
  }

  @Override
  Arguments arguments() throws WrongInput {
    Arguments given = super.arguments().with(INPUT, input);
    if (matters(ARCHIVES)) {
      if (given.get(ARCHIVES).isEmpty()) {
        throw field(ARCHIVES).wrong("Choose the folder for the archives.");
      }
      if (given.get(GROUP).isEmpty()) {
        throw field(GROUP).wrong(PackRequest.GROUP.missing());
      }
      field(GROUP).checkName("group");
      field(FAMILY).checkName("family");
    }
    return given;
  }

  @Override
  Forecast forecast(ConvertRequest request, Progress progress) throws IOException {
    ConvertPlan plan = new Convert(request).plan(progress);
    List<String> targets = targets(plan);
    return new Forecast(
        ConvertRows.planned(request, plan, discarded(request, progress)),
        () -> {
          if (!targets.isEmpty()) {
            targets().found(targets);
          }
        });
  }

  /** Plans what would be in the archives if there were any. */
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
