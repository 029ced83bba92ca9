package org.kpackworkbench.model.analysis.resolve.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.fixtures.Fixtures;

/** What ldconfig wrote, and what it would not write. */
class LinkerCacheTest {
  private static byte[] cache(String format) throws IOException {
    return Files.readAllBytes(Fixtures.path("ld.so.cache-" + format));
  }

  private static LinkerCache read(byte[] bytes) throws FormatException {
    return LinkerCache.read(ByteView.of("ld.so.cache", bytes));
  }

  private static void refused(byte[] bytes, Reason reason, String field) {
    assertThatThrownBy(() -> read(bytes))
        .isInstanceOfSatisfying(
            FormatException.class,
            refusal -> {
              assertThat(refusal.reason()).isEqualTo(reason);
              assertThat(refusal).hasMessageContaining(field).hasMessageContaining("ld.so.cache");
            });
  }

  /** What ldconfig -p lists of the same file, and in its order. */
  @ParameterizedTest
  @ValueSource(strings = {"new", "compat"})
  void pathsAreThoseOfLdconfig(String format) throws IOException {
    LinkerCache cache = read(cache(format));
    assertThat(cache.names()).containsExactlyInAnyOrder("libneeded-b.so.1", "libneeded-c.so.1");
    assertThat(cache.paths("libneeded-b.so.1"))
        .containsExactly("/opt/one/libneeded-b.so.1", "/opt/two/libneeded-b.so.1");
    assertThat(cache.paths("libneeded-c.so.1"))
        .containsExactly(
            "/opt/two/glibc-hwcaps/x86-64-v3/libneeded-c.so.1", "/opt/two/libneeded-c.so.1");
    assertThat(cache.paths("libneeded")).isEmpty();
  }

  @Test
  void cachesOfOldLinkersAreRefused() throws IOException {
    refused(cache("old"), Reason.WRONG_MAGIC, "magic");
    refused(Arrays.copyOf(cache("old"), 64), Reason.OUT_OF_BOUNDS, "number of old entries");
  }

  /** Cut anywhere, it is refused or has the same paths: an extension follows the texts. */
  @ParameterizedTest
  @ValueSource(strings = {"new", "compat"})
  void everyCutIsRefusedOrHarmless(String format) throws IOException {
    byte[] whole = cache(format);
    int texts = new String(whole, StandardCharsets.ISO_8859_1).lastIndexOf("/opt/one/");
    for (int size = 0; size < whole.length; size++) {
      byte[] cut = Arrays.copyOf(whole, size);
      if (size < texts + "/opt/one/libneeded-b.so.1".length() + 1) {
        assertThatThrownBy(() -> read(cut))
            .as("%d bytes", size)
            .isInstanceOf(FormatException.class);
      } else {
        assertThat(read(cut).paths("libneeded-b.so.1")).as("%d bytes", size).hasSize(2);
      }
    }
  }

  @Test
  void wrongFieldsAreNamed() throws IOException {
    byte[] version = cache("new");
    version[17] = '2';
    refused(version, Reason.UNSUPPORTED_VERSION, "version");
    byte[] order = cache("new");
    order[28] = 3;
    refused(order, Reason.UNSUPPORTED, "byte order");
    byte[] count = cache("new");
    little(count).putInt(20, -1);
    refused(count, Reason.OUT_OF_BOUNDS, "number of entries");
    byte[] name = cache("new");
    little(name).putInt(48 + 4, -1);
    refused(name, Reason.OUT_OF_BOUNDS, "name");
  }

  /** Many entries that share one long text do not fill memory. */
  @Test
  void sharedTextsAreLimited() {
    int entries = 10_000;
    byte[] bytes = new byte[48 + 24 * entries + 4000];
    ByteBuffer cache = little(bytes);
    cache.put("glibc-ld.so.cache1.1".getBytes(StandardCharsets.ISO_8859_1)).putInt(entries);
    int texts = bytes.length - 4000;
    Arrays.fill(bytes, texts, bytes.length - 1, (byte) 'x');
    for (int i = 0; i < entries; i++) {
      cache.putInt(48 + 24 * i, 3).putInt(52 + 24 * i, texts + i % 4000).putInt(56 + 24 * i, texts);
    }
    refused(bytes, Reason.TOO_LARGE, "path");
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
