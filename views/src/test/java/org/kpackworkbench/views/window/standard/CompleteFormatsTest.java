package org.kpackworkbench.views.window.standard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.place.Claim;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.format.registry.Claims;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Formats;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.PartsDocument;
import org.kpackworkbench.model.operation.prune.Prune;
import org.kpackworkbench.views.spi.FormatRooms;

/** A registered format has all that users find of any format; what is missing is named at once. */
class CompleteFormatsTest {
  /** Formats of which prune takes nothing out by itself, and why. */
  private static final Map<String, String> NO_CODE_TO_TAKE_OUT =
      Map.of(
          "coff", "Windows binaries are read, not written",
          "aks2", "it is for one architecture, and kept or removed as a whole",
          "miopen-text", "it has parameters of kernels and no code",
          "kernel-descriptor", "its code is in files beside it",
          "tensile", "it says which kernels in other files there are",
          "debug-log", "it has no code");

  /** Formats whose files have bytes without an owner, and why. */
  private static final Map<String, String> UNOWNED =
      Map.of("coff", "symbols and relocations of objects are not read");

  /** Formats of which tests make files. */
  private static final Set<String> MADE_BY_TESTS = Set.of("aks2", "debug-log");

  @TempDir Path temp;

  @Test
  void everyFormatIsComplete() throws IOException {
    FormatRooms rooms = StandardViews.rooms();
    List<Path> files = new ArrayList<>(files("model/src/test/fixtures/bin"));
    files.addAll(files("app/sample"));
    List<String> missing = new ArrayList<>();
    for (Format format : rooms.formats().all()) {
      if (!format.isRead()) {
        continue;
      }
      missing.addAll(missing(format, rooms, files));
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void namesAllThatIsMissingOfNewFormat() throws IOException {
    Format toy = new Toy();
    FormatRooms rooms = StandardViews.rooms();
    FormatRooms with = new FormatRooms(rooms.formats().with(toy), rooms.rooms());
    Path file = Files.writeString(temp.resolve("a.toy"), "T0Y: header");
    assertThat(missing(toy, with, List.of(file)))
        .containsExactly(
            "unheard-of: a code store, or a reason why such files have no code to take out",
            "unheard-of: an owner of bytes 4 to 11 of a.toy",
            "unheard-of: an icon",
            "unheard-of: a fuzz target or seed",
            "unheard-of: a test of the command line",
            "unheard-of: its name in the guides",
            "unheard-of: its room in ARCHITECTURE.md");
  }

  private static Path root() {
    Path at = StandardWindow.fixture("libmany.so");
    while (!Files.isDirectory(at.resolve("app/sample"))) {
      at = at.getParent();
    }
    return at;
  }

  private static List<Path> files(String folder) throws IOException {
    try (Stream<Path> below = Files.walk(root().resolve(folder))) {
      return below.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static String texts(String folder) throws IOException {
    StringBuilder all = new StringBuilder();
    for (Path file : files(folder)) {
      if (file.toString().matches(".*[.](java|txt|json|md)")) {
        all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    return all.toString();
  }

  /** The rooms of formats, as the table in ARCHITECTURE.md names them. */
  private static String architecture() throws IOException {
    return Files.readAllLines(root().resolve("ARCHITECTURE.md")).stream()
        .filter(line -> line.startsWith("| `model/format` |"))
        .findFirst()
        .orElseThrow();
  }

  private static String room(String packageName) {
    return packageName.substring(packageName.lastIndexOf('.') + 1);
  }

  private static List<String> missing(Format format, FormatRooms rooms, List<Path> files)
      throws IOException {
    boolean pruned = false;
    List<String> names = new ArrayList<>();
    List<String> unowned = new ArrayList<>();
    for (Path file : files) {
      if (isOf(format, rooms.formats(), file)) {
        try (Document document = rooms.formats().open(file)) {
          names.add("\"%s\"".formatted(file.getFileName()));
          pruned = pruned || Prune.refusal(document).isEmpty();
          unowned(document).ifPresent(unowned::add);
        }
      }
    }
    Path root = root();
    String room = format.getClass().getPackageName();
    String id = "\"%s\"".formatted(format.id());
    String targets =
        Files.readString(
            root.resolve("model/src/fuzz/java/org/kpackworkbench/model/fuzz/FuzzTarget.java"));
    String commands = texts("app/src/test");
    String guides = texts("app/guides").toLowerCase(Locale.ROOT);
    // In a list a word is in plural.
    String words = format.words().toLowerCase(Locale.ROOT).replaceFirst("y$", "");
    Map<String, Boolean> has = new LinkedHashMap<>();
    has.put("a fixture", !names.isEmpty() || MADE_BY_TESTS.contains(format.id()));
    has.put(
        "a code store, or a reason why such files have no code to take out",
        pruned || NO_CODE_TO_TAKE_OUT.containsKey(format.id()));
    unowned.stream().limit(2).forEach(each -> has.put(each, UNOWNED.containsKey(format.id())));
    has.put("an icon", rooms.icon(format) != KpackIcon.UNKNOWN_FILE);
    has.put(
        "a fuzz target or seed",
        targets.contains(room + ".")
            || Files.isDirectory(root.resolve("model/src/test/fuzz").resolve(format.id()))
            || names.stream().anyMatch(targets::contains));
    has.put("a test of the command line", commands.contains(id) || commands.contains(words));
    has.put("its name in the guides", guides.contains(words) || guides.contains(format.id()));
    has.put("its room in ARCHITECTURE.md", architecture().contains("`%s`".formatted(room(room))));
    has.values().removeIf(there -> there);
    return has.keySet().stream().map(what -> format.id() + ": " + what).toList();
  }

  private static boolean isOf(Format format, Formats formats, Path file) throws IOException {
    try (OpenFile open = OpenFile.open(file)) {
      return formats.detect(open.view()).equals(format);
    }
  }

  private static Optional<String> unowned(Document document) {
    Ownership owners = document.ownership();
    return owners.runs(new ByteRange(0, owners.sizeBytes())).stream()
        .filter(run -> run.owner().kind() == OwnerKind.UNOWNED)
        .findFirst()
        .map(
            run ->
                "an owner of bytes %d to %d of %s"
                    .formatted(
                        run.range().start(), run.range().end(), document.path().getFileName()));
  }

  /** A format of which there is only a reader. */
  private static final class Toy implements Format {
    @Override
    public String id() {
      return "unheard-of";
    }

    @Override
    public String words() {
      return "unheard-of chest";
    }

    @Override
    public Likeness likeness(Head head) {
      return head.hasAt(0, "T0Y:") ? Likeness.SURE : Likeness.NONE;
    }

    @Override
    public Document open(OpenSource source, Opening opening) throws FormatException {
      return new PartsDocument(source, this, List.of(), List.of()) {
        @Override
        protected Ownership owners() {
          ByteRange magic = new ByteRange(0, 4);
          return Claims.map(
              bytes(), List.of(new Claim(magic, OwnerKind.METADATA, "magic", place())));
        }
      };
    }
  }
}
