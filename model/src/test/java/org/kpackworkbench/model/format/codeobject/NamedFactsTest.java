package org.kpackworkbench.model.format.codeobject;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.format.sqlite.RocfftName;

class NamedFactsTest {
  private static Map<String, MsgValue> map(Object... pairs) {
    Map<String, MsgValue> map = new java.util.LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i].toString(), value(pairs[i + 1]));
    }
    return map;
  }

  private static MsgValue value(Object value) {
    return switch (value) {
      case Integer number -> MsgValue.Int.of(number);
      case Boolean truth -> new MsgValue.Bool(truth);
      case List<?> items -> new MsgValue.Array(items.stream().map(NamedFactsTest::value).toList());
      default -> new MsgValue.Text(value.toString());
    };
  }

  @Test
  void rocfftsNamesSayLengthPrecisionAndFactors() {
    assertThat(
            RocfftName.facts(
                "fft_rtc_fwd_len336_factors_6_8_7_wgs_56_tpt_56_half_lds_sp_op_CI_CI_sbrr"))
        .isEqualTo(map("length", 336, "precision", "single", "factors", List.of(6, 8, 7)));
    assertThat(RocfftName.facts("fft_rtc_fwd_len64x64_factors_4_wgs_64_dp_ip_CI_CI"))
        .isEqualTo(map("length", "64x64", "precision", "double", "factors", List.of(4)));
    assertThat(RocfftName.facts("transpose_factors_4_5_")).isEmpty();
  }

  @Test
  void tensilesNamesSayTypeTransposesAndTile() {
    assertThat(
            NamedFacts.selection(
                "rocblas", "TensileLibrary_Type_HH_HPA_Contraction_l_Ailk_Bjlk_Cijk_Dijk_gfx90a"))
        .isEqualTo(
            map(
                "data_type",
                "HH",
                "contraction",
                "l_Ailk_Bjlk_Cijk_Dijk",
                "transpose_a",
                false,
                "transpose_b",
                true));
    assertThat(
            NamedFacts.selection(
                "hipblaslt", "Cijk_Alik_Bljk_HHS_BH_MT128x64x32_MI32x32x8x1_SN_gfx942"))
        .isEqualTo(
            map(
                "tile",
                "128x64x32",
                "data_type",
                "HHS",
                "contraction",
                "Cijk_Alik_Bljk",
                "transpose_a",
                true,
                "transpose_b",
                false));
    assertThat(NamedFacts.selection("hipblaslt", "gemm_4096x1024x512_FP16"))
        .isEqualTo(map("M", 4096, "N", 1024, "K", 512, "data_type", "FP16"));
    assertThat(NamedFacts.selection("rocblas", "Kernels.so-000-gfx90a")).isEmpty();
  }

  @Test
  void aotritonsNamesSayOperationSignatureAndTuning() {
    assertThat(
            NamedFacts.selection(
                "aotriton",
                "attn_fwd-Sig-F__^bf16@16_128_True__P__64_64__CO__wave2_warp4_stg1-Gpu-gfx942"))
        .isEqualTo(
            map(
                "operation",
                "attn_fwd",
                "signature",
                "^bf16@16_128_True",
                "tuning_params",
                "64_64",
                "compiler_options",
                "wave2_warp4_stg1"));
    assertThat(NamedFacts.selection("aotriton", "flash_attention_fwd"))
        .isEqualTo(map("operation", "flash_attention_fwd"));
  }
}
