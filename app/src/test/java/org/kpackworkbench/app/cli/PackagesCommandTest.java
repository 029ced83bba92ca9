package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code packages}, and its packages in Debian's own tools. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PackagesCommandTest {
  private static final String CONFIG =
      """
      version: 7.15.0
      maintainer: A Builder <builder@example.org>
      packages:
        rand: {summary: random numbers}
        many: {depends: [rand]}
      """;

  @TempDir private Path folder;
  private Path artifacts;

  @BeforeEach
  void artifacts() throws IOException {
    artifacts = folder.resolve("artifacts");
    artifact("many_lib_all", "math-libs/many/stage", "libmany.so");
    artifact("rand_lib_all", "math-libs/rand/stage", "librand.so");
    CliRun split =
        CliRun.of(
            "split",
            "--batch-artifact-parent-dir",
            folder.resolve("in"),
            "--output-dir",
            artifacts,
            "--target",
            "gfx942,gfx90a,gfx1100");
    assertThat(split.status()).as(split.err()).isZero();
    try (Stream<Path> all = Files.walk(artifacts)) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        Files.setLastModifiedTime(each, FileTime.fromMillis(1_700_000_000_000L));
      }
    }
  }

  private void artifact(String name, String stage, String library) throws IOException {
    Path artifact = folder.resolve("in").resolve(name);
    Path lib = Files.createDirectories(artifact.resolve(stage).resolve("lib"));
    Files.writeString(artifact.resolve("artifact_manifest.txt"), stage + "\n");
    Files.copy(CliRun.fixture("libmany.so"), lib.resolve(library));
  }

  private CliRun packages(String config, Object... more) throws IOException {
    Path file = Files.writeString(folder.resolve("packages.yaml"), config);
    List<Object> args = new ArrayList<>(List.of("packages", artifacts, "--config", file));
    args.addAll(List.of(more));
    return CliRun.of(args.toArray());
  }

  private String golden(CliRun run) {
    return (run.out() + run.err()).replace(folder.toString(), "FOLDER");
  }

  @Test
  void planInTextAndJson() throws IOException {
    CliRun plan = packages(CONFIG, "--plan");
    assertThat(plan.status()).as(plan.err()).isZero();
    GoldenOutput.check("packages-plan.txt", golden(plan));
    CliRun json = packages(CONFIG, "-o", folder.resolve("out"), "--plan", "--json");
    GoldenOutput.check("packages.json", golden(json));
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void badConfigurationsAreNamedWithTheirLines() throws IOException {
    CliRun run = packages(CONFIG.replace("[rand]", "[rnd]"), "--plan");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("packages.yaml:5:", "no package \"rnd\"", "rand");
    assertThat(packages(CONFIG).err()).contains("expected -o D or --plan");
    assertThat(packages(CONFIG, "--plan", "--format", "debb").err())
        .contains("--format: expected deb, rpm, wheel or tar, found debb");
  }

  private List<String> built(String config, String output, String... names) throws IOException {
    CliRun run = packages(config, "-o", folder.resolve(output), "--json");
    assertThat(run.status()).as(run.err()).isZero();
    List<String> files = new ArrayList<>();
    for (String name : names) {
      String version = config.replaceAll("(?s)version: (\\S+).*", "$1");
      files.add(folder.resolve(output).resolve(name + "_" + version + "_amd64.deb").toString());
    }
    return files;
  }

  private static void done(Dpkg.Ran ran) {
    assertThat(ran.status()).as(ran.printed()).isZero();
  }

  private static void servedOnly(Path root, String served, String other) {
    CliRun found = CliRun.of("resolve", "--tree", root, "--target", served);
    assertThat(found.status()).as(found.out()).isZero();
    assertThat(found.out()).contains("lib/librand.so", "lib/libmany.so");
    assertThat(CliRun.of("resolve", "--tree", root, "--target", other).status()).isEqualTo(1);
  }

  @Test
  void installedPackagesServeTheirGpuAlone() throws IOException {
    Dpkg dpkg = Dpkg.in(folder);
    List<String> debs =
        built(
            CONFIG,
            "out",
            "amdrocm-rand-host7.15",
            "amdrocm-rand7.15-gfx942",
            "amdrocm-many-host7.15",
            "amdrocm-many7.15-gfx942");
    Dpkg.Ran info = dpkg.run(List.of("dpkg", "--info", debs.getLast()));
    done(info);
    assertThat(info.printed())
        .contains(
            "Package: amdrocm-many7.15-gfx942",
            "Version: 7.15.0",
            "Maintainer: A Builder <builder@example.org>",
            "Depends: amdrocm-many-host7.15 (= 7.15.0), amdrocm-rand7.15-gfx942 (= 7.15.0)");
    Dpkg.Ran contents = dpkg.run(List.of("dpkg-deb", "-c", debs.getLast()));
    done(contents);
    assertThat(contents.printed())
        .contains("root/root", "./opt/rocm/core-7.15/.kpack/many_lib_gfx942.kpack")
        .doesNotContain("libmany.so");
    // Without what it depends on, it is not set up.
    assertThat(dpkg.onRoot(dpkg.newRoot(), "--install", List.of(debs.getLast())).printed())
        .contains("amdrocm-many7.15-gfx942 depends on amdrocm-many-host7.15 (= 7.15.0)");
    Path root = dpkg.newRoot();
    done(dpkg.onRoot(root, "--install", debs));
    servedOnly(root, "gfx942", "gfx1100");
    assertThat(dpkg.onRoot(root, "--verify", List.of("amdrocm-many7.15-gfx942")).printed())
        .isEmpty();
    CliRun advice = CliRun.of("advise", folder.resolve("out"), "--target", "gfx942", "--json");
    assertThat(advice.rows("packages").stream().filter(row -> row.get("needed").equals(true)))
        .extracting(row -> row.get("name"))
        .containsExactlyInAnyOrder(
            "amdrocm-rand-host7.15",
            "amdrocm-rand7.15-gfx942",
            "amdrocm-many-host7.15",
            "amdrocm-many7.15-gfx942");
    // Files that lie here are named one by one: the tool looks nowhere else for what they need.
    assertThat(advice.rows("packages").stream().filter(row -> row.get("needed").equals(true)))
        .allSatisfy(
            row ->
                assertThat(String.valueOf(advice.json().get("commands")))
                    .contains(row.get("path").toString()));
    CliRun plan = packages(CONFIG, "--plan", "--json");
    assertThat(plan.rows("users").stream().filter(row -> row.get("target").equals("gfx942")))
        .singleElement()
        .satisfies(
            row ->
                assertThat(String.valueOf(row.get("packages")))
                    .isEqualTo(
                        "[amdrocm-rand-host7.15, amdrocm-rand7.15-gfx942, amdrocm-many-host7.15, amdrocm-many7.15-gfx942]"));
  }

  @Test
  void installedWheelsServeTheirGpuAlone() throws IOException {
    Dpkg.Ran pip = Dpkg.python(folder, "-m", "pip", "--version");
    if (pip.status() != 0) {
      assertThat(System.getenv("KPACK_PIP_REQUIRED")).as(pip.printed()).isNotEqualTo("true");
      abort("pip is not installed");
    }
    Path out = folder.resolve("wheels");
    CliRun built = packages(CONFIG, "-o", out, "--format", "wheel");
    assertThat(built.status()).as(built.err()).isZero();
    Path site = folder.resolve("site");
    done(
        Dpkg.python(
            folder,
            "-m",
            "pip",
            "install",
            "--no-index",
            "--find-links",
            out.toString(),
            "--target",
            site.toString(),
            "amdrocm-many[device-gfx942]"));
    servedOnly(site, "gfx942", "gfx1100");
    CliRun advice = CliRun.of("advise", out, "--target", "gfx942", "--json");
    assertThat(advice.rows("packages").stream().filter(row -> row.get("needed").equals(true)))
        .extracting(row -> row.get("name"))
        .containsExactlyInAnyOrder(
            "amdrocm-rand",
            "amdrocm-rand-device-gfx942",
            "amdrocm-many",
            "amdrocm-many-device-gfx942");
    assertThat(CliRun.of("advise", out, "--target", "gfx942").out())
        .contains(
            "pip install --find-links %s 'amdrocm-many[device-gfx942]' 'amdrocm-rand[device-gfx942]'"
                .formatted(out));
    assertThat(CliRun.of("advise", site, "--target", "gfx1100").out())
        .contains("pip install 'amdrocm-many[device-gfx1100]' 'amdrocm-rand[device-gfx1100]'");
    CliRun verified = CliRun.of("verify", out);
    assertThat(verified.status()).as(verified.out()).isZero();
    assertThat(verified.out()).contains("0 errors, 0 warnings");
  }

  @Test
  void faultsOfTheConfigurationOfShardsNameItsFile() throws IOException {
    Path shards = Files.createDirectory(folder.resolve("shards"));
    Files.move(artifacts, shards.resolve("one"));
    artifacts = shards;
    Path groups = Files.writeString(folder.resolve("groups.yaml"), "primary_shard: one\n");
    CliRun run = packages(CONFIG + "shards: groups.yaml\n", "--plan");
    assertThat(run.status()).isEqualTo(2);
    String fault = groups + ":1:1: \"architecture_groups\" is missing.";
    assertThat(run.err().lines())
        .hasSize(2)
        .satisfiesExactly(
            line -> assertThat(line).startsWith(fault),
            line -> assertThat(line).startsWith("kpack-workbench: " + fault));
  }

  /** The example of the guide, as users copy it, and without what they may leave out. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void lintianFindsNothingInTheGuidesExample(boolean maintained) throws IOException {
    Dpkg dpkg = Dpkg.in(folder);
    Path guide = Checkout.root().resolve("app/guides/package-for-several-gpus.md");
    Matcher example =
        Pattern.compile("\\$ printf '([^']*)' >packages.yaml").matcher(Files.readString(guide));
    assertThat(example.find()).isTrue();
    String config =
        example.group(1).translateEscapes().replace("blas", "rand").replace("fft", "many")
            + "  base: {}\n";
    assertThat(config).contains("maintainer: ");
    config = maintained ? config : config.replaceFirst("maintainer: .*\n", "");
    Path base = Files.createDirectories(artifacts.resolve("base_lib_generic/base/stage/share"));
    Files.writeString(base.resolve("base.txt"), "base\n");
    Files.writeString(artifacts.resolve("base_lib_generic/artifact_manifest.txt"), "base/stage\n");
    Path out = folder.resolve("guide");
    CliRun run = packages(config, "-o", out);
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.err()).isEmpty();
    List<String> command = new ArrayList<>(List.of("lintian", "--allow-root"));
    try (Stream<Path> debs = Files.list(out)) {
      debs.map(Path::toString).sorted().forEach(command::add);
    }
    assertThat(command).hasSize(2 + 14);
    try {
      assertThat(
              dpkg.run(command)
                  .printed()
                  .lines()
                  .filter(line -> line.startsWith("E:") || line.startsWith("W:")))
          .isEmpty();
    } catch (IOException missing) {
      if ("true".equals(System.getenv("KPACK_DPKG_REQUIRED"))) {
        fail("lintian is required", missing);
      }
      abort("lintian is not installed");
    }
  }

  @Test
  void dependsOnTheLibraryOfCThatItsBinariesNeed() throws IOException {
    CliRun plan = packages(CONFIG, "--plan", "--json");
    assertThat(plan.rows("packages"))
        .filteredOn(row -> row.get("name").equals("amdrocm-rand-host7.15"))
        .extracting(row -> row.get("depends").toString())
        .containsExactly("[libc6 (>= 2.2.5)]");
    assertThat(plan.rows("packages"))
        .filteredOn(row -> row.get("name").equals("amdrocm-rand7.15-gfx942"))
        .extracting(row -> row.get("depends").toString())
        .containsExactly("[amdrocm-rand-host7.15 (= 7.15.0)]");
    // What the configuration says of it is more than binaries know.
    CliRun named =
        packages(
            CONFIG.replace("random numbers}", "random numbers, deb_depends: ['libc6 (>= 2.31)']}"),
            "--plan",
            "--json");
    assertThat(named.rows("packages"))
        .filteredOn(row -> row.get("name").equals("amdrocm-rand-host7.15"))
        .extracting(row -> row.get("depends").toString())
        .containsExactly("[libc6 (>= 2.31)]");
  }

  /** Where rpm keeps its packages in SQLite, no tool of it is needed to know what is installed. */
  @Test
  void packagesOfRpmAreOfferedByTheirNames() throws IOException {
    Path out = folder.resolve("rpms");
    CliRun made = packages(CONFIG, "-o", out, "--format", "rpm");
    if (made.err().contains("rpmbuild")) {
      if ("true".equals(System.getenv("KPACK_RPM_REQUIRED"))) {
        fail("rpmbuild is required: " + made.err());
      }
      abort("rpmbuild is not installed");
    }
    assertThat(made.status()).as(made.err()).isZero();
    Path host = out.resolve("amdrocm-many-host7.15-7.15.0-1.x86_64.rpm");
    CliRun alone = CliRun.of("advise", host, "--target", "gfx942");
    assertThat(alone.status()).isEqualTo(ExitStatus.FINDINGS);
    assertThat(alone.out())
        .contains("Fetch amdrocm-many7.15-gfx942: dnf install amdrocm-many7.15-gfx942")
        .endsWith("dnf install %s amdrocm-many7.15-gfx942\n".formatted(host));
    assertThat(CliRun.of("resolve", "--tree", host, "--target", "gfx942").out())
        .contains("dnf install amdrocm-many7.15-gfx942");

    Path root = Files.createDirectories(folder.resolve("root")).toRealPath();
    List<String> install =
        new ArrayList<>(
            List.of("rpm", "--root", root.toString(), "--define", "_db_backend sqlite"));
    install.addAll(List.of("--dbpath", "/var/lib/rpm", "-i", "--nodeps", "--noscripts"));
    install.addAll(List.of("--ignorearch", "--ignoreos", "--force-debian", host.toString()));
    install.add(out.resolve("amdrocm-rand-host7.15-7.15.0-1.x86_64.rpm").toString());
    install.add(out.resolve("amdrocm-rand7.15-gfx942-7.15.0-1.x86_64.rpm").toString());
    done(new Dpkg(folder).run(install));
    Path database = root.resolve("var/lib/rpm/rpmdb.sqlite");
    assumeTrue(Files.exists(database), "this rpm has no SQLite");
    CliRun installed = CliRun.of("advise", root, "--target", "gfx942", "--json");
    assertThat(installed.rows("packages"))
        .extracting(row -> row.get("name"))
        .containsExactlyInAnyOrder(
            "amdrocm-many-host7.15", "amdrocm-rand-host7.15", "amdrocm-rand7.15-gfx942");
    assertThat(installed.json().get("commands"))
        .isEqualTo(List.of("dnf install amdrocm-many7.15-gfx942"));
    assertThat(CliRun.of("resolve", "--tree", root, "--target", "gfx942").out())
        .contains("amdrocm-many-host7.15 7.15.0-1 for gfx942 is not installed");
    Files.delete(root.resolve("opt/rocm/core-7.15/.kpack/rand_lib_gfx942.kpack"));
    assertThat(CliRun.of("resolve", "--tree", root, "--target", "gfx942").out())
        .contains("Install it again: dnf reinstall amdrocm-rand7.15-gfx942");

    Files.writeString(database.resolveSibling("rpmdb.sqlite-wal"), "more");
    Files.createDirectories(root.resolve("var/lib/dpkg/status.d"));
    Files.writeString(root.resolve("var/lib/dpkg/status.d/base"), "Package: base\n");
    assertThat(CliRun.of("advise", root, "--target", "gfx942", "--json").rows("findings"))
        .anySatisfy(
            finding ->
                assertThat(finding)
                    .containsEntry("rule", "packages-unknown")
                    .containsEntry("file", database.toString()));
  }

  @Test
  void oneOfTwoDevicesGoesAndTheOtherStays() throws IOException {
    Dpkg dpkg = Dpkg.in(folder);
    Path root = dpkg.newRoot();
    done(
        dpkg.onRoot(
            root,
            "--install",
            built(
                CONFIG,
                "out",
                "amdrocm-rand-host7.15",
                "amdrocm-rand7.15-gfx942",
                "amdrocm-rand7.15-gfx1100",
                "amdrocm-many-host7.15",
                "amdrocm-many7.15-gfx942",
                "amdrocm-many7.15-gfx1100")));
    assertThat(
            CliRun.of("resolve", "--tree", root, "--target", "gfx942", "--target", "gfx1100")
                .status())
        .isZero();
    done(
        dpkg.onRoot(
            root, "--purge", List.of("amdrocm-many7.15-gfx942", "amdrocm-rand7.15-gfx942")));
    servedOnly(root, "gfx1100", "gfx942");
    assertThat(CliRun.of("advise", root, "--target", "gfx942").out())
        .contains("apt install amdrocm-many7.15-gfx942 amdrocm-rand7.15-gfx942");
  }

  @Test
  void anUpgradeReplacesAllParts() throws IOException {
    Dpkg dpkg = Dpkg.in(folder);
    Path root = dpkg.newRoot();
    String[] names = {
      "amdrocm-rand-host7.15",
      "amdrocm-rand7.15-gfx942",
      "amdrocm-many-host7.15",
      "amdrocm-many7.15-gfx942"
    };
    done(dpkg.onRoot(root, "--install", built(CONFIG, "out", names)));
    String next = CONFIG.replace("7.15.0", "7.15.1");
    // A device package of the next version does not go with the host package of this one.
    List<String> newer = built(next, "next", names);
    assertThat(dpkg.onRoot(root, "--install", List.of(newer.getLast())).status()).isNotZero();
    done(dpkg.onRoot(root, "--install", newer));
    servedOnly(root, "gfx942", "gfx1100");
    assertThat(Files.readString(root.resolve("var/lib/dpkg/status")))
        .contains("Version: 7.15.1")
        .doesNotContain("Version: 7.15.0");
    // Another series lies beside it.
    done(
        dpkg.onRoot(
            root,
            "--install",
            built(
                CONFIG.replace("7.15.0", "7.16.0"),
                "series",
                "amdrocm-rand-host7.16",
                "amdrocm-rand7.16-gfx942")));
    servedOnly(root, "gfx942", "gfx1100");
  }
}
