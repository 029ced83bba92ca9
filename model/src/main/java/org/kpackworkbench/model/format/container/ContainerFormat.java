package org.kpackworkbench.model.format.container;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.StructReader;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.format.registry.Checking;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.ReadFormat;
import org.kpackworkbench.model.format.registry.Structure;

/** LLVM's containers of device code. */
public final class ContainerFormat extends ReadFormat {
  /** The only instance. */
  public static final ContainerFormat FORMAT = new ContainerFormat();

  private ContainerFormat() {
    super("offload-container", "offload container");
  }

  @Override
  public List<String> partGroups() {
    return List.of("entry");
  }

  @Override
  public boolean isDeviceCode() {
    return true;
  }

  @Override
  public Likeness likeness(Head head) {
    return head.startsWith(ContainerFile.MAGIC) ? Likeness.SURE : Likeness.NONE;
  }

  @Override
  public Document open(OpenSource source, Opening opening) throws FormatException {
    return new ContainerDocument(source, opening);
  }

  @Override
  public List<Rule<?>> rules() {
    return ContainerRules.all();
  }

  @Override
  public List<Structure> structures() {
    return List.of(new Structure(0xad10ff10L, ContainerFormat::header));
  }

  /** The fields of a header for the inspector. */
  private static void header(ByteView bytes, long offset, Structure.Lines lines)
      throws FormatException {
    lines.title("offload container", 32);
    StructReader reader = new StructReader(bytes, offset + 4, "offload container");
    long version = reader.u32("version");
    lines.number("version", version);
    lines.size("size", reader.u64("size"));
    lines.number("offset of the entries", reader.u64("offset of the entries"));
    String count = version == 1 ? "size of an entry" : "number of entries";
    lines.number(count, reader.u64(count));
    if (version == 3) {
      lines.size("inflated size", reader.u64("inflated size"));
    }
  }

  @Override
  public void check(Place place, ByteView bytes, Checking checks) throws IOException {
    Opening opening = checks.opening();
    ContainerDocument document = new ContainerDocument(new OpenSource(place, bytes, null), opening);
    checks.run(new ContainerSubject(place, bytes, document));
    for (ContainerPart part : document.entries()) {
      checks.progress().step(0);
      Document inside = part.inside();
      if (inside != null) {
        checks.part(part.place(), inside.bytes());
      } else if (part.isCodeObject()) {
        CodeObjectRow row = document.codeObjects().row(part.rows().getFirst());
        try (SpooledBytes code =
            document.codeObjects().open(row.row(), opening.budget(), checks.progress())) {
          if (part.entry().arch().isEmpty()) {
            checks.part(row.place(), code.bytes());
          } else {
            checks.codeObject(row.place(), code.bytes(), row.target());
          }
        }
      } else if (part.entry().hasImage()) {
        checks.leaveOut(
            place,
            "entry %d%s (%s)"
                .formatted(
                    part.entry().number(),
                    place instanceof Place.Member member ? " of member " + member.name() : "",
                    part.words()),
            "In offload containers, code objects and bundles are checked");
      }
    }
  }
}
