package org.kpackworkbench.model.format.kernelprovider;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.Closing;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.registry.CodeElsewhere;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.SourceDocument;

/** An open descriptor: the sources in it. */
public final class KernelProviderDocument extends SourceDocument {
  private static final Pattern SHA256 = Pattern.compile("[0-9a-fA-F]{64}");
  private static final int MOST_PROBLEMS = 100;

  private final List<KernelSource> sources;
  private final List<FormatException> problems = new ArrayList<>();
  private final List<DocumentPart> parts = new ArrayList<>();
  private final Opening opening;

  KernelProviderDocument(OpenSource source, Opening opening) throws FormatException {
    super(source, KernelProviderFormat.FORMAT);
    this.opening = opening;
    this.sources = KernelSourceReader.read(source.bytes(), opening.progress());
    for (KernelSource each : sources) {
      if (each.isArchived()) {
        stated(each, "library", each.library());
        stated(each, "toc_key", each.key());
        stated(each, "symbol", each.symbol());
        if (!SHA256.matcher(each.sha256()).matches()) {
          String found = each.sha256().isEmpty() ? "none" : "\"" + each.sha256() + "\"";
          problem(each, "sha256", "64 hexadecimal digits", found);
        }
        signature(each);
      }
      parts.add(part(each));
    }
  }

  private void signature(KernelSource source) {
    if (!source.signed()) {
      problem(source, "signature", "the size and offset of each argument", "none");
    }
    for (int i = 0; i < source.arguments(); i++) {
      KernelSource.Argument argument = source.signature().get(i);
      if (!argument.isStated()) {
        String without = argument.sizeBytes() < 0 ? "size" : "offset";
        problem(source, "signature/" + i, "the size and offset of the argument", "no " + without);
      }
    }
  }

  private void stated(KernelSource source, String field, String value) {
    if (value.isEmpty()) {
      problem(source, field, "a text", "none");
    }
  }

  private void problem(KernelSource source, String field, String expected, String found) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(
          FormatException.at(
                  bytes(),
                  source.range().start(),
                  source.path().substring(1),
                  field,
                  Reason.BAD_VALUE)
              .expected(expected)
              .found(found)
              .advice("Make the descriptor again together with its archive.")
              .build());
    }
  }

  /** The place of a source. */
  static Place place(Place file, KernelSource source) {
    return new Place.Part(file, source.path().substring(1), source.range());
  }

  private DocumentPart part(KernelSource source) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("archive", source.library());
    fields.put("key", source.key());
    fields.put("SHA-256", source.sha256());
    fields.put("arguments", Integer.toString(source.arguments()));
    ByteRange range =
        new ByteRange(bytes().fileOffset(source.range().start()), source.range().length());
    return new DocumentPart(
        "kernel source",
        source.symbol().isEmpty() ? source.path().substring(1) : source.symbol(),
        new Place.Part(place(), source.path().substring(1), range),
        range.length(),
        fields,
        progress -> bytes().slice(source.range().start(), source.range().length()),
        null);
  }

  /** All of them, in the order of the file. */
  public List<KernelSource> sources() {
    return sources;
  }

  @Override
  public List<DocumentPart> parts() {
    return List.copyOf(parts);
  }

  @Override
  public List<FormatException> problems() {
    return List.copyOf(problems);
  }

  @Override
  public boolean saysCodeIsElsewhere() {
    return true;
  }

  @Override
  public String whyNoCodeObjects() {
    return "no code objects: a descriptor names kernels, which are in an archive beside it";
  }

  /** Those that it names, in the archives beside it. */
  @Override
  public Optional<CodeElsewhere> codeElsewhere(Predicate<Path> wanted, Progress progress)
      throws IOException {
    return Closing.ifFails(
        new SourceArchives(path(), new Opening(opening.formats(), progress, opening.budget())),
        archives -> {
          archives.select(sources, wanted);
          return Optional.of(archives);
        });
  }

  @Override
  public FileSummary summary() {
    return new FileSummary(
        format(),
        FileSummary.Group.DATABASE,
        "%s, %s".formatted(format().words(), CountText.of(sources.size(), "kernel")));
  }
}
