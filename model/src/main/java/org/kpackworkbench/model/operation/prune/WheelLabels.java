package org.kpackworkbench.model.operation.prune;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.kpackworkbench.model.format.packages.Wheel;

/**
 * Labels that distinguish a pruned wheel from the one before. Immutable.
 *
 * @param buildTag its build tag, instead of the one that it has; empty for the same
 * @param localVersion what is added to its version behind {@code +}, or behind the local version
 *     that it has; empty for nothing
 */
public record WheelLabels(Optional<String> buildTag, Optional<String> localVersion) {
  /** No labels: the wheel stays the same. */
  public static final WheelLabels NONE = new WheelLabels(Optional.empty(), Optional.empty());

  private static final Pattern BUILD_TAG = Pattern.compile("\\d[A-Za-z0-9_.]*");
  private static final Pattern LOCAL_VERSION =
      Pattern.compile("[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*");
  private static final String INFO = ".dist-info";
  private static final String DATA = ".data";

  /**
   * Reads a build tag.
   *
   * @throws IllegalArgumentException if it is none
   */
  static String buildTag(String text) {
    if (!BUILD_TAG.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "expected a build tag, which begins with a digit, such as 1gfx942; found \"%s\""
              .formatted(text));
    }
    return text;
  }

  /**
   * Reads a local version, in the form that installers compare.
   *
   * @throws IllegalArgumentException if it is none
   */
  static String localVersion(String text) {
    if (!LOCAL_VERSION.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "expected letters and digits, with dots between, such as gfx942; found \"%s\""
              .formatted(text));
    }
    return text.toLowerCase(Locale.ROOT).replaceAll("[-_]", ".");
  }

  /** Whether the wheel is to be another one. */
  boolean any() {
    return buildTag.isPresent() || localVersion.isPresent();
  }

  /** The new version of a wheel. */
  String version(String before) {
    return localVersion
        .map(label -> before + (before.indexOf('+') < 0 ? "+" : ".") + label)
        .orElse(before);
  }

  /** The new name of a wheel's file. */
  Wheel.Name name(Wheel.Name before) {
    return new Wheel.Name(
        before.name(),
        version(before.version()),
        buildTag.orElse(before.build()),
        before.python(),
        before.abi(),
        before.platform(),
        before.variant());
  }

  /**
   * The new path of a member: folders of the wheel's own are called after its version.
   *
   * @param info the folder {@code NAME-VERSION.dist-info} before
   */
  String path(String path, String info) {
    if (localVersion.isEmpty() || !info.endsWith(INFO)) {
      return path;
    }
    String stem = info.substring(0, info.length() - INFO.length());
    for (String ending : new String[] {INFO, DATA}) {
      String folder = stem + ending + "/";
      if (path.startsWith(folder)) {
        int dash = stem.lastIndexOf('-');
        return stem.substring(0, dash + 1)
            + version(stem.substring(dash + 1))
            + ending
            + "/"
            + path.substring(folder.length());
      }
    }
    return path;
  }

  /** METADATA with the new version. */
  String metadata(String before) {
    return Pattern.compile("(?m)^(Version:[ \\t]*)(\\S+)")
        .matcher(before)
        .replaceFirst(line -> line.group(1) + version(line.group(2)));
  }

  /** WHEEL with the new build tag. */
  String wheel(String before) {
    if (buildTag.isEmpty()) {
      return before;
    }
    String line = "Build: " + buildTag.get();
    String without = before.replaceAll("(?m)^Build:.*(?:\\R|\\z)", "");
    String end = without.contains("\r\n") ? "\r\n" : "\n";
    return without.stripTrailing() + end + line + end;
  }
}
