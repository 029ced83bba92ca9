package org.kpackworkbench.model.operation.split;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.Marker;

/** An artifact that a test makes up. */
record MadeArtifact(Path folder) {
  /** All times of made artifacts are near this one. */
  static final FileTime TIME = FileTime.fromMillis(1_700_000_000_000L);

  /** An empty one with a manifest. */
  static MadeArtifact in(Path parent, String name, String... prefixes) throws IOException {
    Path folder = Files.createDirectories(parent.resolve(name));
    Files.writeString(
        folder.resolve(ArtifactManifest.FILE_NAME), String.join("\n", prefixes) + "\n");
    for (String prefix : prefixes) {
      Files.createDirectories(folder.resolve(prefix));
    }
    return new MadeArtifact(folder);
  }

  MadeArtifact copy(Path from, String path) throws IOException {
    Files.createDirectories(folder.resolve(path).getParent());
    Files.copy(from, folder.resolve(path));
    return this;
  }

  MadeArtifact text(String path, String content) throws IOException {
    Files.createDirectories(folder.resolve(path).getParent());
    Files.writeString(folder.resolve(path), content);
    return this;
  }

  MadeArtifact link(String path, String to) throws IOException {
    Files.createDirectories(folder.resolve(path).getParent());
    Files.createSymbolicLink(folder.resolve(path), Path.of(to));
    return this;
  }

  /** Gives everything a time of its own, a second apart, with the folders last. */
  MadeArtifact timed() throws IOException {
    int seconds = 0;
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        FileTime time = FileTime.fromMillis(TIME.toMillis() + 1000L * seconds++);
        Files.getFileAttributeView(path, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
            .setTimes(time, null, null);
      }
    }
    return this;
  }

  static SplitReport split(SplitRequest request) throws IOException {
    return new Split(request).run(Progress.NONE);
  }

  static Marker marker(Path binary) throws IOException {
    try (OpenFile file = OpenFile.open(binary)) {
      Marker marker = FatBinary.read(ElfFile.read(file.view())).marker();
      assertThat(marker).isNotNull();
      return marker;
    }
  }

  /** The rows of an archive, as {@code KEY TARGET}. */
  static List<String> rows(Path archive) throws IOException {
    try (KpackArchive read = KpackArchive.open(archive)) {
      return read.entries().stream()
          .map(entry -> entry.key().text() + " " + entry.targetText())
          .toList();
    }
  }
}
