package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.TreeDeletion;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.hostonly.BundleForm;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;

/** {@code restore} on a library with five wrappers, some of which lack a target. */
class RestoreCommandTest {
  private static final Path DRIFT = CliRun.fixture("libdrift.so");
  private static final List<String> TARGETS = List.of("gfx1030", "gfx1100", "gfx90a", "gfx942");

  @TempDir private Path folder;
  private Path host;
  private Path output;

  @BeforeEach
  void makeHostOnly() throws IOException {
    folder = folder.toRealPath();
    host = folder.resolve("host.so");
    output = folder.resolve("fat.so");
    for (String target : TARGETS) {
      archive(target);
    }
    new Convert(ConvertRequest.discarding(DRIFT, host, "libdrift.so", List.of("k-@GFXARCH@.kpack")))
        .run(Progress.NONE);
  }

  private Path path(String target) {
    return folder.resolve("k-" + target + ".kpack");
  }

  private void archive(String target) throws IOException {
    try (OpenFile file = OpenFile.open(DRIFT);
        ArchiveWriter writer =
            ArchiveWriter.create(
                path(target),
                new TableHead("k", target, List.of(target)),
                WriteOptions.DEFAULT,
                Progress.NONE)) {
      FatBinary fat = FatBinary.read(ElfFile.read(file.view()));
      for (Wrapper wrapper : fat.wrappers()) {
        OffloadBundle bundle = (OffloadBundle) fat.bundleOf(wrapper).orElseThrow().content();
        List<String> ids = bundle.entries().stream().map(entry -> entry.id().text()).toList();
        for (BundleEntry entry : bundle.entries()) {
          if (entry.id().target().equals(target)) {
            writer.add(
                NewEntry.of(
                    new BinaryKey("libdrift.so", wrapper.index(), true),
                    target,
                    BundleOrigin.of(entry.index(), ids, BundleForm.PLAIN).encode()),
                bundle.content(entry));
          }
        }
      }
      writer.finish();
    }
  }

  private String told(CliRun run) {
    return (run.out() + run.err()).replace(folder.toString(), "FOLDER");
  }

  /** As resolve does, also where archives are not below the binary's folder. */
  @Test
  void archivesAreRelativeWhereTheInputIs() throws IOException {
    Path working = Path.of("").toRealPath();
    Path tree = Files.createDirectories(working.resolve("target")).toRealPath();
    Path place = Files.createTempDirectory(tree, "restore");
    try {
      Path sample = Checkout.root().resolve("app/sample");
      Path lib = Files.createDirectories(place.resolve("lib"));
      Path kpack = Files.createDirectories(place.resolve(".kpack"));
      Files.copy(sample.resolve("lib/libhostonly.so"), lib.resolve("libhostonly.so"));
      Files.copy(
          sample.resolve(".kpack/kpackfix_gfx942.kpack"), kpack.resolve("kpackfix_gfx942.kpack"));
      Path input = working.relativize(lib.resolve("libhostonly.so"));
      CliRun run = CliRun.of("restore", input, "-o", output, "--partial", "--json");
      assertThat(run.status()).as(run.err()).isLessThan(2);
      assertThat(run.out())
          .contains("\"" + working.relativize(kpack.resolve("kpackfix_gfx942.kpack")) + "\"")
          .doesNotContain(place.toString());
    } finally {
      TreeDeletion.delete(place);
    }
  }

  @Test
  void theCodeComesBack() throws IOException {
    CliRun run = CliRun.of("restore", host, "-o", output);
    assertThat(run.status()).as(run.err()).isZero();
    GoldenOutput.check("restore-libdrift.so.txt", told(run));
    CliRun json = CliRun.of("restore", host, "-o", output, "--json", "--force");
    assertThat(json.status()).isZero();
    GoldenOutput.check("restore-libdrift.so.json", told(json));
    CliRun before = CliRun.of("extract", DRIFT, "--all", "-o", folder.resolve("one"), "--json");
    CliRun after = CliRun.of("extract", output, "--all", "-o", folder.resolve("two"), "--json");
    assertThat(hashes(after)).isEqualTo(hashes(before)).hasSize(11);
    assertThat(CliRun.of("info", output, "--json").json()).containsEntry("deviceCode", "fat");
  }

  private static List<String> hashes(CliRun run) {
    return run.rows("written").stream()
        .map(row -> "%s %s %s".formatted(row.get("index"), row.get("target"), row.get("sha256")))
        .toList();
  }

