package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * With which status each command ends: 0 done and nothing wrong, also where there are warnings or
 * notes; 1 done with errors, differences or nothing found; 2 could not run, or not all of it.
 */
class ExitStatusTest {
  /**
   * The status, and the command line that ends with it. {@code @} is the folder of compiled
   * fixtures, {@code %} the one in which files are made, {@code OUT} a folder for each line.
   */
  private static final String TABLE =
      """
      0 --version
      2 --no-such-option
      0 info %host/all.kpack
      0 info %text.txt
      2 info %cut.kpack
      2 info %cut.so
      2 info %pointer.kpack
      2 info %empty
      2 info %none
      2 info %text.txt --no-such-option
      0 list %host/all.kpack
      0 list @libplain.so
      1 list %host/all.kpack --filter name:none
      2 list %cut.kpack
      2 list %cut.kpack --filter name:none
      2 list %text.txt
      2 list %pointer.kpack
      2 list %none
      2 list %host/all.kpack --filter size>>1
      0 extract @libmany.so --all -o OUT/code
      0 extract @libmany.so --all -o OUT/code --dry-run
      1 extract @libmany.so --target gfx900 -o OUT/code
      1 extract @libhostonly.so --all -o OUT/code
      2 extract %cut.kpack --all -o OUT/code
      2 extract %text.txt --all -o OUT/code
      2 extract %none --all -o OUT/code
      2 extract @libmany.so --all
      0 verify %host
      0 verify %alone.so
      1 verify %alone.so --fail-on warning
      0 verify %cut.kpack --fail-on never
      1 verify %cut.kpack
      1 verify %cut.so
      1 verify %host %cut.kpack
      1 verify %host %pointer.kpack
      2 verify %text.txt
      2 verify %pointer.kpack
      2 verify %none
      2 verify %host --rule none
      0 convert @libmany.so -o OUT/a.so --kernel-name a --search-path a.kpack --archives OUT
      0 convert @libplain.so -o OUT/a.so --kernel-name a --search-path a.kpack --archives OUT
      1 convert @libmany.so -o OUT/a.so --kernel-name a --search-path a.kpack --archives OUT --keep-targets gfx1030,gfx1201
      2 convert @libmany.so -o OUT/a.so --kernel-name a --search-path a.kpack --archives OUT --keep-targets gfx1201
      2 convert @libcomm.so -o OUT/a.so --kernel-name a --search-path a.kpack --archives OUT
      2 convert %cut.so -o OUT/a.so --kernel-name a --search-path a.kpack --archives OUT
      2 convert @libmany.so -o %text.txt --kernel-name a --search-path a.kpack --archives OUT
      2 convert @libmany.so -o OUT/a.so
      0 restore %host/libmany.so -o OUT/fat.so
      1 restore %alone.so -o OUT/fat.so --partial --archive %few.kpack
      2 restore %alone.so -o OUT/fat.so --archive %few.kpack
      2 restore %alone.so -o OUT/fat.so
      2 restore %none -o OUT/fat.so
      0 pack %tree -o OUT/packed --group-name g --gfx-arch-family f
      0 pack %tree -o OUT/packed --group-name g --gfx-arch-family f --dry-run
      0 pack %tree -o OUT/packed --group-name g --gfx-arch-family f --keep-targets gfx942
      1 pack %mixed -o OUT/packed --group-name g --gfx-arch-family f
      2 pack %none -o OUT/packed --group-name g --gfx-arch-family f
      2 pack %tree -o %tree --group-name g --gfx-arch-family f
      0 split --artifact-dir %many_lib_gfxall -o OUT/split
      0 split --artifact-dir %stray_lib_gfxall -o OUT/split
      1 split --artifact-dir %mixed_lib_gfxall -o OUT/split
      2 split --artifact-dir %none -o OUT/split
      0 recombine --input-shards-dir %shards --config %packaging.json --output-dir OUT/all
      0 recombine --input-shards-dir %shards --config %few.json --output-dir OUT/all
      2 recombine --input-shards-dir %shards --config %none --output-dir OUT/all
      2 recombine --input-shards-dir %none --config %packaging.json --output-dir OUT/all
      0 overlay %shards/one/many_lib_generic %shards/one/many_lib_gfx942 -o OUT/tree
      0 overlay %stray_lib_gfxall -o OUT/tree
      1 overlay %many_lib_gfxall %clash_lib_generic -o OUT/tree
      2 overlay %none -o OUT/tree
      0 edit %host/all.kpack --set group=x -o OUT/a.kpack
      1 edit %host/all.kpack --delete name:none -o OUT/a.kpack
      2 edit %host/all.kpack --retarget arch=gfx942=gfx1201 -o OUT/a.kpack
      0 edit %host/all.kpack --retarget arch=gfx942=gfx1201 -o OUT/a.kpack --force-contents
      2 edit %host/all.kpack --set group=x
      2 edit %text.txt --set group=x -o OUT/a.kpack
      2 edit %cut.kpack --set group=x -o OUT/a.kpack
      0 diff %few.kpack %few.kpack
      1 diff %few.kpack %host/all.kpack
      0 diff --quick %few.kpack %few.kpack
      1 diff --quick %few.kpack %host/all.kpack
      2 diff %few.kpack %none
      2 diff %few.kpack
      0 resolve %host/libmany.so --target gfx942
      1 resolve %host/libmany.so --target gfx1201
      1 resolve %alone.so --target gfx942
      0 resolve --tree %host --target gfx942
      1 resolve --tree %host --target gfx1201
      2 resolve %none --target gfx942
      2 resolve %text.txt --target gfx942
      2 resolve %host/libmany.so
      0 render %text.txt --view list
      2 render %none --view overview -o OUT/a.png
      2 render %text.txt --view none -o OUT/a.png
      """;

