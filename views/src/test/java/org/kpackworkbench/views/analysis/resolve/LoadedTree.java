package org.kpackworkbench.views.analysis.resolve;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.format.elf.ElfFile;
import org.kpackworkbench.model.format.kpack.KpackArchive;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.operation.convert.Convert;
import org.kpackworkbench.model.operation.convert.ConvertRequest;

/** A library made host-only with one archive for each target, for tests that break it. */
public record LoadedTree(Path root, Path library) {
  private static final Charset BYTES = StandardCharsets.ISO_8859_1;

  public static LoadedTree convert(Path fat, Path folder, String name) throws IOException {
    Path root = folder.toRealPath();
    Path library = root.resolve("lib").resolve(name);
    new Convert(
            ConvertRequest.keeping(
                fat,
                library,
                "lib/" + name,
                List.of("../.kpack/%s_@GFXARCH@.kpack".formatted(name)),
                root.resolve(".kpack")))
        .run(Progress.NONE);
    return new LoadedTree(root, library);
  }

  public Path archive(String target) {
    return root.resolve(".kpack/%s_%s.kpack".formatted(library.getFileName(), target));
  }

  /** Flips a bit of the first code object in an archive. */
  public void flip(String target) throws IOException {
    long at;
    try (KpackArchive opened = KpackArchive.open(archive(target))) {
      opened.blobs(Progress.NONE);
      ByteRange stored = opened.storedRange(0).orElseThrow();
      at = stored.start() + stored.length() / 2;
    }
    byte[] bytes = Files.readAllBytes(archive(target));
    bytes[(int) at] ^= 1;
    Files.write(archive(target), bytes);
  }

  /** Another text of the same length in an archive's table. */
  void replace(String target, String text, String other) throws IOException {
    String bytes = new String(Files.readAllBytes(archive(target)), BYTES);
    if (!bytes.contains(text) || text.length() != other.length()) {
      throw new IllegalArgumentException(text);
    }
    Files.write(archive(target), bytes.replace(text, other).getBytes(BYTES));
  }

  /** Gives a wrapper the magic back that it had before. */
  void revert(int wrapper) throws IOException {
    long at;
    try (OpenFile file = OpenFile.open(library)) {
      at = FatBinary.read(ElfFile.read(file.view())).wrappers().get(wrapper).range().start();
    }
    byte[] bytes = Files.readAllBytes(library);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt((int) at, 0x48495046);
    Files.write(library, bytes);
  }
}
