package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.msgpack.MsgEncoder;
import org.kpackworkbench.model.msgpack.MsgValue;

/** A small archive that says that its code objects are large. */
class ExtractBombTest {
  private static final long DECLARED = 1L << 29;

  @TempDir private Path folder;
  private Path archive;

  private static MsgValue map(Object... pairs) {
    List<MsgValue.Pair> all = new ArrayList<>();
    for (int i = 0; i < pairs.length; i += 2) {
      all.add(new MsgValue.Pair(value(pairs[i]), value(pairs[i + 1])));
    }
    return new MsgValue.Mapping(all);
  }

  private static MsgValue value(Object plain) {
    return switch (plain) {
      case MsgValue done -> done;
      case Number number -> new MsgValue.Int(BigInteger.valueOf(number.longValue()));
      default -> new MsgValue.Text(plain.toString());
    };
  }

  @BeforeEach
  void make() throws IOException {
    MsgValue row = map("gfx942", map("type", "hsaco", "ordinal", 0, "original_size", DECLARED));
    byte[] table =
        MsgEncoder.value(
            map(
                "format_version",
                1,
                "group_name",
                "g",
                "gfx_arch_family",
                "gfx942",
                "gfx_arches",
                new MsgValue.Array(List.of(new MsgValue.Text("gfx942"))),
                "toc",
                map("lib/a.so#0", row, "lib/a.so#1", row, "lib/a.so#2", row),
                "compression_scheme",
                "zstd-per-kernel",
                "zstd_offset",
                64,
                "zstd_size",
                24));
    ByteBuffer file = ByteBuffer.allocate(88 + table.length).order(ByteOrder.LITTLE_ENDIAN);
    file.put("KPAK".getBytes(StandardCharsets.US_ASCII)).putInt(1).putLong(88);
    file.position(64).putInt(1).putInt(16);
    file.position(88).put(table);
    archive = Files.write(folder.resolve("a.kpack"), file.array());
  }

  @Test
  void itIsRefusedUnlessItIsAllowed() {
    Path out = folder.resolve("out");
    CliRun refused = CliRun.of("extract", archive, "--all", "-o", out);
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err())
        .hasLineCount(1)
        .contains("1.5 GiB would be written", "more than 200 times", "--allow-large allows it");
    assertThat(out).doesNotExist();
    CliRun allowed = CliRun.of("extract", archive, "--all", "-o", out, "--allow-large");
    assertThat(allowed.err()).contains("lib/a.so, index 0, gfx942: not written: ");
  }

  @Test
  void aDryRunSaysItToo() {
    CliRun planned = CliRun.of("extract", archive, "--all", "-o", folder, "--dry-run");
    assertThat(planned.status()).isEqualTo(2);
    assertThat(planned.out()).contains(Long.toString(DECLARED));
    assertThat(planned.err()).contains("1.5 GiB would be written");
  }
}
