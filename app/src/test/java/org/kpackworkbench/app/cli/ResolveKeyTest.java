package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;

/** {@code resolve ARCHIVE --key K}: a library that looks up a code object in its own archive. */
class ResolveKeyTest {
  private static final String KEY = "fmha_v3_fwd/MI300/fwd_hd128_bf16_rtne.co";

  @TempDir private Path folder;
  private Path archive;

  @BeforeEach
  void write() throws IOException {
    archive = folder.toRealPath().resolve("kernels.kpack");
    try (ArchiveWriter writer =
        ArchiveWriter.create(
            archive,
            new TableHead("kernels", "gfx9", List.of("gfx90a:xnack-", "gfx90a:xnack+", "gfx942")),
            WriteOptions.DEFAULT,
            Progress.NONE)) {
      // Text in place of code is found, and refused by runtimes.
      byte[] code = Files.readAllBytes(CliRun.fixture("kinds-gfx942.hsaco"));
      writer.add(NewEntry.of(BinaryKey.parse(KEY), "gfx942"), ByteView.of("code", code));
      add(writer, KEY, "gfx90a:xnack-", "without paging");
      add(writer, KEY, "gfx90a:xnack+", "paged");
      add(writer, "fmha_v3_bwd/MI300/fwd_hd128_bf16_rtne.co", "gfx942", "other");
      add(writer, "pointwise_add_f32", "gfx942", "second");
      add(writer, "hidden", "gfx1201", "unlisted");
      writer.finish();
    }
  }

  private static void add(ArchiveWriter writer, String key, String target, String code)
      throws IOException {
    writer.add(
        NewEntry.of(BinaryKey.parse(key), target),
        ByteView.of("code", code.getBytes(StandardCharsets.UTF_8)));
  }

  private CliRun key(String key, String target, Object... more) {
    List<Object> words =
        new ArrayList<>(List.of("resolve", archive, "--key", key, "--target", target));
    words.addAll(List.of(more));
    return CliRun.of(words.toArray());
  }

  private Map<String, Object> row(String key, String target) {
    return key(key, target, "--json").rows("results").getFirst();
  }

  @Test
  void findsCodeOfDevice() {
    CliRun run = key(KEY, "gfx942:sramecc+:xnack-");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out())
        .isEqualTo(
            """
            %1$s: %2$s
              target                  outcome  bytes  code object%3$s  in
              gfx942:sramecc+:xnack-  found    18872  %2$s @ gfx942  %1$s
            """
                .formatted(archive, KEY, " ".repeat(KEY.length() + 9 - 11)));
    assertThat(row(KEY, "gfx942:sramecc+:xnack-"))
        .containsEntry("outcome", "found")
        .containsEntry("error", 0)
        .containsEntry("binary", null)
        .containsEntry("index", null)
        .containsEntry("archive", archive.toString())
        .containsEntry("key", KEY)
        .containsEntry("architecture", "gfx942")
        .containsEntry("size", 18872)
        .containsEntry(
            "sha256", "abedf992a6590b0d88052690cc877c2722cfb4b348127ab3da4407948651596b");
  }

  @Test
  void namesCodeThatRuntimesRefuse() {
    CliRun run = key("pointwise_add_f32", "gfx942");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out())
        .contains("found, but the runtime refuses it", "It is no 64-bit ELF file, and no code");
  }

  @Test
  void takesMostSpecificSetting() {
    assertThat(row(KEY, "gfx90a:sramecc+:xnack+")).containsEntry("architecture", "gfx90a:xnack+");
    // Without features: the default, with the other settings beside it.
    assertThat(row(KEY, "gfx90a")).containsEntry("architecture", "gfx90a:xnack-");
    assertThat(String.valueOf(row(KEY, "gfx90a").get("settings"))).contains("gfx90a:xnack+");
  }

  @Test
  void namesErrorOfLoader() {
    CliRun missing = key("MI300/none.co", "gfx942");
    assertThat(missing.status()).isEqualTo(1);
    assertThat(missing.out())
        .contains("error 5", "has no code object MI300/none.co for it", "list " + archive);
    assertThat(row("other/fwd_hd128_bf16_rtne.co", "gfx942"))
        .containsEntry("error", 5)
        .hasEntrySatisfying(
            "advice", advice -> assertThat(String.valueOf(advice)).contains("It has ", KEY));
    assertThat(row("pointwise_add_f32", "gfx90a"))
        .containsEntry("error", 5)
        .hasEntrySatisfying(
            "diagnosis",
            why -> assertThat(String.valueOf(why)).endsWith("for it, only for gfx942."));
    assertThat(row(KEY, "gfx1100")).containsEntry("error", 14);
    assertThat(row("hidden", "gfx1201"))
        .containsEntry("error", 14)
        .hasEntrySatisfying(
            "diagnosis",
            why -> assertThat(String.valueOf(why)).contains("its gfx_arches does not list"));
    // A library has no index to add, and a loader falls back to nothing.
    assertThat(row("pointwise_add_f32#0", "gfx942")).containsEntry("error", 5);
  }

  @Test
  void namesWhyArchiveDoesNotOpen() throws IOException {
    byte[] bytes = Files.readAllBytes(archive);
    bytes[4] = 9;
    Files.write(archive, bytes);
    assertThat(row(KEY, "gfx942"))
        .containsEntry("error", 4)
        .hasEntrySatisfying(
            "diagnosis", why -> assertThat(String.valueOf(why)).contains(archive.toString()));
    Files.delete(archive);
    CliRun gone = key(KEY, "gfx942");
    assertThat(gone.status()).isEqualTo(2);
    assertThat(gone.err()).contains(archive.toString());
  }

  @Test
  void explainsEveryStep() {
    assertThat(key(KEY, "gfx942:sramecc+:xnack-", "--explain").out())
        .contains(
            "asking %s for %s".formatted(archive, KEY),
            "opened and cached archive: " + archive,
            "trying architecture: gfx942",
            "found kernel: 18872 bytes")
        .doesNotContain("wrapper", "search path", "HIPK");
  }

  @Test
  void refusesWhatHasNoSay() {
    for (List<Object> more :
        List.of(
            List.<Object>of("--planned"),
            List.<Object>of("--needed"),
            List.<Object>of("--env", "ROCM_KPACK_DISABLE=1"))) {
      CliRun run = key(KEY, "gfx942", more.toArray());
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err()).contains("--key");
    }
    assertThat(CliRun.of("resolve", "--tree", folder, "--key", KEY).status()).isEqualTo(2);
  }
}
