package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.text.ListText;

/** Extras of a host wheel install the device wheels that are available. */
final class WheelExtrasRule extends PackageRule {
  private static final String DEVICE = "device-";
  private static final String ALL = "device-all";
  private static final Pattern DEVICE_NAME = Pattern.compile(".+-gfx[0-9a-f]+x?(?:-.+)?");
  private static final Pattern REQUIRED =
      Pattern.compile(
          "\\s*([A-Za-z0-9._-]+)[^;]*(?:;.*?extra\\s*==\\s*[\"']([^\"']+)[\"'].*)?",
          Pattern.DOTALL);

  WheelExtrasRule() {
    super(
        PackageFormat.WHEEL,
        "wheel-extras",
        "Extras of a host wheel install each device wheel that is available.");
  }

  @Override
  void look(Whole subject, Sink sink) throws IOException {
    PackageFacts facts = subject.file().facts();
    String own = Wheel.normalized(facts.name());
    if (DEVICE_NAME.matcher(own).matches()) {
      return;
    }
    Map<String, Set<String>> extras = extras(facts);
    List<String> empty =
        facts.extras().stream()
            .filter(extra -> extra.startsWith(DEVICE) && !extras.containsKey(extra))
            .toList();
    if (!empty.isEmpty()) {
      sink.warning(
          subject.place(),
          "Extras in METADATA name no wheel: %s.".formatted(ListText.some(empty)),
          "Add the Requires-Dist of each device wheel, or remove the extra: it installs nothing.");
    }
    if (extras.isEmpty() && own.equals(DeviceOffer.ROCM_LIBRARIES)) {
      return;
    }
    Set<String> unnamed = new TreeSet<>();
    Set<String> beyondAll = new TreeSet<>();
    for (String device : devices(subject, own, facts.version())) {
      if (extras.values().stream().noneMatch(names -> names.contains(device))) {
        unnamed.add(device);
      } else if (facts.extras().contains(ALL)
          && !extras.getOrDefault(ALL, Set.of()).contains(device)) {
        beyondAll.add(device);
      }
    }
    if (!unnamed.isEmpty()) {
      sink.warning(
          subject.place(),
          "No extra in METADATA installs %s.".formatted(ListText.some(List.copyOf(unnamed))),
          "Add an extra for its GPU, or split the wheel again for all GPUs together.");
    }
    if (!beyondAll.isEmpty()) {
      sink.warning(
          subject.place(),
          "The extra %s does not install %s.".formatted(ALL, ListText.some(List.copyOf(beyondAll))),
          "Add it to the extra, or split the wheel again for all GPUs together.");
    }
  }

  /** The names that extras require, by extras. */
  private static Map<String, Set<String>> extras(PackageFacts facts) {
    Map<String, Set<String>> extras = new TreeMap<>();
    for (String text : facts.requires()) {
      Matcher parts = REQUIRED.matcher(text);
      if (parts.matches() && parts.group(2) != null) {
        extras
            .computeIfAbsent(parts.group(2), none -> new TreeSet<>())
            .add(Wheel.normalized(parts.group(1)));
      }
    }
    return extras;
  }

  private static Set<String> devices(Whole subject, String host, String version)
      throws IOException {
    Set<String> devices = new TreeSet<>();
    for (Path wheel : wheels(subject)) {
      Wheel.Name name = Wheel.Name.of(String.valueOf(wheel.getFileName()));
      if (name == null
          || !DEVICE_NAME.matcher(Wheel.normalized(name.name())).matches()
          || !name.version().replace('_', '-').equals(version.replace('_', '-'))) {
        continue;
      }
      Optional<PackageFile> file = PackageFile.open(wheel);
      boolean requires =
          file.isPresent()
              && file.get().facts().requires().stream()
                  .map(REQUIRED::matcher)
                  .anyMatch(
                      parts -> parts.matches() && Wheel.normalized(parts.group(1)).equals(host));
      if (requires) {
        devices.add(Wheel.normalized(name.name()));
      }
    }
    return devices;
  }
}
