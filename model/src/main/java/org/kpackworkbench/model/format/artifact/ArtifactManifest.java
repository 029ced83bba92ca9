package org.kpackworkbench.model.format.artifact;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;

/**
 * {@code artifact_manifest.txt}: the stage prefixes of an artifact, one a line. Immutable.
 *
 * @param prefixes relative paths with {@code /}, none of them leaving the artifact, none in another
 *     one, each once, in the order of the file; at least one
 */
public record ArtifactManifest(List<String> prefixes) {
  /** Name of the manifest's file. */
  public static final String FILE_NAME = "artifact_manifest.txt";

  private static final long MOST_BYTES = 4L << 20;

  /** How such a file is written. */
  public static final String ADVICE =
      "Write one stage prefix per line, e.g. math-libs/BLAS/rocBLAS/stage.";

  public ArtifactManifest {
    prefixes = List.copyOf(prefixes);
    if (prefixes.isEmpty()) {
      throw new IllegalArgumentException("an artifact has at least one stage prefix");
    }
  }

  /** Of some prefixes, in the order of their names. */
  public static ArtifactManifest of(Collection<String> prefixes) {
    return new ArtifactManifest(prefixes.stream().sorted().distinct().toList());
  }

  /** Whether a path in the artifact lies below a listed prefix. */
  public boolean covers(String path) {
    return prefixes.stream().anyMatch(prefix -> path.startsWith(prefix + "/"));
  }

  /**
   * Reads the manifest of an artifact.
   *
   * @param folder the artifact's folder
   * @throws FormatException if there is none, or it is not one
   */
  public static ArtifactManifest in(Path folder) throws IOException {
    Path file = folder.resolve(FILE_NAME);
    try {
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
          && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        throw FormatException.in(file.toString(), "artifact manifest", "", Reason.BAD_VALUE)
            .mismatch("a regular file", "a folder, a link or something else");
      }
      if (Files.size(file) > MOST_BYTES) {
        throw FormatException.in(file.toString(), "artifact manifest", "size", Reason.TOO_LARGE)
            .mismatch(
                "a list of stage prefixes of at most %d bytes".formatted(MOST_BYTES),
                "%d bytes".formatted(Files.size(file)));
      }
      return parse(file.toString(), Files.readAllBytes(file));
    } catch (NoSuchFileException missing) {
      throw FormatException.in(folder.toString(), "artifact", FILE_NAME, Reason.NOT_FOUND)
          .expected("a file that lists the artifact's stage prefixes")
          .found("that there is none")
          .advice("Name an artifact's folder, or its parent folder for all artifacts in it.")
          .cause(missing)
          .build();
    }
  }

  /**
   * Reads the bytes of one.
   *
   * @param name what to call the file in errors
   */
  public static ArtifactManifest parse(String name, byte[] bytes) throws FormatException {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException failure) {
      throw FormatException.in(name, "artifact manifest", "text", Reason.BAD_VALUE)
          .expected("text in UTF-8")
          .found("bytes that are not UTF-8")
          .cause(failure)
          .build();
    }
    SequencedSet<String> prefixes = new LinkedHashSet<>();
    int line = 0;
    for (String each : text.lines().toList()) {
      line++;
      if (!each.isBlank()) {
        prefixes.add(prefix(name, line, each.strip()));
      }
    }
    if (prefixes.isEmpty()) {
      throw FormatException.in(name, "artifact manifest", "", Reason.NOT_FOUND)
          .expected("at least one stage prefix")
          .found("none")
          .advice(ADVICE)
          .build();
    }
    checkApart(name, prefixes);
    return new ArtifactManifest(new ArrayList<>(prefixes));
  }

  private static String prefix(String file, int line, String text) throws FormatException {
    String wrong = wrong(text);
    if (!wrong.isEmpty()) {
      throw FormatException.in(file, "artifact manifest", "line " + line, Reason.UNSAFE_PATH)
          .expected("a path within the artifact")
          .found("\"%s\", which %s".formatted(text, wrong))
          .advice(ADVICE)
          .build();
    }
    return String.join("/", parts(text));
  }

  private static List<String> parts(String text) {
    return List.of(text.split("/", -1)).stream()
        .filter(part -> !part.isEmpty() && !part.equals("."))
        .toList();
  }

  private static String wrong(String text) {
    if (text.startsWith("/") || text.matches("^[A-Za-z]:[\\\\/].*")) {
      return "is an absolute path";
    }
    if (List.of(text.split("[/\\\\]", -1)).contains("..")) {
      return "leads out of it";
    }
    if (text.chars().anyMatch(Character::isISOControl)) {
      return "has a control character in it";
    }
    String path = String.join("/", parts(text));
    if (!path.equals(path.strip())) {
      return "begins or ends with a blank, which a line cannot represent";
    }
    return path.isEmpty() ? "is the artifact itself" : "";
  }

  private static void checkApart(String file, Collection<String> prefixes) throws FormatException {
    for (String outer : prefixes) {
      for (String inner : prefixes) {
        if (inner.startsWith(outer + "/")) {
          throw FormatException.in(file, "artifact manifest", inner, Reason.BAD_VALUE)
              .expected("stage prefixes that lie side by side")
              .found("that it lies in \"%s\"".formatted(outer))
              .advice("Each file would belong to two prefixes: list one of them.")
              .build();
        }
      }
    }
  }

  /** The bytes of the file. */
  public byte[] encode() {
    return (String.join("\n", prefixes) + "\n").getBytes(StandardCharsets.UTF_8);
  }
}
