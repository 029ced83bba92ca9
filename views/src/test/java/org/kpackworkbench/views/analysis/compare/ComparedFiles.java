package org.kpackworkbench.views.analysis.compare;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.kpack.ArchiveWriter;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewBlob;
import org.kpackworkbench.model.format.kpack.ArchiveWriter.NewEntry;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.format.kpack.TableHead;
import org.kpackworkbench.model.format.kpack.WriteOptions;

/** Files that differ in known ways, for tests of comparing. */
final class ComparedFiles {
  private ComparedFiles() {}

  /** A code object of an archive. */
  record Code(String binary, int index, String target, byte[] content) {}

  static Code code(String binary, String target, int seed, int size) {
    byte[] content = new byte[size];
    for (int i = 0; i < size; i++) {
      content[i] = (byte) (seed * 31 + i * (seed + 7));
    }
    return new Code(binary, 0, target, content);
  }

  /** A compressed archive. */
  static Path archive(Path file, List<Code> codes) throws IOException {
    Files.createDirectories(file.getParent());
    TableHead info = new TableHead("test", "gfx9X", List.of("gfx900", "gfx906", "gfx942"));
    try (ArchiveWriter writer =
        ArchiveWriter.create(file, info, WriteOptions.DEFAULT.withReplace(true), Progress.NONE)) {
      for (Code code : codes) {
        writer.add(
            NewEntry.of(new BinaryKey(code.binary(), code.index(), true), code.target()),
            ByteView.of("code", code.content()));
      }
      writer.finish();
    }
    return file;
  }

  /** Two archives: one row is the same, one changed, one renamed, one removed and one added. */
  static List<Path> archives(Path folder, Path before, Path after) throws IOException {
    Path old =
        archive(
            folder.resolve("old/lib.kpack"),
            List.of(
                code("lib/libsame.so", "gfx900", 1, 3000),
                new Code("lib/libkernels.so", 0, "gfx942", Files.readAllBytes(before)),
                code("lib/libname.so", "gfx900", 2, 500),
                code("lib/libgone.so", "gfx906", 3, 700)));
    Path now =
        archive(
            folder.resolve("new/lib.kpack"),
            List.of(
                code("lib/libsame.so", "gfx900", 1, 3000),
                new Code("lib/libkernels.so", 0, "gfx942", Files.readAllBytes(after)),
                code("lib/libother.so", "gfx900", 2, 500),
                code("lib/libfresh.so", "gfx906", 4, 5000)));
    return List.of(old, now);
  }

  /**
   * A code object with two other bytes in the code of {@code kpackfix_scalars}.
   *
   * @param registers how many more vector registers its metadata states
   */
  static byte[] changed(byte[] code, int registers) throws IOException {
    byte[] changed = code.clone();
    CodeObject read = CodeObject.read(ByteView.of("code", code));
    for (Kernel kernel : read.kernels()) {
      ByteRange range = read.locate(kernel).code();
      if (kernel.name().equals("kpackfix_scalars") && range != null) {
        changed[(int) range.start() + 4] ^= 1;
        changed[(int) range.start() + 9] ^= 1;
      }
    }
    String text = new String(code, StandardCharsets.ISO_8859_1);
    changed[text.indexOf(".vgpr_count") + ".vgpr_count".length()] += (byte) registers;
    return changed;
  }

  /** Two archives of 300 rows: ten are deleted, three renamed, one replaced; all others move. */
  static List<Path> rearranged(Path folder) throws IOException {
    List<Code> before = new ArrayList<>();
    List<Code> after = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      Code code = code("lib/l%03d.so".formatted(i), "gfx900", i, 40 + i);
      before.add(code);
      if (i < 20 || i >= 30) {
        boolean renamed = i >= 50 && i < 53;
        Code now = i == 70 ? code("lib/l070.so", "gfx900", 1000, 110) : code;
        after.add(renamed ? new Code("lib/n%d.so".formatted(i), 0, "gfx900", now.content()) : now);
      }
    }
    return List.of(
        archive(folder.resolve("old/lib.kpack"), before),
        archive(folder.resolve("new/lib.kpack"), after));
  }

  /** Archives of 100,000 rows of which a few differ. */
  static List<Path> large(Path folder, int rows) throws IOException {
    return List.of(
        large(folder.resolve("large-old.kpack"), rows, 0),
        large(folder.resolve("large-new.kpack"), rows, 1));
  }

  private static Path large(Path file, int rows, int seed) throws IOException {
    TableHead info = new TableHead("test", "gfx9X", List.of("gfx900"));
    try (ArchiveWriter writer =
        ArchiveWriter.create(
            file,
            info,
            WriteOptions.DEFAULT
                .withScheme(org.kpackworkbench.model.format.kpack.StorageScheme.NONE)
                .withReplace(true),
            Progress.NONE)) {
      // To store each row's code again would take longer than all that is done with the rows.
      List<NewBlob> shared = new ArrayList<>();
      for (int content = 0; content < 256; content++) {
        shared.add(writer.blob(ByteView.of("code", new byte[] {(byte) content, 9})));
      }
      NewBlob own = writer.blob(ByteView.of("code", new byte[] {0, (byte) seed}));
      for (int row = 0; row < rows; row++) {
        boolean differs = row % 10_000 == 5_000;
        writer.row(
            NewEntry.of(new BinaryKey("lib/lib%06d.so".formatted(row), 0, true), "gfx900"),
            differs ? own : shared.get(row % shared.size()));
      }
      writer.finish();
    }
    return file;
  }
}
