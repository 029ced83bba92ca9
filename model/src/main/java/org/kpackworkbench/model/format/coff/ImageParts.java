package org.kpackworkbench.model.format.coff;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.ZeroScan;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.format.coff.ImageHeader.Directory;
import org.kpackworkbench.model.format.coff.ImageHeader.DirectoryKind;

/** Reads the {@link ImagePart}s. */
final class ImageParts extends DirectoryReader {
  private static final int DEBUG_ENTRY_BYTES = 28;
  private static final int CERTIFICATE_HEADER_BYTES = 8;
  private static final int CERTIFICATE_ALIGNMENT = 8;
  private static final int SIGNED_DATA = 2;
  private static final int MOST_SIGNATURE_BYTES = 1 << 20;
  private static final int DOS_HEADER_BYTES = 64;
  private static final int NEW_HEADER = 0x3c;
  private static final int MOST_NAME_BYTES = 1024;
  private static final long DANS = 0x536e6144L;
  private static final long RICH = 0x68636952L;
  private static final long CODE_VIEW = 0x53445352L;
  private static final long HIGHEST_BIT = 0x80000000L;

  /** Directories of resources may share bytes, so that the file does not bound them. */
  private static final int MOST_PARTS = 1 << 14;

  /**
   * A field of a directory.
   *
   * @param at its offset
   * @param bytes its size: 8 for an address, 4 for a number
   */
  private record Field(String name, int at, int bytes) {}

  private static final List<Field> THREAD_DATA =
      List.of(
          new Field("start", 0, 8),
          new Field("end", 8, 8),
          new Field("index", 16, 8),
          new Field("callbacks", 24, 8),
          new Field("zeroFill", 32, 4));

  private static final List<Field> LOAD_CONFIG =
      List.of(
          new Field("size", 0, 4),
          new Field("securityCookie", 88, 8),
          new Field("guardCheck", 112, 8),
          new Field("guardDispatch", 120, 8),
          new Field("guardFunctions", 128, 8),
          new Field("guardFunctionCount", 136, 4),
          new Field("guardFlags", 144, 4));

  private static final Map<Integer, String> DEBUG_TYPES =
      Map.of(
          1,
          "COFF symbols",
          2,
          "CodeView",
          12,
          "features",
          13,
          "profile",
          16,
          "reproducible build",
          17,
          "embedded symbols",
          20,
          "extended DLL characteristics");

  private static final Map<Long, String> RESOURCE_TYPES =
      Map.ofEntries(
          Map.entry(1L, "cursor"),
          Map.entry(2L, "bitmap"),
          Map.entry(3L, "icon"),
          Map.entry(4L, "menu"),
          Map.entry(5L, "dialog"),
          Map.entry(6L, "strings"),
          Map.entry(9L, "accelerators"),
          Map.entry(10L, "raw data"),
          Map.entry(11L, "messages"),
          Map.entry(12L, "cursor group"),
          Map.entry(14L, "icon group"),
          Map.entry(16L, "version"),
          Map.entry(24L, "manifest"));

  private static final List<String> RESOURCE_LEVELS = List.of("type", "name", "language");

  private final List<ImagePart> parts = new ArrayList<>();
  private int directories;

  ImageParts(CoffFile file, ImageHeader header) {
    super(file, header);
  }

  List<ImagePart> read() throws FormatException {
    table(this::richHeader);
    table(() -> fields(DirectoryKind.TLS, 40, THREAD_DATA));
    table(() -> fields(DirectoryKind.LOAD_CONFIG, 4, LOAD_CONFIG));
    table(this::debug);
    table(this::resources);
    table(this::certificates);
    table(this::overlay);
    return List.copyOf(parts);
  }

  private void add(String kind, String name, ByteRange range, Map<String, String> details) {
    parts.add(new ImagePart(kind, name, range, details));
  }

  private static String hex(long value) {
    return "0x" + Long.toHexString(value);
  }

  private void fields(DirectoryKind kind, long least, List<Field> fields) throws FormatException {
    Directory directory = header.directory(kind);
    if (directory.sizeBytes() == 0) {
      return;
    }
    long at = offset(directory.address(), least, kind.words());
    // The load configuration grows with Windows, and states its own size.
    long size = kind == DirectoryKind.LOAD_CONFIG ? view.u32(at) : least;
    at = offset(directory.address(), Math.max(size, least), kind.words());
    Map<String, String> details = new LinkedHashMap<>();
    for (Field field : fields) {
      boolean stated = field.at() + field.bytes() <= size;
      long value =
          !stated ? 0 : field.bytes() == 8 ? view.u64(at + field.at()) : view.u32(at + field.at());
      if (value != 0) {
        boolean number = field.bytes() == 4 && !field.name().endsWith("Flags");
        details.put(field.name(), number ? Long.toString(value) : hex(value));
      }
    }
    add(kind.words(), "", new ByteRange(at, size), details);
  }

