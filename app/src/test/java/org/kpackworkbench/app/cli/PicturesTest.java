package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.app.picture.PictureMaker;
import org.kpackworkbench.app.picture.PictureRequest;
import org.kpackworkbench.views.kit.picture.Snapshots;
import org.testfx.api.FxToolkit;

/**
 * The pictures of README, the guides and the page of all views show what the program shows today:
 * each is made again, and what can be read in it compared with {@code src/test/golden/pictures}.
 * With {@code -Dpictures.update=NAME,…}, or {@code all}, pictures and texts are written; {@code
 * .ci/pictures} does that.
 */
class PicturesTest {
  private static final String UPDATE = System.getProperty("pictures.update", "");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)]*\\.png)\\)");

  /** What the quick form compares: a table, a form, a comparison, a map, the whole window. */
  private static final Set<String> SOME =
      Set.of("archives", "edit-marker", "compare", "coverage-dark", "extract");

  private static final int AT_A_TIME = 4;
  private static final int MOST_CHARACTERS = 200;

  /** What shows the output of a tool that is not everywhere the same says which one. */
  private static final Pattern TOOL = Pattern.compile("by \\S*llvm-objdump\\S*");

  /**
   * Times that were measured are others each time. Equal ones beside each other are one text in
   * what can be read of a row.
   */
  private static final Pattern MEASURED =
      Pattern.compile("\\b\\d+(\\.\\d)? (µs|ms|s)\\b( \\| \\d+(\\.\\d)? (µs|ms|s)\\b)*");

  /** Where pictures say that their files are. */
  private static final Path SHOWN_FOLDER = Path.of("/tmp/rocm");

  @TempDir private Path folder;
  private String home = "";

  @BeforeAll
  static void startToolkit() throws TimeoutException {
    FxToolkit.registerPrimaryStage();
  }

  /** What pictures are made of; what is shown to people lies where it could be anybody's. */
  private Path demo() throws IOException {
    Path demo = UPDATE.isEmpty() ? folder.toRealPath() : emptied(SHOWN_FOLDER);
    System.setProperty("user.home", demo.toString());
    return demo;
  }

  private static Path emptied(Path demo) throws IOException {
    if (Files.exists(demo)) {
      try (Stream<Path> files = Files.walk(demo)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    return Files.createDirectories(demo);
  }

  /** Some forms propose folders in the home folder. */
  @BeforeEach
  void rememberHome() {
    home = System.getProperty("user.home");
  }

  @AfterEach
  void giveHomeBack() {
    System.setProperty("user.home", home);
  }

  @Test
  void somePicturesShowWhatTheProgramShows() throws Exception {
    assumeThat(UPDATE).isEmpty();
    Path demo = demo();
    PictureFiles.make(demo);
    List<PictureList.Entry> some =
        PictureList.read().stream().filter(entry -> SOME.contains(entry.name())).toList();
    assertThat(some).hasSameSizeAs(SOME);
    check(demo, some);
  }

  @Test
  @Tag("long")
  void picturesOfTheSampleShowWhatTheProgramShows() throws Exception {
    Path demo = demo();
    PictureFiles.make(demo);
    check(demo, PictureList.read().stream().filter(entry -> !entry.needsRealLibrary()).toList());
  }

  @Test
  @Tag("long")
  @Tag("real")
  void picturesOfTheRealLibraryShowWhatTheProgramShows() throws Exception {
    Path library = RealFile.path();
    Path demo = demo();
    PictureFiles.make(demo);
    PictureFiles.addReal(demo, library);
    check(demo, PictureList.read().stream().filter(PictureList.Entry::needsRealLibrary).toList());
  }

  private static void check(Path demo, List<PictureList.Entry> entries) throws Exception {
    if (UPDATE.isEmpty()) {
      assertThat(differences(demo, entries)).isEmpty();
      return;
    }
    List<String> wanted = List.of(UPDATE.split(",", -1));
    for (PictureList.Entry entry : entries) {
      if (wanted.contains("all") || wanted.contains(entry.name())) {
        update(demo, entry);
      }
    }
  }

  /** Several pictures at a time, since each waits for frames most of the time. */
  private static List<String> differences(Path demo, List<PictureList.Entry> entries)
      throws Exception {
    List<String> differences = new ArrayList<>();
    try (ExecutorService several = Executors.newFixedThreadPool(AT_A_TIME)) {
      List<Future<String>> found = new ArrayList<>();
      for (PictureList.Entry entry : entries) {
        found.add(several.submit(() -> difference(demo, entry)));
      }
      for (int i = 0; i < found.size(); i++) {
        String name = entries.get(i).name();
        String difference = found.get(i).get();
        if (!difference.isEmpty()) {
          differences.add("%s: %s; run .ci/pictures %s".formatted(name, difference, name));
        }
      }
    }
    return differences;
  }

  private static String difference(Path demo, PictureList.Entry entry) throws Exception {
    PictureRequest request = entry.request(demo);
    if (!Files.exists(entry.file()) || !Files.exists(texts(entry))) {
      return "was never made";
    }
    if (!size(entry.file()).equals(request.width() + "x" + request.height())) {
      return "is of another size, " + size(entry.file());
    }
    List<String> shown = readable(demo, PictureMaker.take(request));
    List<String> before = Files.readAllLines(texts(entry));
    if (!tools(shown).equals(tools(before))) {
      return "";
    }
    for (int i = 0; i < Math.max(shown.size(), before.size()); i++) {
      String now = i < shown.size() ? shown.get(i) : "nothing";
      String then = i < before.size() ? before.get(i) : "nothing";
      if (!now.equals(then)) {
        return "shows \"%s\", and the program \"%s\"".formatted(then, now);
      }
    }
    return "";
  }

  private static String belowRoot(Path path) {
    return path.getRoot().relativize(path).toString();
  }

  private static List<String> tools(List<String> lines) {
    return lines.stream()
        .flatMap(line -> TOOL.matcher(line).results())
        .map(MatchResult::group)
        .toList();
  }

  private static void update(Path demo, PictureList.Entry entry) throws Exception {
    PictureMaker.Picture picture = PictureMaker.take(entry.request(demo));
    Snapshots.save(picture.image(), entry.file());
    Files.createDirectories(texts(entry).getParent());
    Files.writeString(
        texts(entry),
        readable(demo, picture).stream().map(line -> line + "\n").collect(Collectors.joining()));
  }

  private static List<String> readable(Path demo, PictureMaker.Picture picture) {
    // As many threads as there are processors is what forms propose.
    String threads = "TextField: " + Runtime.getRuntime().availableProcessors();
    List<String> lines = new ArrayList<>(picture.texts());
    for (int i = 1; i < lines.size(); i++) {
      if (lines.get(i).equals(threads) && lines.get(i - 1).equals("Label: Threads")) {
        lines.set(i, "TextField: PROCESSORS");
      }
    }
    return lines.stream()
        .map(line -> line.replace(demo.toString(), SHOWN_FOLDER.toString()))
        // Below a root folder paths are shown without it.
        .map(line -> line.replace(belowRoot(demo), belowRoot(SHOWN_FOLDER)))
        .map(line -> line.replace(Checkout.root() + "/", ""))
        .map(line -> MEASURED.matcher(line).replaceAll("TIMES"))
        .map(line -> line.substring(0, Math.min(line.length(), MOST_CHARACTERS)))
        .toList();
  }

  private static Path texts(PictureList.Entry entry) {
    return Checkout.root().resolve("app/src/test/golden/pictures").resolve(entry.name() + ".txt");
  }

  /** Width and height, which are at the beginning of a PNG. */
  private static String size(Path png) throws IOException {
    try (DataInputStream in = new DataInputStream(Files.newInputStream(png))) {
      in.skipNBytes(16);
      return in.readInt() + "x" + in.readInt();
    }
  }

  @Test
  void everyPictureIsShownAndEveryOneShownIsThere() throws IOException {
    Set<Path> linked = new TreeSet<>();
    for (Path page : Checkout.pages()) {
      for (MatchResult link : LINK.matcher(Files.readString(page)).results().toList()) {
        linked.add(page.resolveSibling(link.group(1)).normalize());
      }
    }
    Set<Path> listed =
        PictureList.read().stream()
            .map(PictureList.Entry::file)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(linked).as("pictures that pages show").isEqualTo(listed);
    try (Stream<Path> files = Files.list(PictureList.folder())) {
      assertThat(files.filter(file -> file.toString().endsWith(".png")))
          .as("pictures in the folder")
          .containsExactlyInAnyOrderElementsOf(listed);
    }
    try (Stream<Path> files = Files.list(texts(PictureList.read().getFirst()).getParent())) {
      assertThat(files)
          .as("texts of pictures")
          .containsExactlyInAnyOrderElementsOf(
              PictureList.read().stream().map(PicturesTest::texts).toList());
    }
  }
}
