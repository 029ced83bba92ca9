package org.kpackworkbench.model.operation.merge;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDiskCheck;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.ManifestWriter;

/** Puts split artifacts together, file by file. */
public final class MadeArtifact {
  /** When everything in it was last changed. */
  public static final FileTime TIME = FileTime.fromMillis(1_700_000_000_000L);

  private final Path folder;
  private final ArtifactName name;

  /** Starts an artifact in a folder of that name, with a manifest of its prefixes. */
  public MadeArtifact(Path parent, String name, String... prefixes) throws IOException {
    this.folder = Files.createDirectories(parent.resolve(name));
    this.name = ArtifactName.parse(name).orElseThrow();
    write(ArtifactManifest.FILE_NAME, ArtifactManifest.of(List.of(prefixes)).encode());
    for (String prefix : prefixes) {
      Files.createDirectories(folder.resolve(prefix));
    }
  }

  /** Its folder. */
  public Path folder() {
    return folder;
  }

  private void write(String path, byte[] bytes) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
    Files.setLastModifiedTime(file, TIME);
  }

  /** Adds a file. */
  public MadeArtifact file(String path, String text) throws IOException {
    write(path, text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  /** Adds a copy of a file. */
  public MadeArtifact file(String path, Path original) throws IOException {
    write(path, Files.readAllBytes(original));
    return this;
  }

  /** Adds a link. */
  public MadeArtifact link(String path, String to) throws IOException {
    Path link = folder.resolve(path);
    Files.createDirectories(link.getParent());
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, Path.of(to));
    return this;
  }

  /** Adds an archive with one code object of the artifact's own architecture. */
  public MadeArtifact archive(String prefix, String code) throws IOException {
    Path file = folder.resolve(prefix + "/.kpack/" + name + ".kpack");
    Files.createDirectories(file.getParent());
    Files.deleteIfExists(file);
    String target = name.family();
    TableHead info = new TableHead(name.prefix(), target, List.of(target));
    try (ArchiveWriter writer =
        ArchiveWriter.create(file, info, WriteOptions.DEFAULT, Progress.NONE)) {
      writer.add(
          NewEntry.of(BinaryKey.parse(prefix + "/lib/libx.so#0"), target),
          ByteView.of("code", code.getBytes(StandardCharsets.UTF_8)));
      writer.finish();
    }
    Files.setLastModifiedTime(file, TIME);
    return this;
  }

  /** Adds the manifest of its archive; with a checksum or not. */
  public MadeArtifact manifest(String prefix, boolean checksum) throws IOException {
    Path archive = folder.resolve(prefix + "/.kpack/" + name + ".kpack");
    Checksum sum = checksum ? ManifestDiskCheck.sha256(archive, Progress.NONE) : null;
    ManifestRow row =
        new ManifestRow(
            name.family(), String.valueOf(archive.getFileName()), Files.size(archive), 1, sum);
    write(
        prefix + "/.kpack/" + name.prefix() + ".kpm",
        ManifestWriter.write(Manifest.of(name.prefix(), prefix, List.of(row))));
    return this;
  }

  /** What is below a folder: folders end in a slash, links and files say what is in them. */
  public static SortedMap<String, String> tree(Path root) throws IOException {
    SortedMap<String, String> tree = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.filter(each -> !each.equals(root)).toList()) {
        String name = root.relativize(path).toString();
        if (Files.isSymbolicLink(path)) {
          tree.put(name, "-> " + Files.readSymbolicLink(path));
        } else if (Files.isDirectory(path)) {
          tree.put(name + "/", "");
        } else {
          tree.put(name, Files.readString(path, StandardCharsets.ISO_8859_1));
        }
      }
    }
    return tree;
  }

  /** The names in a folder, hidden ones, too. */
  public static List<String> names(Path folder) throws IOException {
    List<String> names = new ArrayList<>();
    try (Stream<Path> children = Files.list(folder)) {
      children.forEach(child -> names.add(child.getFileName().toString()));
    }
    names.sort(null);
    return names;
  }
}
