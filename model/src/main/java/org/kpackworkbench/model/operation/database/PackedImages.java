package org.kpackworkbench.model.operation.database;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.msgpack.MsgValue;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.aotriton.AotritonFormat;
import org.kpackworkbench.model.format.aotriton.AotritonKernels;
import org.kpackworkbench.model.format.aotriton.AotritonKernels.Kernel;
import org.kpackworkbench.model.format.aotriton.AotritonZipFormat;
import org.kpackworkbench.model.format.codeobject.NamedFacts;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.operation.output.OperationException;
import org.kpackworkbench.model.operation.output.OperationException.Obstacle;

/**
 * AOTriton's kernels in a file, or in a ZIP archive of such files, unpacked anew in each pass.
 * Memory holds the directory of one such file, and one code object.
 *
 * @param file where it is
 * @param path its path below what is packed
 * @param sum its SHA-256, which tells it from another file with that path
 */
record PackedImages(Path file, String path, String sum) implements DatabasePart {
  private static final String AOTRITON = "aotriton";
  private static final String ENDING = ".aks2";

  /** Reads all bytes of the file, and unpacks nothing. */
  static PackedImages of(Path file, String path, Progress progress) throws IOException {
    return new PackedImages(file, path, KeptFiles.sum(file, progress));
  }

  /** Whether a file is one of these, by its content. */
  static boolean isOne(Path file) throws IOException {
    try (OpenFile open = OpenFile.open(file)) {
      return isOne(format(open));
    }
  }

  /** Whether a file is one of these, and no ZIP archive with other files beside them. */
  static boolean isOnlyThese(Path file) throws IOException {
    try (OpenFile open = OpenFile.open(file)) {
      Format format = format(open);
      return isOne(format)
          && (format instanceof AotritonFormat || !AotritonZipFormat.hasOthers(open.view()));
    }
  }

  static boolean isOne(Format format) {
    return format instanceof AotritonFormat || format instanceof AotritonZipFormat;
  }

  private static Format format(OpenFile open) throws IOException {
    return StandardFormats.all().detect(open.view());
  }

  @Override
  public String database() {
    return AOTRITON;
  }

  @Override
  public int files() {
    return 1;
  }

  @Override
  public void rows(UnpackBudget budget, Progress progress, Taker<DatabaseRow> taker)
      throws IOException {
    try (OpenFile open = OpenFile.open(file)) {
      Format format = format(open);
      if (!isOne(format)) {
        throw refused(
            "expected AOTriton's kernels, found %s. %s".formatted(format.words(), WRONG_FILE));
      }
      int members = 0;
      for (AotritonKernels kernels :
          AotritonKernels.of(new Place.File(file), open.view(), progress)) {
        Member member = kernels.member().isEmpty() ? null : new Member(kernels.member(), members++);
        int[] count = new int[1];
        kernels.each(
            budget,
            progress,
            kernel -> {
              count[0]++;
              taker.take(row(kernel, member));
            });
        checkFull(member, count[0]);
      }
    }
  }

  /** Refuses a member without kernels: it has no row from which it could be made again. */
  private void checkFull(@Nullable Member member, int kernels) throws OperationException {
    if (member != null && kernels == 0) {
      throw refused(
          "expected an .aks2 file with kernels, found the member %s without, which unpack-database cannot restore. Make the archive again without it."
              .formatted(member.name()));
    }
  }

  private DatabaseRow row(Kernel kernel, @Nullable Member member) throws OperationException {
    String name = member == null ? kernel.name() : member.stem() + "/" + kernel.name();
    if (kernel.target().isEmpty()) {
      throw refused(
          "kernel %s: expected an architecture in the folder's name or the code object, found none"
              .formatted(name));
    }
    return new DatabaseRow(
        AOTRITON,
        kernel.target(),
        "%s/%s/%s".formatted(AOTRITON, DatabaseRow.bare(kernel.target()), name),
        "hsaco",
        kernel.sizeBytes(),
        new Source(this, member, kernel));
  }

  private OperationException refused(String what) {
    return Obstacle.UNKNOWN_DATABASE.exception("%s: %s", file, what);
  }

  private record Member(String name, int number) {
    /** The name without its ending. */
    String stem() {
      return name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
    }
  }

  /** A kernel of the directory, while the pass is at it. */
  private record Source(PackedImages part, @Nullable Member member, Kernel kernel)
      implements DatabaseRow.Source {
    @Override
    public Map<String, MsgValue> metadata() {
      Map<String, MsgValue> all = DatabaseRow.metadata(AOTRITON, part.path, part.sum);
      if (member != null) {
        all.put(DatabaseRow.MEMBER, new MsgValue.Text(member.name()));
        all.put(DatabaseRow.MEMBER_INDEX, MsgValue.Int.of(member.number()));
      }
      all.put(DatabaseRow.KERNEL, new MsgValue.Text(kernel.name()));
      all.putAll(NamedFacts.selection(AOTRITON, kernel.name()));
      all.put(DatabaseRow.INDEX, MsgValue.Int.of(kernel.index()));
      all.put(DatabaseRow.OFFSET, MsgValue.Int.of(kernel.offset()));
      all.put(DatabaseRow.SHARED_BYTES, MsgValue.Int.of(kernel.sharedBytes()));
      all.put(DatabaseRow.THREADS, MsgValue.Int.of(kernel.threads()));
      return all;
    }

    @Override
    public ByteView load() throws IOException {
      return kernel.code();
    }
  }
}
