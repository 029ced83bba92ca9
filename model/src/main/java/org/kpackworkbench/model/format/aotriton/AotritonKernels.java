package org.kpackworkbench.model.format.aotriton;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.registry.Document;

/**
 * The kernels of a file of AOTriton's, for who goes through all of them: the file is unpacked once,
 * from its beginning to its end. Memory holds its directory and one code object, whatever its size.
 * Safe for use by many threads; a pass is for one.
 */
public final class AotritonKernels {
  private static final String STREAM_END = "YZ";

  private final Place place;
  private final ByteView bytes;
  private final String member;

  private AotritonKernels(Place place, ByteView bytes, String member) {
    this.place = place;
    this.bytes = bytes;
    this.member = member;
  }

  /**
   * Those of a file, or of each member of a ZIP archive; a member that is no such file has none.
   *
   * @param bytes of {@link AotritonFormat} or {@link AotritonZipFormat}; they stay open until the
   *     last pass has ended
   * @return in the order of the archive's directory
   * @throws FormatException if the archive is damaged
   */
  public static List<AotritonKernels> of(Place place, ByteView bytes, Progress progress)
      throws FormatException {
    if (AotritonFormat.isPacked(bytes)) {
      return List.of(new AotritonKernels(place, bytes, ""));
    }
    StoredZip zip = StoredZip.of(bytes, progress);
    if (!zip.problems().isEmpty()) {
      throw zip.problems().getFirst();
    }
    List<AotritonKernels> all = new ArrayList<>();
    for (StoredZip.Member each : zip.members()) {
      ByteView content = bytes.slice(each.range().start(), each.range().length());
      all.add(new AotritonKernels(place, content, each.name()));
    }
    return all;
  }

  /** Whether a document is of {@link AotritonFormat} or {@link AotritonZipFormat}. */
  public static boolean isOne(Document document) {
    return document.format() == AotritonFormat.FORMAT
        || document.format() == AotritonZipFormat.FORMAT;
  }

  /**
   * Returns the target of the first code object of a file, or of each member of an archive, by its
   * own header; unpacks a stream only up to that header.
   *
   * @return each once; without those that do not say it
   * @throws FormatException if it is damaged
   */
  public static Set<GpuTarget> firstTargets(Document document, Progress progress)
      throws FormatException {
    Set<GpuTarget> targets = new TreeSet<>();
    if (isOne(document)) {
      for (AotritonKernels each : of(document.place(), document.bytes(), progress)) {
        if (AotritonFormat.isPacked(each.bytes)) {
          String target = new PackedKernels(each.bytes, UnpackBudget.one()).firstTarget(progress);
          if (!target.isEmpty()) {
            targets.add(GpuTarget.lenient(target));
          }
        }
      }
    }
    return Collections.unmodifiableSet(targets);
  }

  /**
   * Checks that the stream of a file, or of each member of an archive, has its end, without
   * unpacking it.
   *
   * @throws FormatException if it has not, or the archive is damaged
   */
  public static void checkEnd(Document document, Progress progress) throws FormatException {
    if (!isOne(document)) {
      return;
    }
    for (AotritonKernels each : of(document.place(), document.bytes(), progress)) {
      long end = each.bytes.size() - STREAM_END.length();
      if (AotritonFormat.isPacked(each.bytes)
          && !each.bytes.text(end, STREAM_END.length()).equals(STREAM_END)) {
        throw FormatException.at(each.bytes, end, "AKS2 file", "XZ stream", Reason.TRUNCATED)
            .mismatch("the end of a stream, YZ", "other bytes");
      }
    }
  }

  /** The name of the member of a ZIP archive that they are in; empty for those of a file. */
  public String member() {
    return member;
  }

  /**
   * Goes through the kernels in the order in which the file has their code.
   *
   * @throws FormatException if the file is damaged, or code objects overlap
   * @throws java.util.concurrent.CancellationException when cancelled
   */
  public void each(UnpackBudget budget, Progress progress, Taker<Kernel> taker) throws IOException {
    if (!AotritonFormat.isPacked(bytes)) {
      return;
    }
    PackedKernels packed = new PackedKernels(bytes, budget);
    PackedKernels.Directory directory = packed.directory(progress);
    FormatException problem = directory.problem();
    if (problem != null) {
      throw problem;
    }
    GpuTarget folder = AotritonFormat.target(place);
    try (Pass pass = new Pass(packed, progress)) {
      for (int number : directory.inOrderOfCode()) {
        progress.step(0);
        pass.next(number, directory.image(number));
        String target = folder == null ? PackedKernels.target(pass.code()) : folder.toString();
        taker.take(new Kernel(pass, pass.image(), number, target));
      }
      pass.finish();
    }
  }

