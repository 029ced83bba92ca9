package org.kpackworkbench.model.operation.hostonly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.hostonly.BundleForm;
import org.kpackworkbench.model.format.hostonly.BundleOrigin;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.format.offload.CompressedBundle.CompressionMethod;

/** Point 10: what archives keep of bundles, so that these can be made again. */
class BundleOriginTest {
  private static final List<String> IDS =
      List.of("host-x86_64-unknown-linux--", "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+", "hip-x");

  @TempDir Path folder;

  @Test
  void point10WhatIsWrittenIsReadBackFromAnArchive() throws IOException {
    List<BundleOrigin> origins =
        List.of(
            BundleOrigin.of(1, IDS, BundleForm.PLAIN),
            BundleOrigin.of(2, IDS, new BundleForm.Compressed(2, CompressionMethod.ZSTD))
                .from("math-libs/BLAS/stage"),
            new BundleOrigin(
                IDS.get(1),
                null,
                1,
                IDS,
                List.of(2),
                new BundleForm.Compressed(3, CompressionMethod.ZLIB),
                0),
            BundleOrigin.of(1, IDS, BundleForm.PLAIN).asCopy(2),
            BundleOrigin.bare("gfx942:sramecc+:xnack-"));
    Path path = folder.resolve("a.kpack");
    try (ArchiveWriter writer =
        ArchiveWriter.create(
            path,
            new TableHead("g", "f", List.of("gfx90a")),
            WriteOptions.DEFAULT,
            Progress.NONE)) {
      for (int i = 0; i < origins.size(); i++) {
        writer.add(
            NewEntry.of(new BinaryKey("lib", i, true), "gfx90a", origins.get(i).encode()),
            ByteView.of("kernel", new byte[10]));
      }
      writer.finish();
    }
    try (KpackArchive archive = KpackArchive.open(path)) {
      for (int i = 0; i < origins.size(); i++) {
        assertThat(BundleOrigin.of(archive, i)).contains(origins.get(i));
      }
      assertThat(archive.metadata(0).keySet())
          .containsExactly("target", "bundle_index", "bundle_ids", "bundle_compression");
      assertThat(archive.metadata(1))
          .containsEntry("target", new MsgValue.Text("hip-x"))
          .containsEntry("source_prefix", new MsgValue.Text("math-libs/BLAS/stage"))
          .containsEntry("bundle_compression", new MsgValue.Text("ccob-2-zstd"));
    }
  }

  @Test
  void archivesOfOtherToolsSayNothingOfBundles() throws FormatException {
    assertThat(BundleOrigin.decode(Map.of(), "row")).isEmpty();
    assertThat(BundleOrigin.decode(Map.of("target", new MsgValue.Text("gfx906")), "row")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"target", "bundle_index", "bundle_ids", "bundle_compression"})
  void aMissingOrSillyValueIsNamed(String key) {
    Map<String, MsgValue> metadata =
        new LinkedHashMap<>(BundleOrigin.of(1, IDS, BundleForm.PLAIN).encode());
    metadata.put(key, new MsgValue.Real(1.5));
    assertThatThrownBy(() -> BundleOrigin.decode(metadata, "a.kpack, row 7"))
        .isInstanceOf(FormatException.class)
        .hasMessageContainingAll("a.kpack, row 7", key, "1.5");
    metadata.remove(key);
    assertThatThrownBy(() -> BundleOrigin.decode(metadata, "a.kpack, row 7"))
        .isInstanceOf(FormatException.class)
        .hasMessageContainingAll(key, "nothing");
  }

  @ParameterizedTest
  @CsvSource({"0", "3", "2147483648", "-1"})
  void anIndexThatIsNotTheEntrysIsRefused(long index) {
    Map<String, MsgValue> metadata =
        new LinkedHashMap<>(BundleOrigin.of(1, IDS, BundleForm.PLAIN).encode());
    metadata.put("bundle_index", MsgValue.Int.of(index));
    assertThatThrownBy(() -> BundleOrigin.decode(metadata, "row"))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("bundle_index");
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "code-object", "ccob-1-zlib", "ccob-2-zstd", "ccob-3-zstd"})
  void everyFormIsReadBack(String text) {
    assertThat(BundleForm.parse(text).map(BundleForm::text)).contains(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ccob", "ccob-4-zstd", "ccob-2-lzma", "NONE"})
  void otherFormsAreNotKnown(String text) {
    assertThat(BundleForm.parse(text)).isEmpty();
  }
}
