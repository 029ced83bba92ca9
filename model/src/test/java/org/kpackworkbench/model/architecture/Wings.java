package org.kpackworkbench.model.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The wings of the model, and the rule that a class imports from its own wing or an earlier one.
 */
final class Wings {
  /** From the ground up. */
  static final List<String> ORDER = List.of("base", "format", "operation", "analysis");

  private static final Pattern IN_A_WING =
      Pattern.compile(Pattern.quote("org.kpackworkbench.model.") + "(\\w+)\\..+");

  private Wings() {}

  static ArchRule rule() {
    return classes()
        .should(new Downwards())
        .because(
            "a format can then be read, tested and replaced without what is built on it; from the"
                + " ground: "
                + String.join(", ", ORDER));
  }

  /** The place of a package's wing in {@link #ORDER}, or -1. */
  private static int wingOf(JavaClass type) {
    Matcher inWing = IN_A_WING.matcher(type.getName());
    if (!inWing.matches()) {
      return -1;
    }
    String wing = inWing.group(1);
    return ORDER.indexOf(wing);
  }

  private static final class Downwards extends ArchCondition<JavaClass> {
    Downwards() {
      super("import from their own wing or earlier ones");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
      int wing = wingOf(type);
      if (wing < 0) {
        String message = type.getName() + " is in no wing: " + ORDER;
        events.add(SimpleConditionEvent.violated(type, message));
        return;
      }
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        if (wingOf(dependency.getTargetClass()) > wing) {
          events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
        }
      }
    }
  }
}
