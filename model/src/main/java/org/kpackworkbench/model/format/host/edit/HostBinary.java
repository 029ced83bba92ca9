package org.kpackworkbench.model.format.host.edit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.NotFetched;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.bytes.ReplacingFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Taker;
import org.kpackworkbench.model.format.coff.CoffFile;
import org.kpackworkbench.model.format.coff.CoffLayout;
import org.kpackworkbench.model.format.coff.edit.CoffPlan;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.elf.ElfMachine;
import org.kpackworkbench.model.format.elf.edit.LayoutFinding;
import org.kpackworkbench.model.format.elf.edit.LayoutPlan;
import org.kpackworkbench.model.format.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.format.host.HostImages;
import org.kpackworkbench.model.format.hostonly.LayoutFacts;
import org.kpackworkbench.model.format.image.HostImage;
import org.kpackworkbench.model.format.offload.FatBinary;

/**
 * An open host binary whose device code is taken out or put back: the file, its wrappers, bundles
 * and marker, and how a changed copy is written and checked.
 *
 * <p>Its container is an ELF file for x86-64, or a Windows program or DLL; {@link #open} tells
 * which, and all code that changes host binaries calls it. Closing it closes the file; views of its
 * bytes end with that. Used by one thread.
 */
public final class HostBinary implements AutoCloseable {
  /** Advice where written output fails its checks. */
  public static final String REPORT_IT =
      "Nothing was changed. This is an error of the program: please report it.";

  private final Path path;
  private final Path real;
  private final OpenFile file;
  private final FatBinary device;

  private HostBinary(Path path, Path real, OpenFile file, FatBinary device) {
    this.path = path;
    this.real = real;
    this.file = file;
    this.device = device;
  }

  /** A file in no container that can be changed. */
  public static final class UnsupportedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String details;

    UnsupportedException(Path file, String details) {
      super(file + ": " + details);
      this.details = details;
    }

    /** Returns what was found, as a phrase without the file. */
    public String details() {
      return details;
    }
  }

  /**
   * Opens a file and reads its wrappers and bundles.
   *
   * @param path the file; a link to it will do
   * @throws UnsupportedException if it is neither an ELF file for x86-64 nor a Windows program
   * @throws IOException if it cannot be read
   */
  public static HostBinary open(Path path, Progress progress) throws IOException {
    Path real = path.toRealPath();
    return Closing.ifFails(
        OpenFile.open(real),
        file ->
            new HostBinary(path, real, file, FatBinary.read(image(path, file.view()), progress)));
  }

  private static HostImage image(Path path, ByteView view) throws IOException {
    if (!ElfFile.isElf(view) && CoffFile.isCoff(view)) {
      return CoffFile.read(view);
    }
    if (!ElfFile.isElf(view)) {
      throw new UnsupportedException(
          path,
          NotFetched.is(view)
              ? "it is %s; git lfs pull fetches the file itself".formatted(NotFetched.WORDS)
              : "it does not start like one");
    }
    ElfFile elf;
    try {
      elf = ElfFile.read(view);
    } catch (FormatException failure) {
      failure.throwIfFileChanged();
      throw new UnsupportedException(
          path,
          failure.reason() == Reason.TRUNCATED
              ? "it ends within its header; it may have been cut off"
              : String.valueOf(failure.found()));
    }
    if (elf.header().machine() != ElfMachine.X86_64) {
      throw new UnsupportedException(path, "its machine is " + elf.header().machineName());
    }
    return elf;
  }

  /** The file as it was named. */
  public Path path() {
    return path;
  }

  /** Whether it has a signature, which cannot be true for other bytes. */
  public boolean isSigned() {
    return device().image() instanceof CoffFile windows && CoffPlan.isSigned(windows);
  }

  /** The file, with links followed. */
  public Path real() {
    return real;
  }

  /** Returns the device code of the binary. */
  public FatBinary device() {
    return device;
  }

  /** Its size, segments and sections. */
  public LayoutFacts facts() {
    return LayoutFacts.of(device.image());
  }

  /** Whether a path leads to this file. */
  public boolean isAt(Path other) throws IOException {
    return Files.exists(other) && Files.isSameFile(real, other);
  }

  /** How a changed copy is written. */
  @FunctionalInterface
  public interface Copy {
    /** Writes all of it. */
    void write(FileChannel output, Progress progress) throws IOException;
  }

  /**
   * Writes a changed copy, reads it back and checks it: it breaks no rule of layout that this file
   * keeps, and whatever {@code check} demands.
   *
   * @param plan how it changes
   * @param output gets its name by the caller
   * @param durable whether to wait until the file is on the disk
   * @return the copy's layout
   */
  public LayoutFacts write(
      Copy plan, ReplacingFile output, boolean durable, Taker<HostImage> check, Progress progress)
      throws IOException {
    plan.write(output.channel(), progress);
    force(output, durable);
    try (OpenFile written = OpenFile.open(output.temporary())) {
      HostImage result = HostImages.read(written.view());
      String fault = fault(result);
      if (fault != null) {
        throw wrong(result, fault);
      }
      check.take(result);
      return LayoutFacts.of(result);
    }
  }

  private @Nullable String fault(HostImage result) throws FormatException {
    if (result instanceof CoffFile windows) {
      List<CoffLayout.CoffFault> faults = CoffLayout.faults(windows);
      return faults.isEmpty() ? null : faults.getFirst().what();
    }
    LayoutFinding added = LayoutVerifier.added(device.elf(), (ElfFile) result);
    return added == null ? null : added.toString();
  }

  /** Writes a copy that is the same. */
  public void copy(ReplacingFile output, boolean durable, Progress progress) throws IOException {
    LayoutPlan.copy(device.image().view(), output.channel(), progress);
    force(output, durable);
  }

  private static void force(ReplacingFile output, boolean durable) throws IOException {
    if (durable) {
      output.channel().force(true);
    }
  }

  /** The failure of a check on what was written, which is a fault of the program. */
  public static FormatException wrong(HostImage written, String found) {
    return FormatException.in(written.view().name(), "changed file", "", Reason.BAD_VALUE)
        .expected("a valid file, as it was planned")
        .found(found)
        .advice(REPORT_IT)
        .build();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
