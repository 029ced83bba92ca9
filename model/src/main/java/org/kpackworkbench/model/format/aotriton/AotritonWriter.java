package org.kpackworkbench.model.format.aotriton;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/**
 * Writes a new file of AOTriton's packed kernels, without holding their code in memory.
 *
 * @param kernels in the order of the directory
 */
public record AotritonWriter(List<Kernel> kernels) {
  private static final int COMPRESSION = 6;
  private static final long MOST_BYTES = 0xffffffffL;

  /**
   * A kernel of the directory.
   *
   * @param sharedBytes the shared memory that it is launched with
   * @param threads of a block
   * @param offset of its code object, from behind the directory
   */
  public record Kernel(String name, long sharedBytes, long threads, long offset, long sizeBytes) {}

  /** Writes code. */
  @FunctionalInterface
  public interface Code {
    /**
     * Writes all of a code object.
     *
     * @param kernel its number in the directory
     */
    void write(int kernel, OutputStream out) throws IOException;
  }

  /** A code object, once; several kernels may have it. */
  private record Image(int kernel, long offset, long sizeBytes) {}

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if code objects overlap, or do not fit into such a file
   */
  public AotritonWriter {
    kernels = List.copyOf(kernels);
    long end = 0;
    for (Image image : images(kernels)) {
      end = image.offset() + image.sizeBytes();
    }
    end += directory(kernels).length;
    if (end > MOST_BYTES) {
      throw new IllegalArgumentException(
          "expected at most %d unpacked bytes, found %d".formatted(MOST_BYTES, end));
    }
  }

  private static List<Image> images(List<Kernel> kernels) {
    List<Image> all = new ArrayList<>();
    for (int i = 0; i < kernels.size(); i++) {
      all.add(new Image(i, kernels.get(i).offset(), kernels.get(i).sizeBytes()));
    }
    all.sort(Comparator.comparingLong(Image::offset).thenComparingLong(Image::sizeBytes));
    List<Image> once = new ArrayList<>();
    long end = 0;
    for (Image image : all) {
      Image last = once.isEmpty() ? null : once.getLast();
      boolean same =
          last != null && last.offset() == image.offset() && last.sizeBytes() == image.sizeBytes();
      if (same) {
        continue;
      }
      if (image.offset() < end) {
        throw new IllegalArgumentException(
            "the code of kernel %s overlaps that of another one, at %d"
                .formatted(kernels.get(image.kernel()).name(), image.offset()));
      }
      once.add(image);
      end = image.offset() + image.sizeBytes();
    }
    return once;
  }

  private static byte[] directory(List<Kernel> kernels) {
    ByteArrayOutputStream directory = new ByteArrayOutputStream();
    for (Kernel kernel : kernels) {
      byte[] name = (kernel.name() + "\0").getBytes(StandardCharsets.UTF_8);
      directory.writeBytes(
          numbers(
              kernel.sharedBytes(),
              kernel.threads(),
              kernel.offset(),
              kernel.sizeBytes(),
              name.length));
      directory.writeBytes(name);
    }
    return directory.toByteArray();
  }

  private static byte[] numbers(long... numbers) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Integer.BYTES * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
    for (long number : numbers) {
      bytes.putInt((int) number);
    }
    return bytes.array();
  }

  /**
   * Writes the file. What lies between code objects becomes zero.
   *
   * @param file is not there yet
   */
  public void write(Path file, Code code) throws IOException {
    byte[] directory = directory(kernels);
    List<Image> images = images(kernels);
    long end = images.isEmpty() ? 0 : images.getLast().offset() + images.getLast().sizeBytes();
    try (OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW))) {
      out.write(AotritonFormat.MAGIC.getBytes(StandardCharsets.US_ASCII));
      out.write(numbers(directory.length + end, kernels.size(), directory.length));
      try (XZOutputStream packed = new XZOutputStream(out, new LZMA2Options(COMPRESSION))) {
        packed.write(directory);
        long at = 0;
        for (Image image : images) {
          for (; at < image.offset(); at++) {
            packed.write(0);
          }
          code.write(image.kernel(), packed);
          at += image.sizeBytes();
        }
      }
    }
  }
}
