package org.kpackworkbench.views.operation.forms;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * The targets that occur, and which of them are to be kept. One choice represents a processor,
 * whatever its features: they are ignored when targets are compared. UI thread only.
 */
final class TargetChoices {
  private final ObservableList<Choice> list = FXCollections.observableArrayList();
  private final FormField<?> field;
  private boolean filling;

  /** A processor, with the targets that it represents. */
  static final class Choice {
    private final String processor;
    private final List<String> targets;
    private final BooleanProperty kept = new SimpleBooleanProperty(true);

    private Choice(String processor, Collection<GpuTarget> targets) {
      this.processor = processor;
      this.targets = targets.stream().map(GpuTarget::toString).toList();
    }

    String processor() {
      return processor;
    }

    /** The processor, with its features where there are any. */
    String text() {
      return targets.size() == 1
          ? targets.getFirst()
          : "%s (%s)".formatted(processor, String.join(", ", features()));
    }

    private List<String> features() {
      return targets.stream()
          .map(target -> target.equals(processor) ? "plain" : target.substring(processor.length()))
          .toList();
    }

    BooleanProperty keptProperty() {
      return kept;
    }
  }

  /**
   * @param field is filled in with the targets to keep: nothing if all are chosen, also while not
   *     known which there are
   */
  TargetChoices(FormField<?> field) {
    this.field = field;
  }

  /** Where it is said that a target is needed. */
  FormField<?> field() {
    return field;
  }

  ObservableList<Choice> list() {
    return list;
  }

  boolean noneKept() {
    return !list.isEmpty() && list.stream().noneMatch(choice -> choice.kept.get());
  }

  /** These targets occur; what was chosen stays chosen. */
  void found(Collection<String> targets) {
    Map<String, TreeSet<GpuTarget>> byProcessor = new TreeMap<>(TargetChoices::compare);
    for (String text : targets) {
      GpuTarget target = GpuTarget.lenient(text);
      byProcessor.computeIfAbsent(target.processor(), key -> new TreeSet<>()).add(target);
    }
    List<Choice> fresh =
        byProcessor.entrySet().stream()
            .map(each -> choice(each.getKey(), each.getValue()))
            .toList();
    List<String> texts = fresh.stream().map(Choice::text).toList();
    if (!texts.equals(list.stream().map(Choice::text).toList())) {
      list.setAll(fresh);
      refilter();
    }
  }

  /** Chooses all or none. */
  void keepAll(boolean all) {
    filling = true;
    list.forEach(choice -> choice.kept.set(all));
    filling = false;
    refilter();
  }

  private static int compare(String one, String other) {
    return GpuTarget.lenient(one).compareTo(GpuTarget.lenient(other));
  }

  private Choice choice(String processor, Collection<GpuTarget> targets) {
    Choice choice = new Choice(processor, targets);
    for (Choice known : list) {
      if (known.processor.equals(processor)) {
        choice.kept.set(known.kept.get());
      }
    }
    choice.kept.subscribe(
        (before, now) -> {
          if (!filling) {
            refilter();
          }
        });
    return choice;
  }

  private void refilter() {
    boolean all = list.stream().allMatch(choice -> choice.kept.get());
    field.set(
        all
            ? ""
            : list.stream()
                .filter(choice -> choice.kept.get())
                .map(choice -> choice.processor)
                .collect(Collectors.joining(",")));
  }
}
