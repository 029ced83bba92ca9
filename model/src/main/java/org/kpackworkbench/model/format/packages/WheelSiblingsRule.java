package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.text.ListText;

/** Wheels that belong together, as far as they lie in one folder or were named together. */
final class WheelSiblingsRule extends PackageRule {
  private static final Pattern PINNED =
      Pattern.compile(
          "\\s*([A-Za-z0-9._-]+)\\s*(?:\\[[^\\]]*\\])?\\s*\\(?\\s*==\\s*([^\\s;,)]+)\\s*\\)?\\s*(?:;(.*))?");

  WheelSiblingsRule() {
    super(
        PackageFormat.WHEEL,
        "wheel-siblings",
        "Wheels beside a wheel have the versions that it requires.");
  }

  @Override
  void look(Whole subject, Sink sink) throws IOException {
    Map<String, Set<String>> beside = versions(subject);
    List<String> missing = new ArrayList<>();
    Set<String> known = new HashSet<>();
    for (String requirement : subject.file().facts().requires()) {
      Matcher matcher = PINNED.matcher(requirement);
      if (!matcher.matches() || !known.add(matcher.group(1) + " " + matcher.group(2))) {
        continue;
      }
      Set<String> versions = beside.get(Wheel.normalized(matcher.group(1)));
      boolean extra = matcher.group(3) != null && matcher.group(3).contains("extra");
      boolean sameBuild = matcher.group(2).equals(subject.file().facts().version());
      if (versions == null) {
        if (extra && sameBuild) {
          missing.add(matcher.group(1));
        }
      } else if (!versions.contains(matcher.group(2).replace('_', '-'))) {
        sink.error(
            subject.place(),
            "It requires %s %s, but the available wheel is %s."
                .formatted(matcher.group(1), matcher.group(2), String.join(", ", versions)),
            "Wheels of one build belong together: get those of this version.",
            Evidence.of(matcher.group(2), String.join(", ", versions)));
      }
    }
    if (!missing.isEmpty()) {
      sink.note(
          subject.place(),
          "Wheels that its extras name are not available: %s.".formatted(ListText.some(missing)),
          "Get them if their GPUs are to be supported.");
    }
  }

  private static Map<String, Set<String>> versions(Whole subject) throws IOException {
    Map<String, Set<String>> versions = new HashMap<>();
    for (Path wheel : wheels(subject)) {
      Wheel.Name name = Wheel.Name.of(String.valueOf(wheel.getFileName()));
      if (name != null) {
        versions
            .computeIfAbsent(Wheel.normalized(name.name()), none -> new TreeSet<>())
            .add(name.version().replace('_', '-'));
      }
    }
    return versions;
  }
}
