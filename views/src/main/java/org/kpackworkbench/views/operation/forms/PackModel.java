package org.kpackworkbench.views.operation.forms;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
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
final class PackModel extends FormModel<PackRequest> {
  private static final String MIXED = "mixed";

  private final FormField input;
  private final FormField output;
  private final FormField group;
  private final FormField family;
  private final PackingFields packing;
  private final BooleanProperty replace = new SimpleBooleanProperty(this, "replace");
  private Path proposedFor;
  private String proposedFamily = MIXED;

  PackModel(Path input, Background background) {
    super(background);
    proposedFor = input.toAbsolutePath().normalize();
    this.input = field(proposedFor.toString());
    output = field(Proposal.packed(proposedFor).toString());
    group = field(Proposal.group(proposedFor));
    family = field(proposedFamily);
    packing = new PackingFields(this);
    watch(replace);
    update();
  }

  FormField input() {
    return input;
  }

  /** Another input, with what follows from it where the user has not changed that. */
  void choose(Path chosen) {
    Path now = chosen.toAbsolutePath().normalize();
    quietly(
        () -> {
          if (output.text().equals(Proposal.packed(proposedFor).toString())) {
            output.set(Proposal.packed(now).toString());
          }
          if (group.text().equals(Proposal.group(proposedFor))) {
            group.set(Proposal.group(now));
          }
          packing.targets().found(List.of());
          input.set(now.toString());
        });
    proposedFor = now;
    update();
  }

  FormField output() {
    return output;
  }

  FormField group() {
    return group;
  }

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
  PackRequest build() throws WrongInput {
    Path from = input.path("Choose what is to be packed.");
    Path to = output.path("Say where the packed tree goes.");
    if (to.equals(from)) {
      throw output.wrong("The packed tree needs a folder of its own.");
    }
    return PackRequest.of(from, to, group.name("group"), family.name("family"))
        .with(packing.options())
        .replacing(replace.get());
  }

  @Override
  String command(PackRequest request) {
    return FormCommands.of(request);
  }

  @Override
  Forecast forecast(PackRequest request, Progress progress) throws IOException {
    PackPlan plan = new Pack(request).plan(progress);
    Set<String> targets = targets(plan);
    return new Forecast(PackPreviews.of(request, plan), () -> learn(targets));
  }

  private void learn(Set<String> targets) {
    packing.targets().found(targets);
    String better = family(targets);
    if (family.text().equals(proposedFamily) && !better.equals(proposedFamily)) {
      proposedFamily = better;
      family.set(better);
    }
  }

  private static Set<String> targets(PackPlan plan) {
    Set<String> targets = new TreeSet<>();
    plan.archives().stream().map(PlannedArchive::targets).forEach(targets::addAll);
    plan.dropped().stream().map(DroppedTarget::target).map(Object::toString).forEach(targets::add);
    return targets;
  }

  /** What targets have in common: a processor, a family, or nothing. */
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
