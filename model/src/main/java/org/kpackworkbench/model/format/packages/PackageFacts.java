package org.kpackworkbench.model.format.packages;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The description that a package contains. Immutable; what is not known is empty.
 *
 * @param name the package's name
 * @param version its version, with the release
 * @param architecture the machine that it is for; of a wheel its tags
 * @param requires what it needs, as it is written
 * @param provides other names that it satisfies
 * @param extras names of what can be installed with it
 * @param signed what is signed, in a few words
 * @param texts files about the package that are not installed, by their names
 */
public record PackageFacts(
    String name,
    String version,
    String architecture,
    List<String> requires,
    List<String> provides,
    List<String> extras,
    String signed,
    Map<String, String> texts) {
  /** Nothing known. */
  public static final PackageFacts NONE =
      new PackageFacts("", "", "", List.of(), List.of(), List.of(), "", Map.of());

  /** Names that end with what a package is for; a variant and a version may follow. */
  private static final Pattern FOR_DEVELOPERS =
      Pattern.compile(
          ".+[-_](?:dev|devel|dbg|dbgsym|debuginfo|docs?|tests?)"
              + "(?:(?:-[a-z]+)?\\d+(?:\\.\\d+)*|_generic)?");

  public PackageFacts {
    requires = List.copyOf(requires);
    provides = List.copyOf(provides);
    extras = List.copyOf(extras);
    texts = Map.copyOf(texts);
  }

  /**
   * Whether a package, artifact or component is by its name for who builds, tests or debugs
   * programs, so that none needs it to run.
   */
  public static boolean isForDevelopers(String name) {
    return FOR_DEVELOPERS.matcher(name).matches();
  }

  /**
   * The description of a wheel.
   *
   * @param metadata the text of {@code METADATA}
   * @param wheel the text of {@code WHEEL}; empty for a package as source
   * @param signed what is signed
   */
  public static PackageFacts wheel(String metadata, String wheel, String signed) {
    Fields fields = Fields.of(metadata);
    return new PackageFacts(
        fields.first("name"),
        fields.first("version"),
        String.join(", ", Fields.of(wheel).all("tag")),
        fields.all("requires-dist"),
        fields.all("provides-dist"),
        fields.all("provides-extra"),
        signed,
        Map.of());
  }

  /**
   * The description of a Debian package.
   *
   * @param control its paragraph of fields
   * @param texts all files about the package
   */
  static PackageFacts debian(String control, String signed, Map<String, String> texts) {
    Fields fields = Fields.of(control);
    List<String> requires = new ArrayList<>(fields.listed("pre-depends"));
    requires.addAll(fields.listed("depends"));
    return new PackageFacts(
        fields.first("package"),
        fields.first("version"),
        fields.first("architecture"),
        requires,
        fields.listed("provides"),
        List.of(),
        signed,
        texts);
  }

  /** Returns name, version and dependencies as Debian writes them. */
  String control() {
    return "Package: %s\nVersion: %s\nArchitecture: %s\nDepends: %s\n"
        .formatted(name, version, architecture, String.join(", ", requires));
  }

  /**
   * Fields as mails have them: {@code Name: value}, continued by lines that begin with white space,
   * up to an empty line.
   *
   * @param fields in the order in which they are; names in lower case, which may come again
   * @param body what follows the empty line
   */
  public record Fields(List<Map.Entry<String, String>> fields, String body) {
    /** Reads a text. Lines that are no field are left out. */
    public static Fields of(String text) {
      List<Map.Entry<String, String>> fields = new ArrayList<>();
      String[] lines = text.split("\r?\n", -1);
      int line = 0;
      for (; line < lines.length && !lines[line].isBlank(); line++) {
        String each = lines[line];
        int colon = each.indexOf(':');
        boolean more = each.startsWith(" ") || each.startsWith("\t");
        if (more && !fields.isEmpty()) {
          Map.Entry<String, String> last = fields.removeLast();
          fields.add(Map.entry(last.getKey(), last.getValue() + "\n" + each.strip()));
        } else if (!more && colon > 0) {
          fields.add(
              Map.entry(
                  each.substring(0, colon).strip().toLowerCase(Locale.ROOT),
                  each.substring(colon + 1).strip()));
        }
      }
      StringBuilder body = new StringBuilder();
      for (int i = line + 1; i < lines.length; i++) {
        body.append(lines[i]).append(i + 1 < lines.length ? "\n" : "");
      }
      return new Fields(fields, body.toString());
    }

    /** All values of a field. */
    public List<String> all(String name) {
      return fields.stream()
          .filter(field -> field.getKey().equals(name))
          .map(Map.Entry::getValue)
          .toList();
    }

    /** The first value of a field; empty if there is none. */
    public String first(String name) {
      return all(name).stream().findFirst().orElse("");
    }

    /** Values of a field that lists them with commas. */
    List<String> listed(String name) {
      List<String> values = new ArrayList<>();
      for (String value : all(name)) {
        for (String each : value.split(",", -1)) {
          if (!each.isBlank()) {
            values.add(each.strip());
          }
        }
      }
      return values;
    }
  }
}
