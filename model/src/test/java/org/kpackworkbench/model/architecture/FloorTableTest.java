package org.kpackworkbench.model.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What ARCHITECTURE.md says of floors is what the rule goes by. */
class FloorTableTest {
  private static final Pattern ROW = Pattern.compile("\\| ([0-9]) \\| ([^|]+) \\| [^|]+ \\|");
  private static final Pattern IN_BRACKETS = Pattern.compile("\\([^)]*\\)");
  private static final Pattern PACKAGE = Pattern.compile("`([a-z]+)`");

  private static Path checkout() {
    Path base = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    return Files.exists(base.resolve("ARCHITECTURE.md")) ? base : base.getParent();
  }

  @Test
  void theTableOfFloorsNamesEveryPackageOnItsFloor() throws IOException {
    Map<Integer, Set<String>> told = new TreeMap<>();
    for (String line : Files.readAllLines(checkout().resolve("ARCHITECTURE.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        String packages = IN_BRACKETS.matcher(row.group(2)).replaceAll("");
        PACKAGE
            .matcher(packages)
            .results()
            .forEach(
                name ->
                    told.computeIfAbsent(Integer.valueOf(row.group(1)), floor -> new TreeSet<>())
                        .add(name.group(1)));
      }
    }
    Map<Integer, Set<String>> real = new TreeMap<>();
    Path sources = checkout().resolve("model/src/main/java/org/kpackworkbench/model");
    try (Stream<Path> folders = Files.list(sources)) {
      for (String name :
          folders
              .filter(Files::isDirectory)
              .map(folder -> folder.getFileName().toString())
              .collect(Collectors.toSet())) {
        real.computeIfAbsent(Floors.floorOf(name).orElseThrow(), floor -> new TreeSet<>())
            .add(name);
      }
    }
    assertThat(told).isEqualTo(real);
  }
}