  @Test
  void whatIsMissingStopsItOrIsAFinding() throws IOException {
    Files.delete(path("gfx1030"));
    Files.delete(path("gfx942"));
    CliRun stopped = CliRun.of("restore", host, "-o", output);
    assertThat(stopped.status()).isEqualTo(2);
    assertThat(stopped.out()).isEmpty();
    assertThat(stopped.err())
        .hasLineCount(1)
        .contains("#0: gfx942, #2: gfx942, #3: everything, #4: gfx942", "--partial");
    assertThat(output).doesNotExist();
    CliRun partial = CliRun.of("restore", host, "-o", output, "--partial");
    assertThat(partial.status()).isEqualTo(1);
    GoldenOutput.check("restore-partial.txt", told(partial));
    CliRun json = CliRun.of("restore", host, "-o", output, "--partial", "--force", "--json");
    assertThat(json.status()).isEqualTo(1);
    GoldenOutput.check("restore-partial.json", told(json));
  }

  @Test
  void archivesCanBeNamedOneByOneOrTogether() throws IOException {
    List<Object> each = new ArrayList<>(List.of("restore", host, "-o", output, "--json"));
    List<Object> together = new ArrayList<>(List.of("restore", host, "-o", output, "--force"));
    together.addAll(List.of("--json", "--archive"));
    List<Object> first = new ArrayList<>(List.of("restore", "--archive"));
    for (String target : TARGETS) {
      Path moved = Files.move(path(target), folder.resolve(target));
      each.addAll(List.of("--archive", moved));
      together.add(moved);
      first.add(moved);
    }
    first.addAll(List.of("--force", host, "-o", output, "--json"));
    for (List<Object> args : List.of(each, together, first)) {
      CliRun run = CliRun.of(args.toArray());
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.rows("archives")).hasSize(4);
      assertThat(run.rows("searched")).isEmpty();
    }
    CliRun none = CliRun.of("restore", host, "-o", output, "--force");
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.err()).contains("k-@GFXARCH@.kpack: nothing found", "--archive");
  }

  @Test
  void aDryRunWritesNothing() throws IOException {
    CliRun run = CliRun.of("restore", host, "-o", output, "--dry-run", "--json");
    assertThat(run.status()).isZero();
    assertThat(run.json()).containsEntry("dryRun", true).containsEntry("outcome", "restored");
    assertThat(output).doesNotExist();
    CliRun text = CliRun.of("restore", host, "-o", output, "--dry-run");
    assertThat(text.err()).isEqualTo("Nothing was written (--dry-run).\n");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).hasSize(5);
    }
  }

  @Test
  void whatCannotBeRestoredIsSaidInOneLine() throws IOException {
    CliRun plain = CliRun.of("restore", CliRun.fixture("libplain.so"), "-o", output);
    assertThat(plain.status()).isEqualTo(2);
    assertThat(plain.err()).hasLineCount(1).contains("libplain.so: it is not host-only");
    CliRun missing = CliRun.of("restore", folder.resolve("no.so"), "-o", output);
    assertThat(missing.status()).isEqualTo(2);
    assertThat(missing.err()).hasLineCount(1).contains("no.so: the file does not exist");
    Files.writeString(output, "mine");
    CliRun there = CliRun.of("restore", host, "-o", output);
    assertThat(there.status()).isEqualTo(2);
    assertThat(there.err()).contains("already exists, with ", "; --force replaces it");
    assertThat(output).hasContent("mine");
    CliRun fat = CliRun.of("restore", DRIFT, "-o", output, "--force");
    assertThat(fat.status()).isZero();
    assertThat(fat.out()).contains("fat already, copied unchanged");
    assertThat(Files.mismatch(DRIFT, output)).isEqualTo(-1);
  }

  @Test
  void wrongUsageIsSaid() {
    assertThat(CliRun.of("restore", "-o", output).err())
        .contains("Missing required parameter: 'IN'");
    assertThat(CliRun.of("restore", host).err()).contains("--output");
    assertThat(CliRun.of("restore", host, host, "-o", output).err()).contains("expected one");
    assertThat(CliRun.of("restore", host, "-o", output, "--jobs", "0").err()).contains("1 or more");
    CliRun help = CliRun.of("restore", "--help");
    assertThat(help.status()).isZero();
    assertThat(help.out()).contains("Usage: kpack-workbench restore IN -o OUT", "Examples:");
  }
}
