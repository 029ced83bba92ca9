package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.app.ProgramVersion;
import org.kpackworkbench.model.base.text.JsonSchema;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schemas say what commands print, and no less. {@link CliRun} compares all JSON of all tests
 * with them; here each field of examples is taken away and given another type.
 */
class JsonSchemasTest {
  private static final Set<String> WITH_LINES =
      Set.of(
          "info",
          "list",
          "kernels",
          "search",
          "disassemble",
          "extract",
          "verify",
          "diff",
          "resolve",
          "doctor",
          "advise");

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir private Path folder;
  private Path tree;

  @BeforeEach
  void makeTree() throws IOException {
    tree = Files.createDirectory(folder.resolve("tree"));
    Path sample = Checkout.root().resolve("app/sample");
    try (Stream<Path> all = Files.walk(sample)) {
      for (Path from : all.sorted().toList()) {
        if (!from.equals(sample)) {
          Files.copy(from, tree.resolve(sample.relativize(from).toString()));
        }
      }
    }
    Files.writeString(tree.resolve("broken.kpack"), "KPAK and nothing else");
  }

  @Test
  void everyCommandWithJsonHasASchemaOfItsOwn() throws Exception {
    Set<String> wanted = new TreeSet<>(Set.of("version"));
    for (CommandLines.Entry entry : CommandLines.all()) {
      if (!entry.name().isEmpty() && entry.line().getCommandSpec().findOption("--json") != null) {
        wanted.add(entry.name());
      }
    }
    Set<String> there = new TreeSet<>();
    URI all = ProgramVersion.class.getResource("schema/version.schema.json").toURI();
    try (Stream<Path> files = Files.list(Path.of(all).getParent())) {
      files.forEach(file -> there.add(file.getFileName().toString().replace(".schema.json", "")));
    }
    assertThat(there).isEqualTo(wanted);
    for (String command : there) {
      ObjectNode schema = PrintedJson.schemaText(command);
      assertThat(schema.get("$id").asString()).endsWith(":" + command);
      assertThat(schema.at("/properties/schema/const").asInt()).isEqualTo(JsonSchema.NUMBER);
      assertThat(schema.get("required").toString()).as(command).contains("\"findings\"");
      assertThat(PrintedJson.schemaText(command).at("/$defs/line").isMissingNode())
          .as(command)
          .isEqualTo(!WITH_LINES.contains(command));
      described(command, schema);
    }
  }

  /** Each property is described; what is not always there says when it is. */
  private static void described(String where, JsonNode schema) {
    JsonNode properties = schema.get("properties");
    boolean whole = schema.path("type").asString("").equals("object") && schema.has("description");
    if (properties != null) {
      Set<String> required = new HashSet<>();
      schema.path("required").forEach(name -> required.add(name.asString()));
      properties
          .properties()
          .forEach(
              each -> {
                String words = each.getValue().path("description").asString("");
                assertThat(words).as(where + ": " + each.getKey()).isNotEmpty();
                if (whole && !required.contains(each.getKey())) {
                  assertThat(words).as(where + ": " + each.getKey()).startsWith("Only ");
                }
              });
    }
    schema.properties().stream()
        .filter(each -> !each.getKey().equals("if"))
        .forEach(each -> described(where + "/" + each.getKey(), each.getValue()));
    if (schema.isArray()) {
      schema.forEach(each -> described(where, each));
    }
  }

  private void printed(List<PrintedJson> all, Object... args) {
    CliRun run = CliRun.of(args);
    List<PrintedJson> printed =
        PrintedJson.of(Stream.of(args).map(String::valueOf).toList(), run.out());
    assertThat(printed).as("%s: %s", Arrays.asList(args), run.err()).isNotEmpty();
    all.addAll(printed);
  }

