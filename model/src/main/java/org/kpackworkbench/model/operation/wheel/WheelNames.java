package org.kpackworkbench.model.operation.wheel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.target.GpuTable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.packages.PackageFacts;
import org.kpackworkbench.model.format.packages.Wheel;
import org.kpackworkbench.model.format.packages.WheelVariants;

/** Names of the wheels that a wheel is split into, and the texts that say what they need. */
final class WheelNames {
  /** The property of variants that says which GPUs they are for. */
  private static final String VARIANT_NAMESPACE = "amd";

  private static final String VARIANT_FEATURE = "gfx_arch";

  private final WheelSplitRequest request;
  private final Wheel wheel;
  private final Wheel.Name name;
  private final PackageFacts facts;
  private final String prefix;

  WheelNames(WheelSplitRequest request, Wheel wheel, Wheel.Name name, PackageFacts facts) {
    this.request = request;
    this.wheel = wheel;
    this.name = name;
    this.facts = facts;
    this.prefix =
        request.prefix().orElse("amd-%s-device".formatted(Wheel.normalized(facts.name())));
  }

  static String bare(String target) {
    return GpuTarget.lenient(target).bare().toString();
  }

  Path device(String key) {
    return request
        .output()
        .resolve("%s-py3-none-%s.whl".formatted(deviceStem(key), name.platform()));
  }

  private String deviceStem(String key) {
    return Wheel.normalized(deviceName(key)).replace('-', '_') + "-" + name.version();
  }

  /** The folder of a device wheel with what installers read. */
  String deviceInfo(String key) {
    return deviceStem(key) + ".dist-info";
  }

  String deviceName(String key) {
    return prefix + "-" + key.replace('_', '-');
  }

  /** The host wheel's extra for a target; empty for a family, which comes with its targets. */
  static String extra(String key) {
    return isTarget(key) ? "device-" + key.replace('_', '-') : "";
  }

  Path hostPath() {
    return request.output().resolve(request.input().getFileName().toString());
  }

  /** The host wheel with a label: {@code NAME-…-PLATFORM-LABEL.whl}. */
  Path variantPath() {
    String plain = request.input().getFileName().toString().replaceFirst("\\.whl$", "");
    return request.output().resolve("%s-%s.whl".formatted(plain, request.variant().orElse("")));
  }

  Path indexFile() {
    return request.output().resolve(name.indexFile());
  }

  /** The variant: for machines with one of the GPUs whose code is kept. */
  WheelVariants variants(List<String> targets) {
    return WheelVariants.of(
        request.variant().orElse(""),
        VARIANT_NAMESPACE,
        VARIANT_FEATURE,
        targets.stream().map(WheelNames::variantValue).distinct().toList());
  }

  /**
   * A target as the value of a property, which has no signs: {@code gfx90a:xnack+} is {@code
   * gfx90a_xnack_on}.
   */
  private static String variantValue(String target) {
    return Stream.of(target.split(":", -1))
        .map(part -> part.replaceFirst("\\+$", "_on").replaceFirst("-$", "_off"))
        .collect(Collectors.joining("_"))
        .replace('-', '_');
  }

  /** Returns the file WHEEL of a device wheel. */
  String deviceTags() throws IOException {
    PackageFacts.Fields host =
        PackageFacts.Fields.of(Objects.requireNonNullElse(wheel.text("WHEEL"), ""));
    return WheelWriter.tags(
        name.platform(), host.first("root-is-purelib").equalsIgnoreCase("true"));
  }

  String deviceMetadata(String key, Set<String> keys) {
    StringBuilder text = new StringBuilder();
    text.append("Metadata-Version: 2.1\n");
    text.append("Name: %s\n".formatted(deviceName(key)));
    text.append("Version: %s\n".formatted(facts.version()));
    text.append("Summary: Device code of %s for %s\n".formatted(facts.name(), key));
    text.append("Description-Content-Type: text/plain\n");
    text.append("Requires-Dist: %s == %s\n".formatted(facts.name(), facts.version()));
    if (isTarget(key)) {
      for (String family : GpuTable.above(key)) {
        if (keys.contains(family)) {
          text.append("Requires-Dist: %s == %s\n".formatted(deviceName(family), facts.version()));
        }
      }
      for (String required : request.requires()) {
        text.append("Requires-Dist: %s\n".formatted(required.replace(GpuTarget.PLACEHOLDER, key)));
      }
    }
    text.append(
        """

        Device code of %s %s for GPUs of the kind %s. It is of use only together with that package.
        """
            .formatted(facts.name(), facts.version(), key));
    return text.toString();
  }

  /** Whether a key is one GPU's, and not a family's. */
  private static boolean isTarget(String key) {
    return key.indexOf('_') < 0 && !key.endsWith("x") && key.length() > "gfx11".length();
  }

  /**
   * The host's METADATA with an extra for each device wheel.
   *
   * @param variantTargets the targets of the variant, whose device wheels it requires where an
   *     installer finds their properties; none for the host wheel itself, since installers that do
   *     not know variants refuse such a condition
   */
  String hostMetadata(Set<String> keys, List<String> variantTargets) throws IOException {
    String text = Objects.requireNonNull(wheel.text("METADATA")).replace("\r\n", "\n");
    int end = text.indexOf("\n\n");
    String head = end < 0 ? text.stripTrailing() : text.substring(0, end);
    String rest = end < 0 ? "\n" : text.substring(end);
    head = head.replaceFirst("(?m)^Metadata-Version: *(1\\..*|2\\.0)$", "Metadata-Version: 2.1");
    StringBuilder added = new StringBuilder();
    for (String key : keys) {
      if (!isTarget(key)) {
        continue;
      }
      added.append("\nProvides-Extra: %s".formatted(extra(key)));
      require(added, key, extra(key));
      for (String family : GpuTable.above(key)) {
        if (keys.contains(family)) {
          require(added, family, extra(key));
        }
      }
    }
    added.append("\nProvides-Extra: device-all");
    keys.forEach(key -> require(added, key, "device-all"));
    for (String target : variantTargets) {
      String key = bare(target);
      List<String> needed = new ArrayList<>(List.of(key));
      needed.addAll(GpuTable.above(key));
      for (String one : needed) {
        if (keys.contains(one)) {
          added.append(
              "\nRequires-Dist: %s == %s; \"%s\" in variant_properties"
                  .formatted(
                      deviceName(one),
                      facts.version(),
                      WheelVariants.property(
                          VARIANT_NAMESPACE, VARIANT_FEATURE, variantValue(target))));
        }
      }
    }
    return head + added + rest;
  }

  private void require(StringBuilder text, String key, String extra) {
    text.append(
        "\nRequires-Dist: %s == %s; extra == \"%s\""
            .formatted(deviceName(key), facts.version(), extra));
  }
}
