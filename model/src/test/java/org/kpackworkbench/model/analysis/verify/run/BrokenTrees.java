package org.kpackworkbench.model.analysis.verify.run;

import static org.kpackworkbench.model.base.msgpack.MsgBytes.map;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.analysis.verify.context.SplitShard;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.elf.ElfSection;
import org.kpackworkbench.model.format.kpack.TestArchive;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestWriter;
import org.kpackworkbench.model.format.registration.CountedTree;
import org.kpackworkbench.model.operation.tar.TarPack;
import org.kpackworkbench.model.operation.tar.TarPack.TarOptions;

/**
 * A shard or tree for each rule about trees, in the folder {@link #TREE}, with one file that breaks
 * the rule.
 */
final class BrokenTrees {
  /** What is to be verified. */
  static final String TREE = "tree";

  private static final String KEY = "a/stage/lib/libone.so#0";

  private BrokenTrees() {}

  /** Changes a good shard; answers with the file that is then broken. */
  private interface Change {
    Path on(SplitShard shard) throws IOException;
  }

  static Map<String, Breaks> all() {
    Map<String, Breaks> all = new LinkedHashMap<>();
    all.put("artifact-manifest-missing", shard(BrokenTrees::withoutManifest));
    all.put("artifact-manifest", shard(shard -> manifest(shard, "../outside\n")));
    all.put("artifact-prebuilt", BrokenTrees::overlaid);
    all.put("artifact-outside-prefix", shard(shard -> add(shard.generic(), "c/readme.txt")));
    all.put("generic-fat-binary", shard(shard -> fixture(shard, "lib/fat.so", "libone.so")));
    all.put("generic-archive", shard(BrokenTrees::archiveInGeneric));
    all.put("generic-manifest", shard(BrokenTrees::manifestInDevice));
    all.put(
        "generic-code-object",
        shard(shard -> fixture(shard, "lib/library/x.hsaco", "axpy-gfx1100.hsaco")));
    all.put("generic-database", shard(BrokenTrees::leftDatabase));
    all.put(
        "database-recognised",
        shard(
            shard ->
                add(shard.generic(), "a/stage/lib/rocblas/library/TensileManifest_gfx942.txt")));
    all.put(
        "artifact-database",
        shard(
            shard ->
                add(
                    shard.artifact("gfx942"),
                    "a/stage/lib/rocblas/library/TensileLibrary_gfx90a.co")));
    all.put("artifact-architecture", shard(BrokenTrees::otherArchitecture));
    all.put("artifact-host-code", shard(BrokenTrees::hostCode));
    all.put("artifact-archive-name", shard(BrokenTrees::otherGroup));
    all.put("artifact-kpm-names", shard(BrokenTrees::otherComponent));
    all.put("kernel-name", shard(BrokenTrees::renamed));
    all.put(
        "search-path-staged",
        folder -> searching(folder, "b/stage", List.of("../.kpack/math_lib_@GFXARCH@.kpack")));
    all.put(
        "search-path-flattened",
        folder ->
            searching(
                folder, "b/stage", List.of("../../../a/stage/.kpack/math_lib_@GFXARCH@.kpack")));
    all.put(
        "search-path-leads",
        folder -> searching(folder, "a/stage", List.of("../.kpack/other_@GFXARCH@.kpack")));
    all.put("archive-absent", shard(BrokenTrees::absent));
    all.put("name-windows", shard(shard -> add(shard.generic(), "a/stage/share/aux.txt")));
    all.put("database-link", shard(BrokenTrees::linkToAnotherArchitecture));
    all.put("name-case", shard(BrokenTrees::twoCases));
    all.put("name-path-list", BrokenTrees::colon);
    all.put("name-length", shard(BrokenTrees::longPath));
    all.put(
        "name-leftover",
        shard(
            shard ->
                add(shard.generic(), "a/stage/.b.so.kpack-workbench-2147483647-0123abcd.part")));
    all.put("member-set-id", folder -> packed(folder, BrokenTrees::setId));
    all.put("member-link", folder -> packed(folder, BrokenTrees::linkOutside));
    all.put(
        "strict-loaders", shard(shard -> shard.generic().resolve("a/stage/lib/sub/libdrift.so")));
    all.put("fat-beside-archive", BrokenTrees::fatOverHostOnly);
    all.put("wrapper-kernels", BrokenTrees::counted);
    all.put("archive-metadata-target", folder -> metadata(folder));
    all.put("kept-pages", folder -> keptBytes(folder));
    return all;
  }

