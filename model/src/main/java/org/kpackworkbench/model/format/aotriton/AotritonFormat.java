package org.kpackworkbench.model.format.aotriton;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.registry.Checking;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.PartField;
import org.kpackworkbench.model.format.registry.ReadFormat;
import org.kpackworkbench.model.format.registry.Structure;

/** AOTriton's packed kernels. */
public final class AotritonFormat extends ReadFormat {
  /** The only instance. */
  public static final AotritonFormat FORMAT = new AotritonFormat();

  static final String MAGIC = "AKS2";
  static final int HEADER_BYTES = 16;

  private AotritonFormat() {
    super("aks2", "AOTriton kernels", "a file of AOTriton kernels");
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
    return PartField.texts(
        "target", "operation", "signature", "tuning", "options", "shared memory", "threads");
  }

  @Override
  public Likeness likeness(Head head) {
    return head.size() >= HEADER_BYTES && head.hasAt(0, MAGIC) ? Likeness.SURE : Likeness.NONE;
  }

  @Override
  public boolean isNamed(String fileName) {
    return fileName.endsWith(".aks2");
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
    return open(source, false, opening);
  }

  private Document open(OpenSource source, boolean whole, Opening opening) throws FormatException {
    if (!isPacked(source.bytes())) {
      throw FormatException.at(source.bytes(), 0, "AKS2 header", "magic", Reason.WRONG_MAGIC)
          .mismatch(
              "%s and a header of %d bytes".formatted(MAGIC, HEADER_BYTES),
              source.bytes().size() < HEADER_BYTES ? "the end of the file" : "other bytes");
    }
    KernelParts parts = new KernelParts(whole, opening);
    return parts.document(source, this, () -> parts.add(source, ""));
  }

  /** Reads the stream to its last byte, and then all that any document has. */
  @Override
  public void check(Place place, ByteView bytes, Checking checks) throws IOException {
    Opening opening = checks.opening();
    try (Document document = open(new OpenSource(place, bytes, null), true, opening)) {
      Format.check(document, checks);
    }
  }

  /** Whether bytes begin like such a file. */
  static boolean isPacked(ByteView content) throws FormatException {
    return content.size() >= HEADER_BYTES && content.text(0, MAGIC.length()).equals(MAGIC);
  }

  /** The architecture that the folder says; null if none does. */
  static @Nullable GpuTarget target(Place place) {
    Path path = place.file().toAbsolutePath().normalize();
    return Databases.installed()
        .recognise(path.toString().replace('\\', '/'))
        .map(DatabaseFile::architecture)
        .orElse(null);
  }
}
