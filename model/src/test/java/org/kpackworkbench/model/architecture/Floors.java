package org.kpackworkbench.model.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static java.util.stream.Collectors.joining;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The floors of the model, from the ground up, and the rule that a package imports downwards only.
 */
final class Floors {
  private static final String ROOT = "org.kpackworkbench.model.";

  private static final List<Set<String>> FLOORS =
      List.of(Set.of("base"), Set.of("format"), Set.of("operation"), Set.of("analysis"));

  /** What still imports upwards. */
  private static final Set<String> UPWARDS =
      Set.of(
          "format.codeobject.Devices",
          "format.codeobject.NamedDevices",
          "format.registry.Documents",
          "operation.edit.EditedArchive",
          "operation.edit.EditedManifest",
          "operation.edit.EditedMarker");

  static final DescribedPredicate<JavaClass> STILL_UPWARDS =
      DescribedPredicate.describe("still import upwards", Floors::isStillUpwards);

  private Floors() {}

  static ArchRule rule() {
    return classes()
        .should(new Downwards())
        .because(
            "a format can then be read, tested and replaced without what is built on it; from the"
                + " ground: "
                + FLOORS.stream()
                    .map(floor -> floor.stream().sorted().collect(joining(", ")))
                    .collect(joining(" | ")));
  }

  private static boolean isStillUpwards(JavaClass type) {
    String name = type.getName();
    return name.startsWith(ROOT)
        && UPWARDS.contains(name.substring(ROOT.length()).replaceFirst("[$].*", ""));
  }

  private static String packageOf(JavaClass type) {
    String name = type.getPackageName() + ".";
    if (!name.startsWith(ROOT) || name.length() == ROOT.length()) {
      return "";
    }
    return name.substring(ROOT.length(), name.indexOf('.', ROOT.length()));
  }

  static OptionalInt floorOf(String packageName) {
    return IntStream.range(0, FLOORS.size())
        .filter(floor -> FLOORS.get(floor).contains(packageName))
        .findFirst();
  }

  private static final class Downwards extends ArchCondition<JavaClass> {
    Downwards() {
      super("import from their own floor or lower ones");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
      OptionalInt floor = floorOf(packageOf(type));
      if (floor.isEmpty()) {
        String message =
            type.getName() + " lives in a package without a floor; give it one in Floors.FLOORS";
        events.add(SimpleConditionEvent.violated(type, message));
        return;
      }
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        OptionalInt used = floorOf(packageOf(dependency.getTargetClass()));
        if (used.isPresent() && used.getAsInt() > floor.getAsInt() && !isStillUpwards(type)) {
          events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
        }
      }
    }
  }
}
