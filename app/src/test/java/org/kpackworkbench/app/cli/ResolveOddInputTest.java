package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code resolve} says without a request, or with one that is mistyped. */
class ResolveOddInputTest {
  private static final String LOG =
      """
      [rank0]: kpack: parsed HIPK metadata: kernel_name='lib/a.so', co_index=0, lookup_key='lib/a.so#0', 1 search paths
      [rank0]: kpack: direct path: ../a.kpack -> /opt/a.kpack
      [rank1]: kpack: parsed HIPK metadata: kernel_name='lib/a.so', co_index=0, lookup_key='lib/a.so#0', 1 search paths
      [rank1]: kpack: direct path: ../a.kpack -> /opt/a.kpack
      [rank0]: kpack: opened and cached archive: /opt/a.kpack
      [rank0]: kpack:   architecture: gfx942
      [rank0]: kpack: trying architecture: gfx942
      [rank0]: kpack:   archive /opt/a.kpack has architecture gfx942
      [rank0]: kpack:   found kernel: 4096 bytes
      [rank0]: kpack: loaded code object: 4096 bytes
      [rank1]: kpack: archive not found: /opt/a.kpack
      [rank1]: kpack: no valid archives found in 1 kpack paths
      """;

  @TempDir private Path folder;

  private Path log(String text) throws IOException {
    return Files.writeString(folder.resolve("run.log"), text);
  }

  private static CliRun failed(Object... words) {
    CliRun run = CliRun.of(words);
    assertThat(run.status()).as(run.out() + run.err()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    return run;
  }

  @Test
  void aLogWithoutALoaderSaysHowToGetOne() throws IOException {
    for (String text : new String[] {"", "hello\n", "kpack: \nkpack: is a program\n"}) {
      CliRun run = CliRun.of("resolve", "--log", log(text));
      assertThat(run.status()).isEqualTo(1);
      assertThat(run.out()).startsWith("0 loads in").contains("ROCM_KPACK_DEBUG=1");
      CliRun json = CliRun.of("resolve", "--log", log(text), "--json");
      assertThat(json.status()).isEqualTo(1);
      assertThat(json.rows("results")).isEmpty();
    }
    assertThat(failed("resolve", "--log", folder.resolve("none")).err())
        .contains("the file does not exist");
    assertThat(failed("resolve", "--log", "").err()).contains("expected a file, found nothing");
  }

  /** A DLL that was cut has sections without bytes; whether it has wrappers is not known. */
  @Test
  void refusesFilesThatWereCutBeforeTheirWrappers() throws IOException {
    for (int bytes : new int[] {900, 3000}) {
      byte[] whole = Files.readAllBytes(CliRun.fixture("windows.dll"));
      Path cut = Files.write(folder.resolve("cut.dll"), Arrays.copyOf(whole, bytes));
      assertThat(failed("resolve", cut, "--target", "gfx1100").err())
          .contains("cut.dll", "section header", "found");
    }
  }

  @Test
  void aHipErrorAloneIsExplained() throws IOException {
    CliRun run =
        CliRun.of("resolve", "--log", log("RuntimeError: HIP error: invalid device function\n"));
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains("hipErrorInvalidDeviceFunction (98):", "among that code object's symbols");
    CliRun json = CliRun.of("resolve", "--log", log("x\nhipErrorInvalidImage\n"), "--json");
    assertThat(json.rows("hipErrors"))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("line", 2)
                    .containsEntry("error", "hipErrorInvalidImage")
                    .containsEntry("number", 200));
  }

  @Test
  void aLoadWithoutAnyArchiveIsForTheTargetThatItsPathsName() throws IOException {
    Path log =
        log(
            """
            kpack: parsed HIPK metadata: kernel_name='lib/a.so', co_index=0, lookup_key='lib/a.so#0', 1 search paths
            kpack: expanded pattern: ../.kpack/a_@GFXARCH@.kpack -> /opt/.kpack/a_gfx906:xnack-.kpack
            kpack: archive not found: /opt/.kpack/a_gfx906:xnack-.kpack
            kpack: expanded pattern: ../.kpack/a_@GFXARCH@.kpack -> /opt/.kpack/a_gfx906.kpack
            kpack: archive not found: /opt/.kpack/a_gfx906.kpack
            kpack: no valid archives found in 1 kpack paths
            """);
    CliRun run = CliRun.of("resolve", "--log", log, "--target", "gfx906:xnack-");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains("lib/a.so#0 on gfx906:xnack-: error 13 (archive not found)")
        .contains("No archive was found for gfx906:xnack-: none of /opt/.kpack/a_gfx906:");
  }

