package org.kpackworkbench.views.operation.forms;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.kpack.StorageScheme;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;
import org.kpackworkbench.model.operation.archives.ArchiveOptions.KeyForm;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import org.kpackworkbench.views.operation.forms.FormField.WrongInput;

/** How archives are written, in every form that writes some. UI thread only. */
final class PackingFields {
  static final int LEAST_LEVEL = 1;
  static final int MOST_LEVEL = 22;
  static final int MOST_THREADS = 1024;

  private final TargetChoices targets = new TargetChoices();
  private final FormField targetsField;
  private final ObjectProperty<StorageScheme> scheme =
      new SimpleObjectProperty<>(this, "scheme", ArchiveOptions.DEFAULT.scheme());
  private final FormField level;
  private final ObjectProperty<KeyForm> keys =
      new SimpleObjectProperty<>(this, "keys", ArchiveOptions.DEFAULT.keys());
  private final FormField threads;
  private final BooleanProperty refuseUnreferenced =
      new SimpleBooleanProperty(this, "refuseUnreferenced");

  PackingFields(FormModel<?> form) {
    targetsField = form.field("");
    level = form.field(Integer.toString(ArchiveOptions.DEFAULT.level()));
    threads = form.field(Integer.toString(ArchiveOptions.DEFAULT.threads()));
    form.watch(targets.filterProperty());
    form.watch(scheme);
    form.watch(keys);
    form.watch(refuseUnreferenced);
  }

  TargetChoices targets() {
    return targets;
  }

  /** Where it is said that a target is needed. */
  FormField targetsField() {
    return targetsField;
  }

  ObjectProperty<StorageScheme> schemeProperty() {
    return scheme;
  }

  FormField level() {
    return level;
  }

  ObjectProperty<KeyForm> keysProperty() {
    return keys;
  }

  FormField threads() {
    return threads;
  }

  BooleanProperty refuseUnreferencedProperty() {
    return refuseUnreferenced;
  }

  ArchiveOptions options() throws WrongInput {
    if (targets.noneKept()) {
      throw targetsField.wrong("Choose at least one target.");
    }
    boolean compressed = scheme.get() != StorageScheme.NONE;
    return new ArchiveOptions(
        targets.filterProperty().get(),
        scheme.get(),
        compressed ? level.number(LEAST_LEVEL, MOST_LEVEL) : ArchiveOptions.DEFAULT.level(),
        keys.get(),
        threads.number(1, MOST_THREADS),
        refuseUnreferenced.get(),
        false);
  }

  /**
   * The targets that occur, and which of them are to be kept. One choice represents a processor,
   * whatever its features: they are ignored when targets are compared. UI thread only.
   */
  static final class TargetChoices {
    private final ObservableList<Choice> list = FXCollections.observableArrayList();
    private final ReadOnlyObjectWrapper<TargetFilter> filter =
        new ReadOnlyObjectWrapper<>(this, "filter", TargetFilter.ALL);
    private boolean filling;

    /** A processor, with the targets that it represents. */
    static final class Choice {
      private final String processor;
      private final List<String> targets;
      private final BooleanProperty kept = new SimpleBooleanProperty(this, "kept", true);

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
            .map(
                target -> target.equals(processor) ? "plain" : target.substring(processor.length()))
            .toList();
      }

      BooleanProperty keptProperty() {
        return kept;
      }
    }

    ObservableList<Choice> list() {
      return list;
    }

    /** What is kept: all where all are chosen, also while not known which there are. */
    ReadOnlyObjectProperty<TargetFilter> filterProperty() {
      return filter.getReadOnlyProperty();
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
      filter.set(
          all
              ? TargetFilter.ALL
              : TargetFilter.keeping(
                  list.stream()
                      .filter(choice -> choice.kept.get())
                      .map(choice -> GpuTarget.of(choice.processor))
                      .toList()));
    }
  }
}
