package org.kpackworkbench.model.format.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.inspect.InspectedValue.Group;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;

class ValueInspectorTest {
  private static List<InspectedValue> inspect(byte[] bytes, ByteOrder order)
      throws FormatException {
    return new ValueInspector(order, StandardFormats.all()).inspect(ByteView.of("bytes", bytes), 0);
  }

  private static List<InspectedValue> inspect(byte[] bytes) throws FormatException {
    return inspect(bytes, ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }

  private static String value(List<InspectedValue> lines, String name) {
    return lines.stream()
        .filter(line -> line.name().equals(name))
        .map(InspectedValue::value)
        .findFirst()
        .orElse("(none)");
  }

  @ParameterizedTest
  @CsvSource({
    "u8, 0xf0  240, 0xf0  240",
    "i8, -16, -16",
    "u16, 0xfff0  65520, 0xf0ff  61695",
    "i16, -16, -3841",
    "u32, 0xfffffff0  4294967280, 0xf0ffffff  4043309055",
    "i32, -16, -251658241",
    "u64, 0xfffffffffffffff0  18446744073709551600, 0xf0ffffffffffffff  17365880163140632575",
    "i64, -16, -1080863910568919041",
  })
  void readsIntegersInBothOrders(String name, String little, String big) throws FormatException {
    byte[] bytes = hex("f0 ff ff ff ff ff ff ff");
    assertThat(value(inspect(bytes, ByteOrder.LITTLE_ENDIAN), name)).isEqualTo(little);
    assertThat(value(inspect(bytes, ByteOrder.BIG_ENDIAN), name)).isEqualTo(big);
  }

  @Test
  void readsRealNumbers() throws FormatException {
    byte[] half = hex("00 3c 00 00 00 00 00 00");
    assertThat(value(inspect(half), "f16")).isEqualTo("1.0");
    byte[] single = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putFloat(-2.5f).array();
    assertThat(value(inspect(single), "f32")).isEqualTo("-2.5");
    byte[] brain = hex("80 3f 00 00 00 00 00 00");
    assertThat(value(inspect(brain), "bf16")).isEqualTo("1.0");
    byte[] wide = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putDouble(0.1).array();
    assertThat(value(inspect(wide), "f64")).isEqualTo("0.1");
  }

  @Test
  void readsNumbersOfVariableLength() throws FormatException {
    byte[] bytes = hex("e5 8e 26 00");
    assertThat(value(inspect(bytes), "ULEB128")).isEqualTo("0x98765  624485");
    assertThat(value(inspect(hex("c0 bb 78 00")), "SLEB128")).isEqualTo("-123456");
    assertThat(value(inspect(hex("ff ff ff")), "ULEB128")).as("does not end").isEqualTo("(none)");
  }

  @Test
  void readsTimesThatMayBeTimes() throws FormatException {
    byte[] bytes =
        ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(1_700_000_000).array();
    assertThat(value(inspect(bytes), "time32")).isEqualTo("2023-11-14 22:13:20 UTC");
    assertThat(value(inspect(new byte[8]), "time32")).isEqualTo("(none)");
  }

  @Test
  void leavesOutWhatReachesBeyondTheEnd() throws FormatException {
    List<InspectedValue> lines = inspect(hex("01 02 03"));
    assertThat(value(lines, "u16")).isEqualTo("0x201  513");
    assertThat(value(lines, "u32")).isEqualTo("(none)");
    ByteView view = ByteView.of("bytes", hex("01"));
    assertThat(new ValueInspector(ByteOrder.LITTLE_ENDIAN, StandardFormats.all()).inspect(view, 1))
        .isEmpty();
  }

  @Test
  void readsText() throws FormatException {
    List<InspectedValue> lines = inspect("naïve\0rest".getBytes(UTF_8));
    assertThat(value(lines, "text")).isEqualTo("\"naïve\"");
    assertThat(value(lines, "length")).isEqualTo("6 bytes, then a zero byte");
    assertThat(value(inspect(hex("41 ff ff ff")), "text")).as("too short").isEqualTo("(none)");
    String cut = "é".repeat(400);
    assertThat(value(inspect(cut.getBytes(UTF_8)), "length")).startsWith("at least 512 bytes");
  }

  @Test
  void knowsWrappersAndBundles() throws FormatException {
    byte[] wrapper =
        ByteBuffer.allocate(24)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(0x4b504948)
            .putInt(1)
            .putLong(0xc53000)
            .putLong(0x1_0000_0007L)
            .array();
    List<InspectedValue> lines = inspect(wrapper);
    assertThat(value(lines, "magic")).startsWith("HIPK wrapper");
    assertThat(value(lines, "binary")).isEqualTo("0xc53000");
    assertThat(value(lines, "index")).isEqualTo("7");

    ByteBuffer bundle = ByteBuffer.allocate(200).order(ByteOrder.LITTLE_ENDIAN);
    String id = "hipv4-amdgcn-amd-amdhsa--gfx1100";
    bundle.put("__CLANG_OFFLOAD_BUNDLE__".getBytes(UTF_8)).putLong(1);
    bundle.putLong(100).putLong(50).putLong(id.length()).put(id.getBytes(UTF_8));
    List<InspectedValue> table = inspect(bundle.array());
    assertThat(value(table, "magic")).isEqualTo("offload bundle");
    assertThat(value(table, id)).isEqualTo("0x64, 50 B");
  }

  @Test
  void decodesTheHeaderOfAFrame() throws FormatException {
    byte[] frame = Zstd.compress(new byte[100_000], 3);
    List<InspectedValue> lines = inspect(frame);
    assertThat(value(lines, "magic")).isEqualTo("zstd frame");
    assertThat(value(lines, "content size")).isEqualTo("0x186a0  100000  97.7 KiB");
    assertThat(value(lines, "checksum")).isEqualTo("no");
    assertThat(value(lines, "first block")).contains("compressed");
  }

  @Test
  void knowsElfAndArchivesAndCompressedBundles() throws FormatException {
    byte[] elf = new byte[64];
    ByteBuffer.wrap(elf)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(0x464c457f)
        .put((byte) 2)
        .put((byte) 1)
        .putShort(7, (short) 0x0440)
        .putShort(16, (short) 3)
        .putShort(18, (short) 224);
    List<InspectedValue> lines = inspect(elf);
    assertThat(value(lines, "class")).isEqualTo("64-bit, little-endian");
    assertThat(value(lines, "machine")).isEqualTo("AMD GPU");
    assertThat(value(lines, "OS ABI")).isEqualTo("64 (AMDGPU HSA), version 4");

    byte[] archive = new byte[64];
    ByteBuffer.wrap(archive)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(0x4b41504b)
        .putInt(1)
        .putLong(0x2000);
    assertThat(value(inspect(archive), "toc_offset")).isEqualTo("0x2000  8192");

    byte[] ccob =
        ByteBuffer.allocate(24)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(0x424f4343)
            .putShort((short) 2)
            .putShort((short) 1)
            .putInt(2048)
            .putInt(9000)
            .putLong(5)
            .array();
    assertThat(value(inspect(ccob), "total size")).isEqualTo("0x800  2048  2.0 KiB");
    assertThat(value(inspect(ccob), "method")).isEqualTo("1 (zstd)");
  }

  @Test
  void decodesMessagePackAsATree() throws IOException {
    MessageBufferPacker packer = MessagePack.newDefaultBufferPacker();
    packer
        .packMapHeader(2)
        .packString("kpack_search_paths")
        .packArrayHeader(1)
        .packString("a.kpack");
    packer.packString("kernel_name").packString("lib");
    List<InspectedValue> tree = messagePack(packer.toByteArray());
    assertThat(tree).extracting(InspectedValue::depth).containsExactly(0, 1, 2, 1);
    assertThat(tree)
        .extracting(line -> line.name() + " = " + line.value())
        .containsExactly(
            "value = map of 2",
            "kpack_search_paths = array of 1",
            "[0] = \"a.kpack\"",
            "kernel_name = \"lib\"");
    assertThat(tree.getFirst().lengthBytes()).isEqualTo(packer.toByteArray().length);
  }

  private static List<InspectedValue> messagePack(byte[] bytes) throws FormatException {
    return inspect(bytes).stream().filter(line -> line.group() == Group.MESSAGE_PACK).toList();
  }

  @Test
  void aLargeTreeIsShownInPartAndACutOneToItsEnd() throws IOException {
    MessageBufferPacker packer = MessagePack.newDefaultBufferPacker();
    packer.packMapHeader(100_000);
    for (int i = 0; i < 100_000; i++) {
      packer.packString("key " + i).packInt(i);
    }
    byte[] bytes = packer.toByteArray();
    List<InspectedValue> tree = messagePack(bytes);
    assertThat(tree).hasSizeBetween(200, 210);
    assertThat(tree.getLast().value()).isEqualTo("more");

    List<InspectedValue> cut = messagePack(java.util.Arrays.copyOf(bytes, 100));
    assertThat(cut.getLast().value()).startsWith("ends here: ");
  }

  @Test
  void ordinaryBytesAreNotTakenForMessagePack() throws FormatException {
    assertThat(messagePack(hex("85 01 02 03 04 05 06 07"))).isEmpty();
    assertThat(messagePack(new byte[100])).isEmpty();
    assertThat(messagePack(hex("a5 01 02 03 04 05"))).isEmpty();
  }

  @Test
  void anyBytesAreInspectedWithoutHarm() throws FormatException {
    Random random = new Random(5);
    byte[][] starts = {
      hex("7f454c46"),
      hex("4b50414b"),
      hex("46504948"),
      hex("4849504b"),
      hex("43434f42"),
      hex("28b52ffd"),
      "__CLANG_OFFLOAD_BUNDLE__".getBytes(UTF_8),
      hex("dfffffffff"),
      hex("dd"),
      hex("df"),
      hex("81a16b"),
      hex("919191919191919191919191919191919191919191919191919191"),
      {}
    };
    for (int round = 0; round < 5_000; round++) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      byte[] start = starts[random.nextInt(starts.length)];
      System.arraycopy(start, 0, bytes, 0, Math.min(start.length, bytes.length));
      List<InspectedValue> lines = inspect(bytes);
      assertThat(lines.size()).isLessThan(400);
    }
  }
}