  @Test
  void aLoadByADirectPathNamesNoTarget() throws IOException {
    Path log =
        log(
            """
            kpack: parsed HIPK metadata: kernel_name='lib/a.so', co_index=0, lookup_key='lib/a.so#0', 1 search paths
            kpack: direct path: ../.kpack/a.kpack -> /opt/.kpack/a.kpack
            kpack: archive not found: /opt/.kpack/a.kpack
            kpack: no valid archives found in 1 kpack paths
            """);
    assertThat(CliRun.of("resolve", "--log", log).out())
        .contains("found for the GPU: none of /opt/.kpack/a.kpack exists.");
    assertThat(CliRun.of("resolve", "--log", log, "--json").out()).contains("for the GPU");
  }

  @Test
  void loadsThatWentAlikeAreOneWithACount() throws IOException {
    String load = "kpack: no matching architecture found in any archive\n";
    CliRun run = CliRun.of("resolve", "--log", log(load.repeat(5) + "kpack: x\n"));
    assertThat(run.out())
        .containsOnlyOnce("no matching architecture")
        .contains("5 loads in 6 lines", "line 1: ", "  and 4 more loads like it, up to line 5\n");
    CliRun all = CliRun.of("resolve", "--log", log(load.repeat(5)), "--explain");
    assertThat(all.out()).doesNotContain("like it").contains("line 5: ");
  }

  @Test
  void countsAlikeLoadsThatTakeTurns() throws IOException {
    String load =
        """
        kpack: parsed HIPK metadata: kernel_name='%s', co_index=0, 1 search paths
        kpack: archive not found: /opt/a.kpack
        kpack: no valid archives found in 1 kpack paths
        """;
    String turn = load.formatted("a") + load.formatted("b");
    CliRun run = CliRun.of("resolve", "--log", log(turn.repeat(3)));
    assertThat(run.out())
        .containsOnlyOnce("line 1: a")
        .containsOnlyOnce("line 4: b")
        .contains("  and 2 more loads like it, up to line 13\n", "up to line 16\n")
        .doesNotContain("line 7: ");
  }

