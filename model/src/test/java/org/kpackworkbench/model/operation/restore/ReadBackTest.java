package org.kpackworkbench.model.operation.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.edit.ByteOverlay;
import org.kpackworkbench.model.format.hostonly.BundleForm;
import org.kpackworkbench.model.operation.restore.BundleBytes.Code;

class ReadBackTest {
  private static final int CODE_BYTES = 300_000;
  private static final long START = 4096;

  @TempDir Path folder;
  private Path file;
  private BundleBytes bundle;
  private ByteOverlay overlay;

  /** A code object that is there as a whole. */
  private record Bytes(ByteView bytes) implements Code {
    @Override
    public long sizeBytes() {
      return bytes.size();
    }

    @Override
    public Object stored() {
      return this;
    }

    @Override
    public void writeTo(OutputStream out, Progress progress) {
      throw new AssertionError("it is not streamed");
    }
  }

  @BeforeEach
  void file() throws Exception {
    byte[] code = new byte[CODE_BYTES];
    for (int i = 0; i < code.length; i++) {
      code[i] = (byte) (i * 31 + (i >> 8));
    }
    bundle =
        BundleBytes.plain(
            new PlannedBundle(
                BundleForm.PLAIN,
                List.of(
                    new PlannedBundle.Entry("host-x86_64-unknown-linux--", null),
                    new PlannedBundle.Entry(
                        "hipv4-amdgcn-amd-amdhsa--gfx942", new Bytes(ByteView.of("code", code)))),
                List.of(0)),
            Progress.NONE);
    overlay = new ByteOverlay(START, bundle.sizeBytes(), bundle);
    file = folder.resolve("written");
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(new byte[(int) START]);
      bundle.writeTo(out::write);
    }
  }

  private void change(long offset, int value) throws Exception {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {(byte) value}), offset);
    }
  }

  @Test
  void everyByteOfABundleIsCompared() throws Exception {
    try (ReadBack same = new ReadBack(file, true, Progress.NONE)) {
      same.written(overlay);
      assertThat(same.isSame(bundle, START)).isTrue();
    }
    // The magic, the table, the padding, the code's first and last byte, and the one between.
    long end = START + bundle.sizeBytes();
    for (long offset : List.of(START, START + 40, START + 4000, START + 4096, end - 1, end / 2)) {
      byte before = Files.readAllBytes(file)[(int) offset];
      change(offset, before ^ 1);
      try (ReadBack changed = new ReadBack(file, true, Progress.NONE)) {
        changed.written(overlay);
        assertThat(changed.isSame(bundle, START)).as("0x%x", offset).isFalse();
      }
      change(offset, before);
    }
  }

  /** The magic and the table, the first page of a later piece, and the last bytes. */
  @Test
  void whereTheOriginalStaysAPartIsCompared() throws Exception {
    long end = START + bundle.sizeBytes();
    for (long offset : List.of(START, START + 40, START + 2 * 65536, end - 1)) {
      byte before = Files.readAllBytes(file)[(int) offset];
      change(offset, before ^ 1);
      try (ReadBack changed = new ReadBack(file, false, Progress.NONE)) {
        changed.written(overlay);
        assertThat(changed.isSame(bundle, START)).as("0x%x", offset).isFalse();
      }
      change(offset, before);
    }
    try (ReadBack same = new ReadBack(file, false, Progress.NONE)) {
      assertThat(same.isSame(bundle, START)).isTrue();
      assertThat(same.isSame(bundle, START + 1)).as("one byte beside its place").isFalse();
    }
  }

  @Test
  void aFileThatEndsEarlyIsNotTheSame() throws Exception {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() - 1);
    }
    try (ReadBack cut = new ReadBack(file, true, Progress.NONE)) {
      cut.written(overlay);
      assertThat(cut.isSame(bundle, START)).isFalse();
    }
  }

  @Test
  void whatIsWrittenOverABundleLaterIsComparedAgain() throws Exception {
    try (ReadBack back = new ReadBack(file, true, Progress.NONE)) {
      back.written(overlay);
      assertThat(back.isSame(bundle, START)).isTrue();
      long last = START + bundle.sizeBytes() - 1;
      change(last, Files.readAllBytes(file)[(int) last] ^ 1);
      back.written(ByteOverlay.zeros(last + 1, 8));
      back.written(ByteOverlay.zeros(START - 8, 8));
      assertThat(back.isSame(bundle, START)).as("beside it").isTrue();
      back.written(ByteOverlay.zeros(last, 1));
      assertThat(back.isSame(bundle, START)).as("over it").isFalse();
    }
  }

  @Test
  void aBundleThatWasNeverWrittenIsComparedAtTheEnd() throws Exception {
    try (ReadBack back = new ReadBack(file, true, Progress.NONE)) {
      assertThat(back.isSame(bundle, START)).isTrue();
      assertThat(back.isSame(bundle, START + 1)).isFalse();
    }
  }

  @Test
  void comparingCanBeCancelled() throws Exception {
    try (ReadBack back = new ReadBack(file, true, () -> true)) {
      back.written(overlay);
      assertThatThrownBy(() -> back.isSame(bundle, START))
          .isInstanceOf(CancellationException.class);
    }
  }
}