  /** A kernel of the directory. */
  public static final class Kernel {
    private final Pass pass;
    private final PackedKernels.Image image;
    private final int index;
    private final String target;

    private Kernel(Pass pass, PackedKernels.Image image, int index, String target) {
      this.pass = pass;
      this.image = image;
      this.index = index;
      this.target = target;
    }

    /** Its name in the directory. */
    public String name() {
      return image.name();
    }

    /** Its number in the directory, from 0. */
    public int index() {
      return index;
    }

    /**
     * Returns the target, by the file's folder or by the code object's own header; empty if neither
     * states it.
     */
    public String target() {
      return target;
    }

    /** The shared memory that it is launched with, in bytes. */
    public long sharedBytes() {
      return image.sharedBytes();
    }

    /** Number of threads of a block. */
    public long threads() {
      return image.threads();
    }

    /** Where its code object is, in bytes from behind the directory. */
    public long offset() {
      return image.offset() - pass.packed.directoryBytes();
    }

    /** The size of its code object. */
    public long sizeBytes() {
      return image.sizeBytes();
    }

    /**
     * Its code object; the bytes stay.
     *
     * @throws FormatException if the file is damaged
     * @throws IllegalStateException if the pass is not at this kernel
     */
    public ByteView code() throws FormatException {
      if (pass.number != index) {
        throw new IllegalStateException("the pass is not at " + image.name());
      }
      return ByteView.of(pass.packed.name(image), pass.code());
    }
  }

  /** Where a pass is. */
  private static final class Pass implements AutoCloseable {
    private final PackedKernels packed;
    private final Progress progress;
    private int number = -1;
    private PackedKernels.@Nullable Image image;
    private PackedKernels.@Nullable Unpacking stream;
    private byte @Nullable [] code;

    Pass(PackedKernels packed, Progress progress) {
      this.packed = packed;
      this.progress = progress;
    }

    /** The kernel that it is at. */
    PackedKernels.Image image() {
      if (image == null) {
        throw new IllegalStateException("the pass is at no kernel");
      }
      return image;
    }

    /** Goes on; several kernels may have one code object. */
    void next(int nextNumber, PackedKernels.Image next) throws FormatException {
      FormatException problem = next.problem();
      if (problem != null) {
        throw problem;
      }
      PackedKernels.Image last = image;
      boolean same =
          last != null && last.offset() == next.offset() && last.sizeBytes() == next.sizeBytes();
      if (!same) {
        if (last != null && next.offset() < last.offset() + last.sizeBytes()) {
          throw packed
              .error("kernel " + next.name(), "offset", Reason.OUT_OF_BOUNDS)
              .mismatch(
                  "code of its own, or all of that of kernel " + last.name(),
                  "%d bytes at %d, of which some are that kernel's"
                      .formatted(next.sizeBytes(), next.offset() - packed.directoryBytes()));
        }
        code = null;
      }
      number = nextNumber;
      image = next;
    }

    /** The code object of the kernel that it is at. */
    byte[] code() throws FormatException {
      if (code == null) {
        if (stream == null) {
          stream = packed.new Unpacking(packed.unpackedBytes(), progress);
        }
        code = stream.read(image().offset(), image().sizeBytes());
      }
      return code;
    }

    /** Where something was unpacked, all of it is. */
    void finish() throws FormatException {
      if (stream != null) {
        stream.finish();
        FormatException behind = stream.behind();
        if (behind != null) {
          throw behind;
        }
      }
    }

    /** Who still has a kernel does not keep what it was unpacked with. */
    @Override
    public void close() throws FormatException {
      PackedKernels.Unpacking open = stream;
      number = -1;
      image = null;
      stream = null;
      code = null;
      if (open != null) {
        open.close();
      }
    }
  }
}
