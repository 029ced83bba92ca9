package org.kpackworkbench.model.analysis.verify.context;

import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.msgpack.MsgBytes.Pairs;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.kpack.TestArchive;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.kpm.ManifestWriter;
import org.kpackworkbench.model.format.offload.BundleEntry;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.offload.OffloadBundle;
import org.kpackworkbench.model.format.offload.Wrapper;
import org.kpackworkbench.model.operation.hostonly.HostOnlyCopy;
import org.kpackworkbench.model.operation.hostonly.HostOnlyRequest;

/**
 * Artifacts as they are after splitting, made from fixtures: {@code NAME_generic} with host-only
 * binaries, and {@code NAME_ARCH} with an archive and its manifest.
 */
public final class SplitShard {
  private final Path folder;
  private final String name;
  private final List<String> prefixes;
  private final Map<String, TestArchive> archives = new TreeMap<>();
  private final Map<String, Map<String, Pairs>> rows = new TreeMap<>();
  private final Set<String> left = new HashSet<>();
  private final Map<String, List<byte[]>> kernels = new TreeMap<>();

  /**
   * @param folder the shard
   * @param name the artifacts' prefix
   * @param prefixes stage prefixes; archives lie in the first
   */
  public SplitShard(Path folder, String name, String... prefixes) {
    this.folder = folder;
    this.name = name;
    this.prefixes = List.of(prefixes);
  }

  /** Two prefixes, with libone and libdrift in the first and libsamebundle in the second. */
  public static SplitShard standard(Path folder) throws IOException {
    return new SplitShard(folder, "math_lib", "a/stage", "b/deep/stage")
        .binary("a/stage", "lib/libone.so", "libone.so")
        .binary("a/stage", "lib/sub/libdrift.so", "libdrift.so")
        .binary("b/deep/stage", "lib/libsamebundle.so", "libsamebundle.so")
        .write();
  }

  /**
   * Whether a finding is about what libdrift and others were not compiled for, which no tool can
   * add: units for some GPUs, or for settings of features.
   */
  public static boolean isOfBuild(Finding finding) {
    return finding.rule().equals("strict-loaders")
        || (finding.rule().equals("archives-complete")
            && finding.message().contains(": it was never compiled. "));
  }

  public Path generic() {
    return folder.resolve(name + "_generic");
  }

  public Path artifact(String architecture) {
    return folder.resolve(name + "_" + architecture);
  }

  public Path archive(String architecture) {
    return artifact(architecture)
        .resolve(prefixes.getFirst())
        .resolve(".kpack")
        .resolve(name + "_" + architecture + ".kpack");
  }

  /** Converts a fixture, and keeps what it had of device code for the archives. */
  public SplitShard binary(String prefix, String path, String fixture) throws IOException {
    String toPrefix = "../".repeat((int) path.chars().filter(each -> each == '/').count());
    String archive = ".kpack/" + name + "_@GFXARCH@.kpack";
    List<String> searchPaths = new ArrayList<>(List.of(toPrefix + archive));
    if (!prefix.equals(prefixes.getFirst())) {
      String toRoot = "../".repeat(prefix.split("/", -1).length);
      searchPaths.add(toPrefix + toRoot + prefixes.getFirst() + "/" + archive);
    }
    return binary(prefix, path, fixture, searchPaths);
  }

  public SplitShard binary(String prefix, String path, String fixture, List<String> searchPaths)
      throws IOException {
    String kernelName = prefix + "/" + path;
    Path output = generic().resolve(kernelName);
    Files.createDirectories(output.getParent());
    Path input = Fixtures.path(fixture);
    HostOnlyCopy.make(new HostOnlyRequest(input, output, false, kernelName, searchPaths));
    byte[] bytes = Files.readAllBytes(input);
    FatBinary fat = FatBinary.read(ElfFile.read(ByteView.of(fixture, bytes)));
    for (Wrapper wrapper : fat.wrappers()) {
      if (fat.bundleOf(wrapper).orElseThrow().content() instanceof OffloadBundle bundle) {
        for (BundleEntry entry : bundle.entries()) {
          if (entry.isDevice() && entry.sizeBytes() > 0) {
            add(kernelName + "#" + wrapper.index(), prefix, bundle, entry);
          }
        }
      }
    }
    return this;
  }

