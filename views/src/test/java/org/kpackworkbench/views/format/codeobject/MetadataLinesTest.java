package org.kpackworkbench.views.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.views.format.codeobject.MetadataPage.MetadataLines;
import org.kpackworkbench.views.kit.rows.ColumnFilter;
import org.kpackworkbench.views.window.standard.StandardWindow;

class MetadataLinesTest {
  private static MsgValue.Pair pair(String key, MsgValue value) {
    return new MsgValue.Pair(new MsgValue.Text(key), value);
  }

  @Test
  void nestedValuesAreIndentedAndNothingIsLeftOut() {
    MsgValue arguments =
        new MsgValue.Array(
            List.of(
                new MsgValue.Mapping(
                    List.of(
                        pair(".offset", MsgValue.Int.of(0)), pair(".size", MsgValue.Int.of(8)))),
                new MsgValue.Mapping(List.of(pair(".offset", MsgValue.Int.of(8))))));
    MsgValue all =
        new MsgValue.Mapping(
            List.of(
                pair("amdhsa.kernels", arguments),
                pair(
                    "amdhsa.printf",
                    new MsgValue.Array(List.of(new MsgValue.Text("1:0:Hello\nworld")))),
                pair(
                    "amdhsa.version",
                    new MsgValue.Array(List.of(MsgValue.Int.of(1), MsgValue.Int.of(2))))));
    assertThat(MetadataLines.of(all))
        .containsExactly(
            "amdhsa.kernels:",
            "  - .offset: 0",
            "    .size: 8",
            "  - .offset: 8",
            "amdhsa.printf:",
            "  - 1:0:Hello\\nworld",
            "amdhsa.version: [1, 2]");
  }

  @Test
  void notesThatALinkerKeptAreAllShown() throws IOException {
    byte[] bytes = Files.readAllBytes(StandardWindow.fixture("linked-gfx1100.hsaco"));
    List<String> lines = MetadataLines.of(CodeObject.read(ByteView.of("linked", bytes)));
    assertThat(lines).filteredOn(line -> line.startsWith("amdhsa.version")).hasSize(2);
    assertThat(lines).filteredOn(line -> line.contains(".symbol:")).hasSize(10);
  }

  @Test
  void linesAreFilteredByWhatTheirKeysSay() {
    List<String> lines =
        List.of(
            "amdhsa.kernels:",
            "  - .kernarg_segment_size: 64",
            "    .name: gemm_f32",
            "    .symbol: gemm_f32.kd",
            "amdhsa.target: amdgcn-amd-amdhsa--gfx942:xnack-");
    assertThat(left(lines, "size>32")).containsExactly(lines.get(1));
    assertThat(left(lines, "name:gemm")).containsExactly(lines.get(2), lines.get(3));
    assertThat(left(lines, "arch:gfx942")).containsExactly(lines.get(4));
    assertThat(left(lines, "kernel")).containsExactly(lines.get(0));
    assertThat(left(lines, "key:kernarg")).containsExactly(lines.get(1));
  }

  private static List<String> left(List<String> lines, String query) {
    return lines.stream().filter(ColumnFilter.of(query, MetadataPage.FIELDS)).toList();
  }
}
