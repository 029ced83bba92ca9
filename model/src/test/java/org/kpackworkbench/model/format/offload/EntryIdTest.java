package org.kpackworkbench.model.format.offload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntryIdTest {
  @ParameterizedTest
  @CsvSource({
    "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+, gfx90a:xnack+",
    "hip-amdgcn-amd-amdhsa-gfx906, gfx906",
    "hip-amdgcn-amd-amdhsa-gfx1250-strict, gfx1250-strict",
    "hip-amdgcn-amd-amdhsa-gfx9-4-generic:xnack+, gfx9-4-generic:xnack+",
    "hipv4-amdgcn-amd-amdhsa--gfx1250-strict:xnack-, gfx1250-strict:xnack-",
    "hipv4-amdgcn-amd-amdhsa-unknown-gfx9-4-generic, gfx9-4-generic",
    "hipv4-spirv64-amd-amdhsa--amdgcnspirv, amdgcnspirv",
    "hip-amdgpu9.4-amd-amdhsa--gfx9-4-generic:xnack+, gfx9-4-generic:xnack+",
    "hipv4-amdgpu9.42-amd-amdhsa--, gfx942",
    "hipv4-amdgpu9.0a-amd-amdhsa--:xnack-, gfx90a:xnack-",
    "hipv4-amdgpu-amd-amdhsa--,",
    "hipv4-amdgcn-amd-amdhsa--,",
    "host-x86_64-unknown-linux--,"
  })
  void theTargetIsWhatTheIdNames(String id, String target) {
    assertThat(Objects.toString(EntryId.parse(id).gpuTarget(), null)).isEqualTo(target);
  }
}
