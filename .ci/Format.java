import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Formats every Java source below the current folder, or with {@code --check} only names what is
 * not formatted and exits with 1. The build runs it (see the root pom), as does the script beside
 * it; both give it google-java-format on the class path and run it on JDK 25, because the formatter
 * parses with the compiler of the JVM that it runs in.
 *
 * <p>What was found well formatted is remembered in {@code target/formatted.txt} by path, size and
 * time, so a second run only checks what changed.
 */
final class Format {
  private static final Path KNOWN = Path.of("target", "formatted.txt");
  private static final Formatter FORMATTER = new Formatter(JavaFormatterOptions.builder().build());

  private Format() {}

  public static void main(String[] args) throws IOException {
    boolean check = args.length > 0 && args[0].equals("--check");
    Set<String> known = Collections.synchronizedSet(new HashSet<>());
    if (Files.exists(KNOWN)) {
      known.addAll(Files.readAllLines(KNOWN));
    }
    Set<String> good = Collections.synchronizedSet(new TreeSet<>());
    Set<String> bad = Collections.synchronizedSet(new TreeSet<>());
    sources().parallelStream().forEach(file -> examine(file, check, known, good, bad));
    Files.createDirectories(KNOWN.getParent());
    Files.write(KNOWN, good);
    if (!bad.isEmpty()) {
      System.err.println("Not formatted (google-java-format); to format them run:  .ci/format");
      bad.forEach(line -> System.err.println("  " + line));
      System.exit(1);
    }
  }

  private static void examine(
      Path file, boolean check, Set<String> known, Set<String> good, Set<String> bad) {
    try {
      String key = key(file);
      if (known.contains(key)) {
        good.add(key);
        return;
      }
      String source = Files.readString(file, StandardCharsets.UTF_8);
      String formatted = format(source);
      if (formatted.equals(source)) {
        good.add(key);
      } else if (check) {
        bad.add(file.toString());
      } else {
        Files.writeString(file, formatted, StandardCharsets.UTF_8);
        good.add(key(file));
        System.err.println("formatted " + file);
      }
    } catch (FormatterException | IOException e) {
      bad.add(file + ": " + e.getMessage());
    }
  }

  private static String format(String source) throws FormatterException {
    String tidied = RemoveUnusedImports.removeUnusedImports(source);
    return FORMATTER.formatSource(
        ImportOrderer.reorderImports(tidied, JavaFormatterOptions.Style.GOOGLE));
  }

  private static String key(Path file) throws IOException {
    return file + " " + Files.size(file) + " " + Files.getLastModifiedTime(file).toMillis();
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    Files.walkFileTree(
        Path.of(""),
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            // "target" is also a package of the model, so only the one beside a pom is the build's.
            boolean built = name.equals("target") && Files.exists(folder.resolveSibling("pom.xml"));
            boolean skipped = built || name.startsWith(".") && !name.equals(".ci");
            return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".java")) {
              sources.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return sources;
  }
}
