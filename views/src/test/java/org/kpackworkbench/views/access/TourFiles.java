package org.kpackworkbench.views.access;

import static org.kpackworkbench.views.window.standard.StandardWindow.fixture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.analysis.process.MadeProcesses;
import org.kpackworkbench.views.format.folder.MadeShard;
import org.kpackworkbench.views.format.kpack.ArchiveFiles;
import org.kpackworkbench.views.kit.action.ActionId;
import org.kpackworkbench.views.spi.ViewContext;

/** A file of each kind, whole and broken, in a folder of its own. */
final class TourFiles {
  private static final Path SAMPLE = Path.of("../app/sample").toAbsolutePath().normalize();

  /** Actions that are offered in one view only. */
  private static final Map<ActionId, String> VIEWS =
      Map.ofEntries(
          Map.entry(ActionId.ADD, "edit"),
          Map.entry(ActionId.REPLACE, "edit"),
          Map.entry(ActionId.RENAME, "edit"),
          Map.entry(ActionId.MOVE_TARGET, "edit"),
          Map.entry(ActionId.METADATA, "edit"),
          Map.entry(ActionId.NEW_ROW, "edit"),
          Map.entry(ActionId.DUPLICATE, "edit"),
          Map.entry(ActionId.UPDATE_FROM_DISK, "edit"),
          Map.entry(ActionId.MERGE_ARCHIVE, "edit"),
          Map.entry(ActionId.SPLIT_ARCHIVE, "edit"),
          Map.entry(ActionId.VERIFY_HASH, "bundles"),
          Map.entry(ActionId.EXTRACT, "contents"));

  private final Path folder;
  private final List<Kind> kinds = new ArrayList<>();
  private final List<Compared> comparisons = new ArrayList<>();
  private final Path codeObject;

  /** One kind of file. */
  record Kind(String name, Path path) {}

  /** What is compared. */
  record Compared(String name, List<Path> sides) {}

  /** A page that is not one file. */
  record MadePage(String name, Consumer<ViewContext> open) {}

  TourFiles(Path folder) throws IOException {
    this.folder = folder;
    Path sample = copy(SAMPLE, folder.resolve("sample"));
    codeObject = Files.copy(fixture("kinds-gfx1100.hsaco"), folder.resolve("kinds-gfx1100.hsaco"));
    Path archive = ArchiveFiles.small(folder);
    Path bytes = archive.resolveSibling("cut.kpack");
    byte[] whole = Files.readAllBytes(archive);
    Path cut = Files.write(bytes, Arrays.copyOf(whole, whole.length - 30));
    Path manifest = sample.resolve(".kpack/kpackfix.kpm");
    Path artifact = MadeShard.fat(folder.resolve("shard/blas_lib_gfx110X-dgpu"));
    MadeShard.split(folder.resolve("shard/blas_lib_gfx942"));
    Path text = Files.writeString(folder.resolve("notes.txt"), "some words\nin two lines\n");
    Path broken = Files.writeString(folder.resolve("broken.json"), "{\"a\": [1, 2,,]}");
    Path log = Files.write(folder.resolve("loader.log"), MadeLog.lines(SAMPLE));
    Path renamed = Files.write(folder.resolve("renamed.kpack"), whole);
    kind("fat binary", fixture("libmany.so"));
    kind("kernel database", fixture("gfx1100.kdb"));
    kind("host-only binary", sample.resolve("lib/libhostonly.so"));
    kind("archive", archive);
    kind("cut archive", cut);
    kind("manifest", manifest);
    kind("code object", codeObject);
    kind("bundle", fixture("bundle.co"));
    kind("static library", fixture("libstatic.a"));
    kind("Windows library", fixture("windows.dll"));
    kind("artifact", artifact);
    kind("database", artifact.resolve(MadeShard.HOST + "/share/miopen/db/gfx942130.kdb"));
    kind("text", text);
    kind("broken text", broken);
    kind("log", log);
    kind("no file", folder.resolve("nothing.kpack"));
    compared("archives", archive, renamed, cut);
    compared("manifests", manifest, manifest);
    compared("code objects", codeObject, fixture("kinds-gfx942.hsaco"));
    compared("binaries", fixture("libmany.so"), fixture("libmixed.so"));
    compared("unlike files", archive, text);
    compared("folders", artifact, folder.resolve("shard/blas_lib_gfx942"));
    compared("nothing", archive, folder.resolve("nothing.kpack"));
  }

  private void kind(String name, Path path) {
    kinds.add(new Kind(name, path));
  }

  private void compared(String name, Path... sides) {
    comparisons.add(new Compared(name, List.of(sides)));
  }

  List<Kind> kinds() {
    return kinds;
  }

  List<Compared> comparisons() {
    return comparisons;
  }

  List<MadePage> pages() {
    return List.of(
        new MadePage(
            "processes",
            context -> MadeProcesses.show(context, folder, SAMPLE.resolve("lib/libhostonly.so"))));
  }

  /** The view in which an action is offered; null for any. */
  @Nullable String viewOf(ActionId id) {
    return VIEWS.get(id);
  }

  /** What is chosen in a dialog for files. */
  List<Path> chosen(String title) {
    return title.contains("Open") ? List.of() : List.of(codeObject);
  }

  Path folder() {
    return folder.resolve("shard");
  }

  Path output(String name) {
    return folder.resolve("out-" + Path.of(name).getFileName());
  }

  private static Path copy(Path from, Path to) throws IOException {
    try (var all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Path target = to.resolve(from.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(target);
        } else {
          Files.copy(path, target);
        }
      }
    }
    return to;
  }
}
