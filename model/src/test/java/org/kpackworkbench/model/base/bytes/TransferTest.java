package org.kpackworkbench.model.base.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransferTest {
  private static final int SIZE = 70_000;

  @TempDir Path folder;

  private byte[] bytes() {
    byte[] bytes = new byte[SIZE];
    for (int i = 0; i < SIZE; i++) {
      bytes[i] = (byte) (i * 7 + (i >> 8));
    }
    return bytes;
  }

  private NamedChannel target() throws IOException {
    return NamedChannel.open(
        folder.resolve("target"),
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.WRITE);
  }

  private byte[] written() throws IOException {
    return Files.readAllBytes(folder.resolve("target"));
  }

  @Test
  void bytesOfAFileGoWhereTheyBelongWhateverTheViewOfThem() throws IOException {
    byte[] bytes = bytes();
    try (OpenFile open = OpenFile.open(Files.write(folder.resolve("source"), bytes))) {
      ByteView file = open.view();
      for (ByteView view :
          List.of(
              file.slice(1000, 60_000),
              file.slice(1000, 60_000).detached(),
              ByteView.joined("joined", List.of(file.slice(1000, 60_000))))) {
        try (NamedChannel target = target()) {
          assertThat(view.transferTo(10, 50_000, target, 5)).isEqualTo(50_000);
        }
        byte[] written = written();
        assertThat(written).hasSize(50_005);
        assertThat(Arrays.copyOfRange(written, 5, written.length))
            .isEqualTo(Arrays.copyOfRange(bytes, 1010, 51_010));
      }
    }
  }

  @Test
  void ofSeveralPartsOneGoesAtATime() throws IOException {
    byte[] bytes = bytes();
    try (OpenFile open = OpenFile.open(Files.write(folder.resolve("source"), bytes));
        NamedChannel target = target()) {
      ByteView joined =
          ByteView.joined(
              "joined",
              List.of(
                  ByteView.of("head", new byte[16]),
                  open.view().slice(0, 100),
                  ByteView.zeros("padding", 28),
                  open.view().slice(500, 1000)));
      assertThat(joined.transferTo(0, joined.size(), target, 0)).as("an array").isZero();
      assertThat(joined.transferTo(16, joined.size() - 16, target, 0)).isEqualTo(100);
      assertThat(joined.transferTo(116, 10, target, 0)).as("zeros").isZero();
      assertThat(joined.transferTo(150, 20, target, 0)).isEqualTo(20);
      assertThat(Arrays.copyOf(written(), 20)).isEqualTo(Arrays.copyOfRange(bytes, 506, 526));
      ByteBuffer buffer = ByteBuffer.allocateDirect(200);
      joined.copyTo(10, buffer);
      byte[] copied = new byte[200];
      buffer.flip().get(copied);
      assertThat(copied).isEqualTo(joined.bytes(10, 200));
    }
  }

  @Test
  void whatCannotBeTransferredIsSaidToBeCopied() throws IOException {
    try (OpenFile open = OpenFile.open(Files.write(folder.resolve("source"), bytes()));
        NamedChannel target = target()) {
      ByteView view = open.view();
      assertThatThrownBy(() -> view.transferTo(SIZE - 10, 11, target, 0))
          .isInstanceOf(FormatException.class);
      try (FileChannel plain =
          FileChannel.open(
              folder.resolve("plain"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        assertThat(view.transferTo(0, SIZE, plain, 0)).as("another channel").isZero();
      }
      try (FileChannel cut = FileChannel.open(folder.resolve("source"), StandardOpenOption.WRITE)) {
        cut.truncate(1000);
      }
      assertThat(view.transferTo(2000, 100, target, 0)).as("a file that shrank").isZero();
      Path full = Path.of("/dev/full");
      if (Files.exists(full)) {
        try (NamedChannel failing = NamedChannel.open(full, StandardOpenOption.WRITE)) {
          assertThat(view.transferTo(0, 100, failing, 0)).as("no room").isZero();
        }
      }
    }
  }
}
