package org.kpackworkbench.model.operation.database;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.aotriton.AotritonKernels;
import org.kpackworkbench.model.format.aotriton.AotritonWriter;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;

/**
 * The kernels of an {@code .aks2} file, alone or in a ZIP archive, whose code is in archives. For
 * one thread, while the archives are open.
 */
final class ImageDirectory {
  private final Path first;
  private final String member;
  private final List<Image> images = new ArrayList<>();

  /**
   * Without kernels.
   *
   * @param first the archive that the first of its rows came from
   * @param member its name in the ZIP archive; empty if it is a file by itself
   */
  ImageDirectory(Path first, String member) {
    this.first = first;
    this.member = member;
  }

  private record Image(KpackArchive archive, int row, RowCells.Image cells) {
    void extract(OutputStream out) throws IOException {
      archive.extract(row, out, CodeObjects.EXTRACT_LIMIT_BYTES);
    }

    /** Whether a file's kernel has the same entry and code. */
    boolean is(AotritonKernels.Kernel kernel) throws IOException {
      AotritonWriter.Kernel own = cells.kernel();
      if (cells.index() != kernel.index()
          || !own.name().equals(kernel.name())
          || own.sharedBytes() != kernel.sharedBytes()
          || own.threads() != kernel.threads()
          || own.offset() != kernel.offset()
          || own.sizeBytes() != kernel.sizeBytes()) {
        return false;
      }
      ByteArrayOutputStream code = new ByteArrayOutputStream();
      extract(code);
      return Arrays.equals(
          code.toByteArray(), kernel.code().bytes(0, Math.toIntExact(kernel.sizeBytes())));
    }
  }

  /** Its name in the ZIP archive; empty if it is a file by itself. */
  String member() {
    return member;
  }

  void add(RestoredRow row, RowCells.Image cells) {
    images.add(new Image(row.archive(), row.entry().row(), cells));
  }

  /**
   * Checks that a file can be made of it.
   *
   * @param file the path of the file below the output
   */
  void check(Path file) throws OperationException {
    writer(file);
  }

  private AotritonWriter writer(Path file) throws OperationException {
    images.sort(Comparator.comparingLong(image -> image.cells().index()));
    try {
      return new AotritonWriter(images.stream().map(image -> image.cells().kernel()).toList());
    } catch (IllegalArgumentException wrong) {
      OperationException refused =
          Obstacle.UNKNOWN_DATABASE.exception(
              "%s, %s: %s",
              first, member.isEmpty() ? file : file + ", " + member, wrong.getMessage());
      refused.initCause(wrong);
      throw refused;
    }
  }

  /**
   * Compresses the kernels.
   *
   * @param file the path of the file below the output
   * @param to where it is written
   */
  void write(Path file, Path to, Progress progress) throws IOException {
    writer(file)
        .write(
            to,
            (kernel, out) -> {
              progress.step(0);
              images.get(kernel).extract(out);
            });
  }

  /** Whether a file has these kernels, all of them, and no other ones. */
  boolean is(AotritonKernels file, Progress progress) throws IOException {
    if (!file.member().equals(member)) {
      return false;
    }
    int[] same = new int[1];
    int[] other = new int[1];
    file.each(
        UnpackBudget.operation(),
        progress.cancelOnly(),
        kernel -> {
          boolean equal = kernel.index() < images.size() && images.get(kernel.index()).is(kernel);
          (equal ? same : other)[0]++;
        });
    return same[0] == images.size() && other[0] == 0;
  }
}
