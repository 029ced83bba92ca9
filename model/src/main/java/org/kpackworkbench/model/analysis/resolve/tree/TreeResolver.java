package org.kpackworkbench.model.analysis.resolve.tree;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.kpackworkbench.model.analysis.resolve.GivenPaths;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolution;
import org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolution.Cell;
import org.kpackworkbench.model.analysis.resolve.tree.TreeResolution.Row;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.NotFetched;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.files.FolderWalk;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.host.HostImages;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.DeviceCode;
import org.kpackworkbench.model.format.offload.FatBinary;

/** Resolves all binaries below a folder; links are not followed. */
public record TreeResolver(BinaryResolver resolver) {
  private static final Pattern LIBRARY = Pattern.compile(".*\\.so(?:\\.\\d+)*");

  /**
   * Resolves a tree. What cannot be read is listed and skipped.
   *
   * @param visitor is given each binary that has wrappers
   * @param progress is advanced file by file
   * @throws IOException if the folder cannot be read, or the visitor fails
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public TreeResolution resolve(Path root, Taker<BinaryResolution> visitor, Progress progress)
      throws IOException {
    FolderWalk walk = FolderWalk.of(root, progress);
    return resolve(root, walk.files(), walk.unreadable(), visitor, progress);
  }

  /**
   * Resolves some files, as those that a process has mapped.
   *
   * @param root a folder above them
   * @param known what is known already not to be readable
   * @throws IOException if the visitor fails
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public TreeResolution resolve(
      Path root,
      List<Path> files,
      List<FolderWalk.Unreadable> known,
      Taker<BinaryResolution> visitor,
      Progress progress)
      throws IOException {
    List<FolderWalk.Unreadable> unreadable = new ArrayList<>(known);
    List<Row> rows = new ArrayList<>();
    progress.begin("Resolving", files.size(), Unit.FILES);
    for (Path file : files) {
      progress.step(1);
      BinaryResolution binary;
      try {
        if (!isHostBinary(file)) {
          continue;
        }
        binary = resolver.resolve(file, progress.cancelOnly());
      } catch (FormatException foreign) {
        if (foreign.reason() != Reason.UNSUPPORTED) {
          unreadable.add(new FolderWalk.Unreadable(file, foreign));
        }
        // Else it is for a machine of another kind, where no wrapper can be.
        continue;
      } catch (IOException failure) {
        unreadable.add(new FolderWalk.Unreadable(file, failure));
        continue;
      }
      if (binary.state() == DeviceCode.NO_SECTION_HEADERS) {
        withoutSections(file, progress)
            .ifPresent(why -> unreadable.add(new FolderWalk.Unreadable(file, why)));
      }
      if (!binary.outcomes().isEmpty()) {
        rows.add(row(root, file, binary));
        visitor.take(binary);
      }
    }
    return new TreeResolution(
        root,
        resolver.devices(),
        rows,
        unreadable,
        GivenPaths.like(root).shown(resolver.loader().files().words()));
  }

  /** Why the wrappers of a file cannot be found; empty where nothing says that it has any. */
  private static Optional<FormatException> withoutSections(Path file, Progress progress)
      throws IOException {
    try (OpenFile open = OpenFile.open(file)) {
      HostImage image = HostImages.read(open.view());
      if (!image.problems().isEmpty()) {
        return Optional.of(image.problems().getFirst());
      }
      String format = image instanceof ElfFile ? "ELF file" : "Windows file";
      return FatBinary.read(image, progress.cancelOnly()).bundles().isEmpty()
          ? Optional.empty()
          : Optional.of(
              FormatException.at(open.view(), 0, format, "section headers", Reason.NOT_FOUND)
                  .expected("section headers, by which wrappers are found")
                  .found("none, and bundles of device code")
                  .advice("Use the file before its section headers were stripped.")
                  .build());
    }
  }

  private Row row(Path root, Path file, BinaryResolution binary) {
    List<Cell> cells = new ArrayList<>();
    int each = binary.outcomes().size() / binary.devices().size();
    for (int i = 0; i < binary.devices().size(); i++) {
      cells.add(Cell.of(binary.outcomes().subList(i * each, (i + 1) * each)));
    }
    String path = SystemText.escaped(root.relativize(file));
    return new Row(file, path, binary.state(), cells, binary.unloadable());
  }

  /** Trees hold thousands of other files, so they are recognised by their first bytes. */
  private static boolean isHostBinary(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(ElfFile.START_BYTES);
      if (HostImages.isHost(start)) {
        return true;
      }
    }
    if (LIBRARY.matcher(file.toString()).matches() && NotFetched.is(file)) {
      throw new FileSystemException(
          file.toString(), null, "it is %s. %s".formatted(NotFetched.WORDS, NotFetched.ADVICE));
    }
    return false;
  }
}