  private static void setId(SplitShard shard) throws IOException {
    Path file = add(shard.artifact("gfx942"), "a/stage/bin/tool");
    Files.setAttribute(file, "unix:mode", 04755);
  }

  private static void linkOutside(SplitShard shard) throws IOException {
    Path folder = shard.artifact("gfx942").resolve("a/stage");
    Files.createSymbolicLink(folder.resolve("out"), Path.of("../../../etc/passwd"));
    Files.createSymbolicLink(folder.resolve("in"), Path.of("../../a/stage/lib"));
  }

  private interface Odd {
    void addTo(SplitShard shard) throws IOException;
  }

  private static Path packed(Path folder, Odd odd) throws IOException {
    SplitShard shard = SplitShard.standard(folder.resolve("shard"));
    odd.addTo(shard);
    Path packed = folder.resolve("math_lib_gfx942.tar.zst");
    TarPack.write(shard.artifact("gfx942"), packed, TarOptions.DEFAULT, Progress.NONE);
    return packed;
  }

  private static Breaks shard(Change change) {
    return folder -> change.on(SplitShard.standard(folder.resolve(TREE)));
  }

  static Path add(Path folder, String path) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "text\n");
  }

  private static Path fixture(SplitShard shard, String path, String fixture) throws IOException {
    Path file = shard.generic().resolve("a/stage").resolve(path);
    Files.createDirectories(file.getParent());
    return Files.copy(Fixtures.path(fixture), file);
  }

  private static Path withoutManifest(SplitShard shard) throws IOException {
    Files.delete(shard.artifact("gfx942").resolve(ArtifactManifest.FILE_NAME));
    return shard.artifact("gfx942");
  }

  private static Path manifest(SplitShard shard, String text) throws IOException {
    return Files.writeString(shard.artifact("gfx942").resolve(ArtifactManifest.FILE_NAME), text);
  }

  private static Path overlaid(Path folder) throws IOException {
    SplitShard shard = SplitShard.standard(folder.resolve("shard"));
    return shard.overlay(folder.resolve(TREE), "gfx942").resolve(ArtifactManifest.FILE_NAME);
  }

  private static Path archiveInGeneric(SplitShard shard) throws IOException {
    Path hidden = Files.createDirectories(shard.generic().resolve("a/stage/.kpack"));
    return Files.copy(shard.archive("gfx942"), hidden.resolve("math_lib_gfx942.kpack"));
  }

  private static Path manifestInDevice(SplitShard shard) throws IOException {
    return Files.write(
        shard.archive("gfx942").resolveSibling("math_lib.kpm"),
        ManifestWriter.write(Manifest.of("math_lib", "a/stage", List.of())));
  }

  /** Of another architecture the file was moved to its artifact. */
  private static Path leftDatabase(SplitShard shard) throws IOException {
    String library = "a/stage/lib/rocblas/library/TensileLibrary_";
    add(shard.artifact("gfx942"), library + "gfx942.co");
    return add(shard.generic(), library + "gfx90a.co");
  }

  private static Path otherArchitecture(SplitShard shard) throws IOException {
    shard.change(
        "gfx942",
        archive -> {
          archive.architectures = List.of("gfx90a");
          archive.toc(map("a/stage/lib/libone.so#0", map("gfx90a", TestArchive.entry(0, 4096))));
        });
    return shard.archive("gfx942");
  }

  private static Path hostCode(SplitShard shard) throws IOException {
    Path file = shard.artifact("gfx942").resolve("a/stage/lib/libplain.so");
    Files.createDirectories(file.getParent());
    return Files.copy(Fixtures.path("libplain.so"), file);
  }

  private static Path otherGroup(SplitShard shard) throws IOException {
    shard.change("gfx942", archive -> archive.groupName = "other_lib");
    return shard.archive("gfx942");
  }

  private static Path otherComponent(SplitShard shard) throws IOException {
    return Files.write(
        shard.manifest(), ManifestWriter.write(Manifest.of("other_lib", "b/stage", List.of())));
  }

  private static Path renamed(SplitShard shard) throws IOException {
    Path file = shard.generic().resolve("a/stage/lib/libone.so");
    return Files.move(file, file.resolveSibling("librenamed.so"));
  }

  private static Path searching(Path folder, String prefix, List<String> searchPaths)
      throws IOException {
    SplitShard shard =
        new SplitShard(folder.resolve(TREE), "math_lib", "a/stage", "b/stage")
            .binary("a/stage", "lib/libdrift.so", "libdrift.so")
            .binary(prefix, "lib/libone.so", "libone.so", searchPaths)
            .write();
    return shard.generic().resolve(prefix).resolve("lib/libone.so");
  }

  private static Path absent(SplitShard shard) throws IOException {
    try (var files = Files.walk(shard.artifact("gfx1030"))) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    try (var files = Files.walk(shard.artifact("gfx90a"))) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    return shard.generic().resolve("a/stage/lib/sub/libdrift.so");
  }

  private static Path twoCases(SplitShard shard) throws IOException {
    add(shard.generic(), "a/stage/share/readme.txt");
    return add(shard.generic(), "a/stage/share/ReadMe.txt");
  }

  private static Path colon(Path folder) throws IOException {
    SplitShard shard =
        new SplitShard(folder.resolve(TREE), "math_lib", "a/stage")
            .binary("a/stage", "lib/libdrift.so", "libdrift.so")
            .write();
    Path archive = shard.archive("gfx942");
    return Files.move(archive, archive.resolveSibling("math:lib_gfx942.kpack"));
  }

  private static Path linkToAnotherArchitecture(SplitShard shard) throws IOException {
    Path library = shard.generic().resolve("a/stage/lib/rocblas/library");
    return Files.createSymbolicLink(
        Files.createDirectories(library).resolve("gfx950"), Path.of("gfx942"));
  }

  private static Path longPath(SplitShard shard) throws IOException {
    return add(shard.generic(), "a/stage/" + ("a".repeat(100) + "/").repeat(2) + "x".repeat(60));
  }

  private static Path metadata(Path folder) throws IOException {
    TestArchive archive = GoodFiles.archive();
    int size = GoodFiles.gfx1100().length;
    archive.toc(
        map(
            KEY,
            map(
                "gfx1100",
                TestArchive.entry(0, size)
                    .put("metadata", map("target", "hipv4-amdgcn-amd-amdhsa--gfx942")))));
    return GoodFiles.write(folder, archive);
  }

  private static Path keptBytes(Path folder) throws IOException {
    Patch patch = Patch.file(GoodFiles.converted(folder, "libdrift.so"));
    ElfSection fat = patch.section(".hip_fatbin");
    ElfSection marker = patch.section(".rocm_kpack_ref");
    long end = marker.fileOffset() + (fat.address() - marker.address());
    return patch.u8(end - 1, 0x55).write(folder.resolve("broken.so"));
  }

  /** Numbered for each architecture: wrapper 1 has wrapper 2's code for gfx942. */
  private static Path fatOverHostOnly(Path folder) throws IOException {
    Path tree = Files.createDirectories(folder.resolve(TREE));
    GoodFiles.archiveUnder("gfx1201", tree, "lib/libone.so#0");
    Path library = Files.createDirectories(tree.resolve("lib")).resolve("libone.so");
    return Files.copy(Fixtures.path("libone.so"), library);
  }

  private static Path counted(Path folder) throws IOException {
    Path tree = folder.resolve(TREE);
    CountedTree.of("libowner-same.so", tree, "libx.so");
    return tree.resolve(".kpack/libx.so_gfx942.kpack");
  }
}
