package org.kpackworkbench.model.format.container;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.registry.Claims;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.CodeStore;
import org.kpackworkbench.model.format.registry.DocumentPart;
import org.kpackworkbench.model.format.registry.FileInfo;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Lazy;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.SourceDocument;

/** An open file of containers. */
public final class ContainerDocument extends SourceDocument {
  private final ContainerFile file;
  private final Lazy<ContainerParts.Found> found;

  ContainerDocument(OpenSource source, Opening opening) throws FormatException {
    this(
        source,
        opening,
        opening.budget().allowsEverything() ? opening.budget() : UnpackBudget.operation(),
        0,
        false);
  }

  /**
   * One that may be in another.
   *
   * @param budget that of the outermost
   * @param depth in how many others it is
   * @param insidePacked whether one of those is compressed
   */
  ContainerDocument(
      OpenSource source, Opening opening, UnpackBudget budget, int depth, boolean insidePacked)
      throws FormatException {
    super(source, ContainerFormat.FORMAT);
    this.file = ContainerFile.read(source.bytes(), budget);
    this.found =
        new Lazy<>(
            () ->
                new ContainerParts(file, source.place(), opening, budget, depth, insidePacked)
                    .find());
  }

  /** The containers. */
  public ContainerFile file() {
    return file;
  }

  /** All entries with what they are. Reads, and perhaps unpacks, the first time. */
  public List<ContainerPart> entries() {
    return found.get().parts();
  }

  @Override
  protected Ownership owners() throws FormatException {
    return Claims.map(bytes(), ContainerClaims.of(file, entries(), place()));
  }

  @Override
  public List<FormatException> problems() {
    return Stream.concat(file.problems().stream(), found.get().problems().stream()).toList();
  }

  @Override
  public CodeObjects codeObjects() {
    return found.get().codeObjects();
  }

  @Override
  public Optional<CodeStore> codeStore() throws FormatException {
    return Optional.of(new ContainerStore(file, bytes()));
  }

  @Override
  public String whyNoCodeObjects() {
    return file.entries().isEmpty()
        ? "no code objects"
        : "no code objects: its entries are "
            + entries().stream()
                .map(ContainerPart::words)
                .distinct()
                .collect(Collectors.joining(", "));
  }

  @Override
  public List<DocumentPart> parts() {
    Map<String, Integer> times = new HashMap<>();
    List<DocumentPart> parts = new ArrayList<>();
    for (ContainerPart part : entries()) {
      ContainerEntry entry = part.entry();
      String target = entry.arch().isEmpty() ? entry.triple() : entry.arch();
      String name = (entry.offloadWords() + " " + target).strip();
      int time = times.merge(name, 1, Integer::sum);
      Map<String, String> fields = new LinkedHashMap<>();
      fields.put("kind", entry.imageWords());
      fields.put("triple", entry.triple());
      fields.put("flags", "0x" + Long.toHexString(entry.flags()));
      entry.texts().forEach(fields::putIfAbsent);
      parts.add(
          new DocumentPart(
              "entry",
              time == 1 ? name : "%s (%d)".formatted(name, time),
              part.place(),
              entry.image().length(),
              fields,
              progress -> file.image(entry, UnpackBudget.one()),
              entry.problem()));
    }
    return List.copyOf(parts);
  }

  @Override
  public FileSummary summary() {
    List<ContainerEntry> entries = file.entries();
    String targets =
        entries.stream()
            .map(ContainerEntry::arch)
            .filter(arch -> !arch.isEmpty())
            .distinct()
            .collect(Collectors.joining(", "));
    String words =
        "offload container, %s%s"
            .formatted(
                CountText.of(entries.size(), "entry"), targets.isEmpty() ? "" : " for " + targets);
    return new FileSummary(format(), format().groups().getFirst(), words);
  }

  @Override
  public FileInfo info(boolean checksums, Progress progress) throws IOException {
    return new ContainerInfo(this);
  }
}
