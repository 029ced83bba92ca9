package org.kpackworkbench.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The wings of a module, the rule that a class imports from its own wing or an earlier one, and the
 * table of wings and rooms in ARCHITECTURE.md.
 *
 * @param module the last part of the module's name, such as {@code model}
 * @param order the wings, from the ground up; wings of one level are joined by {@code |}
 * @param because why the module has them
 */
public record Wings(String module, List<String> order, String because) {
  private static final Pattern ROOM = Pattern.compile("`(\\w+)`");

  /** A class imports from its own wing or an earlier one. */
  public ArchRule rule() {
    return classes()
        .should(new Downwards())
        .because(because + "; from the ground: " + String.join(", ", order));
  }

  /** The rooms of each wing, as ARCHITECTURE.md lists them. */
  public Map<String, Set<String>> listed() throws IOException {
    Pattern row = Pattern.compile("\\| `" + module + "/(\\w+)` \\|([^|]*)\\|.*");
    Map<String, Set<String>> listed = new TreeMap<>();
    for (String line : Files.readAllLines(Checkout.folder().resolve("ARCHITECTURE.md"))) {
      Matcher wing = row.matcher(line);
      if (wing.matches()) {
        Set<String> rooms = listed.computeIfAbsent(wing.group(1), each -> new TreeSet<>());
        ROOM.matcher(wing.group(2)).results().forEach(room -> rooms.add(room.group(1)));
      }
    }
    return listed;
  }

  /** The rooms of each wing, as the folders of sources are. */
  public Map<String, Set<String>> folders() throws IOException {
    Path sources =
        Checkout.folder().resolve(module + "/src/main/java/org/kpackworkbench/" + module);
    Map<String, Set<String>> folders = new TreeMap<>();
    for (String wing : below(sources)) {
      folders.put(wing, below(sources.resolve(wing)));
    }
    return folders;
  }

  private static Set<String> below(Path folder) throws IOException {
    try (Stream<Path> below = Files.list(folder)) {
      return below
          .filter(Files::isDirectory)
          .map(each -> each.getFileName().toString())
          .collect(TreeSet::new, Set::add, Set::addAll);
    }
  }

  /** The level of a class's wing in {@link #order}, or -1. */
  private int levelOf(JavaClass type) {
    Matcher inWing =
        Pattern.compile("org\\.kpackworkbench\\." + module + "\\.(\\w+)\\..+")
            .matcher(type.getName());
    if (!inWing.matches()) {
      return -1;
    }
    for (int level = 0; level < order.size(); level++) {
      if (List.of(order.get(level).split("\\|", -1)).contains(inWing.group(1))) {
        return level;
      }
    }
    return -1;
  }

  private final class Downwards extends ArchCondition<JavaClass> {
    Downwards() {
      super("import from their own wing or earlier ones");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
      int level = levelOf(type);
      if (level < 0) {
        String message = type.getName() + " is in no wing: " + order;
        events.add(SimpleConditionEvent.violated(type, message));
        return;
      }
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        if (levelOf(dependency.getTargetClass()) > level) {
          events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
        }
      }
    }
  }
}
