package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
import org.kpackworkbench.model.format.aotriton.AotritonZipFormat;
import org.kpackworkbench.model.format.registry.Checking;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.OtherDocument;

/**
 * A kind of file that holds a tree. As a document it shows the package's own description; what is
 * in it is read through {@link PackageFile}.
 */
public enum PackageFormat implements Format {
  /** A ZIP archive with its own description, which by its rules is at the end. */
  WHEEL("wheel", "Python wheel (a ZIP archive)") {
    @Override
    Likeness likeness(ByteView start, ByteView end, String fileName) throws FormatException {
      return isZip(start) && holds(end, DESCRIPTION) ? Likeness.SURE : Likeness.NONE;
    }

    @Override
    PackageFile.Content read(PackageFile.Source source) throws IOException {
      return ZipReader.wheel(source);
    }
  },
  /** A Debian package. */
  DEB("deb", "Debian package") {
    @Override
    Likeness likeness(ByteView start, ByteView end, String fileName) throws FormatException {
      return has(start, 0, "!<arch>\ndebian-binary") ? Likeness.SURE : Likeness.NONE;
    }

    @Override
    PackageFile.Content read(PackageFile.Source source) throws IOException {
      return DebReader.read(source);
    }
  },
  /** An RPM package. */
  RPM("rpm", "RPM package") {
    @Override
    Likeness likeness(ByteView start, ByteView end, String fileName) throws FormatException {
      return has(start, 0, "\u00ed\u00ab\u00ee\u00db") ? Likeness.SURE : Likeness.NONE;
    }

    @Override
    PackageFile.Content read(PackageFile.Source source) throws IOException {
      return RpmReader.read(source);
    }
  },
  /** Any other ZIP archive. */
  ZIP("zip", "ZIP archive") {
    @Override
    Likeness likeness(ByteView start, ByteView end, String fileName) throws FormatException {
      return isZip(start) ? Likeness.SURE : Likeness.NONE;
    }

    @Override
    PackageFile.Content read(PackageFile.Source source) throws IOException {
      return ZipReader.zip(source);
    }
  },
  /** A tar file, plain or compressed. */
  TAR("tar", "tar archive") {
    @Override
    Likeness likeness(ByteView start, ByteView end, String fileName) throws FormatException {
      return has(start, TAR_MAGIC_AT, "ustar") ? Likeness.LIKELY : Likeness.NONE;
    }

    @Override
    PackageFile.Content read(PackageFile.Source source) throws IOException {
      return TarReader.read(source, source.stream(0, source.size()), null);
    }
  };

  /** A wheel's own description, as the list of its members names it. */
  private static final String DESCRIPTION = ".dist-info/WHEEL";

  private static final int TAR_MAGIC_AT = 257;
  private static final int START_BYTES = 512;
  private static final int END_BYTES = 64 << 10;

  /** The record at the end of a ZIP archive, and what is before it where sizes need 64 bits. */
  private static final long ZIP_END = 0x06054b50;

  private static final int ZIP_END_BYTES = 22;
  private static final long ZIP64 = 0xffffffffL;
  private static final long ZIP64_LOCATOR = 0x07064b50;
  private static final int ZIP64_LOCATOR_BYTES = 20;
  private static final int ZIP64_END_BYTES = 56;

  private static final int MOST_LIST_BYTES = 32 << 20;

  /** Enough for one block of any compression. */
  private static final int PACKED_BYTES = 4 << 20;

  private static final List<String> COMPRESSED =
      List.of("\u001f\u008b", "\u00fd7zXZ", "(\u00b5/\u00fd", "BZh");

  private final String id;
  private final String words;

  PackageFormat(String id, String words) {
    this.id = id;
    this.words = words;
  }

  abstract Likeness likeness(ByteView start, ByteView end, String fileName) throws FormatException;

  abstract PackageFile.Content read(PackageFile.Source source) throws IOException;

  /**
   * Returns the package format of a file, by its first and last bytes; of a compressed tar file, by
   * what comes out.
   */
  static Optional<PackageFormat> of(Path path, FileChannel channel) throws IOException {
    PackageFile.Source source =
        new PackageFile.Source(path, channel, UnpackBudget.one(), Progress.NONE);
    long size = source.size();
    int first = (int) Math.min(START_BYTES, size);
    int last = (int) Math.min(END_BYTES, size);
    ByteView start = source.bytes(0, first);
    ByteView end = source.bytes(size - last, last);
    String name = String.valueOf(path.getFileName());
    for (PackageFormat format : values()) {
      if (format.likeness(start, end, name) != Likeness.NONE) {
        return format == ZIP ? zip(path, source) : Optional.of(format);
      }
    }
    boolean tar =
        isCompressed(start) && isCompressedTar(source.bytes(0, (int) Math.min(PACKED_BYTES, size)));
    return tar ? Optional.of(TAR) : Optional.empty();
  }

  /** A wheel, whatever it begins with; no package where AOTriton's format has it. */
  private static Optional<PackageFormat> zip(Path path, PackageFile.Source source)
      throws IOException {
    if (listsDescription(source::bytes, source.size())) {
      return Optional.of(WHEEL);
    }
    try (OpenFile file = OpenFile.open(path)) {
      return AotritonZipFormat.isOne(file.view()) ? Optional.empty() : Optional.of(ZIP);
    }
  }

  /** Bytes of a file. */
  @FunctionalInterface
  private interface Window<E extends IOException> {
    ByteView of(long start, int count) throws E;
  }