  private void debug() throws FormatException {
    Directory directory = header.directory(DirectoryKind.DEBUG);
    long count = Math.min(directory.sizeBytes() / DEBUG_ENTRY_BYTES, MOST_PARTS);
    for (long i = 0; i < count; i++) {
      long at =
          offset(
              directory.address() + i * DEBUG_ENTRY_BYTES,
              DEBUG_ENTRY_BYTES,
              DirectoryKind.DEBUG.words());
      int type = (int) view.u32(at + 12);
      long size = view.u32(at + 16);
      long start = view.u32(at + 24);
      boolean stored = start > 0 && size <= view.size() - start;
      long loaded = view.u32(at + 20);
      long found = file.offsetOf(header.imageBase() + loaded).orElse(start);
      if (start > 0 && loaded > 0 && found != start) {
        problems.add(
            error(DirectoryKind.DEBUG.words())
                .expected("its offset in the file, 0x%x, where it is loaded from".formatted(found))
                .found("0x%x".formatted(start))
                .build());
      }
      Map<String, String> details = new LinkedHashMap<>();
      if (stored && size > 24 && view.u32(start) == CODE_VIEW) {
        details.put("file", names.at(start + 24, ""));
        details.put("id", HexText.of(view.bytes(start + 4, 16)));
        details.put("age", Long.toString(view.u32(start + 20)));
      }
      add(
          DirectoryKind.DEBUG.words(),
          Objects.requireNonNullElse(DEBUG_TYPES.get(type), "type " + type),
          stored ? new ByteRange(start, size) : new ByteRange(0, 0),
          details);
    }
  }

  private void resources() throws FormatException {
    Directory directory = header.directory(DirectoryKind.RESOURCES);
    if (directory.sizeBytes() > 0) {
      resources(directory.address(), 0, Map.of());
    }
  }

  /** A directory of resources: of all types, of a type's names, or of a name's languages. */
  private void resources(long at, int level, Map<String, String> path) throws FormatException {
    long root = header.directory(DirectoryKind.RESOURCES).address();
    long start = offset(at, 16, "resources");
    int count = view.u16(start + 12) + view.u16(start + 14);
    for (int i = 0; i < count; i++) {
      if (++directories > MOST_PARTS) {
        throw error("resources").expected("at most " + MOST_PARTS).found("more").build();
      }
      long entry = offset(at + 16 + i * 8L, 8, "resources");
      long name = view.u32(entry);
      long target = view.u32(entry + 4);
      Map<String, String> details = new LinkedHashMap<>(path);
      if (level < RESOURCE_LEVELS.size()) {
        details.put(RESOURCE_LEVELS.get(level), resourceName(name, level, root));
      }
      if ((target & HIGHEST_BIT) == 0) {
        long data = offset(root + target, 16, "resource");
        long size = view.u32(data + 4);
        add(
            DirectoryKind.RESOURCES.words(),
            String.join(" ", details.values()),
            new ByteRange(offset(view.u32(data), size, "resource"), size),
            details);
      } else if (level < RESOURCE_LEVELS.size() - 1) {
        resources(root + (target & ~HIGHEST_BIT), level + 1, details);
      } else {
        throw error("resources").expected("three levels").found("more").build();
      }
    }
  }

  private String resourceName(long name, int level, long root) throws FormatException {
    if ((name & HIGHEST_BIT) == 0) {
      String words = level == 0 ? RESOURCE_TYPES.get(name) : null;
      return words == null ? Long.toString(name) : words;
    }
    long at = offset(root + (name & ~HIGHEST_BIT), 2, "resource's name");
    int length = Math.min(MOST_NAME_BYTES, view.u16(at) * 2);
    at = offset(root + (name & ~HIGHEST_BIT) + 2, length, "resource's name");
    return new String(view.bytes(at, length), StandardCharsets.UTF_16LE);
  }

