package org.kpackworkbench.views.architecture;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The wings and rooms in ARCHITECTURE.md are the folders that there are. */
class WingTableTest {
  private static final Pattern ROW = Pattern.compile("\\| `views/(\\w+)` \\|([^|]*)\\|.*");
  private static final Pattern ROOM = Pattern.compile("`(\\w+)`");

  private static Path checkout() {
    Path base = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    return Files.exists(base.resolve("ARCHITECTURE.md")) ? base : base.getParent();
  }

  private static Set<String> folders(Path folder) throws IOException {
    try (Stream<Path> below = Files.list(folder)) {
      return below
          .filter(Files::isDirectory)
          .map(each -> each.getFileName().toString())
          .collect(TreeSet::new, Set::add, Set::addAll);
    }
  }

  @Test
  void theTableNamesEveryRoomInItsWing() throws IOException {
    Map<String, Set<String>> told = new TreeMap<>();
    for (String line : Files.readAllLines(checkout().resolve("ARCHITECTURE.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        Set<String> rooms = told.computeIfAbsent(row.group(1), wing -> new TreeSet<>());
        ROOM.matcher(row.group(2)).results().forEach(room -> rooms.add(room.group(1)));
      }
    }
    Map<String, Set<String>> real = new TreeMap<>();
    Path sources = checkout().resolve("views/src/main/java/org/kpackworkbench/views");
    for (String wing : folders(sources)) {
      real.put(wing, folders(sources.resolve(wing)));
    }
    assertThat(told).isEqualTo(real);
  }
}