  /**
   * Whether the list of a ZIP archive's members names a wheel's description, also where that is not
   * among the last of very many.
   */
  private static <E extends IOException> boolean listsDescription(Window<E> file, long size)
      throws E, FormatException {
    long most = Math.min(size, END_BYTES + ZIP_END_BYTES);
    ByteView last = file.of(size - most, (int) most);
    for (long at = most - ZIP_END_BYTES; at >= 0; at--) {
      if (last.u32(at) == ZIP_END) {
        long bytes = last.u32(at + 12);
        long start = last.u32(at + 16);
        if (start == ZIP64 || bytes == ZIP64) {
          if (at < ZIP64_LOCATOR_BYTES || last.u32(at - ZIP64_LOCATOR_BYTES) != ZIP64_LOCATOR) {
            return false;
          }
          long end = last.u64(at - ZIP64_LOCATOR_BYTES + 8);
          if (end < 0 || end > size - ZIP64_END_BYTES) {
            return false;
          }
          ByteView wide = file.of(end, ZIP64_END_BYTES);
          bytes = wide.u64(40);
          start = wide.u64(48);
        }
        return start >= 0
            && bytes >= 0
            && start <= size - bytes
            && bytes <= MOST_LIST_BYTES
            && holds(file.of(start, (int) bytes), DESCRIPTION);
      }
    }
    return false;
  }

  private static boolean isZip(ByteView start) throws FormatException {
    return has(start, 0, "PK\u0003\u0004") || has(start, 0, "PK\u0005\u0006");
  }

  private static boolean isCompressed(ByteView file) throws FormatException {
    for (String magic : COMPRESSED) {
      if (has(file, 0, magic)) {
        return true;
      }
    }
    return false;
  }

  /** Whether what comes out of a compressed file first is the beginning of a tar file. */
  private static boolean isCompressedTar(ByteView file) throws FormatException {
    ByteView packed = file.slice(0, Math.min(PACKED_BYTES, file.size()));
    UnpackMeter meter = UnpackBudget.one().meter(packed, "compressed file");
    try (InputStream in = PackageFile.Source.unpacked(packed.stream(), meter)) {
      ByteView unpacked = ByteView.of(file.name(), in.readNBytes(START_BYTES));
      return has(unpacked, TAR_MAGIC_AT, "ustar");
    } catch (FormatException known) {
      throw known;
    } catch (IOException broken) {
      return false;
    }
  }

  private static boolean has(ByteView bytes, int at, String text) throws FormatException {
    byte[] expected = text.getBytes(StandardCharsets.ISO_8859_1);
    return bytes.size() >= at + expected.length
        && ByteBuffer.wrap(bytes.bytes(at, expected.length)).equals(ByteBuffer.wrap(expected));
  }

  private static boolean holds(ByteView bytes, String text) throws FormatException {
    return Head.holds(bytes.bytes(0, (int) bytes.size()), text);
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String words() {
    return words;
  }

  @Override
  public Use use() {
    return Use.PACKAGE;
  }

  @Override
  public boolean mayHoldCode() {
    return false;
  }

  @Override
  public Likeness likeness(Head head) throws FormatException {
    ByteView file = head.file();
    if (this == TAR && isCompressed(file)) {
      // What is compressed begins with the signature of that.
      return isCompressedTar(file) ? Likeness.SURE : Likeness.NONE;
    }
    int first = (int) Math.min(START_BYTES, file.size());
    int last = (int) Math.min(END_BYTES, file.size());
    ByteView start = file.slice(0, first);
    Likeness likeness = likeness(start, file.slice(file.size() - last, last), "");
    if (this == WHEEL
        && likeness == Likeness.NONE
        && isZip(start)
        && listsDescription(file::slice, file.size())) {
      return Likeness.SURE;
    }
    return likeness;
  }

  @Override
  public String advice() {
    return "To read its contents, name the package itself.";
  }

  @Override
  public List<Rule<?>> rules() {
    return switch (this) {
      case WHEEL ->
          List.of(
              new WheelRecordRule(),
              new WheelMetadataRule(),
              new WheelSiblingsRule(),
              new WheelExtrasRule(),
              new WheelZipRule(),
              new WheelVariantRule());
      // The last one is for wheels and .rpm files, too.
      case DEB -> List.of(new DebSumsRule(), new SharedFileRule());
      case RPM -> List.of(new RpmDigestsRule());
      case ZIP, TAR -> List.of();
    };
  }

  /** That all of it can be listed, and what it states about its files. */
  @Override
  public void check(Place place, ByteView bytes, Checking checks) throws IOException {
    if (place instanceof Place.File file) {
      List<PackageFile> together = checks.together(PackageFile.class);
      Optional<PackageFile> found =
          together.stream().filter(each -> each.path().equals(file.file())).findFirst();
      if (found.isEmpty()) {
        found = PackageFile.open(file.file(), checks.opening().budget(), checks.progress());
      }
      if (found.isPresent()) {
        checks.run(new PackageRule.Whole(place, bytes, found.get(), together));
      }
    }
  }

  /** The package's own description; of one inside another file only its bytes. */
  @Override
  public Document open(OpenSource source, Opening opening) throws FormatException {
    return source.place() instanceof Place.File file && Files.isRegularFile(file.file())
        ? PackageDocument.open(source, this, file.file(), opening)
        : new OtherDocument(source, this, List.of());
  }
}