  private void add(String key, String prefix, OffloadBundle bundle, BundleEntry entry)
      throws IOException {
    String target = entry.target().toString();
    List<byte[]> blobs = kernels.computeIfAbsent(target, each -> new ArrayList<>());
    ByteView content = bundle.content(entry);
    Pairs said =
        map(
            "target",
            entry.id().text(),
            "source_prefix",
            prefix,
            "bundle_index",
            entry.index(),
            "bundle_ids",
            List.copyOf(bundle.entries().stream().map(each -> (Object) each.id().text()).toList()),
            "bundle_compression",
            "none");
    Pairs row = TestArchive.entry(blobs.size(), content.size()).put("metadata", said);
    blobs.add(content.bytes(0, (int) content.size()));
    rows.computeIfAbsent(target, each -> new LinkedHashMap<>()).put(key, map(target, row));
  }

  /** Leaves a row out of an archive that is written later. */
  public SplitShard without(String architecture, String key) {
    left.add(architecture + " " + key);
    return this;
  }

  public SplitShard write() throws IOException {
    Files.createDirectories(generic());
    Files.write(
        generic().resolve(ArtifactManifest.FILE_NAME), ArtifactManifest.of(prefixes).encode());
    for (String target : rows.keySet()) {
      TestArchive archive = TestArchive.zstd(kernels.get(target).toArray(byte[][]::new));
      archive.groupName = name;
      archive.family = target;
      archive.architectures = List.of(target);
      archive.toc(table(target));
      archives.put(target, archive);
      Path file = archive(target);
      Files.createDirectories(file.getParent());
      Files.write(file, archive.bytes());
      manifests(target);
    }
    return this;
  }

  private Pairs table(String target) {
    Pairs table = map();
    rows.get(target)
        .forEach(
            (key, row) -> {
              if (!left.contains(target + " " + key)) {
                table.put(key, row);
              }
            });
    return table;
  }

  /** Writes the manifests of an architecture's artifact again. */
  public void manifests(String target) throws IOException {
    Files.write(
        artifact(target).resolve(ArtifactManifest.FILE_NAME),
        ArtifactManifest.of(List.of(prefixes.getFirst())).encode());
    List<ManifestRow> listed = new ArrayList<>();
    for (String each : rows.keySet()) {
      if (Files.exists(archive(each))) {
        listed.add(row(each));
      }
    }
    Files.createDirectories(manifest().getParent());
    Files.write(manifest(), ManifestWriter.write(Manifest.of(name, prefixes.getFirst(), listed)));
  }

  private ManifestRow row(String target) throws IOException {
    Path file = archive(target);
    try (KpackArchive opened = KpackArchive.open(file)) {
      return new ManifestRow(
          target, String.valueOf(file.getFileName()), Files.size(file), opened.entryCount(), null);
    }
  }

  /** The manifest of all archives, in the generic artifact. */
  public Path manifest() {
    return generic().resolve(prefixes.getFirst()).resolve(".kpack").resolve(name + ".kpm");
  }

  /** Another content for an architecture's archive; its manifest follows. */
  public void change(String target, java.util.function.Consumer<TestArchive> change)
      throws IOException {
    change.accept(archives.get(target));
    Files.write(archive(target), archives.get(target).bytes());
    manifests(target);
  }

  /** Lays all artifacts onto one tree, prefixes side by side. */
  public Path overlay(Path tree, String... architectures) throws IOException {
    copy(generic(), tree);
    for (String each : architectures) {
      copy(artifact(each), tree);
    }
    Files.write(tree.resolve(ArtifactManifest.FILE_NAME), ArtifactManifest.of(prefixes).encode());
    for (String prefix : prefixes) {
      Files.write(tree.resolve(prefix + ".prebuilt"), new byte[0]);
    }
    return tree;
  }

  /** Lays all artifacts onto one tree with one root. */
  public Path flatten(Path tree, String... architectures) throws IOException {
    for (String prefix : prefixes) {
      copy(generic().resolve(prefix), tree);
      for (String each : architectures) {
        copy(artifact(each).resolve(prefix), tree);
      }
    }
    return tree;
  }

  private static void copy(Path from, Path to) throws IOException {
    if (!Files.isDirectory(from)) {
      return;
    }
    try (var files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        Path target = to.resolve(from.relativize(file).toString());
        Files.createDirectories(target.getParent());
        if (!Files.exists(target)) {
          Files.copy(file, target);
        }
      }
    }
  }
}