  @Test
  void ofALogOnlyTheLoadsForATargetCountWhereItIsNamed() throws IOException {
    CliRun all = CliRun.of("resolve", "--log", log(LOG));
    assertThat(all.status()).isEqualTo(1);
    assertThat(all.out())
        .contains("line 1: [rank0]: lib/a.so#0 on gfx942: found")
        .contains("line 3: [rank1]: lib/a.so#0 on ?: error 13");
    CliRun one = CliRun.of("resolve", "--log", log(LOG), "--target", "MI300X");
    assertThat(one.status()).isZero();
    assertThat(one.out()).contains("rank0").doesNotContain("rank1");
    CliRun none = CliRun.of("resolve", "--log", log(LOG), "--target", "gfx1100");
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.out()).contains("None of them is for the selected targets");
    assertThat(failed("resolve", "--log", log(LOG), "--env", "ROCM_KPACK_DEBUG=1").err())
        .contains("--env cannot be combined with --log");
    assertThat(failed("resolve", "--log", log(LOG), "--strict").err()).contains("--strict");
  }

  @Test
  void aLogInAnotherEncodingIsRead() throws IOException {
    Path file = folder.resolve("powershell.log");
    Files.write(file, LOG.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_16));
    assertThat(CliRun.of("resolve", "--log", file).out())
        .isEqualTo(CliRun.of("resolve", "--log", log(LOG)).out());
  }

  @Test
  void aTreeIsAFolder() throws IOException {
    assertThat(failed("resolve", "--tree", "", "--target", "gfx942").err())
        .contains("--tree: expected a folder, found nothing");
    assertThat(failed("resolve", "--tree", CliRun.fixture("libone.so"), "--target", "gfx942").err())
        .contains("expected a folder, found a file");
    Path empty = Files.createDirectories(folder.resolve("empty"));
    CliRun run = CliRun.of("resolve", "--tree", empty, "--target", "gfx942");
    assertThat(run.status()).isZero();
    assertThat(run.out()).contains("There are no wrappers that need code.");
  }

  @Test
  void aTargetThatIsMistypedIsDoubted() {
    CliRun run = CliRun.of("resolve", CliRun.fixture("libone.so"), "--target", "gfx9421");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains("\"gfx9421\" is not the name of a known GPU; is it gfx941 or gfx942 or");
    CliRun exact =
        CliRun.of("resolve", CliRun.fixture("libone.so"), "--target", "gfx9421", "--exact");
    assertThat(exact.status()).isEqualTo(1);
    assertThat(exact.err()).contains("gfx9421 is not a known processor; is it gfx941 or gfx942");
  }

  @Test
  void aTreeWithoutLibrariesOfDatabasesIsAFindingOfTheDoctor() {
    for (Object[] target : new Object[][] {{}, {"--target", "gfx942"}}) {
      Object[] command = {"doctor", folder, "--json"};
      Object[] all = Arrays.copyOf(command, command.length + target.length);
      System.arraycopy(target, 0, all, command.length, target.length);
      CliRun run = CliRun.of(all);
      assertThat(run.status()).isEqualTo(1);
      assertThat(run.rows("findings"))
          .singleElement()
          .satisfies(
              row -> {
                assertThat(row)
                    .containsEntry("rule", "no-library")
                    .containsEntry("file", folder.toString());
                assertThat(row.get("message").toString())
                    .startsWith(folder + ": there is no rocBLAS, hipBLASLt, ");
                assertThat(run.err()).isEqualTo(row.get("message") + "\n");
              });
    }
  }

  /** Whatever command takes the target. */
  @Test
  void doubtsMistypedFeaturesOnce() {
    Object one = CliRun.fixture("libone.so");
    List<Object[]> commands =
        List.of(
            new Object[] {"resolve", one, "--target"},
            new Object[] {"resolve", "--tree", folder, "--target"},
            new Object[] {"doctor", folder, "--target"},
            new Object[] {"advise", folder, "--target"},
            new Object[] {"list", one, "--target"},
            new Object[] {"kernels", one, "--target"},
            new Object[] {"prune", one, "-o", folder.resolve("x.so"), "--dry-run", "--keep"});
    for (Object[] command : commands) {
      Object[] arguments = Arrays.copyOf(command, command.length + 1);
      arguments[command.length] = "gfx90a:xnak+";
      assertThat(CliRun.of(arguments).err())
          .as("%s", Arrays.toString(command))
          .containsOnlyOnce("xnak is not a known feature");
      Object[] json = Arrays.copyOf(arguments, arguments.length + 1);
      json[arguments.length] = "--json";
      assertThat(CliRun.of(json).rows("findings"))
          .as("%s", Arrays.toString(command))
          .filteredOn(row -> row.get("rule").equals("target-known"))
          .extracting(row -> row.get("severity"), row -> row.get("message"))
          .containsExactly(
              tuple("warning", "xnak is not a known feature; the features are sramecc and xnack"));
      arguments[command.length] = "gfx1250:gfx1250-b0-specific+";
      assertThat(CliRun.of(arguments).err())
          .as("%s", Arrays.toString(command))
          .doesNotContain("known feature");
    }
  }

  @Test
  void aProcessIsANumber() {
    for (String pid : new String[] {"0", "-5", "999999999999"}) {
      assertThat(failed("resolve", "--pid=" + pid, "--target", "gfx942").err())
          .contains("there is no process " + pid);
    }
    assertThat(failed("resolve", "--pid", "self", "--target", "gfx942").err()).contains("--pid");
  }
}