  private static final AtomicInteger LINES = new AtomicInteger();

  @TempDir static Path folder;

  @BeforeAll
  static void make() throws IOException {
    folder = folder.toRealPath();
    WritingCommands.make(folder);
    Path archive = folder.resolve("host/all.kpack");
    cut(archive, "cut.kpack", Files.size(archive) - 20);
    cut(CliRun.fixture("libone.so"), "cut.so", Files.size(CliRun.fixture("libone.so")) / 2);
    Files.writeString(folder.resolve("text.txt"), "text");
    Files.createFile(folder.resolve("empty"));
    Files.writeString(
        folder.resolve("pointer.kpack"),
        "version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 5\n"
            .formatted("0".repeat(64)));
    Files.copy(
        folder.resolve("host/libmany.so"),
        Files.createDirectory(folder.resolve("apart")).resolve("alone.so"));
    Files.copy(folder.resolve("apart/alone.so"), folder.resolve("alone.so"));
    done("edit", archive, "--delete", "arch=gfx1030", "-o", folder.resolve("few.kpack"));
    Files.writeString(
        folder.resolve("few.json"),
        "{\"primary_shard\": \"one\","
            + " \"architecture_groups\": {\"few\": {\"architectures\": [\"gfx942\"]}}}");
    Path mixed = Files.createDirectory(folder.resolve("mixed"));
    Files.copy(CliRun.fixture("libmany.so"), mixed.resolve("libmany.so"));
    Files.copy(CliRun.fixture("libcomm.so"), mixed.resolve("libcomm.so"));
    Path unconverted = artifact("mixed_lib_gfxall");
    Files.copy(CliRun.fixture("libmany.so"), unconverted.resolve("libmany.so"));
    Files.copy(CliRun.fixture("libcomm.so"), unconverted.resolve("libcomm.so"));
    Files.writeString(artifact("clash_lib_generic").resolve("libmany.so"), "other bytes");
    Files.copy(CliRun.fixture("libmany.so"), artifact("stray_lib_gfxall").resolve("libmany.so"));
    Files.writeString(folder.resolve("stray_lib_gfxall/stray.txt"), "in no stage prefix");
  }

  private static Path artifact(String name) throws IOException {
    Path stage = Files.createDirectories(folder.resolve(name).resolve("many/stage/lib"));
    Files.writeString(folder.resolve(name).resolve("artifact_manifest.txt"), "many/stage\n");
    return stage;
  }

  private static void cut(Path whole, String name, long size) throws IOException {
    byte[] bytes = Arrays.copyOf(Files.readAllBytes(whole), Math.toIntExact(size));
    Files.write(folder.resolve(name), bytes);
  }

  private static void done(Object... args) {
    CliRun run = CliRun.of(args);
    assertThat(run.status()).as(run.err()).isZero();
  }

  static Stream<String> lines() {
    return TABLE.lines();
  }

  @ParameterizedTest
  @MethodSource("lines")
  void endsWith(String line) throws IOException {
    Path out = Files.createDirectory(folder.resolve("out" + LINES.incrementAndGet()));
    String fixtures = CliRun.fixture("libone.so").getParent() + "/";
    Object[] args =
        Arrays.stream(line.substring(2).split(" "))
            .map(
                arg ->
                    arg.startsWith("@")
                        ? fixtures + arg.substring(1)
                        : arg.startsWith("%")
                            ? folder + "/" + arg.substring(1)
                            : arg.replace("OUT", out.toString()))
            .toArray();
    CliRun run = CliRun.of(args);
    assertThat(run.status())
        .as("%s%n%s%n%s", line, run.out(), run.err())
        .isEqualTo(line.charAt(0) - '0');
    assertThat(run.err()).doesNotContain("error in the program");
  }
}
