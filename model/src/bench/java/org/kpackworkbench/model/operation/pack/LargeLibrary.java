package org.kpackworkbench.model.operation.pack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.bench.Scale;
import org.kpackworkbench.model.fixtures.Fixtures;
import org.kpackworkbench.model.format.codeobject.CodeObject;

/**
 * The library that is measured: 1.3 GB with 111 wrappers and 777 code objects, each a compiled
 * fixture with bytes behind it that look like instructions and compress like those of a large
 * library. Made once, below {@code target/bench}; the same on every machine.
 */
public final class LargeLibrary {
  static final int WRAPPERS = Scale.FULL.wrappers();

  private static final int DLL_WRAPPERS = 40;

  private static final List<String> FIXTURES =
      List.of(
          "axpy-gfx906-v4.hsaco",
          "kinds-gfx90a-sramecc-on-xnack-off.hsaco",
          "kinds-gfx90a-xnack-on.hsaco",
          "kinds-gfx942.hsaco",
          "kinds-gfx1030-wave64.hsaco",
          "axpy-gfx1100.hsaco",
          "kinds-gfx11-generic-v6.hsaco");
  private static final int OPCODES = 400;

  private LargeLibrary() {}

  /** The library, which is made where it is missing. */
  public static Path path() throws IOException {
    Path folder = Scale.folder();
    Path path = folder.resolve("liblarge.so");
    if (!Files.exists(path)) {
      Path part = folder.resolve("liblarge.so.part");
      write(part, Scale.current().wrappers(), Scale.current().libraryBytes());
      Files.move(part, path, StandardCopyOption.REPLACE_EXISTING);
    }
    return path;
  }

  /** A Windows DLL of some 200 MB, which is made where it is missing. */
  public static Path dll() throws IOException {
    Path path = Scale.folder().resolve("large.dll");
    if (!Files.exists(path)) {
      Path part = path.resolveSibling("large.dll.part");
      writeDll(part, DLL_WRAPPERS, Scale.current().dllBytes());
      Files.move(part, path, StandardCopyOption.REPLACE_EXISTING);
    }
    return path;
  }

  /** Writes a library of some size; for tests, too. */
  public static void write(Path path, int wrappers, long sizeBytes) throws IOException {
    try (FatElf elf = new FatElf(path, wrappers)) {
      write(elf, FIXTURES, sizeBytes);
    }
  }

  /** Writes a Windows DLL of some size. */
  public static void writeDll(Path path, int wrappers, long sizeBytes) throws IOException {
    try (FatDll dll = new FatDll(path, wrappers)) {
      // Names of files on Windows cannot have the colon of a target with features.
      write(dll, FIXTURES.subList(3, FIXTURES.size()), sizeBytes);
    }
  }

  private static void write(FatFile file, List<String> fixtures, long sizeBytes)
      throws IOException {
    int wrappers = file.wrappers;
    List<byte[]> kernels = new ArrayList<>();
    List<String> ids = new ArrayList<>(List.of("host-x86_64-unknown-linux--"));
    for (String name : fixtures) {
      byte[] kernel = Files.readAllBytes(Fixtures.path(name));
      kernels.add(kernel);
      ids.add("hipv4-amdgcn-amd-amdhsa--" + CodeObject.read(ByteView.of(name, kernel)).target());
    }
    SplittableRandom random = new SplittableRandom(20);
    double[] weights = new double[wrappers];
    double sum = 0;
    for (int i = 0; i < wrappers; i++) {
      // A few translation units make most of a library.
      weights[i] = Math.exp(1.1 * (random.nextDouble() + random.nextDouble() - 1) * 2);
      sum += weights[i];
    }
    for (int i = 0; i < wrappers; i++) {
      long bytes = (long) (sizeBytes * weights[i] / sum / fixtures.size());
      bundle(file, ids, kernels, (int) bytes, random);
    }
  }

  private static void bundle(
      FatFile file, List<String> ids, List<byte[]> kernels, int about, SplittableRandom random)
      throws IOException {
    file.startBundle();
    int[] sizes = new int[kernels.size()];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = kernels.get(i).length + (int) (about * random.nextDouble(0.7, 1.3)) / 8 * 8;
    }
    int header = 32;
    for (String id : ids) {
      header += 24 + id.length();
    }
    ByteBuffer table = ByteBuffer.allocate(header).order(ByteOrder.LITTLE_ENDIAN);
    table.put("__CLANG_OFFLOAD_BUNDLE__".getBytes(StandardCharsets.US_ASCII)).putLong(ids.size());
    long offset = align(header);
    for (int i = 0; i < ids.size(); i++) {
      long size = i == 0 ? 0 : sizes[i - 1];
      table.putLong(i == 0 ? align(header) : offset).putLong(size).putLong(ids.get(i).length());
      table.put(ids.get(i).getBytes(StandardCharsets.US_ASCII));
      offset = i == 0 ? offset : align(offset + size);
    }
    file.write(table.flip());
    file.skip(align(header) - header);
    for (int i = 0; i < sizes.length; i++) {
      ByteBuffer code = ByteBuffer.allocate(sizes[i]).order(ByteOrder.LITTLE_ENDIAN);
      code.put(kernels.get(i));
      instructions(code, random);
      file.write(code.flip());
      if (i < sizes.length - 1) {
        file.skip(align(sizes[i]) - sizes[i]);
      }
    }
  }

  private static long align(long offset) {
    return (offset + FatFile.PAGE_BYTES - 1) & -FatFile.PAGE_BYTES;
  }

  /** Fills a buffer: runs of new instructions, and runs that repeat earlier ones. */
  private static void instructions(ByteBuffer code, SplittableRandom random) {
    int start = code.position();
    while (code.remaining() >= 8) {
      int run = Math.min(code.remaining() / 8, 1 + random.nextInt(40));
      if (code.position() - start > 4096 && random.nextInt(100) < 70) {
        int from = start + random.nextInt((code.position() - start) / 8 - run - 1) * 8;
        for (int i = 0; i < run; i++) {
          long word = code.getLong(from + 8 * i);
          code.putLong(random.nextInt(12) == 0 ? word ^ (long) random.nextInt(64) << 16 : word);
        }
      } else {
        for (int i = 0; i < run; i++) {
          // Frequent opcodes have small numbers.
          int opcode = (int) (OPCODES * Math.pow(random.nextDouble(), 3));
          int registers = random.nextInt(32) | random.nextInt(32) << 8;
          int literal = random.nextInt(4) == 0 ? random.nextInt(1 << 12) : 0;
          code.putLong((opcode * 0x9e37L & 0xffff) << 48 | (long) registers << 16 | literal);
        }
      }
    }
    while (code.hasRemaining()) {
      code.put((byte) 0);
    }
  }
}
