package org.kpackworkbench.model.analysis.verify.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.text.JsonWords;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The findings of an earlier verification, which are known and do not count. A finding is the same
 * when its rule, its file's way from the input, its place and its message are; numbers in messages
 * and addresses in places may differ, since a rebuild moves them. Findings that occur more often
 * than before are new.
 */
public final class Baseline {
  private static final String ADVICE =
      "A baseline is what verify --json printed: kpack-workbench verify --json PATH >"
          + " baseline.json";

  /** Numbers by themselves; a number in a name is a part of that name. */
  private static final Pattern NUMBER =
      Pattern.compile("(?<![\\w#.:/-])(0x[0-9a-fA-F]+|\\d+)(?![\\w:/-]|\\.\\d)");

  private static final Pattern ADDRESS = Pattern.compile("0x[0-9a-fA-F]+");

  /**
   * A finding of the earlier report.
   *
   * @param file the file's way from the input
   * @param place what in the file it is about; may be empty
   */
  public record Entry(String rule, String file, String place, String message) {
    /** One line for people. */
    public String line() {
      return "%s: [%s]%s: %s".formatted(file, rule, place.isEmpty() ? "" : " " + place, message);
    }
  }

  /** The key by which two findings are the same. */
  private record Key(String rule, String file, String place, String message) {
    static Key of(Entry entry, @Nullable String root) {
      String message = root == null ? entry.message() : entry.message().replace(root, "");
      return new Key(
          entry.rule(),
          entry.file(),
          ADDRESS.matcher(entry.place()).replaceAll("0x#"),
          NUMBER.matcher(message).replaceAll("#"));
    }
  }

  /** An entry and what it is the same by. */
  private record Keyed(Entry entry, Key key) {}

  private final List<Keyed> entries;

  private Baseline(List<Keyed> entries) {
    this.entries = List.copyOf(entries);
  }

  /**
   * Reads a report.
   *
   * @throws FormatException if it is no whole report of {@code verify --json}
   * @throws IOException if it cannot be read
   */
  public static Baseline read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), in)) {
      return new Reader(file, parser).read();
    } catch (JacksonException broken) {
      throw wrong(file, "not a complete JSON document: " + JsonWords.of(broken));
    }
  }

  /** How many findings it has. */
  public int size() {
    return entries.size();
  }

  /** A report in which what this has does not count. */
  public VerifyReport applyTo(VerifyReport report) {
    Map<Key, List<Entry>> left = new HashMap<>();
    for (Keyed each : entries) {
      left.computeIfAbsent(each.key(), key -> new ArrayList<>()).add(each.entry());
    }
    List<Finding> counted = new ArrayList<>();
    List<Finding> known = new ArrayList<>();
    Set<String> lookedAt = new HashSet<>();
    for (Finding finding : report.findings()) {
      String relative = report.scope().relative(finding.file());
      Entry entry = new Entry(finding.rule(), relative, finding.placeText(), finding.message());
      List<Entry> same = left.get(Key.of(entry, root(finding.file().toString(), relative)));
      if (same == null || same.isEmpty()) {
        counted.add(finding);
      } else {
        same.removeFirst();
        known.add(finding);
      }
      lookedAt.add(relative);
    }
    report.checked().forEach(file -> lookedAt.add(report.scope().relative(file)));
    return new VerifyReport(
        counted,
        report.checked(),
        report.notChecked(),
        report.unreadable(),
        report.coverage(),
        report.scope(),
        new VerifyReport.Compared(known, mended(report, left, lookedAt)));
  }

  /**
   * Findings that are gone: their rule ran, and their file was checked or is no longer in the
   * folder that was.
   */
  private List<Entry> mended(
      VerifyReport report, Map<Key, List<Entry>> left, Set<String> lookedAt) {
    Set<Entry> gone = new HashSet<>();
    left.values().forEach(gone::addAll);
    Set<String> rules = Set.copyOf(report.scope().rules());
    Set<String> lost = new HashSet<>();
    report.unreadable().forEach(each -> lost.add(report.scope().relative(each.path())));
    List<Path> folders = report.scope().inputs().stream().filter(Files::isDirectory).toList();
    return entries.stream()
        .map(Keyed::entry)
        .filter(gone::contains)
        .distinct()
        .filter(entry -> rules.contains(entry.rule()) && !lost.contains(entry.file()))
        .filter(entry -> lookedAt.contains(entry.file()) || !folders.isEmpty())
        .toList();
  }

  /**
   * Returns the start of a path before the part below the input; null if the path does not end with
   * that part.
   */
  private static @Nullable String root(String file, String relative) {
    String path = file.replace('\\', '/');
    String root =
        path.endsWith(relative) ? file.substring(0, file.length() - relative.length()) : "";
    return root.isEmpty() ? null : root;
  }

  private static FormatException wrong(Path file, String found) {
    return FormatException.in(file.toString(), "baseline", "", Reason.BAD_VALUE)
        .expected("a report of verify --json")
        .found(found)
        .advice(ADVICE)
        .build();
  }

  /** Reads one, token by token: reports may be long. */
  private static final class Reader {
    private final Path file;
    private final JsonParser parser;
    private final List<Keyed> found = new ArrayList<>();
    private boolean hasFindings;
    private boolean hasPassed;

    Reader(Path file, JsonParser parser) {
      this.file = file;
      this.parser = parser;
    }

    Baseline read() throws FormatException {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw wrong(file, "no JSON object");
      }
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        hasPassed |= name.equals("passed") && value.isBoolean();
        if (name.equals("findings") && value == JsonToken.START_ARRAY) {
          hasFindings = true;
          findings();
        } else {
          parser.skipChildren();
        }
      }
      if (!hasFindings || !hasPassed) {
        throw wrong(
            file,
            "another JSON document, without " + (hasFindings ? "\"passed\"" : "\"findings\""));
      }
      return new Baseline(found);
    }

    private void findings() throws FormatException {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
          throw wrong(file, "findings that are not objects");
        }
        finding();
      }
    }

    private void finding() throws FormatException {
      Map<String, String> fields = new HashMap<>();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        if (parser.nextToken() == JsonToken.VALUE_STRING) {
          fields.put(name, parser.getString());
        } else {
          parser.skipChildren();
        }
      }
      String rule = fields.get("rule");
      String path = fields.get("file");
      String message = fields.get("message");
      if (rule == null || path == null || message == null) {
        throw wrong(file, "a finding without \"rule\", \"file\" or \"message\"");
      }
      String relative = fields.getOrDefault("relative", path);
      Entry entry = new Entry(rule, relative, fields.getOrDefault("place", ""), message);
      found.add(new Keyed(entry, Key.of(entry, root(path, relative))));
    }
  }
}
