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
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpackworkbench.model.base.msgpack.MsgEncoder;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.unpack.UnpackBudget;

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "verify ARCHIVE",
        "edit ARCHIVE --scheme none -o OUT",
        "edit ARCHIVE --level 5 -o OUT",
        "verify BUNDLE",
      })
  void whateverUnpacksRefusesAndSaysHowToAllowIt(String command) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    header.put("CCOB".getBytes(StandardCharsets.US_ASCII)).putShort((short) 3).putShort((short) 1);
    // The frame says what it unpacks to, and that it has one block, of zeros.
    header.putLong(64).putLong(6L << 30).putLong(0).putInt(0xFD2FB528).put((byte) 0xE0);
    header.putLong(6L << 30);
    Path bundle = Files.write(folder.resolve("b.hipfb"), header.array());
    List<Object> args = new ArrayList<>(List.of((Object[]) command.split(" ", -1)));
    args.replaceAll(
        arg ->
            switch (arg.toString()) {
              case "ARCHIVE" -> archive;
              case "BUNDLE" -> bundle;
              case "OUT" -> folder.resolve("out");
              default -> arg;
            });
    CliRun run = CliRun.of(args.toArray());
    assertThat(run.status()).as(run.out()).isNotZero();
    assertThat(run.out() + run.err()).contains("at most 1000 times the", "--allow-large");
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactlyInAnyOrder(archive, bundle);
    }
  }

  /** Commands without the option say the same, so the advice names commands that have it. */
  @Test
  void theAdviceNamesCommandsThatHaveTheOption() {
    assertThat(CliRun.of("info", "--help").out()).doesNotContain("--allow-large");
    assertThat(UnpackBudget.ADVICE)
        .isEqualTo(
            "If you trust the file, use a command with --allow-large on the command line: extract"
                + " and verify have it.");
    for (String command : List.of("extract", "verify")) {
      assertThat(CliRun.of(command, "--help").out()).contains("--allow-large");
    }
  }
}
