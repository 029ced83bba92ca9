package org.kpackworkbench.model.format.aotriton;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.codeobject.NamedFacts;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.PartsDocument;

/** The parts of a document of packed kernels, which are collected. For one document and thread. */
final class KernelParts {
  /** Names of columns where they differ from those of archives' metadata. */
  private static final Map<String, String> FIELDS =
      Map.of("tuning_params", "tuning", "compiler_options", "options");

  private final boolean whole;
  private final Progress progress;
  private final UnpackBudget budget;
  private final UnpackedKernels unpacked = new UnpackedKernels();
  private final List<DocumentPart> parts = new ArrayList<>();
  private final List<FormatException> problems = new ArrayList<>();

  /**
   * @param whole whether each stream is read to its last byte; else that is done only where the
   *     kernels' own headers say their architecture
   */
  KernelParts(boolean whole, Opening opening) {
    this.whole = whole;
    this.progress = opening.progress();
    this.budget = opening.budget();
  }

  /** Adds a part that is no kernel. */
  void add(DocumentPart part) {
    parts.add(part);
  }

  /** Adds what could not be read. */
  void add(FormatException problem) {
    problems.add(problem);
  }

  /** Reads the document; on failure nothing of it stays. */
  @FunctionalInterface
  interface Reader {
    /** Adds all parts. */
    void read() throws FormatException;
  }

  /** The document, once a reader has added all parts. */
  PartsDocument document(OpenSource source, Format format, Reader reader) throws FormatException {
    try {
      reader.read();
      return new PartsDocument(source, format, parts, problems, unpacked::close);
    } catch (FormatException | RuntimeException failure) {
      unpacked.close();
      throw failure;
    }
  }

  /**
   * Adds the kernels of a file, or of a member of an archive.
   *
   * @param prefix what the kernels' names begin with, so that those of many members are apart
   * @throws FormatException if the header is broken
   */
  void add(OpenSource source, String prefix) throws FormatException {
    PackedKernels packed = new PackedKernels(source.bytes(), budget);
    Map<String, Integer> times = new HashMap<>();
    GpuTarget folder = AotritonFormat.target(source.place());
    try {
      PackedKernels.Directory directory = packed.directory(progress);
      FormatException damage = directory.size() > 0 || whole ? stream(packed, folder) : null;
      if (directory.problem() != null) {
        problems.add(directory.problem());
      }
      for (int number = 0; number < directory.size(); number++) {
        progress.step(0);
        PackedKernels.Image image = directory.image(number);
        int time = times.merge(image.name(), 1, Integer::sum);
        String target =
            folder != null
                ? folder.toString()
                : damage != null ? "" : unpacked.target(packed, image, progress);
        parts.add(part(source, packed, image, target, prefix, time, damage));
      }
    } catch (FormatException failure) {
      problems.add(failure);
    }
  }

  /** Reads the stream where it is to be read; what makes all of it useless. */
  private @Nullable FormatException stream(PackedKernels packed, @Nullable GpuTarget folder) {
    if (!whole && folder != null) {
      return null;
    }
    try {
      FormatException behind = unpacked.check(packed, progress);
      if (behind != null) {
        problems.add(behind);
      }
      return null;
    } catch (FormatException damage) {
      problems.add(damage);
      return damage;
    }
  }

  private DocumentPart part(
      OpenSource source,
      PackedKernels packed,
      PackedKernels.Image image,
      String target,
      String prefix,
      int time,
      @Nullable FormatException damage) {
    ByteRange stream =
        new ByteRange(
            source.bytes().fileOffset(AotritonFormat.HEADER_BYTES),
            source.bytes().size() - AotritonFormat.HEADER_BYTES);
    String name = prefix + image.name();
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("target", target);
    fields.put("type", "hsaco");
    NamedFacts.image(image.name())
        .forEach((field, value) -> fields.put(FIELDS.getOrDefault(field, field), value.toString()));
    fields.put("shared memory", Long.toString(image.sharedBytes()));
    fields.put("threads", Long.toString(image.threads()));
    fields.put("offset", Long.toString(image.offset() - packed.directoryBytes()));
    return new DocumentPart(
        "kernel",
        time == 1 ? name : "%s (%d)".formatted(name, time),
        new Place.CodeObject(source.place(), name, time - 1, target, stream, true),
        image.sizeBytes(),
        fields,
        progressOfLoad -> unpacked.load(packed, image, progressOfLoad),
        image.problem() != null ? image.problem() : damage);
  }
}