  /** Examples of everything, each of which is as its schema says. */
  private List<PrintedJson> examples() throws IOException {
    List<PrintedJson> all = new ArrayList<>();
    try (Stream<Path> golden = Files.list(Checkout.root().resolve("app/src/test/golden"))) {
      for (Path file : golden.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".json")) {
          // Behind the document is what was said on standard error.
          String text = Files.readString(file).split("(?m)(?<=^}$)", 2)[0];
          all.add(new PrintedJson(name.split("[-.]", 2)[0], false, MAPPER.readTree(text)));
        }
      }
    }
    Path archive = tree.resolve(".kpack/kpackfix_gfx90a.kpack");
    Path manifest = tree.resolve(".kpack/kpackfix.kpm");
    Path hostOnly = tree.resolve("lib/libhostonly.so");
    Path fat = tree.resolve("lib/libmany.so");
    Path broken = tree.resolve("broken.kpack");
    Path gone = folder.resolve("gone");
    Path out = folder.resolve("out");
    printed(all, "--version", "--json");
    Files.createDirectories(tree.resolve("rocm/lib"));
    Files.writeString(tree.resolve("rocm/lib/librocblas.so.4"), "");
    printed(all, "doctor", tree.resolve("rocm"), "--target", "gfx942", "--json");
    Files.createDirectories(tree.resolve("rocm/lib/rocblas/library"));
    Files.copy(
        CliRun.fixture("kinds-gfx942.hsaco"),
        tree.resolve("rocm/lib/rocblas/library/Kernels.so-000-gfx942.hsaco"));
    printed(all, "doctor", tree.resolve("rocm"), "--json");
    printed(all, "resolve", "--tree", tree, "--json");
    printed(all, "search", fat, "reduce", "--json");
    printed(all, "search", fat, archive, broken, gone, "reduce", "--json");
    printed(all, "disassemble", gone, "--kernel", "x", "--json");
    printed(all, "disassemble", fat, "--kernel", "kpackfix::tile", "--json");
    printed(all, "disassemble", fat, archive, "--kernel", "kpackfix::tile", "--json");
    printed(all, "search", fat, archive, broken, gone, "reduce", "--json-lines");
    printed(all, "search", fat, "hidden_block", "--json-lines");
    printed(all, "disassemble", fat, broken, "--kernel", "kpackfix::tile", "--json-lines");
    printed(all, "doctor", folder.resolve("gone"), "--target", "gfx942", "--json");
    Path library = Files.createDirectories(folder.resolve("rocblas/library"));
    Files.copy(CliRun.fixture("kinds-gfx942.hsaco"), library.resolve("Kernels_gfx942.hsaco"));
    Path packed = folder.resolve("packed-database");
    printed(all, "pack-database", library, "-o", packed, "--dry-run", "--json");
    printed(all, "pack-database", library, "-o", packed, "--json");
    printed(all, "pack-database", gone, "-o", packed, "--json");
    Path one = packed.resolve("rocblas-gfx942.kpack");
    printed(all, "unpack-database", one, "-o", folder.resolve("database"), "--dry-run", "--json");
    printed(all, "unpack-database", one, "-o", folder.resolve("database"), "--json");
    printed(all, "unpack-database", gone, "-o", folder.resolve("database"), "--json");
    Path wheel = CliRun.fixture(PackageInputTest.WHEEL);
    Path wheels = folder.resolve("wheels");
    printed(all, "split-wheel", wheel, "-o", wheels, "--dry-run", "--json");
    printed(all, "split-wheel", wheel, "-o", wheels, "--variant-label", "rocm7", "--json");
    printed(all, "split-wheel", gone, "-o", wheels, "--json");
    printed(all, "advise", wheels, "--target", "gfx1030", "--target", "gfx942", "--json");
    printed(all, "advise", gone, "--target", "gfx942", "--json");
    printed(all, "estimate", tree, "--levels", "3", "--dictionary", "16K", "--json");
    printed(all, "estimate", fat, tree.resolve(".kpack"), "--scheme", "none", "--json");
    printed(all, "estimate", gone, "--json");
    Path index =
        Files.writeString(folder.resolve("Packages"), "Package: some-gfx942\nVersion: 1\n");
    printed(all, "advise", index, "--target", "gfx942", "--target", "gfx1100", "--json");
    Path generic = folder.resolve("math_lib_all");
    Files.createDirectories(generic.resolve("math/stage"));
    Files.copy(CliRun.fixture("libgeneric.so"), generic.resolve("math/stage/libgeneric.so"));
    Files.writeString(generic.resolve("artifact_manifest.txt"), "math/stage\n");
    printed(all, "advise", generic, "--target", "gfx1100", "--json");
    for (String file : List.of(PackageInputTest.WHEEL, "tiny.deb", "tiny.rpm", "tiny.tar.gz")) {
      printed(all, "info", CliRun.fixture(file), "--json");
    }
    for (String command : List.of("info", "list", "kernels")) {
      printed(all, command, archive, "--json");
      printed(all, command, broken, "--json");
      printed(all, command, archive, broken, gone, hostOnly, "--json");
      printed(all, command, archive, broken, gone, hostOnly, "--json-lines");
    }
    printed(all, "info", manifest, "--checksums", "--json");
    printed(all, "list", archive, "--filter", "name:nothing", "--json");
    printed(all, "list", tree.resolve("lib/libmixed.so"), "--json");
    Path tensile = CliRun.fixture("TensileLibrary_Type_HH_gfx1100.dat");
    printed(all, "list", tensile, "--parts", "--json");
    printed(all, "list", tensile, broken, gone, "--parts", "--json");
    printed(all, "list", tensile, broken, gone, "--parts", "--json-lines");
    printed(all, "extract", archive, "--all", "-o", out, "--dry-run", "--json");
    printed(all, "extract", archive, "--all", "-o", out, "--dry-run", "--json-lines");
    printed(all, "extract", archive, "--all", "-o", out, "--json");
    printed(all, "extract", archive, broken, gone, "--all", "-o", out, "--json");
    printed(all, "extract", archive, broken, gone, "--all", "-o", out, "--json-lines");
    printed(all, "extract", broken, "--all", "-o", out, "--json");
    printed(all, "verify", tree, "--json");
    Path baseline =
        Files.writeString(folder.resolve("base.json"), CliRun.of("verify", tree, "--json").out());
    Files.delete(broken);
    printed(all, "verify", tree, "--baseline", baseline, "--json");
    printed(all, "verify", tree, gone, "--json");
    printed(all, "verify", tree, gone, "--baseline", baseline, "--json-lines");
    printed(all, "verify", "--list-rules", "--json");
    printed(all, "diff", archive, tree.resolve(".kpack/kpackfix_gfx942.kpack"), "--json");
    printed(all, "diff", archive, archive, "--json");
    printed(all, "diff", archive, archive, fat, "--json");
    printed(all, "diff", archive, gone, "--json");
    printed(all, "diff", archive, tree.resolve(".kpack/kpackfix_gfx942.kpack"), "--json-lines");
    printed(all, "diff", archive, broken, "--json-lines");
    printed(all, "resolve", hostOnly, "--target", "gfx90a", "--target", "gfx906", "--json-lines");
    printed(all, "resolve", "--tree", tree, "--target", "gfx90a", "--explain", "--json-lines");
    printed(
        all,
        "resolve",
        hostOnly,
        "--target",
        "gfx90a",
        "--compare-target",
        "gfx942",
        "--json-lines");
    printed(all, "doctor", tree.resolve("rocm"), "--target", "gfx942", "--json-lines");
    printed(all, "advise", wheels, "--target", "gfx1030", "--json-lines");
    Path other = Files.copy(tree.resolve(".kpack/kpackfix.kpm"), folder.resolve("other.kpm"));
    printed(all, "edit", other, "--set", "component=x", "--force", "--force-contents", "--json");
    printed(all, "diff", manifest, other, "--json");
    printed(all, "resolve", hostOnly, "--target", "gfx90a", "--target", "gfx906", "--json");
    printed(all, "resolve", "--tree", tree, "--target", "gfx90a", "--explain", "--json");
    printed(all, "resolve", gone, "--target", "gfx90a", "--json");
    printed(all, "edit", hostOnly, "--kernel-name", "x", "-o", folder.resolve("e"), "--json");
    printed(all, "edit", gone, "--kernel-name", "x", "-o", folder.resolve("f"), "--json");
    WritingCommands.make(Files.createDirectory(folder.resolve("writing")))
        .writingTo(Files.createDirectory(folder.resolve("written")))
        .values()
        .stream()
        .filter(args -> !Set.of("diff", "render", "verify").contains(args.getFirst()))
        .forEach(args -> printed(all, Stream.concat(args.stream(), Stream.of("--json")).toArray()));
    return all;
  }

  @Test
  void aFieldThatIsGoneOrOfAnotherTypeIsAFault() throws IOException {
    Set<String> mayBeGone = new TreeSet<>();
    Set<String> mayBeOther = new TreeSet<>();
    Set<String> seen = new HashSet<>();
    Set<String> commands = new TreeSet<>();
    for (PrintedJson example : examples()) {
      assertThat(example.faults()).as("%s", example).isEmpty();
      namesFindingsAlike(example);
      commands.add(example.command());
      new Changes(example, seen, mayBeGone, mayBeOther)
          .in(example.json(), example.command() + (example.line() ? " line" : ""));
    }
    assertThat(commands)
        .contains("convert", "edit", "overlay", "pack", "prune", "recombine", "restore", "split")
        .hasSize(25);
    assertThat(mayBeOther).isEmpty();
    assertThat(mayBeGone).isEqualTo(new TreeSet<>(OPTIONAL));
  }

  /** Every document ends with its findings; a field of notes is their number. */
  private static void namesFindingsAlike(PrintedJson example) {
    if (!example.line()) {
      assertThat(List.copyOf(example.json().propertyNames()).getLast())
          .as("%s", example)
          .isEqualTo("findings");
    }
    assertThat(example.json().findValues("notes")).as("%s", example).allMatch(JsonNode::isNumber);
  }

  /** Tries changes on a document, of the fields of like objects each once. */
  private record Changes(
      PrintedJson example, Set<String> seen, Set<String> mayBeGone, Set<String> mayBeOther) {

    void in(JsonNode node, String path) {
      if (node instanceof ArrayNode array) {
        array.forEach(each -> in(each, path + "[]"));
      } else if (node instanceof ObjectNode object && !isFree(path)) {
        String like = path + new TreeSet<>(object.propertyNames());
        boolean first = seen.add(like + object.path("format") + object.path("kind"));
        for (String name : List.copyOf(object.propertyNames())) {
          JsonNode value = object.get(name);
          if (first) {
            change(object, name, path + "." + name, value);
          }
          in(value, path + "." + name);
        }
      }
    }

    /** Names there are those of files, targets and kinds of change. */
    private static boolean isFree(String path) {
      return path.endsWith(".metadata")
          || path.matches("list[ .].*\\.fields")
          || path.endsWith(".counts")
          || path.startsWith("diff.differences[].")
          || path.matches("diff line\\.(left|right)")
          || path.endsWith(".header")
          || path.endsWith("coverage[].targets");
    }

    private void change(ObjectNode object, String name, String path, JsonNode value) {
      ObjectNode other = MAPPER.createObjectNode().put("other", true);
      object.set(name, value.isObject() ? MAPPER.createArrayNode() : other);
      if (example.faults().isEmpty()) {
        mayBeOther.add(path);
      }
      List<String> order = List.copyOf(object.propertyNames());
      ObjectNode before = object.deepCopy();
      object.remove(name);
      if (example.faults().isEmpty()) {
        mayBeGone.add(path);
      }
      object.removeAll();
      order.forEach(each -> object.set(each, each.equals(name) ? value : before.get(each)));
    }
  }

  /** What is not always there. */
  private static final List<String> OPTIONAL =
      List.of(
          "diff.differences[].note",
          "diff.differences[].sides",
          "diff.manifests",
          "disassemble line.problems[].reason",
          "doctor.grid",
          "doctor.served",
          "extract line.problems[].reason",
          "extract.files[].problems[].reason",
          "extract.problems[].reason",
          "info line.problems[].reason",
          "info line.wrappers[].statedIndex",
          "info line.wrappers[].target.offset",
          "info.files[].problems[].reason",
          "info.files[].wrappers[].statedIndex",
          "info.files[].wrappers[].target.offset",
          "info.kernels[].args[].addressSpace",
          "info.kernels[].args[].valueKind",
          "info.problems[].reason",
          "info.relocatable",
          "info.wrappers[].statedIndex",
          "info.wrappers[].target.bundle",
          "info.wrappers[].target.offset",
          "info.wrappers[].target.why",
          "kernels line.problems[].reason",
          "kernels.files[].problems[].reason",
          "kernels.problems[].reason",
          "list line.archive",
          "list line.problems[].reason",
          "list.entries[].uri",
          "list.files[].archives",
          "list.files[].entries[].archive",
          "list.files[].problems[].reason",
          "list.problems[].reason",
          "pack.copiedFiles",
          "resolve line.steps[].architectures",
          "resolve line.steps[].why",
          "resolve.results[].steps[].architectures",
          "resolve.results[].steps[].line",
          "resolve.results[].steps[].why",
          "search line.problems[].reason",
          "search.files[].problems[].reason",
          "verify line.known",
          "verify.coverage",
          "verify.findings[].known");
}
