package org.kpackworkbench.views.operation.forms;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ProposalTest {
  @Test
  void aLibraryOfAnInstallTreeIsCalledByItsPathThere() {
    Proposal proposal = Proposal.of(Path.of("/opt/rocm/lib/librocrand.so.1.1"));
    assertThat(proposal)
        .isEqualTo(
            new Proposal(
                "lib/librocrand.so.1.1",
                "rocrand",
                Path.of("/opt/rocm/lib/librocrand.so.1.1.host-only"),
                Path.of("/opt/rocm/.kpack"),
                "../.kpack/rocrand_@GFXARCH@.kpack"));
  }

  @Test
  void searchPathsClimbAsDeepAsTheLibraryLies() {
    Proposal proposal = Proposal.of(Path.of("/usr/lib/x86_64-linux-gnu/librocrand.so.1.1"));
    assertThat(proposal.kernelName()).isEqualTo("lib/x86_64-linux-gnu/librocrand.so.1.1");
    assertThat(proposal.searchPath()).isEqualTo("../../.kpack/rocrand_@GFXARCH@.kpack");
    assertThat(proposal.archives()).isEqualTo(Path.of("/usr/.kpack"));
  }

  @Test
  void aFileOutsideOfATreeKeepsItsArchivesBesideIt() {
    Proposal proposal = Proposal.of(Path.of("/home/me/build/saxpy"));
    assertThat(proposal.kernelName()).isEqualTo("saxpy");
    assertThat(proposal.searchPath()).isEqualTo(".kpack/saxpy_@GFXARCH@.kpack");
    assertThat(proposal.archives()).isEqualTo(Path.of("/home/me/build/.kpack"));
  }

  @Test
  void groupsAreFileNames() {
    assertThat(Proposal.group(Path.of("/x/libtorch hip.so"))).isEqualTo("torch-hip");
    assertThat(Proposal.group(Path.of("/x/rocm-6.4.1"))).isEqualTo("rocm-6.4.1");
    assertThat(Proposal.group(Path.of("/"))).isEqualTo("root");
  }

  @Test
  void whatWasMadeHostOnlyLosesThatName() {
    assertThat(Proposal.restored(Path.of("/a/libx.so.host-only")))
        .isEqualTo(Path.of("/a/libx.so.fat"));
    assertThat(Proposal.packed(Path.of("/a/libx.so.1"))).isEqualTo(Path.of("/a/x-packed"));
  }
}
