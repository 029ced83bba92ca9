package org.kpackworkbench.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
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
  private static final int FRAMES = 40;
  private static final int ZEROS = 16 << 20;

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
  void saysWhichFileWasNotWrittenAmongSeveral() {
    Path out = folder.resolve("out");
    CliRun run = CliRun.of("extract", CliRun.fixture("libmany.so"), archive, "--all", "-o", out);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("Nothing of " + archive + " was written");
    assertThat(out).isNotEmptyDirectory();
  }

  @Test
  void aDryRunSaysItToo() {
    CliRun planned = CliRun.of("extract", archive, "--all", "-o", folder, "--dry-run");
    assertThat(planned.status()).isEqualTo(2);
    assertThat(planned.out()).contains(Long.toString(DECLARED));
    assertThat(planned.err()).contains("1.5 GiB would be written");
  }

  /** Makes a zstd frame (RFC 8878): a raw block, then zeros in blocks that repeat a byte. */
  private static byte[] frame(byte[] code, int zeros, int blockBytes) {
    ByteBuffer frame =
        ByteBuffer.allocate(9 + 3 + code.length + 4 * (zeros / blockBytes))
            .order(ByteOrder.LITTLE_ENDIAN);
    frame.putInt(0xFD2FB528).put((byte) 0xA0).putInt(code.length + zeros);
    block(frame, 0, 0, code.length).put(code);
    for (int left = zeros / blockBytes; left > 0; left--) {
      block(frame, left == 1 ? 1 : 0, 1, blockBytes).put((byte) 0);
    }
    return frame.array();
  }

  private static ByteBuffer block(ByteBuffer frame, int last, int type, int size) {
    int header = last | type << 1 | size << 3;
    return frame.put((byte) header).put((byte) (header >> 8)).put((byte) (header >> 16));
  }

  /** Writes an archive whose frames each unpack to a code object and many zeros. */
  private Path frames(String name, int count, int zeros, int blockBytes) throws IOException {
    return frames(name, "lib/a.so", count, zeros, blockBytes);
  }

  private Path frames(String name, String binary, int count, int zeros, int blockBytes)
      throws IOException {
    byte[] code = Files.readAllBytes(CliRun.fixture("kinds-gfx942.hsaco"));
    byte[] frame = frame(code, zeros, blockBytes);
    List<Object> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(binary + "#" + i);
      rows.add(
          map("gfx942", map("type", "hsaco", "ordinal", i, "original_size", code.length + zeros)));
    }
    int area = 4 + count * (4 + frame.length);
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
                map(rows.toArray()),
                "compression_scheme",
                "zstd-per-kernel",
                "zstd_offset",
                64,
                "zstd_size",
                area));
    ByteBuffer file = ByteBuffer.allocate(64 + area + table.length).order(ByteOrder.LITTLE_ENDIAN);
    file.put("KPAK".getBytes(StandardCharsets.US_ASCII)).putInt(1).putLong(64 + area);
    file.position(64).putInt(count);
    for (int i = 0; i < count; i++) {
      file.putInt(frame.length).put(frame);
    }
    return Files.write(folder.resolve(name), file.put(table).array());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kernels A",
        "search A kinds",
        "disassemble A --kernel count",
        "diff A B",
        "diff A C",
        "edit A --scheme none -o OUT",
        "verify A",
      })
  void refusesManyFramesThatAreEachPlausible(String command) throws IOException {
    Path one = frames("a.kpack", FRAMES, ZEROS, 128 << 10);
    Path other = frames("b.kpack", FRAMES, ZEROS, 64 << 10);
    Path renamed = frames("c.kpack", "lib/c.so", FRAMES, ZEROS, 64 << 10);
    Object[] args =
        Arrays.stream(command.split(" ", -1))
            .map(
                arg ->
                    switch (arg) {
                      case "A" -> one;
                      case "B" -> other;
                      case "C" -> renamed;
                      case "OUT" -> folder.resolve("out");
                      default -> arg;
                    })
            .toArray();
    CliRun refused = CliRun.of(args);
    assertThat(refused.status()).isPositive();
    assertThat(refused.err() + refused.out())
        .contains("at most 200 times", "--allow-large allows it")
        .doesNotContain("extract and verify have it");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"kernels", "search"})
  void refusesManyFramesBeforeTheFirstIsUnpacked(String command) throws IOException {
    Path many = frames("a.kpack", FRAMES, ZEROS, 128 << 10);
    long all = FRAMES * (Files.size(CliRun.fixture("kinds-gfx942.hsaco")) + ZEROS);
    String[] text = command.equals("search") ? new String[] {"kinds"} : new String[0];
    CliRun refused = CliRun.of(Stream.concat(Stream.of(command, many), Stream.of(text)).toArray());
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .hasLineCount(1)
        .contains("found " + all + " bytes", "--allow-large allows it");
  }

  @Test
  void aRowThatClaimsTooMuchSpoilsNoOther() throws IOException {
    Path three = frames("a.kpack", 3, 1 << 20, 128 << 10);
    byte[] bytes = Files.readAllBytes(three);
    long size = Files.size(CliRun.fixture("kinds-gfx942.hsaco")) + (1 << 20);
    byte[] stated = MsgEncoder.value(value(size));
    int at =
        new String(bytes, StandardCharsets.ISO_8859_1)
            .indexOf(new String(stated, StandardCharsets.ISO_8859_1));
    Arrays.fill(bytes, at + 1, at + stated.length, (byte) 0xff);
    Files.write(three, bytes);
    CliRun run = CliRun.of("kernels", three, "--csv");
    assertThat(run.out()).contains("gfx942,lib/a.so,1,", "gfx942,lib/a.so,2,");
    assertThat(run.err()).contains("lib/a.so#0").doesNotContain("at most 200 times");
  }

  /** Writes compressed bundles that each unpack to a code object and many zeros. */
  private Path bundles(int count, int zeros) throws Exception {
    byte[] code = Files.readAllBytes(CliRun.fixture("kinds-gfx942.hsaco"));
    byte[] id = "hipv4-amdgcn-amd-amdhsa--gfx942".getBytes(StandardCharsets.US_ASCII);
    ByteBuffer start = ByteBuffer.allocate(4096 + code.length).order(ByteOrder.LITTLE_ENDIAN);
    start.put("__CLANG_OFFLOAD_BUNDLE__".getBytes(StandardCharsets.US_ASCII)).putLong(1);
    start.putLong(4096).putLong(code.length + zeros).putLong(id.length).put(id);
    start.position(4096).put(code);
    byte[] frame = frame(start.array(), zeros, 128 << 10);
    MessageDigest hash = MessageDigest.getInstance("MD5");
    hash.update(start.array());
    hash.update(new byte[zeros]);
    ByteBuffer bundle = ByteBuffer.allocate(32 + frame.length).order(ByteOrder.LITTLE_ENDIAN);
    bundle.put("CCOB".getBytes(StandardCharsets.US_ASCII)).putShort((short) 3).putShort((short) 1);
    bundle.putLong(bundle.capacity()).putLong(start.capacity() + zeros);
    bundle.put(hash.digest(), 0, 8).put(frame);
    ByteBuffer file = ByteBuffer.allocate(count * bundle.capacity());
    for (int i = 0; i < count; i++) {
      file.put(bundle.array());
    }
    return Files.write(folder.resolve("a.hipfb"), file.array());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"kernels A B", "search A B count", "extract A B --kernel count -o OUT --dry-run"})
  void readsLargeCodeObjectsInASmallHeap(String command) throws Exception {
    Path log = folder.resolve("gc");
    List<Object> args = new ArrayList<>(List.of((Object[]) command.split(" ", -1)));
    args.set(1, frames("a.kpack", 5, 40 << 20, 128 << 10));
    args.set(2, bundles(5, 40 << 20));
    args.replaceAll(arg -> arg.equals("OUT") ? folder.resolve("out") : arg);
    // As users have it: the heap may grow, and the collector lets it.
    List<String> heap = List.of("-Xmn48m", "-Xms80m", "-Xmx2g", "-Xlog:gc:file=" + log);
    Process process = JavaProcess.start(heap, args.toArray());
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    assertThat(out).contains("gfx942");
    assertThat(
            Pattern.compile("\\((\\d+)M\\)")
                .matcher(Files.readString(log))
                .results()
                .mapToInt(size -> Integer.parseInt(size.group(1))))
        .allMatch(mebibytes -> mebibytes < 128);
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

  @Test
  void adviceNamesTheOwnOptionOrCommandsThatHaveIt() {
    assertThat(UnpackBudget.operation(false).advice())
        .isEqualTo("If you trust the file, --allow-large allows it.");
    assertThat(UnpackBudget.operation().advice()).contains("extract and verify have it");
    for (String command : List.of("extract", "verify", "info", "kernels", "search", "diff")) {
      assertThat(CliRun.of(command, "--help").out()).contains("--allow-large");
    }
    assertThat(CliRun.of("doctor", "--help").out()).doesNotContain("--allow-large");
  }
}
