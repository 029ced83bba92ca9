package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.members.Member;

/**
 * Parts of a wheel, beside its files.
 *
 * @param name what its file name says; null if that is none of a wheel
 * @param infoFolder its folder {@code NAME-VERSION.dist-info}
 */
public record Wheel(PackageFile file, @Nullable Name name, String infoFolder) {
  private static final int MOST_TEXT_BYTES = 64 << 20;

  /**
   * The parts of a wheel's file name.
   *
   * @param build the build tag; empty if there is none
   * @param variant the label of a variant (PEP 825, a draft); empty if there is none
   */
  public record Name(
      String name,
      String version,
      String build,
      String python,
      String abi,
      String platform,
      String variant) {
    private static final Pattern PATTERN =
        Pattern.compile(
            "([^-]+)-([^-]+)(?:-(\\d[^-]*))?-([^-]+)-([^-]+)-([^-]+)(?:-([0-9a-z_.]+))?\\.whl");

    /** Reads a file name; null if it is none of a wheel. */
    public static @Nullable Name of(String fileName) {
      Matcher parts = PATTERN.matcher(fileName);
      return parts.matches()
          ? new Name(
              parts.group(1),
              parts.group(2),
              parts.group(3) == null ? "" : parts.group(3),
              parts.group(4),
              parts.group(5),
              parts.group(6),
              parts.group(7) == null ? "" : parts.group(7))
          : null;
    }

    /** The name of the wheel's file. */
    public String fileName() {
      return Stream.of(name, version, build, python, abi, platform, variant)
              .filter(part -> !part.isEmpty())
              .collect(Collectors.joining("-"))
          + ".whl";
    }

    /** The name of the file that describes all variants of this version. */
    public String indexFile() {
      return "%s-%s-variants.json".formatted(name, version);
    }

    /** The tags, of which a name has several at once, with dots. */
    public List<String> tags() {
      List<String> tags = new ArrayList<>();
      for (String one : python.split("\\.", -1)) {
        for (String two : abi.split("\\.", -1)) {
          for (String three : platform.split("\\.", -1)) {
            tags.add(one + "-" + two + "-" + three);
          }
        }
      }
      return tags;
    }
  }

  /** Of a wheel. */
  public static Wheel of(PackageFile file) {
    String info =
        file.tree().members().stream()
            .map(Member::path)
            .filter(
                path ->
                    path.endsWith(".dist-info/WHEEL") && path.indexOf('/') == path.lastIndexOf('/'))
            .map(path -> path.substring(0, path.indexOf('/')))
            .findFirst()
            .orElse("");
    return new Wheel(file, Name.of(String.valueOf(file.path().getFileName())), info);
  }

  /** A text of the folder; null if there is none. */
  public @Nullable String text(String name) throws IOException {
    Path path = file.tree().root().resolve(infoFolder).resolve(name);
    if (!Files.isRegularFile(path)) {
      return null;
    }
    if (Files.size(path) > MOST_TEXT_BYTES) {
      throw FormatException.in(path.toString(), name, "", FormatException.Reason.TOO_LARGE)
          .mismatch("at most %d bytes".formatted(MOST_TEXT_BYTES), Long.toString(Files.size(path)));
    }
    return new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
  }

  /** The name that a wheel's own description gives to its file; empty if it has no tags. */
  public Optional<Name> writtenName() {
    PackageFacts facts = file.facts();
    List<String[]> tags =
        Stream.of(facts.architecture().split(", ", -1))
            .map(tag -> tag.split("-", -1))
            .filter(parts -> parts.length == 3)
            .toList();
    if (tags.isEmpty() || facts.name().isEmpty() || facts.version().isEmpty()) {
      return Optional.empty();
    }
    List<String> parts = new ArrayList<>();
    for (int part = 0; part < 3; part++) {
      int at = part;
      parts.add(tags.stream().map(tag -> tag[at]).distinct().collect(Collectors.joining(".")));
    }
    return Optional.ofNullable(
        Name.of(
            "%s-%s-%s.whl"
                .formatted(
                    normalized(facts.name()).replace('-', '_'),
                    facts.version().replace('-', '_'),
                    String.join("-", parts))));
  }

  /** A digest as RECORD has it. */
  public static String digest(byte[] digest) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
  }

  /** A name as indices compare it. */
  public static String normalized(String name) {
    return name.replaceAll("[-_.]+", "-").toLowerCase(Locale.ROOT);
  }
}
