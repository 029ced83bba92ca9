package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code resolve} prints, and with which status it ends. */
class ResolveCommandTest {
  private static final Charset EACH_BYTE = StandardCharsets.ISO_8859_1;

  @TempDir private Path folder;

  /** Converts a fixture, with one archive for each target. */
  private Path converted(String fixture) throws IOException {
    Path output = folder.toRealPath().resolve("lib").resolve(fixture);
    CliRun run =
        CliRun.of(
            "convert",
            CliRun.fixture(fixture),
            "-o",
            output,
            "--kernel-name",
            "lib/" + fixture,
            "--search-path",
            "../.kpack/" + fixture + "_@GFXARCH@.kpack",
            "--archives",
            folder.toRealPath().resolve(".kpack"));
    assertThat(run.status()).as(run.err()).isZero();
    return output;
  }

  private Path archive(String name) throws IOException {
    return folder.toRealPath().resolve(".kpack").resolve(name);
  }

  private static void replace(Path file, String text, String by) throws IOException {
    String bytes = new String(Files.readAllBytes(file), EACH_BYTE);
    assertThat(bytes).contains(text);
    Files.write(file, bytes.replace(text, by).getBytes(EACH_BYTE));
  }

  private String output(CliRun run) throws IOException {
    return (run.out() + run.err())
        .replace(CliRun.fixture("libone.so").getParent().toString(), "FIXTURES")
        .replace(folder.toRealPath().toString(), "FOLDER");
  }

  @Test
  void aBinaryInTextAndJson() throws IOException {
    Path library = converted("libdrift.so");
    CliRun text = CliRun.of("resolve", library, "--target", "gfx1100", "--target", "gfx90a");
    assertThat(text.status()).isEqualTo(1);
    GoldenOutput.check("resolve.txt", output(text));
    CliRun json = CliRun.of("resolve", library, "--target", "gfx1100,gfx90a", "--json");
    assertThat(json.status()).isEqualTo(1);
    GoldenOutput.check("resolve.json", output(json));
    assertThat(json.rows("results")).hasSize(10);
    assertThat(json.rows("results").getFirst())
        .containsKeys(
            "binary", "index", "target", "outcome", "error", "archive", "key", "size", "sha256",
            "steps");
  }

  /** As tools in the field number: wrapper 1 finds wrapper 2's code on gfx942. */
  @Test
  void codeOfAnotherWrapperIsFoundAndWarnedOf() throws IOException {
    Path root = folder.toRealPath();
    String name = "lib/libowner-same.so#";
    Path library = converted("libowner-same.so");
    replace(archive("libowner-same.so_gfx942.kpack"), name + 2, name + 1);
    CliRun text = CliRun.of("resolve", library, "--target", "gfx90a,gfx942");
    assertThat(text.status()).isEqualTo(1);
    GoldenOutput.check("resolve-not-own.txt", output(text));
    CliRun json = CliRun.of("resolve", library, "--target", "gfx90a,gfx942", "--json");
    assertThat(json.status()).isEqualTo(1);
    Map<String, Object> wrong = json.rows("results").get(4);
    assertThat(wrong)
        .containsEntry("index", 1)
        .containsEntry("target", "gfx942:sramecc+:xnack-")
        .containsEntry("outcome", "found")
        .containsEntry("error", 0)
        .containsEntry("key", name + 1)
        .containsEntry("kernelsOf", List.of(2));
    assertThat(wrong.get("warning"))
        .asString()
        .startsWith("found, but these kernels belong to wrapper 2. ");
    assertThat(json.rows("results").get(3))
        .containsEntry("kernelsOf", null)
        .containsEntry("warning", null);
    CliRun tree = CliRun.of("resolve", "--tree", root, "--target", "gfx90a,gfx942");
    assertThat(tree.status()).isEqualTo(1);
    assertThat(tree.out())
        .contains("2 of 3, 1 not its own, error 5")
        .contains("found, but these kernels belong to wrapper 2.");
    CliRun verify = CliRun.of("verify", root);
    assertThat(verify.status()).isEqualTo(1);
    assertThat(verify.out())
        .contains("error wrapper-kernels, at 0x")
        .contains("is found, but these kernels belong to wrapper 2.");
    assertThat(CliRun.of("resolve", converted("libowner.so"), "--target", "gfx1100").status())
        .isZero();
  }

  /** The bytes of the fat binary tell first, and another build's are refused. */
  @Test
  void theOriginalTellsWhoseCodeItIs() throws IOException {
    String name = "lib/libowner-same.so#";
    Path library = converted("libowner-same.so");
    Path fat = CliRun.fixture("libowner-same.so");
    CliRun clean = CliRun.of("verify", folder.toRealPath(), "--original", fat);
    assertThat(clean.status()).as(clean.out() + clean.err()).isZero();
    replace(archive("libowner-same.so_gfx942.kpack"), name + 2, name + 1);
    String belongs = "found, but this code belongs to wrapper 2 of " + fat;
    CliRun text = CliRun.of("resolve", library, "--target", "gfx942", "--original", fat);
    assertThat(text.status()).isEqualTo(1);
    GoldenOutput.check("resolve-original.txt", output(text));
    CliRun json = CliRun.of("resolve", library, "--target", "gfx942", "--original", fat, "--json");
    assertThat(json.rows("results").get(1)).containsEntry("kernelsOf", List.of(2));
    assertThat(json.rows("results").get(1).get("warning")).asString().startsWith(belongs + ". ");
    CliRun named = CliRun.of("verify", library, "--original", fat, "--rule", "wrapper-kernels");
    assertThat(named.status()).isEqualTo(1);
    assertThat(named.out()).contains("for gfx942 is " + belongs);
    CliRun beside = CliRun.of("verify", library, fat, "--rule", "wrapper-kernels");
    assertThat(beside.status()).isEqualTo(1);
    assertThat(beside.out()).contains("for gfx942 is " + belongs);
  }

