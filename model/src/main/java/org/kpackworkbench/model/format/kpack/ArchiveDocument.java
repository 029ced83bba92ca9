package org.kpackworkbench.model.format.kpack;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.FileInfo;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.SourceDocument;

/** An open {@code .kpack} archive. */
public final class ArchiveDocument extends SourceDocument {
  private final KpackArchive archive;
  private @Nullable String indexWarning;

  ArchiveDocument(OpenSource source, Opening opening) throws FormatException {
    super(source, KpackFormat.FORMAT);
    KpackArchive part = opening.key() == null ? null : indexed(source, opening, opening.key());
    this.archive =
        part == null
            ? KpackArchive.read(source.bytes(), source.place(), opening.budget(), opening.key())
            : part;
  }

  /** The rows of the only key that is wanted, where an index leads to them; else null. */
  private @Nullable KpackArchive indexed(OpenSource source, Opening opening, String key)
      throws FormatException {
    if (!(source.place() instanceof Place.File(Path path))) {
      return null;
    }
    ArchiveIndex.Beside beside = ArchiveIndex.beside(path, source.bytes());
    indexWarning = beside.warning();
    try (ArchiveIndex index = beside.index()) {
      BinaryKey parts = BinaryKey.parse(key);
      // A row may have the name alone for the first index.
      return index == null || (parts.index() == 0 && index.has(parts.binary()))
          ? null
          : index.archive(key, source.place(), opening.budget()).orElse(null);
    } catch (IOException failure) {
      if (failure instanceof FormatException changed) {
        changed.throwIfFileChanged();
      }
      indexWarning = ArchiveIndex.damaged(path);
      return null;
    }
  }

  @Override
  public List<String> openingNotes() {
    return Stream.concat(Stream.ofNullable(indexWarning), Stream.ofNullable(archive.indexNote()))
        .toList();
  }

  /** The archive. */
  public KpackArchive archive() {
    return archive;
  }

  @Override
  public String groupName() {
    return archive.groupName();
  }

  @Override
  protected Ownership owners() throws FormatException {
    return ArchiveClaims.of(archive, Progress.NONE);
  }

  @Override
  public List<FormatException> problems() {
    return archive.problems();
  }

  @Override
  public CodeObjects codeObjects() {
    return new ArchiveCodeObjects(archive);
  }

  @Override
  public FileInfo info(boolean checksums, Progress progress) throws IOException {
    return KpackInfo.of(this, progress);
  }

  @Override
  public FileSummary summary() {
    String whose =
        archive.targetSums().stream()
            .map(each -> each.target().toString())
            .distinct()
            .collect(Collectors.joining(", "));
    int count = archive.entryCount();
    String words =
        "%sarchive%s, %s"
            .formatted(
                archive.problems().isEmpty() ? "" : "damaged ",
                whose.isEmpty() ? "" : " for " + whose,
                CountText.of(count, "code object"));
    FileSummary.Group group =
        archive.problems().isEmpty() ? KpackFormat.GROUP : KpackFormat.DAMAGED;
    return new FileSummary(format(), group, words);
  }
}
