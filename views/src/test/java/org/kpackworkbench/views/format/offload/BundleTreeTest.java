package org.kpackworkbench.views.format.offload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.model.format.offload.BundleDocument;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.views.format.elf.ElfFixtures;
import org.kpackworkbench.views.format.offload.BundlesView.HashJobs;

class BundleTreeTest {
  @TempDir Path folder;

  private static List<BundleNode> tree(ElfDocument document) throws IOException {
    return BundleTree.of(document.fat(), document.place());
  }

  @Test
  void entriesStandBelowTheirBundles() throws IOException {
    try (ElfDocument document = ElfFixtures.open("libdrift.so")) {
      List<BundleNode> tree = tree(document);
      assertThat(tree).extracting(BundleNode::name).contains("bundle 0", "bundle 4").hasSize(5);
      assertThat(tree.get(1).details()).isEqualTo("offload bundle · 2 code objects · wrapper 1");
      assertThat(tree.get(1).children())
          .extracting(BundleNode::name)
          .containsExactly(
              "host-x86_64-unknown-linux--",
              "hipv4-amdgcn-amd-amdhsa--gfx1100",
              "hipv4-amdgcn-amd-amdhsa--gfx90a");
      BundleNode entry = tree.get(1).children().get(2);
      assertThat(entry.target()).isEqualTo("gfx90a");
      assertThat(entry.fileOffset()).isEqualTo(tree.get(1).fileOffset() + entry.insideOffset());
      assertThat(document.codeObjects().rowOf((Place.CodeObject) entry.leadsTo())).isPresent();
    }
  }

  @Test
  void compressedBundleSaysHowItIsCompressed() throws IOException {
    try (ElfDocument document = ElfFixtures.open("libaddend.so")) {
      BundleNode bundle = tree(document).get(1);
      assertThat(bundle.details())
          .isEqualTo(
              "compressed offload bundle · CCOB version 2, zstd, 5.9 KiB stored of 42.7 KiB, hash"
                  + " 0x848fb3bf0a73b898 · 2 code objects · wrapper 1");
      assertThat(bundle.sizeBytes()).isEqualTo(6073);
      assertThat(bundle.originalBytes()).isEqualTo(43720);
      assertThat(bundle.ratio()).isEqualTo("13.9 %");
      assertThat(HashJobs.problem(Objects.requireNonNull(bundle.compressed()), Progress.NONE))
          .isEmpty();
    }
  }

  @Test
  void wrongHashIsSaid() throws IOException {
    ElfDocument good = ElfFixtures.open("libcompressed.so");
    int start = (int) good.fat().bundles().getFirst().range().start();
    good.close();
    ElfDocument broken = ElfFixtures.changed("libcompressed.so", bytes -> bytes[start + 16] ^= 1);
    CompressedBundle bundle = Objects.requireNonNull(tree(broken).getFirst().compressed());
    assertThat(HashJobs.problem(bundle, Progress.NONE))
        .contains("hash")
        .contains("as computed from the content");
  }

  @Test
  void orphanAndSharedBundleAreNamed() throws IOException {
    try (ElfDocument document = ElfFixtures.open("libsamebundle.so")) {
      List<BundleNode> tree = tree(document);
      assertThat(tree.get(0).details()).endsWith("wrappers 0, 1");
      assertThat(tree.get(1).details()).endsWith("orphan: no wrapper points to it");
    }
  }

  @Test
  void markerSaysWhereArchivesAreAndWhichOfThemAreThere() throws IOException {
    Path library = folder.resolve("lib/libhostonly.so");
    Files.createDirectories(library.getParent());
    Files.copy(ElfFixtures.FOLDER.resolve("libhostonly.so"), library);
    List<String> paths;
    String name;
    try (ElfDocument document = (ElfDocument) StandardFormats.all().open(library, Progress.NONE)) {
      var marker = Objects.requireNonNull(document.fat().marker());
      paths = marker.searchPaths();
      name = marker.kernelName();
      BundleNode node = tree(document).getFirst();
      assertThat(node.name()).isEqualTo("marker");
      assertThat(node.children().getFirst().details()).isEqualTo(name);
      assertThat(node.children().get(1).details())
          .startsWith(paths.getFirst())
          .endsWith("no such file on this disk");
    }
    Path archive =
        library.resolveSibling(paths.getFirst().replace("@GFXARCH@", "gfx90a")).normalize();
    Files.createDirectories(archive.getParent());
    Files.writeString(archive, "four");
    try (ElfDocument document = (ElfDocument) StandardFormats.all().open(library, Progress.NONE)) {
      BundleNode path = tree(document).getFirst().children().get(1);
      assertThat(path.details()).endsWith(archive + ", 4 B");
      assertThat(path.children().getFirst().leadsTo()).isEqualTo(new Place.File(archive));
    }
  }

  @Test
  void fileOfBundlesHasNoOrphans() throws IOException {
    Path file = ElfFixtures.FOLDER.resolve("compressed.co");
    try (BundleDocument document =
        (BundleDocument) StandardFormats.all().open(file, Progress.NONE)) {
      List<BundleNode> tree = BundleTree.of(document.file(), document.place());
      assertThat(tree).hasSize(1);
      assertThat(tree.getFirst().details()).doesNotContain("orphan").contains("zstd");
      assertThat(tree.getFirst().children()).extracting(BundleNode::target).contains("gfx942");
    }
  }

  @Test
  void relocatableCodeIsListed() throws IOException {
    try (ElfDocument document = ElfFixtures.open("object-rdc.o")) {
      assertThat(tree(document))
          .anySatisfy(
              node ->
                  assertThat(node.details())
                      .isEqualTo("relocatable device code: device linking makes a bundle of it"));
    }
  }
}
