package org.kpackworkbench.model.format.aotriton;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.StructReader;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackException;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.base.unpack.UnpackedStream;
import org.kpackworkbench.model.format.codeobject.HeaderTarget;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.PartField;
import org.kpackworkbench.model.format.registry.PartsDocument;
import org.kpackworkbench.model.format.registry.Structure;

/** AOTriton's packed kernels. */
public final class AotritonFormat implements Format {
  /** The one there is. */
  public static final AotritonFormat FORMAT = new AotritonFormat();

  static final String MAGIC = "AKS2";
  static final int HEADER_BYTES = 16;
  private static final int LEAST_ENTRY_BYTES = 21;
  private static final int MOST_NAME_BYTES = 64 << 10;

  private AotritonFormat() {}

  @Override
  public String id() {
    return "aks2";
  }

  @Override
  public String words() {
    return "AOTriton kernels";
  }

  @Override
  public String wordsWithArticle() {
    return "a file of " + words();
  }

  @Override
  public String signature() {
    return MAGIC;
  }

  @Override
  public List<FileSummary.Group> groups() {
    return List.of(FileSummary.Group.DATABASE);
  }

  @Override
  public List<String> partGroups() {
    return List.of("kernel");
  }

  @Override
  public List<PartField> partFields() {
    return PartField.texts("target", "shared memory", "threads");
  }

  @Override
  public Likeness likeness(Head head) {
    return head.size() >= HEADER_BYTES && head.hasAt(0, MAGIC) ? Likeness.SURE : Likeness.NONE;
  }

  @Override
  public List<Structure> structures() {
    return List.of(
        new Structure(
            0x32534b41,
            (bytes, at, lines) -> {
              lines.title(words(), HEADER_BYTES);
              lines.size("unpacked size", bytes.u32(at + 4));
              lines.number("kernels", bytes.u32(at + 8));
              lines.size("size of the directory", bytes.u32(at + 12));
            }));
  }

  @Override
  public Document open(OpenSource source, Opening opening) throws FormatException {
    List<DocumentPart> parts = new ArrayList<>();
    List<FormatException> problems = new ArrayList<>();
    read(source, "", opening.progress(), parts, problems);
    return new PartsDocument(source, this, parts, problems);
  }

  /**
   * Reads the kernels of a file, or of a member of an archive.
   *
   * @param prefix what the kernels' names begin with, so that those of many members are apart
   * @throws FormatException if the header is broken
   */
  static void read(
      OpenSource source,
      String prefix,
      Progress progress,
      List<DocumentPart> parts,
      List<FormatException> problems)
      throws FormatException {
    Packed packed = new Packed(source.bytes());
    Map<String, Integer> times = new HashMap<>();
    GpuTarget target = target(source.place());
    try {
      for (Image image : packed.images()) {
        progress.step(0);
        int time = times.merge(image.name(), 1, Integer::sum);
        parts.add(part(source, packed, image, target, prefix, time));
      }
    } catch (FormatException failure) {
      problems.add(failure);
    }
  }

  /** The architecture that the folder says; null if none does. */
  private static @Nullable GpuTarget target(Place place) {
    Path path = place.file().toAbsolutePath().normalize();
    return Databases.installed()
        .recognise(path.toString().replace('\\', '/'))
        .map(DatabaseFile::architecture)
        .orElse(null);
  }

  private static DocumentPart part(
      OpenSource source,
      Packed packed,
      Image image,
      @Nullable GpuTarget folder,
      String prefix,
      int time) {
    ByteRange stream =
        new ByteRange(
            source.bytes().fileOffset(HEADER_BYTES), source.bytes().size() - HEADER_BYTES);
    String name = prefix + image.name();
    String target = folder == null ? packed.target(image) : folder.toString();
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("target", target);
    fields.put("type", "hsaco");
    fields.put("shared memory", Long.toString(image.sharedBytes()));
    fields.put("threads", Long.toString(image.threads()));
    fields.put("offset", Long.toString(image.offset() - packed.directoryBytes));
    return new DocumentPart(
        "kernel",
        time == 1 ? name : "%s (%d)".formatted(name, time),
        new Place.CodeObject(source.place(), name, time - 1, target, stream, true),
        image.sizeBytes(),
        fields,
        progress -> packed.load(image, progress),
        image.problem());
  }

  /**
   * A kernel of the directory.
   *
   * @param sharedBytes the shared memory that it is launched with
   * @param threads of a block
   * @param offset of its code object in what the stream unpacks to
   */
  private record Image(
      String name,
      long sharedBytes,
      long threads,
      long offset,
      long sizeBytes,
      @Nullable FormatException problem) {}

  /** What is in a file. Safe for use by many threads. */
  private static final class Packed {
    /** Up to this size what was unpacked is kept while there is memory. */
    private static final int MOST_KEPT_BYTES = 128 << 20;

    private final ByteView bytes;
    private final long unpackedBytes;
    private final long kernels;
    private final long directoryBytes;
    private volatile SoftReference<byte[]> kept = new SoftReference<>(null);

    Packed(ByteView bytes) throws FormatException {
      StructReader header = new StructReader(bytes, MAGIC.length(), "AKS2 header");
      this.bytes = bytes;
      this.unpackedBytes = header.u32("unpacked size");
      this.kernels = header.u32("number of kernels");
      this.directoryBytes = header.u32("size of the directory");
    }

