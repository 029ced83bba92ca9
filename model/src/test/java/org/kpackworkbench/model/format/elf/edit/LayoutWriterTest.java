package org.kpackworkbench.model.format.elf.edit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.NamedChannel;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;

class LayoutWriterTest {
  private static final int WINDOW_BYTES = 64 * 1024;

  @TempDir Path folder;

  /** Parts of files are copied by the system from aligned places on, and before that not. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4096, WINDOW_BYTES - 1, WINDOW_BYTES, WINDOW_BYTES + 1, 100_001})
  void anOverlayIsWrittenWhole(int start) throws Exception {
    byte[] code = new byte[5 * WINDOW_BYTES + 7];
    new Random(1).nextBytes(code);
    byte[] host = {1, 2, 3};
    byte[] head = "table".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    Path written = folder.resolve("written");
    try (OpenFile file = OpenFile.open(Files.write(folder.resolve("fat"), code));
        NamedChannel channel =
            NamedChannel.open(written, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      ByteView bundle =
          ByteView.joined(
              "bundle",
              List.of(
                  ByteView.of("table", head),
                  ByteView.zeros("padding", 11),
                  file.view(),
                  ByteView.zeros("padding", 1),
                  file.view().slice(1000, 2 * WINDOW_BYTES)));
      ByteView source = ByteView.of("host", host);
      OffsetEdits edits = new OffsetEdits(host.length);
      edits.insert(host.length, start + bundle.size());
      new LayoutWriter(channel, LayoutWriter.Watcher.NONE, Progress.NONE)
          .write(source, edits, List.of(ByteOverlay.of(host.length + start, bundle)));
      byte[] all = Files.readAllBytes(written);
      assertThat(all).hasSize((int) (host.length + start + bundle.size())).startsWith(host);
      assertThat(Arrays.copyOfRange(all, host.length + start, all.length))
          .isEqualTo(bundle.bytes(0, (int) bundle.size()));
    }
  }
}
