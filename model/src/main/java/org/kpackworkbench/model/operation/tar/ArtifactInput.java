package org.kpackworkbench.model.operation.tar;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.files.ScratchFolder;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.artifact.ArtifactName;
import org.kpackworkbench.model.operation.output.OperationNote;

/**
 * An artifact that is open, whether it came as a folder or packed. A packed one is read as a file
 * system until this is closed.
 *
 * @param artifact the artifact, in its folder or in the packed file
 */
public record ArtifactInput(
    ArtifactFolder artifact, @Nullable PackedTree packed, @Nullable ScratchFolder scratch)
    implements AutoCloseable {
  private static final Pattern PACKED = Pattern.compile("(?<name>.+)\\.tar(?:\\.(?:zst|xz))?");

  /** Whether a name is one of a packed artifact, {@code NAME.tar.zst} or the like. */
  public static boolean isPackedName(String fileName) {
    return PACKED.matcher(fileName).matches();
  }

  /** The name of an artifact's folder: of a packed one the file's name without its ending. */
  public static String folderName(Path path) {
    String name = String.valueOf(path.toAbsolutePath().normalize().getFileName());
    Matcher matcher = PACKED.matcher(name);
    return matcher.matches() && !Files.isDirectory(path) ? matcher.group("name") : name;
  }

  /**
   * The artifacts of a shard: folders with a manifest and packed artifacts, in the order of their
   * names. Packed ones are recognised by their names, as are folders that may not be read, so that
   * none is left out in silence; nothing is opened.
   */
  public static List<Path> in(Path shard) throws IOException {
    List<Path> found = new ArrayList<>(ArtifactFolder.foldersIn(shard));
    for (Path child : FolderList.of(shard, "*_*")) {
      if (Files.isDirectory(child)
          && !Files.isExecutable(child)
          && ArtifactName.parse(folderName(child)).isPresent()) {
        found.add(child);
      }
    }
    for (Path child : FolderList.of(shard, "*.tar*")) {
      if (Files.isRegularFile(child) && isPackedName(String.valueOf(child.getFileName()))) {
        found.add(child);
      }
    }
    found.sort(null);
    return found;
  }

  /**
   * Opens one.
   *
   * @param path an artifact's folder, or its {@code .tar.zst} or {@code .tar.xz}
   * @param scratchParent where a packed one is unpacked, in a folder of its own; best on the disk
   *     that the results go to
   * @param budget how much may be unpacked
   * @param progress is begun when there is something to unpack
   * @throws FormatException if it is no artifact, or a packed one is not whole or not safe
   */
  public static ArtifactInput open(
      Path path, Path scratchParent, UnpackBudget budget, Progress progress) throws IOException {
    if (Files.isDirectory(path) || !Files.exists(path)) {
      return new ArtifactInput(ArtifactFolder.open(path), null, null);
    }
    String name = folderName(path);
    ArtifactName parsed =
        ArtifactName.parse(name)
            .orElseThrow(
                () ->
                    FormatException.in(path.toString(), "artifact", "name", Reason.BAD_VALUE)
                        .mismatch(
                            "a file that is named PREFIX_FAMILY.tar.zst",
                            "\"%s\"".formatted(path.getFileName())));
    return open(path, parsed, scratchParent, budget, progress);
  }

  /** Opens one under another name than its own. */
  public static ArtifactInput open(
      Path path, ArtifactName name, Path scratchParent, UnpackBudget budget, Progress progress)
      throws IOException {
    if (Files.isDirectory(path)) {
      return new ArtifactInput(ArtifactFolder.open(path, name), null, null);
    }
    ScratchFolder scratch = ScratchFolder.in(scratchParent, name.toString());
    PackedTree packed = null;
    boolean open = false;
    try {
      packed = PackedTree.open(path, scratch.folder(), budget, progress);
      ArtifactFolder artifact = ArtifactFolder.open(packed.root(name.toString()), name);
      ArtifactInput input = new ArtifactInput(artifact, packed, scratch);
      open = true;
      return input;
    } catch (FormatException failure) {
      throw failure.reason() == Reason.NOT_FOUND
          ? FormatException.in(
                  path.toString(), "artifact", ArtifactManifest.FILE_NAME, Reason.NOT_FOUND)
              .expected("a packed artifact with a file that lists its stage prefixes")
              .found("that there is none in it")
              .cause(failure)
              .build()
          : failure;
    } finally {
      if (!open) {
        try (scratch;
            PackedTree unused = packed) {
          // Nothing else is left of it.
        }
      }
    }
  }

  /** Odd members of a packed one, as warnings. */
  public List<OperationNote> findings() {
    return packed == null
        ? List.of()
        : packed.odd().stream().map(each -> each.finding(packed.file())).toList();
  }

  /** Whether it is a packed one. */
  public boolean unpacked() {
    return packed != null;
  }

  /** Removes what was unpacked. */
  @Override
  public void close() throws IOException {
    try (scratch;
        packed) {
      // What lies in a folder stays.
    }
  }
}
