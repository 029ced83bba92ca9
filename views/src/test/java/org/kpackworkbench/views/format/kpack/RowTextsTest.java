package org.kpackworkbench.views.format.kpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.views.format.kpack.ArchiveCopy.RowTexts;

class RowTextsTest extends ArchiveTest {
  @Test
  void tableHasTabsAndBytes() throws IOException {
    ArchiveRows rows = rows(ArchiveFiles.golden(folder));
    assertThat(RowTexts.table(rows, new int[] {0, 2}))
        .isEqualTo(
            """
            binary\tindex\ttarget\ttype\tordinal\tstored size\toriginal size\tmetadata
            lib/libtest.so\t0\tgfx900\thsaco\t0\t119\t119\t
            bin/testapp\t0\tgfx900\thsaco\t2\t168\t168\t
            """);
  }

  @Test
  void jsonHasTheFieldsOfTheListCommand() throws IOException {
    ArchiveRows rows = rows(ArchiveFiles.small(folder));
    assertThat(RowTexts.json(rows, new int[] {0}))
        .isEqualTo(
            "[\n"
                + "  {\"binary\": \"lib/librand0.so.1\", \"index\": 0, \"target\": \"gfx906\","
                + " \"type\": \"hsaco\", \"ordinal\": 1, \"storedSize\": "
                + rows.storedSizeBytes(0)
                + ", \"originalSize\": 4000, \"metadata\": {\"target\": \"gfx906\","
                + " \"source_prefix\": \"math-libs/rocRAND/stage\", \"kernel\": {\"precision\":"
                + " \"fp16\", \"M\": 128, \"N\": 64}}}\n"
                + "]\n");
    assertThat(RowTexts.json(rows, new int[0])).isEqualTo("[]\n");
  }

  @Test
  void whatIsNotKnownIsNull() throws IOException {
    ArchiveRows rows = rows(ArchiveFiles.unknownScheme(folder));
    assertThat(RowTexts.json(rows, new int[] {0})).contains("\"storedSize\": null");
    assertThat(RowTexts.table(rows, new int[] {0})).contains("\t0\t\t4096\t");
  }

  @Test
  void anyValueBecomesJson() {
    Map<String, MsgValue> values = new LinkedHashMap<>();
    values.put("q\"\\\n\u0001", new MsgValue.Text("ü\t"));
    values.put("b", new MsgValue.Bool(true));
    values.put("n", new MsgValue.Nil());
    values.put("r", new MsgValue.Real(Double.NaN));
    values.put("x", new MsgValue.Binary(new byte[] {1, (byte) 0xff}, null));
    values.put("a", new MsgValue.Array(List.of(MsgValue.Int.of(-3), new MsgValue.Real(0.5))));
    assertThat(MessagePackJson.text(values, ""))
        .isEqualTo(
            "{\"q\\\"\\\\\\n\\u0001\": \"ü\\t\", \"b\": true, \"n\": null, \"r\": null,"
                + " \"x\": \"01ff\", \"a\": [-3, 0.5]}");
  }

  @Test
  void metadataFitsOnALine() throws IOException {
    ArchiveRows rows = rows(ArchiveFiles.small(folder));
    assertThat(RowMetadataText.of(rows, 0))
        .isEqualTo(
            "target=gfx906, source_prefix=math-libs/rocRAND/stage, kernel.precision=fp16,"
                + " kernel.M=128, kernel.N=64");
    assertThat(RowMetadataText.of(rows, 4)).isEmpty();
  }
}