    List<Image> images() throws FormatException {
      if (directoryBytes > unpackedBytes) {
        throw error("AKS2 header", "size of the directory", Reason.OUT_OF_BOUNDS)
            .expected("at most the unpacked %d bytes".formatted(unpackedBytes))
            .found(Long.toString(directoryBytes))
            .build();
      }
      if (kernels > directoryBytes / LEAST_ENTRY_BYTES) {
        throw error("AKS2 header", "number of kernels", Reason.BAD_VALUE)
            .expected("at most what a directory of %d bytes can name".formatted(directoryBytes))
            .found(Long.toString(kernels))
            .build();
      }
      ByteView directory =
          ByteView.of(bytes.name() + ", directory", unpack(0, directoryBytes, Progress.NONE));
      List<Image> images = new ArrayList<>();
      long at = 0;
      for (long i = 0; i < kernels; i++) {
        StructReader entry = new StructReader(directory, at, "directory entry " + i);
        long shared = entry.u32("shared memory");
        long threads = entry.u32("threads");
        long offset = entry.u32("offset");
        long size = entry.u32("size of the image");
        long length = entry.u32("length of the name");
        if (length < 1 || length > MOST_NAME_BYTES) {
          throw error("directory entry " + i, "length of the name", Reason.BAD_VALUE)
              .expected("1 to %d".formatted(MOST_NAME_BYTES))
              .found(Long.toString(length))
              .build();
        }
        String name =
            new String(directory.bytes(at + 20, (int) length - 1), StandardCharsets.UTF_8);
        boolean inside = offset + size <= unpackedBytes - directoryBytes;
        images.add(
            new Image(
                name,
                shared,
                threads,
                directoryBytes + offset,
                size,
                inside
                    ? null
                    : error("directory entry " + i, "offset and size", Reason.OUT_OF_BOUNDS)
                        .expected(
                            "an image in the %d bytes behind the directory"
                                .formatted(unpackedBytes - directoryBytes))
                        .found("%d bytes at %d".formatted(size, offset))
                        .build()));
        at += 20 + length;
      }
      return images;
    }

    ByteView load(Image image, Progress progress) throws FormatException {
      FormatException problem = image.problem();
      if (problem != null) {
        throw problem;
      }
      return ByteView.of(
          "%s, kernel %s".formatted(bytes.name(), image.name()),
          part(image.offset(), image.sizeBytes(), progress));
    }

    /** What the code object's own header says; empty if it says nothing. */
    String target(Image image) {
      try {
        HeaderTarget header =
            image.problem() == null && image.sizeBytes() >= HeaderTarget.SIZE_BYTES
                ? HeaderTarget.of(
                    ByteView.of(
                        image.name(), part(image.offset(), HeaderTarget.SIZE_BYTES, Progress.NONE)))
                : null;
        return header == null ? "" : header.target().toString();
      } catch (FormatException unreadable) {
        // Said where the code object itself is read.
        return "";
      }
    }

    /** One image after the other would unpack the stream again and again. */
    private byte[] part(long from, long count, Progress progress) throws FormatException {
      if (unpackedBytes > MOST_KEPT_BYTES) {
        return unpack(from, count, progress);
      }
      byte[] all = kept.get();
      if (all == null) {
        all = unpack(0, unpackedBytes, progress);
        kept = new SoftReference<>(all);
      }
      return Arrays.copyOfRange(all, (int) from, (int) (from + count));
    }

    /** Some bytes of what the stream unpacks to. */
    private byte[] unpack(long from, long count, Progress progress) throws FormatException {
      ByteView stream = bytes.slice(HEADER_BYTES, bytes.size() - HEADER_BYTES);
      UnpackMeter meter = UnpackBudget.one().meter(stream, "XZ stream");
      meter.declare(from + count);
      try (InputStream in = UnpackedStream.xz(stream.stream(), meter)) {
        skip(in, from, progress);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] window = new byte[64 << 10];
        while (out.size() < count) {
          progress.step(0);
          int read = in.read(window, 0, (int) Math.min(window.length, count - out.size()));
          if (read < 0) {
            throw ended(from + out.size(), from + count);
          }
          out.write(window, 0, read);
        }
        return out.toByteArray();
      } catch (FormatException failure) {
        throw failure;
      } catch (UnpackException failure) {
        throw FormatException.at(stream, 0, "XZ stream", "", Reason.BAD_COMPRESSION)
            .expected("a complete stream")
            .found(String.valueOf(failure.getMessage()))
            .cause(failure)
            .build();
      } catch (IOException failure) {
        throw FormatException.at(stream, 0, "XZ stream", "", Reason.FILE_CHANGED)
            .found(String.valueOf(failure.getMessage()))
            .cause(failure)
            .build();
      }
    }

    private void skip(InputStream in, long count, Progress progress) throws IOException {
      byte[] window = new byte[64 << 10];
      for (long left = count; left > 0; ) {
        progress.step(0);
        int read = in.read(window, 0, (int) Math.min(window.length, left));
        if (read < 0) {
          throw ended(count - left, count);
        }
        left -= read;
      }
    }

    private FormatException ended(long found, long expected) {
      return error("XZ stream", "", Reason.TRUNCATED)
          .expected("at least %d bytes when unpacked".formatted(expected))
          .found(Long.toString(found))
          .build();
    }

    private FormatException.Builder error(String structure, String field, Reason reason) {
      return FormatException.at(bytes, 0, structure, field, reason);
    }
  }
}
