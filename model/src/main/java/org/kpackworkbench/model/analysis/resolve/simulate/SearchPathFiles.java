package org.kpackworkbench.model.analysis.resolve.simulate;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Looks up what a search path of a marker leads to on this disk: relative to the binary's folder,
 * with {@code @GFXARCH@} standing for any target.
 */
public final class SearchPathFiles {
  private static final String PLACEHOLDER = "@GFXARCH@";
  private static final int MOST_FILES = 200;
  private static final int MOST_SEEN = 20_000;

  private SearchPathFiles() {}

  /**
   * A file that is there.
   *
   * @param target what represents the placeholder; empty where there is none
   */
  public record Found(Path path, long sizeBytes, String target) {}

  /**
   * What was found.
   *
   * @param problem why nothing could be looked up; empty where it could
   */
  public record Answer(List<Found> files, String problem) {
    public Answer {
      files = List.copyOf(files);
    }
  }

  /** Looks at the disk for what a search path leads to, as a loader of any GPU would expand it. */
  public static Answer look(Path binary, String text) {
    try {
      Path folder = binary.toAbsolutePath().getParent();
      if (folder == null || text.isEmpty()) {
        return new Answer(List.of(), "an empty path");
      }
      return new Answer(files(folder, Path.of(text)), "");
    } catch (InvalidPathException impossible) {
      return new Answer(List.of(), "no path on this system: " + impossible.getReason());
    } catch (IOException failure) {
      return new Answer(List.of(), "cannot be looked up: " + failure.getMessage());
    }
  }

  private record Step(Path path, String target) {}

  private static List<Found> files(Path folder, Path pattern) throws IOException {
    List<Step> steps = List.of(new Step(pattern.isAbsolute() ? pattern.getRoot() : folder, ""));
    for (Path part : pattern) {
      List<Step> next = new ArrayList<>();
      for (Step step : steps) {
        next.addAll(below(step, part.toString()));
      }
      steps = next;
    }
    List<Found> found = new ArrayList<>();
    for (Step step : steps) {
      if (Files.isRegularFile(step.path()) && found.size() < MOST_FILES) {
        found.add(new Found(step.path().normalize(), Files.size(step.path()), step.target()));
      }
    }
    return List.copyOf(found);
  }

  private static List<Step> below(Step step, String part) throws IOException {
    if (!part.contains(PLACEHOLDER)) {
      return List.of(new Step(step.path().resolve(part), step.target()));
    }
    List<Step> found = new ArrayList<>();
    if (!Files.isDirectory(step.path())) {
      return found;
    }
    Pattern names = names(part);
    int seen = 0;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(step.path())) {
      for (Path entry : entries) {
        if (++seen > MOST_SEEN) {
          break;
        }
        Matcher matcher = names.matcher(nameOf(entry));
        if (matcher.matches()) {
          found.add(new Step(entry, matcher.group(1)));
        }
      }
    } catch (DirectoryIteratorException failure) {
      throw failure.getCause();
    }
    found.sort(Comparator.comparing(Step::path));
    return found;
  }

  /** The placeholder's first occurrence is the target; the others have to agree with it. */
  private static Pattern names(String part) {
    String[] pieces = part.split(Pattern.quote(PLACEHOLDER), -1);
    StringBuilder regex = new StringBuilder(Pattern.quote(pieces[0]));
    for (int i = 1; i < pieces.length; i++) {
      regex.append(i == 1 ? "(.+?)" : "\\1").append(Pattern.quote(pieces[i]));
    }
    return Pattern.compile(regex.toString());
  }

  private static String nameOf(Path path) {
    @Nullable Path name = path.getFileName();
    return name == null ? "" : name.toString();
  }
}
