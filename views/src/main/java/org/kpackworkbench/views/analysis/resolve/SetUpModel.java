package org.kpackworkbench.views.analysis.resolve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import org.kpackworkbench.model.analysis.resolve.GfxOverride;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour;
import org.kpackworkbench.model.analysis.resolve.simulate.ResolveOptions;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.DeviceSuggestions;
import org.kpackworkbench.model.base.target.GpuNames;
import org.kpackworkbench.model.base.target.GpuNames.NamedDevices;
import org.kpackworkbench.model.base.target.GpuTarget;

/** A set-up as it is edited. Has no nodes. UI thread only. */
final class SetUpModel {
  private final ObservableList<Device> devices = FXCollections.observableArrayList();
  private final List<Variable> variables =
      ResolveOptions.settable().stream().map(Variable::new).toList();
  private final ObjectProperty<LoaderBehaviour> behaviour =
      new SimpleObjectProperty<>(LoaderBehaviour.TOLERANT);
  private final BooleanProperty exact = new SimpleBooleanProperty();
  private final ObjectProperty<Optional<PathRules>> system =
      new SimpleObjectProperty<>(Optional.empty());
  private final ReadOnlyObjectWrapper<SetUp> setUp;
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper warning = new ReadOnlyStringWrapper("");
  private DeviceSuggestions suggestions = new DeviceSuggestions(List.of());
  private PathRules own = PathRules.LINUX;
  private boolean filling;

  SetUpModel() {
    setUp = new ReadOnlyObjectWrapper<>(now());
    devices.addListener((ListChangeListener<Device>) change -> changed());
    behaviour.subscribe((before, after) -> changed());
    exact.subscribe((before, after) -> changed());
    system.subscribe((before, after) -> changed());
    for (Variable variable : variables) {
      variable.setProperty().subscribe((before, after) -> changed());
      variable.valueProperty().subscribe((before, after) -> typed(variable));
    }
  }

  /** Returns the set-up as it is now. */
  ReadOnlyObjectProperty<SetUp> setUpProperty() {
    return setUp.getReadOnlyProperty();
  }

  /** Returns what is wrong with what was typed for a device; empty if nothing is. */
  ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /** Returns what looks wrong with the variables; empty if nothing does. */
  ReadOnlyStringProperty warningProperty() {
    return warning.getReadOnlyProperty();
  }

  /** The devices, no two with the same target. */
  ObservableList<Device> devices() {
    return devices;
  }

  List<Variable> variables() {
    return variables;
  }

