package org.kpackworkbench.model.format.tensile;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.Checking;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentSubject;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;

/** Tensile's solution libraries. */
public final class TensileFormat implements Format {
  /** The one there is. */
  public static final TensileFormat FORMAT = new TensileFormat();

  private TensileFormat() {}

  @Override
  public String id() {
    return "tensile";
  }

  @Override
  public String words() {
    return "Tensile library";
  }

  @Override
  public boolean mayHoldCode() {
    return false;
  }

  @Override
  public List<FileSummary.Group> groups() {
    return List.of(FileSummary.Group.DATABASE);
  }

  @Override
  public List<String> partGroups() {
    return List.of("solution", "size", "file");
  }

  /** By its first key, also of what a stream unpacks to. */
  @Override
  public Likeness likeness(Head head) throws FormatException {
    return TensileContent.of(head.file()) == null ? Likeness.NONE : Likeness.LIKELY;
  }

  @Override
  public boolean isNamed(String fileName) {
    return fileName.startsWith("Tensile")
        && (fileName.endsWith(".dat") || fileName.endsWith(".dat.zlib"));
  }

  @Override
  public Document open(OpenSource source, Opening opening) throws FormatException {
    @Nullable TensileContent form = TensileContent.of(source.bytes());
    if (form == null) {
      throw FormatException.at(source.bytes(), 0, TensileFile.STRUCTURE, "", Reason.WRONG_MAGIC)
          .expected("MessagePack that begins with solutions or library, or that in a zlib stream")
          .found("other bytes")
          .advice("Copy the file again from where it came.")
          .build();
    }
    return new TensileDocument(source, form, opening);
  }

  @Override
  public List<Rule<?>> rules() {
    return TensileRules.all();
  }

  @Override
  public void check(Place place, ByteView bytes, Checking checks) throws IOException {
    Opening opening = new Opening(checks.formats(), checks.progress());
    Document document = open(new OpenSource(place, bytes, null), opening);
    checks.run(new DocumentSubject(document));
    // Nothing is beside what is in another file.
    if (place instanceof Place.File && document instanceof TensileDocument library) {
      checks.run(new TensileSubject(place, bytes, library, KernelsBeside.of(library, opening)));
    }
  }
}
