package org.kpackworkbench.views.operation.forms;

import static org.kpackworkbench.model.operation.pack.PackRequest.FAMILY;
import static org.kpackworkbench.model.operation.pack.PackRequest.GROUP;
import static org.kpackworkbench.model.operation.pack.PackRequest.INPUT;
import static org.kpackworkbench.model.operation.pack.PackRequest.OUTPUT;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.operation.archives.DroppedTarget;
import org.kpackworkbench.model.operation.archives.PlannedArchive;
import org.kpackworkbench.model.operation.pack.Pack;
import org.kpackworkbench.model.operation.pack.PackPlan;
import org.kpackworkbench.model.operation.pack.PackRequest;
import org.kpackworkbench.views.kit.job.Background;
import org.kpackworkbench.views.operation.forms.FormField.WrongInput;

/** The form that packs a binary or an install tree. UI thread only. */
final class PackModel extends JobModel<PackRequest> {
  private static final String MIXED = "mixed";

  private Path proposedFor;
  private String proposedFamily = MIXED;

  PackModel(Path input, Background background) {
    super(PackRequest.OPERATION, background);
    proposedFor = input.toAbsolutePath().normalize();
    field(INPUT).choose(proposedFor);
    field(OUTPUT).choose(Proposal.packed(proposedFor));
    field(GROUP).set(Proposal.group(proposedFor));
    field(FAMILY).set(proposedFamily);
    update();
  }

  /** Of another input follows the rest where the user has not changed that. */
  @Override
  void chosen(FormField<?> field, Path path) {
    if (field != field(INPUT)) {
      super.chosen(field, path);
      return;
    }
    Path now = path.toAbsolutePath().normalize();
    quietly(
        () -> {
          if (field(OUTPUT).text().equals(Proposal.packed(proposedFor).toString())) {
            field(OUTPUT).choose(Proposal.packed(now));
          }
          if (field(GROUP).text().equals(Proposal.group(proposedFor))) {
            field(GROUP).set(Proposal.group(now));
          }
          targets().found(List.of());
          field(INPUT).choose(now);
        });
    proposedFor = now;
    update();
  }

  @Override
  String heading() {
    return "Pack " + field(INPUT).text();
  }

  @Override
  Task task(PackRequest request) {
    return new Task(
        "Pack " + ConvertRows.name(request.input()),
        progress -> PackRows.done(request, new Pack(request).run(progress)));
  }

  @Override
  void check(PackRequest request) throws WrongInput {
    if (request.output().equals(request.input())) {
      throw field(OUTPUT).wrong("The packed tree needs a folder of its own.");
    }
    field(GROUP).checkName("group");
    field(FAMILY).checkName("family");
  }

  @Override
  Forecast forecast(PackRequest request, Progress progress) throws IOException {
    PackPlan plan = new Pack(request).plan(progress);
    Set<String> targets = targets(plan);
    return new Forecast(PackRows.planned(request, plan), () -> learn(targets));
  }

  private void learn(Set<String> targets) {
    targets().found(targets);
    String better = family(targets);
    if (field(FAMILY).text().equals(proposedFamily) && !better.equals(proposedFamily)) {
      proposedFamily = better;
      field(FAMILY).set(better);
    }
  }

  private static Set<String> targets(PackPlan plan) {
    Set<String> targets = new TreeSet<>();
    plan.archives().stream().map(PlannedArchive::targets).forEach(targets::addAll);
    plan.dropped().stream().map(DroppedTarget::target).map(Object::toString).forEach(targets::add);
    return targets;
  }

  /** Returns what targets have in common: a processor, a family, or nothing. */
  static String family(Collection<String> targets) {
    Set<String> processors =
        targets.stream()
            .map(target -> GpuTarget.lenient(target).processor())
            .collect(Collectors.toSet());
    Set<String> families =
        targets.stream()
            .map(target -> GpuTarget.lenient(target).family())
            .collect(Collectors.toSet());
    return processors.size() == 1
        ? processors.iterator().next()
        : families.size() == 1 ? families.iterator().next() : MIXED;
  }
}
