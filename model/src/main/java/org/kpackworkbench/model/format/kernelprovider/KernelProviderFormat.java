package org.kpackworkbench.model.format.kernelprovider;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.Checking;
import org.kpackworkbench.model.format.registry.DatabaseFormat;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentSubject;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.PartField;
import org.kpackworkbench.model.format.registry.ReadFormat;

/** Descriptors of hip-kernel-provider. */
public final class KernelProviderFormat extends ReadFormat implements DatabaseFormat {
  /** The only instance. */
  public static final KernelProviderFormat FORMAT = new KernelProviderFormat();

  /** How far into a JSON document its first source is looked for. */
  private static final int SEARCHED_BYTES = 1 << 20;

  private KernelProviderFormat() {
    super("kernel-descriptor", "hip-kernel-provider descriptor");
  }

  @Override
  public List<String> partGroups() {
    return List.of("kernel source");
  }

  @Override
  public List<PartField> partFields() {
    return PartField.texts("archive", "key", "SHA-256", "arguments");
  }

  /** A JSON object with a source in its first bytes. */
  @Override
  public Likeness likeness(Head head) throws FormatException {
    if (!head.isText() || !head.hasAt(0, "{")) {
      return Likeness.NONE;
    }
    byte[] bytes = head.file().bytes(0, (int) Math.min(SEARCHED_BYTES, head.file().size()));
    return Head.holds(bytes, "\"" + KernelSourceReader.NAME + "\"")
        ? Likeness.LIKELY
        : Likeness.NONE;
  }

  /** Descriptors of kernels; those of engines and matchers have no sources. */
  @Override
  public boolean isNamed(String fileName) {
    return fileName.endsWith(".kdp.json");
  }

  @Override
  public Document open(OpenSource source, Opening opening) throws FormatException {
    return new KernelProviderDocument(source, opening);
  }

  @Override
  public List<Rule<?>> rules() {
    return DescriptorRules.all();
  }

  @Override
  public void check(Place place, ByteView bytes, Checking checks) throws IOException {
    Opening opening = checks.opening();
    try (KernelProviderDocument document =
        new KernelProviderDocument(new OpenSource(place, bytes, null), opening)) {
      checks.run(new DocumentSubject(document));
      if (place instanceof Place.File file) {
        try (SourceArchives archives = new SourceArchives(file.file(), opening)) {
          for (KernelSource source : document.sources()) {
            if (source.isArchived()) {
              Place part = KernelProviderDocument.place(place, source);
              checks.run(
                  new DescriptorRules.SourceSubject(part, bytes, source, archives.code(source)));
            }
          }
        }
      }
    }
  }
}