  Variable variable(String name) {
    return variables.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  ObjectProperty<LoaderBehaviour> behaviourProperty() {
    return behaviour;
  }

  /** Whether targets are compared as they are written. */
  BooleanProperty exactProperty() {
    return exact;
  }

  /** The system whose paths count; empty for the binary's own. */
  ObjectProperty<Optional<PathRules>> systemProperty() {
    return system;
  }

  /** How the system of the binary reads paths. */
  void reading(PathRules rules) {
    own = rules;
    changed();
  }

  /** There is code for these: they are suggested first. */
  void occurring(List<GpuTarget> occurring) {
    suggestions = new DeviceSuggestions(occurring);
  }

  List<DeviceSuggestions.Suggestion> suggestions(String typed, int most) {
    return suggestions.of(typed, most);
  }

  /**
   * Adds the devices that a text names, typed or pasted.
   *
   * @return whether it names any
   */
  boolean add(String text) {
    if (text.isBlank()) {
      problem.set("");
      return false;
    }
    NamedDevices read = GpuNames.read(text);
    problem.set(read.problem());
    add(read.devices());
    return !read.devices().isEmpty();
  }

  /** Adds devices; one that is there already is spelled from now on as it is here. */
  void add(List<Device> more) {
    Map<GpuTarget, Device> all = new LinkedHashMap<>();
    devices.forEach(device -> all.put(device.target(), device));
    more.forEach(device -> all.put(device.target(), device));
    List<Device> now = List.copyOf(all.values());
    if (!now.equals(devices)) {
      devices.setAll(now);
    }
  }

  /** Other devices instead. */
  void replace(List<Device> others) {
    problem.set("");
    devices.setAll(others);
  }

  void remove(Device device) {
    problem.set("");
    devices.remove(device);
  }

  /** Takes variables as they are set somewhere; those that are not there are unset. */
  void take(Map<String, String> environment) {
    filling = true;
    for (Variable variable : variables) {
      String value = environment.get(variable.name());
      variable.setProperty().set(value != null);
      if (value != null) {
        variable.valueProperty().set(value);
      }
    }
    filling = false;
    changed();
  }

  /** Takes all settings of another set-up. */
  void like(SetUp other) {
    filling = true;
    devices.setAll(other.devices());
    behaviour.set(other.behaviour());
    exact.set(other.exact());
    system.set(other.system());
    filling = false;
    take(other.variables());
  }

  private void typed(Variable variable) {
    if (!filling) {
      variable.setProperty().set(!variable.valueProperty().get().isEmpty());
    }
    changed();
  }

  private void changed() {
    if (filling) {
      return;
    }
    SetUp now = now();
    List<String> words = new ArrayList<>(now.environment().warnings(now.system().orElse(own)));
    words.add(overrideProblem());
    words.add(GfxOverride.taken(now.devices(), now.variables()).words());
    warning.set(words.stream().filter(each -> !each.isEmpty()).collect(Collectors.joining(" ")));
    if (!now.equals(setUp.get())) {
      setUp.set(now);
    }
  }

  private SetUp now() {
    Map<String, String> set = new LinkedHashMap<>();
    for (Variable variable : variables) {
      boolean usable = !variable.name().equals(GfxOverride.VARIABLE) || overrideProblem().isEmpty();
      if (usable && variable.setProperty().get()) {
        set.put(variable.name(), variable.valueProperty().get());
      }
    }
    return new SetUp(devices, set, system.get(), behaviour.get(), exact.get());
  }

  /** Why the version that the runtime is to take devices for is none; empty if it is one. */
  private String overrideProblem() {
    Variable version = variable(GfxOverride.VARIABLE);
    try {
      String unused = GfxOverride.checked(version.name(), version.valueProperty().get());
      return "";
    } catch (IllegalArgumentException wrong) {
      return version.setProperty().get() ? "Not used: %s.".formatted(wrong.getMessage()) : "";
    }
  }

  /** A variable, as it is edited. UI thread only. */
  static final class Variable {
    private final String name;
    private final BooleanProperty set = new SimpleBooleanProperty();
    private final StringProperty value = new SimpleStringProperty("");

    Variable(String name) {
      this.name = name;
    }

    String name() {
      return name;
    }

    /** Whether it is set; its value stays while it is not. */
    BooleanProperty setProperty() {
      return set;
    }

    StringProperty valueProperty() {
      return value;
    }

    /** Returns what the variable does, for people. */
    String words() {
      return switch (name) {
        case LoaderEnvironment.PATH ->
            "archives that are used instead of the binary's search paths";
        case LoaderEnvironment.PATH_PREFIX -> "archives that come before the binary's search paths";
        case LoaderEnvironment.DISABLE -> "switches loading off, unless it begins with 0";
        case LoaderEnvironment.DEBUG -> "makes the loader write its steps to standard error";
        case LoaderEnvironment.ARCH_OVERRIDE ->
            "replaces the targets; planned only, no loader reads it";
        case ResolveOptions.LIBRARY_PATH ->
            "folders in which the system's linker looks first; counts in Needed Libraries";
        case GfxOverride.VARIABLE ->
            "the runtime takes every GPU for this version; an unsupported workaround";
        default -> "";
      };
    }

    /** Returns an example of a value. */
    String example() {
      return switch (name) {
        case LoaderEnvironment.PATH -> "/opt/rocm/.kpack/blas_gfx942.kpack";
        case LoaderEnvironment.PATH_PREFIX -> "/opt/extra/.kpack/blas_gfx942.kpack";
        case LoaderEnvironment.ARCH_OVERRIDE -> "gfx942";
        case ResolveOptions.LIBRARY_PATH -> "/opt/rocm/lib:/opt/extra/lib";
        case GfxOverride.VARIABLE -> "11.0.0";
        default -> "1";
      };
    }
  }
}
