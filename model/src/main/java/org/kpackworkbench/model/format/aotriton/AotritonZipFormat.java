package org.kpackworkbench.model.format.aotriton;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.Checking;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.PartField;
import org.kpackworkbench.model.format.registry.ReadFormat;

/**
 * AOTriton's packed kernels, many files of them stored in a ZIP archive. A member's name is the
 * signature of its kernels, or a path that ends like those of single files.
 */
public final class AotritonZipFormat extends ReadFormat {
  /** The only instance. */
  public static final AotritonZipFormat FORMAT = new AotritonZipFormat();

  /** How names of packed kernels end. */
  static final String ENDING = ".aks2";

  private static final int LOCAL_BYTES = 30;

  private AotritonZipFormat() {
    super("aks2-zip", "AOTriton archive");
  }

  @Override
  public List<FileSummary.Group> groups() {
    return List.of(FileSummary.Group.DATABASE);
  }

  @Override
  public List<String> partGroups() {
    return List.of("kernel", "member");
  }

  @Override
  public List<PartField> partFields() {
    return AotritonFormat.FORMAT.partFields();
  }

  /**
   * By its first member that is no folder, and by its list, since a ZIP archive of an install tree
   * may begin with such files, too.
   */
  @Override
  public Likeness likeness(Head head) throws FormatException {
    int at = 0;
    while (head.hasAt(at, "PK\u0003\u0004")) {
      int name = head.u16(at + 26);
      int content = at + LOCAL_BYTES + name + head.u16(at + 28);
      if (head.hasAt(content, AotritonFormat.MAGIC)
          || head.hasAt(at + LOCAL_BYTES + name - ENDING.length(), ENDING)) {
        return StoredZip.isTree(head.file()) ? Likeness.NONE : Likeness.SURE;
      }
      if (!head.hasAt(at + LOCAL_BYTES + name - 1, "/")) {
        return Likeness.NONE;
      }
      at = content;
    }
    return Likeness.NONE;
  }

  /**
   * Whether bytes are such an archive.
   *
   * @throws FormatException if they cannot be read
   */
  public static boolean isOne(ByteView bytes) throws FormatException {
    return FORMAT.likeness(Head.of(bytes)) != Likeness.NONE;
  }

  /** Whether a ZIP archive has files that are no packed kernels, wherever among its members. */
  public static boolean hasOthers(ByteView bytes) {
    return StoredZip.hasOthers(bytes);
  }

  @Override
  public Document open(OpenSource source, Opening opening) throws FormatException {
    return open(source, false, opening);
  }

  private Document open(OpenSource source, boolean whole, Opening opening) throws FormatException {
    KernelParts parts = new KernelParts(whole, opening);
    return parts.document(source, this, () -> read(source, parts, opening.progress()));
  }

  private static void read(OpenSource source, KernelParts parts, Progress progress)
      throws FormatException {
    ByteView bytes = source.bytes();
    StoredZip zip = StoredZip.of(bytes, progress);
    zip.problems().forEach(parts::add);
    for (int i = 0; i < zip.members().size(); i++) {
      progress.step(0);
      StoredZip.Member member = zip.members().get(i);
      ByteView content = bytes.slice(member.range().start(), member.range().length());
      ByteRange range = new ByteRange(content.fileOffset(0), content.size());
      Place place = new Place.Member(source.place(), i, member.name(), range);
      parts.add(
          new DocumentPart(
              "member", member.name(), place, content.size(), Map.of(), load -> content, null));
      if (AotritonFormat.isPacked(content)) {
        try {
          parts.add(new OpenSource(place, content, null), stem(member.name()) + "/");
        } catch (FormatException broken) {
          parts.add(broken);
        }
      } else if (member.name().endsWith(ENDING)) {
        parts.add(
            FormatException.at(content, 0, "member " + member.name(), "", Reason.WRONG_MAGIC)
                .mismatch(AotritonFormat.MAGIC, "other bytes"));
      }
    }
  }

  private static String stem(String name) {
    return name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
  }

  /** Reads each member to its last byte, all that any document has, and compares checksums. */
  @Override
  public void check(Place place, ByteView bytes, Checking checks) throws IOException {
    Opening opening = checks.opening();
    try (Document document = open(new OpenSource(place, bytes, null), true, opening)) {
      Format.check(document, checks);
    }
    for (StoredZip.Member member : StoredZip.of(bytes, checks.progress()).members()) {
      ByteView content = bytes.slice(member.range().start(), member.range().length());
      StoredZip.checkSum(content, member, checks.progress());
    }
  }
}