  /** Certificates are not loaded: the directory has their offset in the file. */
  private void certificates() throws FormatException {
    Directory directory = header.directory(DirectoryKind.CERTIFICATES);
    long end = Math.min(view.size(), directory.address() + directory.sizeBytes());
    long at = directory.address();
    while (directory.sizeBytes() > 0 && end - at >= CERTIFICATE_HEADER_BYTES) {
      long size = view.u32(at);
      if (size < CERTIFICATE_HEADER_BYTES || size > end - at || parts.size() > MOST_PARTS) {
        throw error("certificate")
            .expected("%d to %d bytes".formatted(CERTIFICATE_HEADER_BYTES, end - at))
            .found(size)
            .build();
      }
      int type = view.u16(at + 6);
      Map<String, String> details = new LinkedHashMap<>();
      details.put("revision", hex(view.u16(at + 4)));
      if (type == SIGNED_DATA) {
        long start = at + CERTIFICATE_HEADER_BYTES;
        ByteRange content = ByteRange.between(start, at + size);
        table(() -> details.put("signer", signer(content)));
      }
      add(
          DirectoryKind.CERTIFICATES.words(),
          type == SIGNED_DATA ? "signature" : "type " + type,
          new ByteRange(at, size),
          details);
      at += CoffLayout.alignUp(size, CERTIFICATE_ALIGNMENT);
    }
  }

  /**
   * The subjects of the certificates in a PKCS #7 message that sign no other one there: a signature
   * has its signer's certificate, and those that lead to a root.
   */
  private String signer(ByteRange content) throws FormatException {
    if (content.length() > MOST_SIGNATURE_BYTES) {
      throw unsigned(content, "%d bytes".formatted(content.length()));
    }
    byte[] bytes = view.bytes(content.start(), (int) content.length());
    try {
      List<X509Certificate> all = new ArrayList<>();
      for (Certificate each :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(bytes))) {
        all.add((X509Certificate) each);
      }
      if (all.isEmpty()) {
        throw unsigned(content, "no certificate");
      }
      return all.stream()
          .filter(
              each ->
                  all.stream()
                      .noneMatch(
                          other ->
                              !other.equals(each)
                                  && other
                                      .getIssuerX500Principal()
                                      .equals(each.getSubjectX500Principal())))
          .map(each -> each.getSubjectX500Principal().getName())
          .distinct()
          .collect(Collectors.joining("; "));
    } catch (CertificateException broken) {
      throw unsigned(content, String.valueOf(broken.getMessage()));
    }
  }

  private FormatException unsigned(ByteRange content, String found) {
    return FormatException.at(view, content.start(), "directory", "signature", Reason.BAD_VALUE)
        .mismatch(
            "a PKCS #7 message of at most %d bytes with certificates"
                .formatted(MOST_SIGNATURE_BYTES),
            found);
  }

  private void richHeader() throws FormatException {
    long end = view.u32(NEW_HEADER) - 8;
    long at = DOS_HEADER_BYTES;
    while (at <= end && view.u32(at) != RICH) {
      at += 4;
    }
    long key = at <= end ? view.u32(at + 4) : 0;
    for (long start = DOS_HEADER_BYTES; at <= end && start < at; start += 4) {
      if ((view.u32(start) ^ key) == DANS) {
        richHeader(start, at, key);
        return;
      }
    }
  }

  private void richHeader(long start, long end, long key) throws FormatException {
    Map<String, String> details = new LinkedHashMap<>();
    for (long at = start + 16; at + 8 <= end; at += 8) {
      long tool = view.u32(at) ^ key;
      details.put(
          "tool %d build %d".formatted(tool >>> 16, tool & 0xffff),
          Long.toString(view.u32(at + 4) ^ key));
    }
    add(ImagePart.RICH_HEADER, "", ByteRange.between(start, end + 8), details);
  }

  private void overlay() throws FormatException {
    long start = Math.max(CoffLayout.storedEnd(file, header), file.symbols().end());
    Directory signature = header.directory(DirectoryKind.CERTIFICATES);
    boolean signed = signature.sizeBytes() > 0 && signature.address() >= start;
    long end = Math.min(view.size(), signed ? signature.address() : view.size());
    ByteRange overlay = behindPadding(start, Math.max(start, end));
    if (!overlay.isEmpty()) {
      add(ImagePart.OVERLAY, "", overlay, Map.of());
    }
  }

  /** Without the zeros up to the next step of the file, where linkers and signers pad it. */
  private ByteRange behindPadding(long start, long end) throws FormatException {
    ByteRange padding =
        ByteRange.between(start, Math.min(end, CoffLayout.alignUp(start, header.fileAlignment())));
    return ByteRange.between(ZeroScan.isZero(view, padding) ? padding.end() : start, end);
  }
}
