package org.kpackworkbench.model.format.aotriton;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
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
    PackedKernels packed = new PackedKernels(source.bytes());
    Map<String, Integer> times = new HashMap<>();
    GpuTarget target = target(source.place());
    try {
      PackedKernels.Directory directory = packed.directory(Progress.NONE);
      for (int number = 0; number < directory.size(); number++) {
        progress.step(0);
        PackedKernels.Image image = directory.image(number);
        int time = times.merge(image.name(), 1, Integer::sum);
        parts.add(part(source, packed, image, target, prefix, time));
      }
    } catch (FormatException failure) {
      problems.add(failure);
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

  private static DocumentPart part(
      OpenSource source,
      PackedKernels packed,
      PackedKernels.Image image,
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
    fields.put("offset", Long.toString(image.offset() - packed.directoryBytes()));
    return new DocumentPart(
        "kernel",
        time == 1 ? name : "%s (%d)".formatted(name, time),
        new Place.CodeObject(source.place(), name, time - 1, target, stream, true),
        image.sizeBytes(),
        fields,
        progress -> packed.load(image, progress),
        image.problem());
  }
}
