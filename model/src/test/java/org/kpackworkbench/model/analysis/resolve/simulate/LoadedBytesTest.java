package org.kpackworkbench.model.analysis.resolve.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kpackworkbench.model.analysis.resolve.LoaderEnvironment;
import org.kpackworkbench.model.analysis.resolve.LoaderError;
import org.kpackworkbench.model.analysis.resolve.Step;
import org.kpackworkbench.model.analysis.resolve.simulate.Loader.LoadedCode;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.format.kpack.TestArchive;
import org.kpackworkbench.model.format.offload.Marker;

class LoadedBytesTest extends OnInstalledTree {
  private static final String ROW = "lib/libtest.so#0@gfx942";

  @Test
  void bytesAreTheOnesThatWerePutInAndOutliveTheLoader() throws IOException {
    tree.with("packed.kpack", ROW).withPlain("plain.kpack", ROW);
    for (String name : List.of("packed.kpack", "plain.kpack")) {
      LoadedCode loaded;
      try (Loader loader = loader()) {
        loaded = loader.load(tree.request(0, "gfx942", "../.kpack/" + name));
      }
      ByteView bytes = loaded.bytes();
      assertThat(bytes).isNotNull();
      assertThat(bytes.bytes(0, (int) bytes.size())).isEqualTo(InstalledTree.code(ROW));
      assertThat(loaded.resolution().trace()).last().isEqualTo(new Step.Loaded(bytes.size()));
    }
  }

  @Test
  void codeThatCannotBeUnpackedIsAnErrorOfItsOwnUnlessAnotherCandidateHasIt() throws IOException {
    byte[] kernel = InstalledTree.code(ROW);
    TestArchive broken = TestArchive.zstd(kernel);
    byte[] frame = broken.frame(kernel);
    frame[frame.length - 1] ^= 1;
    broken.frames(frame).area(broken.blobArea.length);
    broken.architectures = List.of("gfx942");
    broken.toc(map("lib/libtest.so#0", map("gfx942", TestArchive.entry(0, kernel.length))));
    Files.write(tree.archive("broken.kpack"), broken.bytes());
    tree.with("good.kpack", ROW).with("other.kpack", "other#0@gfx942");

    LoadRequest alone =
        tree.request(0, "gfx942", "../.kpack/broken.kpack", "../.kpack/other.kpack");
    try (Loader loader = loader()) {
      LoadedCode loaded = loader.load(alone);
      assertThat(loaded.bytes()).isNull();
      // The last miss is the answer.
      assertThat(loaded.resolution().error()).isEqualTo(LoaderError.KERNEL_NOT_FOUND);
      assertThat(tree.words(loaded.resolution()))
          .contains(
              "  kernel not found in this archive (error 6), trying next candidate",
              "  kernel not found in this archive (error 5), trying next candidate");

      // Nothing is unpacked here.
      assertThat(loader.resolve(alone).succeeded()).isTrue();

      LoadedCode saved =
          loader.load(tree.request(0, "gfx942", "../.kpack/broken.kpack", "../.kpack/good.kpack"));
      assertThat(saved.resolution().found().archive()).isEqualTo(tree.archive("good.kpack"));
      assertThat(saved.resolution().otherAnswer().error())
          .isEqualTo(LoaderError.DECOMPRESSION_FAILED);
    }
  }

  @Test
  void aRowThatIsSpoiledHasItsReason() throws IOException {
    byte[] kernel = InstalledTree.code(ROW);
    TestArchive broken = TestArchive.zstd(kernel);
    broken.architectures = List.of("gfx942");
    broken.toc(map("lib/libtest.so#0", map("gfx942", TestArchive.entry(7, kernel.length))));
    Files.write(tree.archive("broken.kpack"), broken.bytes());
    try (Loader loader = loader()) {
      Resolution resolution = loader.resolve(tree.request(0, "gfx942", "../.kpack/broken.kpack"));
      assertThat(resolution.error()).isEqualTo(LoaderError.KERNEL_NOT_FOUND);
      assertThat(tree.words(resolution))
          .contains("    its ordinal is 7, and there is 1 frame")
          .anyMatch(line -> line.contains("A reader would see the row lib/libtest.so#0 @ gfx942"));
    }
  }

  @Test
  void withoutTargetsThereIsNothingToAskFor() throws IOException {
    try (Loader loader = loader()) {
      Marker marker = Marker.stating("x", List.of("p"));
      assertThat(
              loader
                  .resolve(new LoadRequest(marker, tree.library(), 0, List.of()))
                  .error()
                  .number())
          .isEqualTo(1);
    }
  }

  @Test
  void indicesAreThoseAWrapperCanState() {
    Marker marker = Marker.stating("x", List.of("p"));
    for (long index : new long[] {-1, 1L << 32}) {
      assertThatThrownBy(() -> new LoadRequest(marker, tree.library(), index, List.of()))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static Loader loader() {
    return new Loader(LoaderEnvironment.NONE, LoaderBehaviour.TOLERANT);
  }
}