  @Test
  void whatIsNotTheOriginalIsRefused() throws IOException {
    Path library = converted("libowner-same.so");
    Path other = CliRun.fixture("libowner.so");
    String refusal = "%s: expected the original of %s, with build id ".formatted(other, library);
    for (List<Object> args :
        List.<List<Object>>of(
            List.of("resolve", library, "--target", "gfx942", "--original", other),
            List.of("verify", library, "--original", other))) {
      CliRun run = CliRun.of(args.toArray());
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err()).contains(refusal).contains("found another build, with build id ");
    }
    CliRun self = CliRun.of("resolve", library, "--target", "gfx942", "--original", library);
    assertThat(self.status()).isEqualTo(2);
    assertThat(self.err()).contains("expected the fat binary").contains("found: host-only");
    Path root = folder.toRealPath();
    for (List<Object> args :
        List.<List<Object>>of(
            List.of("resolve", "--tree", root, "--target", "gfx942", "--original", other),
            List.of(
                "resolve", library, "--target", "gfx942", "--compare-strict", "--original", other),
            List.of("resolve", "--log", "-", "--original", other),
            List.of("verify", library, "--original", other, "--exclude", "wrapper-kernels"))) {
      CliRun run = CliRun.of(args.toArray());
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.out()).isEmpty();
      assertThat(run.err()).contains("--original");
    }
  }

  @Test
  void whatCannotBeReadIsNamedAndNothingElseIsSaid() {
    Path missing = folder.resolve("missing");
    CliRun tree = CliRun.of("resolve", "--tree", missing, "--target", "gfx942");
    assertThat(tree.status()).isEqualTo(2);
    assertThat(tree.out()).isEmpty();
    assertThat(tree.err()).contains("missing: the file does not exist");
    CliRun log = CliRun.of("resolve", "--log", folder, "--target", "gfx942");
    assertThat(log.status()).isEqualTo(2);
    assertThat(log.err()).contains(folder + ": expected a file, found a folder");
  }

  @Test
  void everyStepIsExplained() throws IOException {
    Path library = converted("libone.so");
    CliRun run = CliRun.of("resolve", library, "--target", "gfx1100:xnack-", "--explain");
    assertThat(run.status()).isZero();
    GoldenOutput.check("resolve-explain.txt", output(run));
  }

  @Test
  void targetsMayStandBehindOneAnother() throws IOException {
    CliRun run =
        CliRun.of(
            "resolve", "--target", "gfx1100", "gfx90a", CliRun.fixture("librelr.so"), "--json");
    assertThat(run.rows("results"))
        .extracting(row -> row.get("target"))
        .containsExactly("gfx1100", "gfx1100", "gfx90a:sramecc+:xnack-", "gfx90a:sramecc+:xnack-");
    assertThat(run.status()).isZero();
  }

  @Test
  void aGpuMayBeNamedAsPeopleCallIt() {
    CliRun run =
        CliRun.of(
            "resolve",
            CliRun.fixture("librelr.so"),
            "--target",
            "AMD Instinct MI250X",
            "--target",
            "  Name:  amdgcn-amd-amdhsa--gfx1100",
            "--json");
    assertThat(run.rows("results"))
        .extracting(row -> row.get("target"))
        .containsExactly("gfx90a:sramecc+:xnack-", "gfx90a:sramecc+:xnack-", "gfx1100", "gfx1100");
    CliRun unknown =
        CliRun.of("resolve", CliRun.fixture("librelr.so"), "--target", "GeForce", "--json");
    assertThat(unknown.status()).isEqualTo(2);
    assertThat(unknown.err()).contains("\"GeForce\" is not the name of a known GPU");
  }

  @Test
  void aFatBinaryNeedsNoArchive() throws IOException {
    Path library = CliRun.fixture("librelr.so");
    CliRun run = CliRun.of("resolve", library, "--target", "gfx942");
    assertThat(run.status()).isEqualTo(1);
    GoldenOutput.check("resolve-fat.txt", output(run));
    CliRun json = CliRun.of("resolve", library, "--target", "gfx942", "--json");
    assertThat(json.rows("results"))
        .extracting(row -> row.get("outcome"))
        .containsExactly("embedded", "not-found");
  }

  @Test
  void whatIsWrongIsSaidInWords() throws IOException {
    Path library = converted("libcompressed.so");
    replace(archive("libcompressed.so_gfx942.kpack"), "libcompressed.so#2", "libcompressed.so#8");
    CliRun renamed = CliRun.of("resolve", library, "--target", "gfx942");
    assertThat(renamed.status()).isEqualTo(1);
    assertThat(output(renamed))
        .contains(
            "gfx942:sramecc+:xnack-, wrapper 2:",
            "FOLDER/.kpack/libcompressed.so_gfx942.kpack lists gfx942, but has no code object"
                + " lib/libcompressed.so#2; of this binary there is #0–#1, #3, #8.",
            "error 5 (kernel not found)");

    Files.delete(archive("libcompressed.so_gfx942.kpack"));
    CliRun removed = CliRun.of("resolve", library, "--target", "gfx942");
    assertThat(removed.status()).isEqualTo(1);
    assertThat(output(removed))
        .contains(
            "gfx942:sramecc+:xnack-, wrappers 0, 1, 2, 3:",
            "No archive was found for gfx942:sramecc+:xnack-: none of"
                + " FOLDER/.kpack/libcompressed.so_gfx942:sramecc+:xnack-.kpack,",
            "FOLDER/.kpack/libcompressed.so_gfx942.kpack,",
            "Install the device code for gfx942:sramecc+:xnack-, or build it if there is none yet.");

    Path half = converted("libone.so");
    replace(half, "HIPK", "FPIH");
    CliRun reverted = CliRun.of("resolve", half, "--target", "gfx1100", "--json");
    assertThat(reverted.status()).isEqualTo(1);
    assertThat(reverted.rows("results").getFirst())
        .containsEntry("outcome", "unusable")
        .containsEntry(
            "diagnosis",
            "The binary is half-converted: wrapper 0 cannot be used. It is HIPF, but points to no"
                + " device code: to the marker.");
  }

  @Test
  void codeThatDoesNotUnpackIsNoCode() throws IOException {
    Path library = converted("libone.so");
    Path archive = archive("libone.so_gfx1100.kpack");
    byte[] bytes = Files.readAllBytes(archive);
    bytes[64 + 4 + 4 + 40] ^= 0x55;
    Files.write(archive, bytes);
    CliRun run = CliRun.of("resolve", library, "--target", "gfx1100", "--json");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.rows("results").getFirst())
        .containsEntry("outcome", "not-found")
        .containsEntry("error", 6);
  }

  @Test
  void variablesCountAsIfTheyWereSet() throws IOException {
    Path library = converted("libone.so");
    CliRun off =
        CliRun.of(
            "resolve", library, "--target", "gfx1100", "--env", "ROCM_KPACK_DISABLE=1", "--json");
    assertThat(off.status()).isEqualTo(1);
    assertThat(off.rows("results").getFirst())
        .containsEntry("error", 8)
        .containsEntry("advice", "Unset it, or set it to 0.");
    CliRun empty =
        CliRun.of("resolve", library, "--target", "gfx1100", "--env", "ROCM_KPACK_DISABLE=");
    assertThat(empty.status()).isZero();
    CliRun elsewhere =
        CliRun.of("resolve", library, "--target", "gfx1100", "--env", "ROCM_KPACK_PATH=/no.kpack");
    assertThat(elsewhere.out()).contains("ROCM_KPACK_PATH replaces the binary's own search paths");
  }

  @Test
  void aStrictLoaderStopsAtAnOverlay() throws IOException {
    Path library = converted("librelr.so");
    converted("libmany.so");
    Files.copy(
        archive("libmany.so_gfx90a:xnack+.kpack"), archive("librelr.so_gfx90a:xnack+.kpack"));
    CliRun tolerant = CliRun.of("resolve", library, "--target", "gfx90a:xnack+");
    assertThat(tolerant.status()).isZero();
    assertThat(tolerant.out()).contains("A tolerant loader finds it in");
    CliRun strict = CliRun.of("resolve", library, "--target", "gfx90a:xnack+", "--strict");
    assertThat(strict.status()).isEqualTo(1);
    assertThat(strict.out()).contains("error 5", "a strict one, as shipped up to mid-2026");
  }

  @Test
  void twoGpusOrEnvironmentsAreComparedByWhereTheirWaysPart() throws IOException {
    Path library = converted("libcompressed.so");
    Files.delete(archive("libcompressed.so_gfx1100.kpack"));
    CliRun devices =
        CliRun.of("resolve", library, "--target", "gfx942", "--compare-target", "gfx1100");
    assertThat(devices.status()).isEqualTo(1);
    assertThat(output(devices))
        .contains(
            "  A: gfx942:sramecc+:xnack-, tolerant loader\n  B: gfx1100, tolerant loader\n",
            "wrapper 0, at the archives:\n  gfx942:sramecc+:xnack-: FOLDER/.kpack/libcompressed.so_gfx942.kpack"
                + " exists; gfx1100: there is none of"
                + " FOLDER/.kpack/libcompressed.so_gfx1100.kpack");
    CliRun environments =
        CliRun.of(
            "resolve",
            library,
            "--target",
            "gfx942",
            "--compare-env",
            "ROCM_KPACK_DISABLE=1",
            "--json");
    assertThat(environments.status()).isEqualTo(1);
    assertThat(environments.rows("loads").getFirst())
        .containsEntry("part", "environment")
        .containsEntry("same", false)
        .containsEntry("sentence", "B: loading is off; A: it goes on to the search paths.");
    CliRun same = CliRun.of("resolve", library, "--target", "gfx942", "--compare-strict");
    assertThat(same.status()).as(same.out()).isZero();
    CliRun tree =
        CliRun.of("resolve", "--tree", folder, "--target", "gfx942", "--compare-target", "gfx1100");
    assertThat(tree.status()).isEqualTo(2);
    assertThat(tree.err()).contains("needs one BINARY");
  }

  @Test
  void pathsAreReadAsOfTheSystemThatIsChosen() throws IOException {
    Path library = converted("libdrift.so");
    List<Object> call = new ArrayList<>(List.of("resolve", library, "--target", "gfx942"));
    call.addAll(List.of("--env", "ROCM_KPACK_PATH=C:\\a.kpack;D:\\b.kpack", "--json"));
    assertThat(paths(call)).containsExactly("C", "\\a.kpack;D", "\\b.kpack");
    call.addAll(List.of("--system", "windows"));
    assertThat(paths(call)).containsExactly("C:\\a.kpack", "D:\\b.kpack");
    CliRun none = CliRun.of("resolve", library, "--target", "gfx942", "--system", "beos");
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.err()).contains("linux or windows");
  }

  private static List<Object> paths(List<Object> call) {
    CliRun run = CliRun.of(call.toArray());
    assertThat(run.status()).isEqualTo(1);
    return List.copyOf((List<?>) ((Map<?, ?>) run.json().get("environment")).get("path"));
  }

  /** A program's libraries are found below another root folder, and so are that system's GPUs. */
  @Test
  void aProgramIsResolvedWithWhatItNeeds() throws IOException {
    Path root = folder.toRealPath().resolve("image");
    Path program = Files.createDirectories(root.resolve("bin")).resolve("program");
    Files.copy(CliRun.fixture("needed-plain.so"), program);
    Path lib = Files.createDirectories(root.resolve("opt/lib"));
    Files.copy(CliRun.fixture("libmany.so"), lib.resolve("libneeded-b.so.1"));
    List<Object> line =
        new ArrayList<>(List.of("resolve", "--needed", program, "--sysroot", root, "--env"));
    line.add("LD_LIBRARY_PATH=/opt/lib");
    line.add("--target");
    CliRun found = CliRun.of(with(line, "gfx942"));
    assertThat(found.out()).contains("opt/lib/libneeded-b.so.1  1 of 1");
    assertThat(found.err()).contains("libamdhip64.so", "libneeded-b.so.1 needs it");
    assertThat(found.status()).isEqualTo(2);
    assertThat(found.err()).doesNotContain("Relative");
    line.set(line.indexOf("LD_LIBRARY_PATH=/opt/lib"), "LD_LIBRARY_PATH=:opt/lib");
    CliRun relative = CliRun.of(with(line, "gfx942"));
    assertThat(relative.out()).isEqualTo(found.out());
    assertThat(relative.err()).contains("Relative search paths are followed from " + root + ";");

    CliRun none = CliRun.of(with(line, "native"));
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.err()).contains("there is no GPU below " + root, "rocminfo.txt");
    Path saved = Files.writeString(root.resolve("rocminfo.txt"), "Agent 2\n  Name:  gfx1100\n");
    assertThat(CliRun.of(with(line, "native")).out()).contains("gfx1100");
    Files.delete(saved);
    Path node = Files.createDirectories(root.resolve("sys/class/kfd/kfd/topology/nodes/1"));
    Files.writeString(node.resolve("properties"), "gfx_target_version 90402\ncapability 0\n");
    assertThat(CliRun.of(with(line, "native")).out()).contains("gfx942");
  }

  /** The runtime takes each GPU for another one: what that gets, and that it is a gamble. */
  @ParameterizedTest
  @CsvSource({
    "gfx1103, 11.0.0, gfx1100, 0",
    "gfx942:sramecc+:xnack-, 11.0.0, gfx1100, 0",
    "gfx90c:xnack-, 9.0.10, gfx90a:xnack-, 0",
    "gfx1100, 8.0.3, gfx803, 1"
  })
  void theVersionOfAGpuCanBeOverridden(String own, String version, String taken, int status)
      throws IOException {
    Path library = CliRun.fixture("libmany.so");
    String variable = "HSA_OVERRIDE_GFX_VERSION=" + version;
    CliRun text = CliRun.of("resolve", library, "--target", own, "--env", variable);
    assertThat(text.status()).as(text.out() + text.err()).isEqualTo(status);
    String words =
        "%s: the runtime takes every GPU for %s and loads its code. This is unsupported, and nothing checks that results are right."
            .formatted(variable, taken.replaceFirst(":.*", ""));
    if (own.startsWith("gfx942") || version.startsWith("8")) {
      words +=
          " Runtimes from mid-2026 on refuse it for %s, which has another major version."
              .formatted(own.replaceFirst(":.*", ""));
    }
    assertThat(text.out()).contains(words);
    CliRun json = CliRun.of("resolve", library, "--target", own, "--env", variable, "--json");
    assertThat(json.json()).containsEntry("gamble", words);
    assertThat(json.rows("results"))
        .allSatisfy(row -> assertThat(row).containsEntry("target", taken));
    CliRun compared = CliRun.of("resolve", library, "--target", own, "--compare-env", variable);
    assertThat(compared.out()).contains("A: " + own, "B: " + own + ", " + variable, words);
    CliRun tree =
        CliRun.of("resolve", library, "--needed", "--target", own + "," + taken, "--env", variable);
    assertThat(tree.out()).contains(variable + ": the runtime takes every GPU for");
    CliRun unset =
        CliRun.of(
            "resolve", library, "--target", own, "--env", "HSA_OVERRIDE_GFX_VERSION=", "--json");
    assertThat(unset.json()).containsEntry("gamble", null);
    assertThat(unset.rows("results"))
        .allSatisfy(row -> assertThat(row).containsEntry("target", own));
  }

  @Test
  void overridesTheVersionOfOneNode() {
    Path library = CliRun.fixture("libmany.so");
    CliRun run =
        CliRun.of(
            "resolve",
            library,
            "--target",
            "gfx1103,gfx1031,gfx1102",
            "--env",
            "HSA_OVERRIDE_GFX_VERSION=11.0.0",
            "--env",
            "HSA_OVERRIDE_GFX_VERSION_2=10.3.0",
            "--env",
            "HSA_OVERRIDE_GFX_VERSION_7=9.0.0",
            "--json");
    assertThat(run.rows("results"))
        .extracting(row -> row.get("target"))
        .containsOnly("gfx1100", "gfx1030");
    assertThat((String) run.json().get("gamble"))
        .startsWith(
            "HSA_OVERRIDE_GFX_VERSION=11.0.0: the runtime takes every GPU whose node has no variable"
                + " of its own for gfx1100 and loads its code. ")
        .contains(
            "HSA_OVERRIDE_GFX_VERSION_2=10.3.0: the runtime takes the GPU of node 2 (gfx1031) for"
                + " gfx1030",
            "HSA_OVERRIDE_GFX_VERSION_7=9.0.0: no GPU is node 7.")
        .doesNotContain("another major");
    assertThat(run.json().get("environment").toString())
        .contains("gfxOverride=11.0.0", "HSA_OVERRIDE_GFX_VERSION_2=10.3.0");
    CliRun both =
        CliRun.of(
            "resolve",
            library,
            "--target",
            "gfx1031",
            "--env",
            "HSA_OVERRIDE_GFX_VERSION=11.0.0",
            "--env",
            "HSA_OVERRIDE_GFX_VERSION_1=10.3.0",
            "--json");
    assertThat((String) both.json().get("gamble"))
        .startsWith(
            "HSA_OVERRIDE_GFX_VERSION=11.0.0: every GPU has the variable of its own node, so this"
                + " one has no effect. HSA_OVERRIDE_GFX_VERSION_1=10.3.0: the runtime takes the GPU");
    // Without the general variable, others stay as they are.
    CliRun one =
        CliRun.of(
            "resolve",
            library,
            "--target",
            "gfx1030,gfx1103",
            "--env",
            "HSA_OVERRIDE_GFX_VERSION_2=11.0.0",
            "--json");
    assertThat(one.rows("results"))
        .extracting(row -> row.get("target"))
        .containsOnly("gfx1100", "gfx1030");
    CliRun wrong =
        CliRun.of(
            "resolve", library, "--target", "gfx1030", "--env", "HSA_OVERRIDE_GFX_VERSION_x=1.0.0");
    assertThat(wrong.status()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"11.0", "gfx1100", "11.0.0.1", "11.0.16", "64.0.0", "0.0.0", "11.0.x"})
  void aWrongVersionOfAGpuIsRefused(String version) {
    CliRun run =
        CliRun.of(
            "resolve",
            CliRun.fixture("libmany.so"),
            "--target",
            "gfx1103",
            "--env",
            "HSA_OVERRIDE_GFX_VERSION=" + version);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains("--env", "HSA_OVERRIDE_GFX_VERSION=MAJOR.MINOR.STEPPING", "\"" + version + "\"");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void printsTheLogThatTheLoaderWouldWrite(@TempDir Path logs) throws IOException {
    Path library = converted("libmany.so");
    for (String behaviour : List.of("", "--strict")) {
      for (String target : List.of("gfx90a:xnack+", "gfx1201")) {
        List<Object> call = new ArrayList<>(List.of("resolve", library, "--target", target));
        if (!behaviour.isEmpty()) {
          call.add(behaviour);
        }
        List<Object> print = new ArrayList<>(call);
        print.add("--print-log");
        CliRun printed = CliRun.of(print.toArray());
        assertThat(printed.out().lines()).allMatch(line -> line.startsWith("kpack: "));
        assertThat(printed.out()).containsOnlyOnce("kpack: cache created: disabled=0, debug=1");
        Path log = Files.writeString(logs.resolve("a.log"), printed.out());
        CliRun read = CliRun.of("resolve", "--log", log, "--json");
        call.add("--json");
        CliRun asked = CliRun.of(call.toArray());
        assertThat(read.status()).isEqualTo(printed.status()).isEqualTo(asked.status());
        assertThat(read.rows("unread")).isEmpty();
        for (String field : List.of("index", "error", "size", "archive")) {
          assertThat(read.rows("results").stream().map(row -> row.get(field)).toList())
              .as(field)
              .isEqualTo(asked.rows("results").stream().map(row -> row.get(field)).toList());
        }
        call.set(call.size() - 1, "--env");
        call.add("ROCM_KPACK_DEBUG=1");
        CliRun debug = CliRun.of(call.toArray());
        assertThat(debug.err()).isEqualTo(printed.out());
        assertThat(debug.out()).doesNotContain("kpack: ").contains("libmany.so");
      }
    }
  }

  @Test
  void printsOnceThatAnArchiveWasOpened() throws IOException {
    Path library = converted("libmixed.so");
    CliRun printed = CliRun.of("resolve", library, "--target", "gfx90a", "--print-log");
    assertThat(printed.out().lines().filter(line -> line.contains("loaded code object")))
        .hasSizeGreaterThan(1);
    assertThat(printed.out().lines().filter(line -> line.contains("opened and cached archive")))
        .isNotEmpty()
        .doesNotHaveDuplicates();
  }

  @Test
  void anUnknownProcessorThatAGpuIsTakenForIsSaid() {
    CliRun run =
        CliRun.of(
            "resolve",
            CliRun.fixture("libmany.so"),
            "--target",
            "gfx1103",
            "--env",
            "HSA_OVERRIDE_GFX_VERSION=11.9.9");
    assertThat(run.err()).contains("gfx1199 is not a known processor");
  }

  /** Versions as the kernel driver has them; 0 is a node without a GPU. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "one GPU        | 0 90402               | gfx942:sramecc-:xnack-         | 0 |",
        "two different  | 0 90402 110000        | gfx942:sramecc-:xnack- gfx1100 | 0 |",
        "two alike      | 0 90402 90402         | gfx942:sramecc-:xnack-         | 0 |",
        "APU and GPU    | 0 110003 110000       | gfx1103 gfx1100                | 1 |"
            + " HSA_OVERRIDE_GFX_VERSION=11.0.0 lets the code for gfx1100 run on it, and nothing"
            + " checks that results are right",
        "an older APU   | 0 90012 100300        | gfx90c:xnack- gfx1030          | 1 | the"
            + " wrapper's bundle has none for gfx90c",
        "unknown        | 0 130100              | gfx1310                        | 1 | the"
            + " wrapper's bundle has none for gfx1310",
        "none           | 0                     |                                | 2 | there is no"
            + " GPU below",
        "not a number   | 0 x                   |                                | 2 | no node of a"
            + " GPU in sys/class/kfd"
      })
  void theGpusOfAMachineAreThoseOfItsTopology(
      String what, String versions, String targets, int status, String words) throws IOException {
    Path root = folder.toRealPath().resolve("machine");
    Path library = Files.createDirectories(root.resolve("lib")).resolve("libmany.so");
    Files.copy(CliRun.fixture("libmany.so"), library);
    int number = 0;
    for (String version : versions.split(" ", -1)) {
      Path node = root.resolve("sys/class/kfd/kfd/topology/nodes/" + number++);
      Files.createDirectories(node);
      Files.writeString(
          node.resolve("properties"), "gfx_target_version %s\ncapability 0\n".formatted(version));
    }
    CliRun run = CliRun.of("resolve", library, "--target", "native", "--sysroot", root, "--json");
    assertThat(run.status()).as(what).isEqualTo(status);
    if (targets == null) {
      assertThat(run.err()).as(what).contains(words);
      return;
    }
    assertThat(run.rows("results"))
        .as(what)
        .extracting(row -> row.get("target"))
        .containsExactlyElementsOf(List.of(targets.split(" ", -1)));
    if (words == null) {
      assertThat(run.out()).as(what).doesNotContain("HSA_OVERRIDE");
    } else {
      assertThat(run.out()).as(what).contains(words);
    }
  }

  /**
   * An image with a program that needs a library with code, which needs one that is there only
   * where a test puts it.
   */
  private Path image(String library) throws IOException {
    Path image = folder.toRealPath().resolve("image");
    Path lib = Files.createDirectories(image.resolve("usr/lib"));
    Files.createDirectories(image.resolve("usr/bin"));
    Files.copy(CliRun.fixture("needed-plain.so"), image.resolve("usr/bin/train"));
    Files.copy(CliRun.fixture(library), lib.resolve("libneeded-b.so.1"));
    for (String name :
        List.of("libamdhip64.so.5", "libstdc++.so.6", "libgcc_s.so.1", "libc.so.6")) {
      Files.copy(CliRun.fixture("needed-c.so"), lib.resolve(name));
    }
    return image;
  }

  @Test
  void whatALibraryOfAProgramHasIsAnsweredWithoutBeingAskedFor() throws IOException {
    Path image = image("libmany.so");
    Path program = image.resolve("usr/bin/train");
    List<Object> line =
        List.of("resolve", program, "--sysroot", image, "--target", "gfx942,gfx1100");
    CliRun text = CliRun.of(line.toArray());
    GoldenOutput.check("resolve-program.txt", output(text));
    assertThat(text.out()).contains("usr/lib/libneeded-b.so.1  1 of 1");
    assertThat(text.status()).isZero();
    CliRun json = CliRun.of(with(line, "--json"));
    assertThat(json.rows("grid")).hasSize(1);
    assertThat(json.rows("results"))
        .extracting(row -> Path.of(String.valueOf(row.get("binary"))).getFileName().toString())
        .containsOnly("libneeded-b.so.1");
    CliRun itself = CliRun.of("resolve", program, "--no-needed", "--target", "gfx942");
    assertThat(itself.out()).contains("train: no device code");
    assertThat(itself.status()).isZero();
  }

  @Test
  void aProgramIsNamedAsInItsSystemOrAsHere() throws IOException {
    Path image = image("libmany.so");
    Path here = image.resolve("usr/bin/train");
    Files.createSymbolicLink(image.resolve("usr/bin/linked"), Path.of("/usr/bin/train"));
    CliRun expected = CliRun.of("resolve", here, "--sysroot", image, "--target", "gfx942");
    assertThat(expected.out()).contains("usr/lib/libneeded-b.so.1  1 of 1");
    for (String there : List.of("/usr/bin/train", "/usr/bin/linked")) {
      CliRun run = CliRun.of("resolve", there, "--sysroot", image, "--target", "gfx942");
      assertThat(run.out()).as(there).isEqualTo(expected.out());
      assertThat(run.status()).isZero();
    }
    CliRun none =
        CliRun.of("resolve", "/usr/bin/no-such-train", "--sysroot", image, "--target", "gfx942");
    assertThat(none.err()).contains("/usr/bin/no-such-train");
    assertThat(none.status()).isEqualTo(2);
  }

  /** Its folder may be a link, and is named if it is missing, not the program. */
  @Test
  void theFolderOfASystemIsAFolder() throws IOException {
    Path image = image("libmany.so");
    Path link = Files.createSymbolicLink(folder.resolve("link"), image.toAbsolutePath());
    CliRun expected =
        CliRun.of("resolve", "/usr/bin/train", "--sysroot", image, "--target", "gfx942");
    CliRun linked = CliRun.of("resolve", "/usr/bin/train", "--sysroot", link, "--target", "gfx942");
    assertThat(linked.out()).isEqualTo(expected.out());
    assertThat(linked.status()).isZero();
    for (String target : List.of("gfx942", "native")) {
      Path gone = folder.resolve("gone");
      CliRun missing =
          CliRun.of("resolve", "/usr/bin/train", "--sysroot", gone, "--target", target);
      assertThat(missing.err()).contains(gone + ": the file does not exist");
      assertThat(missing.status()).isEqualTo(2);
      Path program = image.resolve("usr/bin/train");
      CliRun file =
          CliRun.of("resolve", "/usr/bin/train", "--sysroot", program, "--target", target);
      assertThat(file.err())
          .contains(program + ": expected the root folder of a system, found a file");
      assertThat(file.status()).isEqualTo(2);
    }
  }

  @Test
  void aLibraryIsAnsweredWithOthersOnlyWhereTheyHaveCode() throws IOException {
    Path image = image("libmany.so");
    Path library = image.resolve("usr/lib/libneeded-b.so.1");
    List<Object> line = List.of("resolve", library, "--sysroot", image, "--target", "gfx942");
    String alone = CliRun.of("resolve", library, "--no-needed", "--target", "gfx942").out();
    assertThat(alone).contains("libneeded-b.so.1: fat");
    assertThat(CliRun.of(line.toArray()).out()).isEqualTo(alone);
    CliRun all = CliRun.of(with(line, "--needed"));
    assertThat(all.out()).as("as a grid").contains("1 binary with wrappers");
    Files.copy(
        CliRun.fixture("libone.so"),
        image.resolve("usr/lib/libstdc++.so.6"),
        StandardCopyOption.REPLACE_EXISTING);
    assertThat(CliRun.of(line.toArray()).out())
        .contains("usr/lib/libneeded-b.so.1", "usr/lib/libstdc++.so.6", "2 binaries");
  }

  @Test
  void aProgramWhoseLibrariesAreMissingIsNotSaidToHaveAll() throws IOException {
    Path image = image("libmany.so");
    Files.delete(image.resolve("usr/lib/libneeded-b.so.1"));
    CliRun run =
        CliRun.of(
            "resolve", image.resolve("usr/bin/train"), "--sysroot", image, "--target", "gfx942");
    assertThat(run.err()).contains("libneeded-b.so.1", "train needs it, and it was not found");
    assertThat(run.status()).isEqualTo(2);
  }

  /** The archives of a binary in one artifact are in others, which are folders or packed. */
  @Test
  void wrappersWithoutCodeForOneReasonAreSaidOnce() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("tree"));
    Files.copy(CliRun.fixture("libmixed.so"), tree.resolve("libmixed.so"));
    Path packed = folder.resolve("packed");
    CliRun.of("pack", tree, "-o", packed, "--group-name", "g", "--gfx-arch-family", "f");
    Path library = packed.resolve("libmixed.so");
    CliRun run = CliRun.of("resolve", library, "--target", "gfx906");
    assertThat(run.out())
        .contains("wrappers 0, ")
        .containsOnlyOnce("The code of libmixed.so was not compiled for gfx906");
  }

  @Test
  void theArtifactsBesideOneAreSeenAsOneTree() throws IOException {
    Path artifact = folder.resolve("many_lib_gfx94X");
    Path library = artifact.resolve("stage/lib/libmany.so");
    Files.createDirectories(library.getParent());
    Files.copy(CliRun.fixture("libmany.so"), library);
    Files.writeString(artifact.resolve("artifact_manifest.txt"), "stage\n");
    for (String format : List.of("dir", "tar.zst")) {
      Path shard = folder.resolve(format);
      List<Object> split = List.of("split", "--artifact-dir", artifact, "--output-dir", shard);
      CliRun made =
          format.equals("dir")
              ? CliRun.of(split.toArray())
              : CliRun.of(Stream.concat(split.stream(), Stream.of("--format", format)).toArray());
      assertThat(made.status()).as(made.err()).isZero();
      Path one = shard.resolve("many_lib_generic" + (format.equals("dir") ? "" : "." + format));
      CliRun run = CliRun.of("resolve", one.resolve("stage/lib/libmany.so"), "--target", "gfx1100");
      assertThat(run.status()).as(run.out() + run.err()).isZero();
      assertThat(run.out())
          .contains(
              "as if the 6 artifacts in ", shard + " were overlaid", "libmany.so#0 @ gfx1100");
      assertThat(CliRun.of("resolve", "--tree", one, "--target", "gfx1100").out())
          .contains("stage/lib/libmany.so  1 of 1", "were overlaid");
      assertThat(CliRun.of("resolve", "--tree", shard, "--target", "gfx1100").out())
          .as("the folder of all artifacts")
          .contains("many_lib_generic/stage/lib/libmany.so  1 of 1");
      assertThat(
              CliRun.of("resolve", one.resolve("stage/lib/libmany.so"), "--target", "gfx906").out())
          .contains("was not compiled for gfx906");
    }
    Path damaged = folder.resolve("tar.zst/many_lib_gfx1100.tar.zst");
    byte[] whole = Files.readAllBytes(damaged);
    for (byte[] bytes : List.of(Arrays.copyOf(whole, whole.length / 2), new byte[3000])) {
      Files.write(damaged, bytes);
      CliRun run = CliRun.of("resolve", "--tree", damaged.getParent(), "--target", "gfx1100");
      assertThat(run.status()).as(run.out()).isEqualTo(2);
      assertThat(run.err()).contains("many_lib_gfx1100.tar.zst");
    }
    CliRun alone =
        CliRun.of(
            "resolve",
            Files.createDirectories(folder.resolve("alone"))
                .resolve(
                    Files.copy(
                            folder.resolve("tar.zst/many_lib_generic.tar.zst"),
                            folder.resolve("alone/many_lib_generic.tar.zst"))
                        .getFileName())
                .resolve("stage/lib/libmany.so"),
            "--target",
            "gfx1100");
    assertThat(alone.status()).isEqualTo(1);
    assertThat(alone.out()).doesNotContain("overlaid");
  }

  private static Object[] with(List<Object> line, String target) {
    List<Object> all = new ArrayList<>(line);
    all.add(target);
    return all.toArray();
  }

  @Test
  void aTreeIsAGrid() throws IOException {
    converted("libdrift.so");
    converted("libone.so");
    Path root = folder.toRealPath();
    CliRun text = CliRun.of("resolve", "--tree", root, "--target", "gfx1100", "--target", "gfx90a");
    assertThat(text.status()).isEqualTo(1);
    GoldenOutput.check("resolve-tree.txt", output(text));
    CliRun json =
        CliRun.of("resolve", "--tree", root, "--target", "gfx1100", "gfx90a", "--json", "--load");
    assertThat(json.rows("results")).hasSize(12);
    assertThat(json.rows("results").getFirst().get("sha256")).isNotNull();
    assertThat(json.json()).containsEntry("failing", List.of("gfx1100", "gfx90a:sramecc+:xnack-"));
    assertThat(json.rows("grid")).hasSize(2);
    CliRun quick = CliRun.of("resolve", "--tree", root, "--target", "gfx1100", "--json");
    assertThat(quick.rows("results").getFirst()).containsEntry("sha256", null);

    Files.write(
        root.resolve("lib/cut.so"),
        java.util.Arrays.copyOf(Files.readAllBytes(CliRun.fixture("libone.so")), 40));
    CliRun cut = CliRun.of("resolve", "--tree", root, "--target", "gfx1100");
    assertThat(cut.status()).isEqualTo(2);
    assertThat(cut.err()).contains("cut.so");
  }

  @Test
  void pathsAreRelativeWhereTheBinarysIs() throws IOException {
    Path library = converted("libone.so");
    Path relative = Path.of("").toAbsolutePath().relativize(library.toRealPath());
    assertThat(relative).isRelative();
    CliRun run = CliRun.of("resolve", relative, "--target", "gfx1100", "--json");
    Path archive = Path.of(String.valueOf(run.rows("results").getFirst().get("archive")));
    assertThat(archive).isRelative().isRegularFile();
    assertThat(CliRun.of("resolve", relative, "--target", "gfx1100").out())
        .contains(archive.toString())
        .doesNotContain(library.getParent().toString());
    assertThat(CliRun.of("resolve", library, "--target", "gfx1100", "--json").rows("results"))
        .allMatch(row -> Path.of(String.valueOf(row.get("archive"))).isAbsolute());
    // Sentences about archives, too.
    Files.delete(archive);
    assertThat(CliRun.of("resolve", relative, "--target", "gfx1100", "--json").rows("results"))
        .allSatisfy(
            row ->
                assertThat(String.valueOf(row.get("diagnosis")))
                    .doesNotContain(library.getParent().toString()));
  }

  private static CliRun ofProcess(String version, Object... more) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("sleep", "600");
    builder.environment().put("HSA_OVERRIDE_GFX_VERSION", version);
    Process process = builder.start();
    try {
      List<Object> words = new ArrayList<>(List.of("resolve", "--pid", process.pid()));
      words.addAll(List.of(more));
      return CliRun.of(words.toArray());
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void overridesOfProcessCountAsThoseOfOptions() throws IOException {
    Object[] target = {"--target", "gfx1031", "--json"};
    CliRun own = ofProcess("10.3.0", target);
    assertThat(own.status()).as(own.err()).isZero();
    assertThat(String.valueOf(own.json().get("environment"))).contains("gfxOverride=10.3.0");
    assertThat(own.json().get("gamble")).asString().contains("takes every GPU for gfx1030");
    assertThat(own.json().get("served")).asString().contains("gfx1030").doesNotContain("gfx1031");
    CliRun set =
        ofProcess("10.3.0", "--env", "HSA_OVERRIDE_GFX_VERSION=11.0.0", "--target", "gfx1101");
    assertThat(set.out()).contains("HSA_OVERRIDE_GFX_VERSION=11.0.0").doesNotContain("10.3.0");
    CliRun wrong = ofProcess("ten", target);
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(wrong.err()).contains("the process's environment", "found \"ten\"");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aRunningProcessIsLookedAt() throws IOException {
    Path library = converted("libone.so");
    long self = ProcessHandle.current().pid();
    try (FileChannel channel =
        FileChannel.open(library, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      // As the dynamic linker maps a library.
      MappedByteBuffer mapped = channel.map(MapMode.PRIVATE, 0, channel.size());
      CliRun run = CliRun.of("resolve", "--pid", self, "--target", "gfx1100", "--json");
      assertThat(run.rows("results"))
          .filteredOn(row -> row.get("binary").equals(library.toString()))
          .singleElement()
          .satisfies(row -> assertThat(row).containsEntry("outcome", "found"));
      // A path in the grid is one that can be typed.
      assertThat(CliRun.of("resolve", "--pid", self, "--target", "gfx1100").out().lines())
          .anyMatch(line -> line.startsWith(library + " "));
      assertThat(mapped.get(0)).isEqualTo((byte) 0x7f);
    }
    CliRun none = CliRun.of("resolve", "--pid", Long.MAX_VALUE, "--target", "gfx1100");
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.err()).contains("there is no process");
  }

  @Test
  void aLogIsReadBack() throws IOException {
    Path log = folder.resolve("run.log");
    Files.writeString(
        log,
        """
        starting
        kpack: parsed HIPK metadata: kernel_name='lib/a.so', co_index=1, lookup_key='lib/a.so#1', 1 search paths
        kpack: direct path: ../.kpack/a.kpack -> /opt/.kpack/a.kpack
        kpack: opened and cached archive: /opt/.kpack/a.kpack
        kpack:   architecture: gfx1100
        kpack: trying architecture: gfx942
        kpack: no matching architecture found in any archive
        hipErrorNoBinaryForGpu: Unable to find code object for all current devices!
        kpack: parsed HIPK metadata: kernel_name='lib/a.so', co_index=2, lookup_key='lib/a
        kpack:   found kernel: 10 bytes
        kpack: loaded code object: 10 bytes
        """);
    CliRun text = CliRun.of("resolve", "--log", log);
    assertThat(text.status()).isEqualTo(1);
    GoldenOutput.check("resolve-log.txt", output(text));
    CliRun json = CliRun.of("resolve", "--log", log, "--json");
    GoldenOutput.check("resolve-log.json", output(json));
    CliRun explained = CliRun.of("resolve", "--log", log, "--explain");
    assertThat(explained.out())
        .contains("  >     7  no archive with compatible architecture found");
  }

  @Test
  void whatCannotBeAskedForIsSaid() throws IOException {
    Path library = CliRun.fixture("libone.so");
    List<Map.Entry<List<Object>, String>> wrong = new ArrayList<>();
    wrong.add(Map.entry(List.of("resolve", library), "no GPU is given"));
    wrong.add(Map.entry(List.of("resolve", "--target", "gfx942"), "give one of BINARY"));
    wrong.add(
        Map.entry(
            List.of("resolve", library, "--tree", folder, "--target", "gfx942"),
            "give one of BINARY"));
    wrong.add(
        Map.entry(
            List.of("resolve", library, "--no-needed", "--sysroot", folder, "--target", "gfx942"),
            "--sysroot needs a BINARY whose libraries are resolved, too"));
    wrong.add(
        Map.entry(
            List.of("resolve", library, "--needed", "--no-needed", "--target", "gfx942"),
            "--needed and --no-needed cannot be combined"));
    wrong.add(
        Map.entry(
            List.of("resolve", "--tree", folder, "--no-needed", "--target", "gfx942"),
            "--no-needed needs a BINARY"));
    wrong.add(
        Map.entry(
            List.of("resolve", "--tree", folder, "--needed", "--target", "gfx942"),
            "--needed needs a BINARY"));
    wrong.add(
        Map.entry(List.of("resolve", library, "--target", "gfx942:xnack"), "expected a feature"));
    wrong.add(
        Map.entry(
            List.of("resolve", library, "--target", "gfx942", "--env", "HOME=x"),
            "--env: expected K=V with one of ROCM_KPACK_PATH"));
    wrong.add(
        Map.entry(
            List.of("resolve", folder.resolve("none.so"), "--target", "gfx942"),
            "the file does not exist"));
    wrong.add(
        Map.entry(
            List.of("resolve", CliRun.fixture("bundle.co"), "--target", "gfx942"), "bundle.co"));
    wrong.add(
        Map.entry(
            List.of("resolve", CliRun.fixture("libnosections.so"), "--target", "gfx942"),
            "section headers"));
    for (Map.Entry<List<Object>, String> one : wrong) {
      CliRun run = CliRun.of(one.getKey().toArray());
      assertThat(run.status()).as(run.out()).isEqualTo(2);
      assertThat(run.err()).contains(one.getValue());
    }
  }

  @Test
  void withoutDeviceCodeNothingIsMissing() throws IOException {
    CliRun run =
        CliRun.of("resolve", CliRun.fixture("libplain.so"), "--no-needed", "--target", "gfx942");
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("no device code");
  }

  /** A binary without code for one of the GPUs is no error; one with a part of its code is. */
  @Test
  void treeWithoutTargetShowsWhichGpusItServes() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("served/lib"));
    Files.copy(CliRun.fixture("libmany.so"), tree.resolve("libmany.so"));
    Files.copy(CliRun.fixture("libone.so"), tree.resolve("libone.so"));
    CliRun run = CliRun.of("resolve", "--tree", tree.getParent());
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out().lines().findFirst().orElseThrow()).contains("binary", "gfx1100");
    assertThat(run.out()).contains("Every binary serves ").contains("gfx1100");
    CliRun json = CliRun.of("resolve", "--tree", tree.getParent(), "--json");
    assertThat(json.out()).contains("\"served\": [");
    Files.copy(CliRun.fixture("libhostonly.so"), tree.resolve("libhostonly.so"));
    assertThat(CliRun.of("resolve", "--tree", tree.getParent()).status())
        .as("served by no GPU")
        .isEqualTo(1);
    CliRun none = CliRun.of("resolve", "--tree", Files.createDirectory(folder.resolve("empty")));
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.err())
        .contains(
            "there is no code for a GPU where its binaries look for it; name one with --target T");
  }

  /** Whatever the GPU, a binary whose search paths lead nowhere gets nothing. */
  @Test
  void treeWhoseSearchPathsLeadNowhereHasAGrid() throws IOException {
    Path tree = Files.createDirectories(folder.resolve("bare/lib"));
    Files.copy(CliRun.fixture("libhostonly.so"), tree.resolve("libhostonly.so"));
    Files.createDirectory(tree.resolveSibling(".kpack"));
    CliRun run = CliRun.of("resolve", "--tree", tree.getParent());
    assertThat(run.status()).as(run.err()).isEqualTo(1);
    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines().map(line -> line.replaceAll(" +", " ")))
        .startsWith("binary any GPU", "lib/libhostonly.so 0 of 3, error 13");
    assertThat(run.out()).contains("No archive was found for any GPU", "kpackfix_@GFXARCH@.kpack,");
  }

  /** What has no wrappers is no case for a loader; the message says which command is for it. */
  @Test
  void aKernelDatabaseIsACaseForTheDoctor() throws IOException {
    Path tree = folder.resolve("roc m");
    Path library = Files.createDirectories(tree.resolve("lib/rocblas/library"));
    Files.createFile(tree.resolve("lib/librocblas.so.4"));
    Path dat = library.resolve("TensileLibrary_lazy_gfx1100.dat");
    Files.copy(CliRun.fixture("TensileLibrary_lazy_gfx1100.dat"), dat);
    String command =
        "kpack-workbench doctor '%s' --target gfx1100".formatted(tree.toAbsolutePath());
    for (Path subject : List.of(dat, library)) {
      CliRun run = CliRun.of("resolve", subject, "--target", "gfx1100");
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err()).contains(subject + ": expected a library or program").contains(command);
    }
    CliRun whole = CliRun.of("resolve", "--tree", library, "--target", "gfx1100");
    assertThat(whole.status()).isZero();
    assertThat(whole.err()).contains(command);
    CliRun compared =
        CliRun.of("resolve", dat, "--target", "gfx1100", "--compare-target", "gfx942");
    assertThat(compared.err()).contains(command);
    for (String name : List.of("gfx1100.kdb", "rocfft_kernel_cache.db")) {
      CliRun run = CliRun.of("resolve", CliRun.fixture(name), "--target", "gfx90a,gfx942");
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err()).contains("kpack-workbench doctor TREE --target gfx90a,gfx942");
    }
  }

  /** Links of folders count from the root, as those of libraries do. */
  @DisabledOnOs(OS.WINDOWS)
  @Test
  void searchPathsOfMarkersAreFollowedBelowTheRoot() throws IOException {
    Path root = folder.toRealPath().resolve("image");
    for (String path : List.of("usr/lib", "etc/alternatives", "opt/rocm-6", "srv/real")) {
      Files.createDirectories(root.resolve(path));
    }
    link(root, "opt/rocm", "/etc/alternatives/rocm");
    link(root, "etc/alternatives/rocm", "/opt/rocm-6");
    link(root, "opt/rocm-6/.kpack", "/srv/real");
    CliRun converted =
        CliRun.of(
            "convert",
            CliRun.fixture("libone.so"),
            "-o",
            root.resolve("usr/lib/libone.so"),
            "--kernel-name",
            "k",
            "--search-path",
            "/opt/rocm/.kpack/one.kpack",
            "--archives",
            root.resolve("srv/real"));
    assertThat(converted.err()).doesNotContain("error");
    CliRun run =
        CliRun.of("resolve", "/usr/lib/libone.so", "--target", "gfx1100", "--sysroot", root);
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("found", root.resolve("srv/real/one.kpack").toString());
  }

  private static void link(Path root, String name, String to) throws IOException {
    Files.createSymbolicLink(root.resolve(name), Path.of(to));
  }
}
