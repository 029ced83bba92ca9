package org.kpackworkbench.views.codeobject;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.msgpack.MsgValue;

class MetadataTextTest {
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
    assertThat(MetadataText.of(all))
        .containsExactly(
            "amdhsa.kernels:",
            "  - .offset: 0",
            "    .size: 8",
            "  - .offset: 8",
            "amdhsa.printf:",
            "  - 1:0:Hello\\nworld",
            "amdhsa.version: [1, 2]");
  }
}
