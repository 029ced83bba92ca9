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
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.base.unpack.UnpackMeter;
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
      return ZIP.likeness(start, end, fileName) != Likeness.NONE && holds(end, ".dist-info/WHEEL")
          ? Likeness.SURE
          : Likeness.NONE;
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
      return (has(start, 0, "PK\u0003\u0004") && !holdsImages(start))
              || has(start, 0, "PK\u0005\u0006")
          ? Likeness.SURE
          : Likeness.NONE;
    }

    /** Whether its first file is one of AOTriton's: such an archive has a format of its own. */
    private static boolean holdsImages(ByteView start) throws FormatException {
      for (int at = 0; has(start, at, "PK\u0003\u0004") && at + LOCAL_BYTES < start.size(); ) {
        int name = start.u16(at + 26);
        int end = at + LOCAL_BYTES + name;
        if (has(start, end - 1, "/")) {
          at = end + start.u16(at + 28);
        } else {
          return has(start, end - ".aks2".length(), ".aks2");
        }
      }
      return false;
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
      return TarReader.read(source);
    }
  };

  private static final int TAR_MAGIC_AT = 257;
  private static final int LOCAL_BYTES = 30;
  private static final int START_BYTES = 512;
  private static final int END_BYTES = 64 << 10;

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

  /** What a file is, by its first and last bytes; a compressed tar file, by what comes out. */
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
        return Optional.of(format);
      }
    }
    boolean tar =
        isCompressed(start) && isCompressedTar(source.bytes(0, (int) Math.min(PACKED_BYTES, size)));
    return tar ? Optional.of(TAR) : Optional.empty();
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
    return likeness(file.slice(0, first), file.slice(file.size() - last, last), "");
  }

  @Override
  public String advice() {
    return "Name it by itself: then what is in it is read, too.";
  }

  @Override
  public List<Rule<?>> rules() {
    return switch (this) {
      case WHEEL ->
          List.of(
              new PackageRule.Recorded(),
              new PackageRule.Described(),
              new PackageRule.Siblings(),
              new PackageRule.Variant());
      case DEB -> List.of(new PackageRule.Summed());
      case RPM -> List.of(new PackageRule.Headed());
      case ZIP, TAR -> List.of();
    };
  }

  /** That all of it can be listed, and what it states about its files. */
  @Override
  public void check(Place place, ByteView bytes, Checking checks) throws IOException {
    if (place instanceof Place.File file) {
      PackageFile found =
          PackageFile.open(file.file(), UnpackBudget.one(), checks.progress()).orElse(null);
      if (found != null) {
        checks.run(new PackageRule.Whole(place, bytes, found));
      }
    }
  }

  /** The package's own description; of one inside another file only its bytes. */
  @Override
  public Document open(OpenSource source, Opening opening) throws FormatException {
    return source.place() instanceof Place.File file && Files.isRegularFile(file.file())
        ? PackageDocument.open(source, this, file.file(), opening.progress())
        : new OtherDocument(source, this, List.of());
  }
}
