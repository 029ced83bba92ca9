package org.kpackworkbench.model.format.kpack;

import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.StructReader;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.ReadFormat;
import org.kpackworkbench.model.format.registry.Structure;

/** Archives of code objects, {@code .kpack}. */
public final class KpackFormat extends ReadFormat {
  /** The only instance. */
  public static final KpackFormat FORMAT = new KpackFormat();

  /** Archives, counted. */
  public static final FileSummary.Group GROUP =
      new FileSummary.Group("archive", "archives", OwnerKind.COMPRESSED);

  /** Archives of which not all can be read, counted: a loader may pass them over. */
  public static final FileSummary.Group DAMAGED =
      new FileSummary.Group("damaged archive", "damaged archives", OwnerKind.PROBLEM);

  private KpackFormat() {
    super("kpack", "kpack archive", "an archive");
  }

  @Override
  public String signature() {
    return "KPAK";
  }

  @Override
  public boolean isNamed(String fileName) {
    return fileName.endsWith(".kpack");
  }

  @Override
  public Likeness likeness(Head head) throws FormatException {
    return head.startsWith("KPAK") ? Likeness.SURE : Likeness.NONE;
  }

  @Override
  public Document open(OpenSource source, Opening opening) throws FormatException {
    return new ArchiveDocument(source, opening);
  }

  @Override
  public List<Structure> structures() {
    return List.of(new Structure(ArchiveFormat.MAGIC, KpackFormat::header));
  }

  private static void header(ByteView bytes, long offset, Structure.Lines lines)
      throws FormatException {
    StructReader reader = new StructReader(bytes, offset + 4, "kpack header");
    lines.title("kpack archive", ArchiveFormat.HEADER_BYTES);
    lines.field("version", Long.toString(reader.u32("version")));
    lines.number("toc_offset", reader.u64("toc_offset"));
  }

  @Override
  public List<FileSummary.Group> groups() {
    return List.of(GROUP, DAMAGED);
  }
}
